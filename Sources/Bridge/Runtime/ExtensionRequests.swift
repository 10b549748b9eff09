// SPDX-License-Identifier: Apache-2.0
import Engines
import Mirrors
import Service
import TextInput

/// Performs the requests of extensions that concern more than the text (reference 13.2).
struct ExtensionRequests {
  /// The engine, which outlives the extensions.
  unowned let engine: TextEngine
  /// The user's words.
  unowned let language: SessionLanguage
  /// Reports an entry to the user.
  let report: (LogEntry) -> Void

  /// Performs a request of an extension in use.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - name: the name of the extension.
  /// - Returns: the members of the result, or why there is none.
  func perform(
    _ request: ExtensionRequest, of name: String
  ) -> ExtensionRequest.Answer {
    switch request {
    case .advanceMode: engine.modes.perform(.next)
    case .listModes: engine.openModeList()
    case .dismissKeyboard: engine.textContainer?.resignFirstResponder()
    case .setLanguage(let tag):
      let mode = engine.modes.current
      engine.modes.setLanguage(tag, of: mode.id)
    case .lexicon:
      let entries = language.supplementaryLexicon(in: nil).map { entry in
        JSONValue.object([
          "userInput": .text(entry.userInput), "documentText": .text(entry.documentText),
        ])
      }
      return .success(["entries": .list(entries)])
    case .pasteboard:
      let text = engine.pasteboard.text
      return .success(["text": text.isEmpty ? .null : .text(text)])
    case .setPasteboard(let text): engine.pasteboard.text = text
    case .notice(let text):
      report(LogEntry("extension.notice", .notice, "the extension \(name): \(text)"))
    }
    return .success([:])
  }
}
