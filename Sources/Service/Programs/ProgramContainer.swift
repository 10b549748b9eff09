// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// A program's container, with the requests that the program has opted in to.
///
/// The program receives no other requests, and has declared a default answer for each, which is
/// used if it does not respond in time.
final class ProgramContainer {
  /// The name that the program gave the container.
  let name: String
  let text: TextContainer
  /// The label next to the container; empty for none.
  let label: String
  /// The height in rows if the container has no frame; otherwise nil.
  let rows: Int?
  /// The initial text, set when the container is in its window, so that the program is notified;
  /// nil for none.
  let beginning: String?
  /// The requests that the program has opted in to, with their default answers.
  let defaultAnswers: [ProgramRequestName: Bool]
  /// The form that contains the container; nil for none.
  weak var form: ProgramForm?
  /// The revision of the text in the last notification to the program.
  var reportedRevision: Int
  /// The connection with the program's toolkit, if that owns the text; otherwise nil.
  private(set) var external: ExternalTextConnection?
  private let ask: Ask
  /// Exists if the program has opted in to a request, or keys wait for its toolkit.
  private let need: LateAnswers.Need?

  /// Sends a request with its parameters, about a text or about the focus; returns the response, or
  /// the default answer.
  typealias Ask = (
    _ request: ProgramRequestName, _ parameters: [String: JSONValue], _ text: TextContainer?,
    _ defaultAnswer: Bool
  ) -> DelegateAnswer

  init(
    name: String, text: TextContainer, label: String, rows: Int?, beginning: String?,
    defaultAnswers: [ProgramRequestName: Bool], lateAnswers: LateAnswers, ask: @escaping Ask
  ) {
    (self.name, self.text, self.label, self.rows) = (name, text, label, rows)
    (self.beginning, self.defaultAnswers, self.ask) = (beginning, defaultAnswers, ask)
    reportedRevision = text.textRevision
    need = defaultAnswers.isEmpty ? nil : LateAnswers.Need(lateAnswers)
    guard !defaultAnswers.isEmpty else { return }
    (text as? TextField)?.delegate = self
    (text as? TextView)?.delegate = self
  }

  /// Creates a container whose text belongs to the program's toolkit.
  init(
    name: String, external: ExternalTextConnection, label: String, lateAnswers: LateAnswers
  ) {
    (self.name, text, self.label, rows) = (name, external.text, label, nil)
    (beginning, defaultAnswers, ask) = (nil, [:], { _, _, _, _ in .yes })
    need = LateAnswers.Need(lateAnswers)
    reportedRevision = text.textRevision
    self.external = external
  }

  /// Consults the program if it has opted in to the request; otherwise returns true.
  private func agrees(to request: ProgramRequestName) -> Bool { answer(request, [:]).isYes }

  private func answer(
    _ request: ProgramRequestName, _ parameters: [String: JSONValue]
  ) -> DelegateAnswer {
    guard let defaultAnswer = defaultAnswers[request] else { return .yes }
    var parameters = parameters
    parameters["container"] = .text(name)
    return ask(request, parameters, request.isAboutFocus ? nil : text, defaultAnswer)
  }

  /// Asks the program to decide about a change of the text.
  private func decide(about range: TextRange, _ replacement: String) -> TextChangeDecision {
    let answer = answer(
      .shouldChange,
      [
        "range": .list([.number(range.start), .number(range.end)]),
        "revision": .number(text.textRevision), "string": .text(replacement),
      ])
    switch answer {
    case .yes: return .accept
    case .no, .input: return .refuse
    case .replace(let text): return .replace(text)
    }
  }
}

extension ProgramContainer: TextFieldDelegate {
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { agrees(to: .shouldBegin) }
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool { agrees(to: .shouldEnd) }
  func textFieldShouldClear(_ textField: TextField) -> Bool { agrees(to: .shouldClear) }
  func textFieldShouldReturn(_ textField: TextField) -> Bool { agrees(to: .shouldReturn) }

  func textField(
    _ textField: TextField, decideAboutCharactersIn range: TextRange, replacementString: String
  ) -> TextChangeDecision {
    decide(about: range, replacementString)
  }
}

extension ProgramContainer: TextViewDelegate {
  func textViewShouldBeginEditing(_ textView: TextView) -> Bool { agrees(to: .shouldBegin) }
  func textViewShouldEndEditing(_ textView: TextView) -> Bool { agrees(to: .shouldEnd) }

  func textView(
    _ textView: TextView, decideAboutTextIn range: TextRange, replacementText text: String
  ) -> TextChangeDecision {
    decide(about: range, text)
  }
}
