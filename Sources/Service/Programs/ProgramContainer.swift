// SPDX-License-Identifier: Apache-2.0
import TextInput

/// What a program can be asked; each by its name in the protocol.
enum QuestionName: String, CaseIterable {
  case shouldBegin = "focus.shouldBegin"
  case shouldEnd = "focus.shouldEnd"
  case shouldChange = "text.shouldChange"
  case shouldClear = "field.shouldClear"
  case shouldReturn = "field.shouldReturn"
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
  unowned let program: Program
  /// Asks the program.
  private let ask: (Program, QuestionName, [String: JSONValue], Bool) -> Bool

  init(
    name: String, text: TextContainer, label: String, rows: Int?,
    beginning: String?, questions: [QuestionName: Bool], program: Program,
    ask: @escaping (Program, QuestionName, [String: JSONValue], Bool) -> Bool
  ) {
    (self.name, self.text, self.label, self.rows) = (name, text, label, rows)
    (self.beginning, self.questions) = (beginning, questions)
    (self.program, self.ask) = (program, ask)
    guard !questions.isEmpty else { return }
    (text as? TextField)?.delegate = self
    (text as? TextView)?.delegate = self
  }

  /// Asks the program, where it wants to be asked; else the answer is yes.
  func answer(_ question: QuestionName, _ parameters: [String: JSONValue] = [:]) -> Bool {
    guard let preset = questions[question] else { return true }
    var parameters = parameters
    parameters["container"] = .text(name)
    return ask(program, question, parameters, preset)
  }

  /// Asks whether a range may be replaced.
  func mayChange(_ range: TextRange, to replacement: String) -> Bool {
    answer(
      .shouldChange,
      ["range": .list([.number(range.start), .number(range.end)]), "string": .text(replacement)])
  }
}

extension ProgramContainer: TextFieldDelegate {
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { answer(.shouldBegin) }
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool { answer(.shouldEnd) }
  func textFieldShouldClear(_ textField: TextField) -> Bool { answer(.shouldClear) }
  func textFieldShouldReturn(_ textField: TextField) -> Bool { answer(.shouldReturn) }

  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool {
    mayChange(range, to: replacementString)
  }
}

extension ProgramContainer: TextViewDelegate {
  func textViewShouldBeginEditing(_ textView: TextView) -> Bool { answer(.shouldBegin) }
  func textViewShouldEndEditing(_ textView: TextView) -> Bool { answer(.shouldEnd) }

  func textView(
    _ textView: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
  ) -> Bool {
    mayChange(range, to: text)
  }
}
