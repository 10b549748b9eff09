// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// What a program can be asked; each by its name in the protocol.
enum QuestionName: String, CaseIterable {
  case shouldBegin = "focus.shouldBegin"
  case shouldEnd = "focus.shouldEnd"
  case shouldChange = "text.shouldChange"
  case shouldClear = "field.shouldClear"
  case shouldReturn = "field.shouldReturn"

  /// Whether it is about where the focus goes, not about a text.
  var isAboutFocus: Bool { self == .shouldBegin || self == .shouldEnd }
}

/// `text.wasRefused`: input that the service refused without consulting the program, so that it can beep.
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

/// A program's container, and what the program wants to be asked about it.
///
/// A program is asked what it has opted in to, and nothing else; with each question it has said what
/// counts where it does not answer in time.
final class ProgramContainer {
  /// What the program calls it.
  let name: String
  /// The container.
  let text: TextContainer
  /// What stands beside it; empty for nothing.
  let label: String
  /// How many rows it takes where its program gave it no frame; nil for one that has a frame.
  let rows: Int?
  /// The text it begins with, once it is in its window and its changes are told; nil for none.
  let beginning: String?
  /// The questions that were opted in to, with what counts where no answer comes.
  let questions: [QuestionName: Bool]
  /// The form that it is a field of; nil for none.
  weak var form: ProgramForm?
  /// The revision of the text that its program was notified of last.
  var toldRevision: Int
  unowned let program: Program
  private let requests: ProgramRequests

  init(
    name: String, text: TextContainer, label: String, rows: Int?,
    beginning: String?, questions: [QuestionName: Bool], program: Program,
    requests: ProgramRequests
  ) {
    (self.name, self.text, self.label, self.rows) = (name, text, label, rows)
    (self.beginning, self.questions) = (beginning, questions)
    (self.program, self.requests) = (program, requests)
    toldRevision = text.textRevision
    text.didRefuse = { [weak program] refused in
      program?.notify("text.wasRefused", Refused(refused, in: name))
    }
    guard !questions.isEmpty else { return }
    requests.consultedContainers += 1
    (text as? TextField)?.delegate = self
    (text as? TextView)?.delegate = self
  }

  deinit {
    if !questions.isEmpty { requests.consultedContainers -= 1 }
  }

  /// Asks the program whether something may be, where it wants to be asked; else the answer is yes.
  private func agrees(to question: QuestionName) -> Bool { answer(question, [:]).isYes }

  private func answer(
    _ question: QuestionName, _ parameters: [String: JSONValue]
  ) -> DelegateAnswer {
    guard let defaultAnswer = questions[question] else { return .yes }
    var parameters = parameters
    parameters["container"] = .text(name)
    return requests.send(
      question, to: program, parameters, about: question.isAboutFocus ? nil : text,
      defaultAnswer: defaultAnswer)
  }

  /// Asks what becomes of a change.
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
