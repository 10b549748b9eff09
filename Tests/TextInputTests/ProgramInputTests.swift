// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// A program types, marks and deletes with the functions that input methods use.
@Suite struct ProgramInputTests {
  /// The calls of a program.
  enum Call: String, CaseIterable {
    case insertText, setMarkedText, unmarkText, cancelMarkedText, deleteBackward, perform
    case accessory

    func make(in container: TextContainer) {
      switch self {
      case .insertText: container.insertText(":)")
      case .setMarkedText: container.setMarkedText(":)", selectedRange: TextRange(caret: 2))
      case .unmarkText: container.unmarkText()
      case .cancelMarkedText: container.cancelMarkedText()
      case .deleteBackward: container.deleteBackward()
      case .perform: container.perform(.moveDocumentStart)
      case .accessory: container.insertFromAccessory(":)")
      }
    }

    /// The equivalent actions of an input method, or nil if there are none.
    var action: InputMethodAction? {
      switch self {
      case .insertText: .commit(":)")
      case .setMarkedText: .mark(":)")
      case .unmarkText: .commit("ko")
      case .cancelMarkedText: .mark("")
      case .deleteBackward: .delete(before: 1, after: 0)
      case .perform, .accessory: nil
      }
    }
  }

  private let acute = Typist.composing(.pending(preview: "´"), input: "e", modifiers: .option)

  @Test("INP-12 a program's change ends a pending dead key", arguments: Call.allCases)
  func deadKey(_ call: Call) {
    let typist = Typist("ab‸")
    var abandoned = 0
    typist.engine.compositionAbandoned = { abandoned += 1 }
    typist.hit(acute)
    call.make(in: typist.view)
    #expect(abandoned == 1 && !typist.engine.stages.composition.isComposing)
    // The following letter is a separate letter.
    let before = typist.view.text
    typist.type("e")
    #expect(typist.view.text != before && !typist.view.text.contains("é"))
  }

  @Test("INP-12 a text that is not edited any more ends a pending dead key")
  func notEditable() {
    let typist = Typist("ab‸")
    var abandoned = 0
    typist.engine.compositionAbandoned = { abandoned += 1 }
    typist.hit(acute)
    typist.view.isEditable = false
    #expect(abandoned == 1 && !typist.engine.stages.composition.isComposing)
    #expect(typist.drawn == "ab´‸")
  }

  @Test(
    "INP-12 input methods are notified of a program's changes, and not of their own",
    arguments: Call.allCases)
  func methods(_ call: Call) {
    let typist = Typist("ab‸")
    let method = CallingMethod()
    typist.engine.inputMethods = [method]
    typist.view.setMarkedText("ko", selectedRange: TextRange(caret: 2))
    method.changes = 0
    call.make(in: typist.view)
    #expect(method.changes == 1)
    method.changes = 0
    method.action = call.action
    typist.type("x")
    #expect(method.changes == 0 && method.action == nil)
  }

  @Test("INP-12 completing or cancelling a dead key is not a program's change")
  func ownSteps() {
    let typist = Typist("‸")
    var abandoned = 0
    typist.engine.compositionAbandoned = { abandoned += 1 }
    typist.hit(acute)
    typist.hit(Typist.composing(.completed, text: "é"))
    typist.hit(acute)
    typist.hit(Typist.composing(.cancelled(swallowed: true), input: .delete))
    #expect(typist.drawn == "é‸" && abandoned == 0)
  }

  @Test(
    "INP-3, INP-7b a selection inside marked text does not cut characters",
    arguments: [
      (TextRange(1, 1), "a{😀‸}b"), (TextRange(0, 1), "a{«😀‸»}b"), (TextRange(1, 9), "a{😀‸}b"),
      (TextRange(0, 0), "a{‸😀}b"),
    ])
  func markedSelection(_ selected: TextRange, _ drawn: String) {
    let typist = Typist("a‸b")
    typist.view.setMarkedText("😀", selectedRange: selected)
    #expect(typist.drawn == drawn)
  }

  @Test("INP-9a the caret stays in marked text even if a following accent joins it")
  func markedBeforeAccent() {
    let typist = Typist()
    typist.view.text = "\u{301}"
    typist.view.select(Selection(caret: 0))
    typist.view.setMarkedText("e", selectedRange: TextRange(caret: 1))
    #expect(typist.view.selection == Selection(caret: 1))
    #expect(typist.view.markedRange == TextRange(0, 1))
  }
}

/// An input method that performs one action per key, and counts its notifications of changes.
private final class CallingMethod: InputMethod {
  var action: InputMethodAction?
  var changes = 0

  func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
    guard let action else { return .handled() }
    self.action = nil
    return .handled(action)
  }

  func contextDidChange(_ context: InputMethodContext) { changes += 1 }
}
