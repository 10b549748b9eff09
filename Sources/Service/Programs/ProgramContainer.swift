// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// The requests that the service sends to programs, by their names in the protocol.
enum ProgramRequestName: String, CaseIterable {
  case shouldBegin = "focus.shouldBegin"
  case shouldEnd = "focus.shouldEnd"
  case shouldChange = "text.shouldChange"
  case shouldClear = "field.shouldClear"
  case shouldReturn = "field.shouldReturn"
  case invoke = "command.invoke"

  /// The names that a container opts in to.
  static let ofContainers = allCases.filter { $0 != .invoke }

  /// Whether the request is about the focus, not about a text.
  var isAboutFocus: Bool { self == .shouldBegin || self == .shouldEnd }
}

/// `text.wasRefused`: the service refused input without consulting the program, which may want to
/// beep.
private struct Refused: Encodable {
  var container: String
  var range: [Int]
  var reason: String
  var string: String

  init(_ refused: RefusedInput, in container: String) {
    self.container = container
    range = [refused.range.start, refused.range.end]
    reason = refused.reason.rawValue
    string = refused.text
  }
}

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
  unowned let program: Program
  private let requests: ProgramRequests

  init(
    name: String, text: TextContainer, label: String, rows: Int?,
    beginning: String?, defaultAnswers: [ProgramRequestName: Bool], program: Program,
    requests: ProgramRequests
  ) {
    (self.name, self.text, self.label, self.rows) = (name, text, label, rows)
    (self.beginning, self.defaultAnswers) = (beginning, defaultAnswers)
    (self.program, self.requests) = (program, requests)
    reportedRevision = text.textRevision
    text.didRefuse = { [weak program] refused in
      program?.notify("text.wasRefused", Refused(refused, in: name))
    }
    guard !defaultAnswers.isEmpty else { return }
    requests.optIns += 1
    (text as? TextField)?.delegate = self
    (text as? TextView)?.delegate = self
  }

  deinit {
    if !defaultAnswers.isEmpty { requests.optIns -= 1 }
  }

  /// Consults the program if it has opted in to the request; otherwise returns true.
  private func agrees(to request: ProgramRequestName) -> Bool { answer(request, [:]).isYes }

  private func answer(
    _ request: ProgramRequestName, _ parameters: [String: JSONValue]
  ) -> DelegateAnswer {
    guard let defaultAnswer = defaultAnswers[request] else { return .yes }
    var parameters = parameters
    parameters["container"] = .text(name)
    return requests.send(
      request, to: program, parameters, about: request.isAboutFocus ? nil : text,
      defaultAnswer: defaultAnswer)
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
