// SPDX-License-Identifier: Apache-2.0
import TextInput

extension ProgramMethods {
  /// The methods that remove private data before the next person uses the program (design 3.8).
  static let privacy: [String: Method<ProgramClient>] = [
    "pasteboard.clear": Method { (client, _) throws(RequestError) in
      let program = try client.program
      program.clearClipboards()
      return Done()
    },
    "session.end": Method(["form"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      if parameters.has("form"), try parameters.text(ifThere: "form") != nil {
        for field in try program.form(parameters).fields { field.text.endSession() }
      } else {
        for name in program.containers.keys.sorted() { program.containers[name]?.text.endSession() }
        program.clearClipboards()
        client.hub.offers.withdraw(from: program)
      }
      return Done()
    },
  ]
}

extension Program {
  /// Drops the text that was cut, copied, killed or searched for in the program's texts.
  fileprivate func clearClipboards() {
    window.clipboard.clear()
    for form in forms.values { form.view.clipboard.clear() }
  }
}
