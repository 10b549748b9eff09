// SPDX-License-Identifier: Apache-2.0
import TextInput

extension ProgramMethods {
  /// The methods for the pasteboard of the program's own texts; other programs have no access to
  /// it.
  static let pasteboard: [String: Method<ProgramClient>] = [
    "pasteboard.get": Method(["form"]) { (client, parameters) throws(RequestError) in
      let clipboard = try client.program.clipboard(parameters, in: client.hub.engine)
      return Contents(text: clipboard.pasteboard.text)
    },
    "pasteboard.set": Method(["text", "form"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let clipboard = try program.clipboard(parameters, in: client.hub.engine)
      let text = try parameters.text("text", limit: Parameters.documentLimit)
      // A person may always copy, but text that the program sets counts with its texts.
      let held = program.clipboards.reduce(0) { $0 + $1.pasteboard.text.utf16.count }
      try program.needRoom(forText: text, giving: clipboard.pasteboard.text.utf16.count - held)
      clipboard.pasteboard.text = text
      client.hub.engine.limitLife(of: clipboard)
      return Done()
    },
    "pasteboard.clear": Method { (client, _) throws(RequestError) in
      try client.program.clearClipboards()
      return Done()
    },
  ]

  private struct Contents: Encodable {
    var text: String
  }
}

extension Program {
  /// The clipboards of the program's texts: the program's own, and one for each form.
  fileprivate var clipboards: [Clipboard] {
    [window.clipboard] + forms.values.map(\.view.clipboard)
  }

  /// Returns the clipboard of a form's texts, or of all other texts; the same one unless the
  /// setting `pasteboardPerForm` separates them.
  fileprivate func clipboard(
    _ parameters: Parameters, in engine: TextEngine
  ) throws(RequestError) -> Clipboard {
    guard try parameters.text(ifThere: "form") != nil else { return window.clipboard }
    let form = try form(parameters)
    return engine.settings.pasteboardPerForm ? form.view.clipboard : window.clipboard
  }

  /// Deletes the text that was cut, copied, killed or searched for in the program's texts.
  func clearClipboards() {
    for clipboard in clipboards { clipboard.clear() }
  }
}
