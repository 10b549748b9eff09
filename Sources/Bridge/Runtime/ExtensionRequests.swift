// SPDX-License-Identifier: Apache-2.0
import Engines
import Mirrors
import Service
import TextInput

/// Performs the requests of extensions that concern more than the text (reference 13.2).
struct ExtensionRequests {
  /// The engine, which outlives the extensions.
  unowned let engine: TextEngine
  /// Returns the abbreviations and words of the user that extensions may read.
  let lexicon: () -> [SupplementaryListing.Entry]
  /// Reports an entry to the user.
  let report: (LogEntry) -> Void

  /// Creates the answers of a session; it outlives the extensions.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - report: reports an entry to the user.
  init(of session: Session, report: @escaping (LogEntry) -> Void) {
    let language = session.language
    self.init(
      engine: session.engine,
      lexicon: { [unowned language] in language.supplementaryLexicon(in: nil) }, report: report)
  }

  init(
    engine: TextEngine, lexicon: @escaping () -> [SupplementaryListing.Entry],
    report: @escaping (LogEntry) -> Void
  ) {
    (self.engine, self.lexicon, self.report) = (engine, lexicon, report)
  }

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
      let entries = lexicon().map { entry in
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
