// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Assistance
@testable import TextInput

/// The continuation after the caret (reference 10.5).
@Suite struct InlinePredictionTests {
  private let desk = HelpedDesk(modes: "en-US ja-JP+kana")

  private func view(_ change: (inout TextInputTraits) -> Void = { _ in }) -> TextView {
    let view = desk.view(change)
    desk.type("hel")
    return view
  }

  @Test("AST-28 one continuation is shown after the caret, and is no part of the text")
  func shown() {
    let view = view()
    #expect(view.inlinePrediction == "lo")
    #expect(view.text == "hel" && view.storage.count == 3)
    #expect(desk.facts().filter { $0.hasPrefix("inline") } == ["inline lo"])
  }

  @Test(
    "AST-29 ␠, ⇥ and → accept; a matching key shortens, another one removes; ⎋ dismisses",
    arguments: [
      ("␠", "hello ", nil), ("⇥", "hello", nil), ("→", "hello", nil), ("l", "hell", "o"),
      ("x", "helx", nil), ("⎋", "hel", nil), ("⎋ ␠", "hel ", nil), ("⎋ l", "hell", nil),
      ("l o", "hello", nil), ("⌫", "he", nil), ("←", "hel", nil), (".", "hel.", nil),
      ("⇧→", "hel", nil), ("⌘→", "hel", nil), ("L", "helL", nil),
    ] as [(String, String, String?)])
  func keys(_ keys: String, _ text: String, _ rest: String?) {
    let view = view()
    desk.press(keys)
    #expect(view.text == text)
    #expect(view.inlinePrediction == rest)
  }

  @Test("AST-29 typing the continuation reports the rest after each key")
  func shortened() {
    desk.vocabulary.words = ["helpful"]
    _ = view()
    _ = desk.facts()
    desk.type("p")
    #expect(
      desk.facts().filter { !$0.hasPrefix("candidates") } == ["text (3,0) p", "inline ful"])
    desk.type("x")
    #expect(
      desk.facts().filter { !$0.hasPrefix("candidates") } == ["text (4,0) x", "inline none"])
  }

  @Test("AST-29 ⇥ in a field accepts instead of leaving it, and a held ⇥ stays")
  func tabInField() {
    let other = desk.field()
    let field = desk.field()
    desk.type("hel")
    let tab = HelpedDesk.keystroke("⇥")
    #expect(desk.engine.handle(tab) == .insertedText)
    var again = tab
    again.event.phase = .repeat
    desk.engine.handle(again)
    #expect(field.text == "hello" && field.isFirstResponder && !other.isFirstResponder)
  }

  @Test("AST-29 ⇥ leaves a field after letters that are a word, and adds nothing to them")
  func tabAfterWord() {
    desk.vocabulary.words = ["hel", "hello"]
    desk.vocabulary.certainty = 1
    let other = desk.field()
    let field = desk.field()
    desk.type("hel")
    #expect(field.inlinePrediction == "lo")
    desk.press("⇥")
    #expect(field.text == "hel" && other.isFirstResponder)
  }

  @Test("AST-29 an accepted continuation is one undo step with the typing, and asks the delegate")
  func undo() {
    let view = view()
    desk.delegate.asked = []
    desk.press("␠")
    #expect(desk.delegate.asked == ["(3,0) lo", "(5,0)  "])
    desk.press("⌘Z")
    #expect(view.text == "")
  }

  @Test("AST-29 a delegate that refuses the continuation still gets the space")
  func refused() {
    desk.delegate.refuses = { $0 == "lo" }
    let view = view()
    desk.press("␠")
    #expect(view.text == "hel " && view.inlinePrediction == nil)
  }

  @Test("AST-30 none with a selection, marked text, a pending correction or text after the caret")
  func absent() {
    let view = view()
    desk.press("⇧←")
    #expect(view.inlinePrediction == nil)
    let marked = self.view()
    marked.setMarkedText("k", selectedRange: TextRange(caret: 1))
    #expect(marked.inlinePrediction == nil)
    desk.vocabulary.corrections["hel"] = "help"
    #expect(self.view().inlinePrediction == nil)
    desk.vocabulary.corrections["hel"] = nil
    let middle = desk.view()
    desk.type("x").press("←")
    desk.type("hel")
    #expect(middle.inlinePrediction == nil)
  }

  @Test("AST-30 none in secure fields, for trait no, without the setting or in Japanese")
  func off() {
    #expect(view { $0.inlinePredictionType = .no }.inlinePrediction == nil)
    #expect(view { $0.isSecureTextEntry = true }.inlinePrediction == nil)
    #expect(view { $0.keyboardType = .emailAddress }.inlinePrediction == nil)
    #expect(
      view {
        $0.keyboardType = .emailAddress
        $0.inlinePredictionType = .yes
      }.inlinePrediction == "lo")
    desk.engine.settings.predictions = false
    #expect(view().inlinePrediction == nil)
    desk.engine.settings.predictions = true
    desk.engine.modes.perform(.choose("ja-JP+kana"))
    #expect(view().inlinePrediction == nil)
  }

  @Test("A word that is complete, or has few letters, has no continuation, so ␠ types a space")
  func complete() {
    let view = desk.view()
    desk.vocabulary.words = ["he", "hello", "hellos", "help"]
    desk.type("he hello hel ")
    #expect(view.text == "he hello hello ")
  }

  @Test(
    "AST-29 ␠ and ⇥ after letters that are a word end it; → accepts, and so do they after more",
    arguments: [
      ("␠", "hel "), ("⇥", "hel\t"), ("→", "hello"), ("l ␠", "hello "), ("l ⇥", "hello"),
      ("l ⌫ ␠", "hel "),
    ])
  func word(_ keys: String, _ text: String) {
    desk.vocabulary.words = ["hel", "hello"]
    desk.vocabulary.certainty = 1
    let view = view()
    desk.press(keys)
    #expect(view.text == text && view.inlinePrediction == nil)
  }

  @Test(
    "AST-28 a continuation is shown if it is at least 70 % likely, also after a word",
    arguments: [(0.69, nil), (0.7, "lo"), (1, "lo")] as [(Double, String?)])
  func certainty(_ certainty: Double, _ rest: String?) {
    desk.vocabulary.words = ["hel", "hello"]
    desk.vocabulary.certainty = certainty
    #expect(view().inlinePrediction == rest)
  }

  @Test("AST-28 the continuation and the row ask for the words once")
  func once() {
    desk.vocabulary.forgetCalls()
    _ = view()
    #expect(desk.vocabulary.calls.filter { $0 == "completions hel" }.count == 1)
  }

  @Test("A continuation that nothing shows is not accepted")
  func unseen() {
    desk.engine.shownPredictions = { _ in .row }
    let view = view()
    desk.press("␠")
    #expect(view.text == "hel ")
  }

  @Test("A field that becomes secure, another mode and the loss of focus remove the continuation")
  func removed() {
    let view = view()
    view.traits.isSecureTextEntry = true
    #expect(view.inlinePrediction == nil)
    let other = self.view()
    desk.engine.modes.perform(.choose("ja-JP+kana"))
    #expect(other.inlinePrediction == nil)
    desk.engine.modes.perform(.choose("en-US"))
    let third = self.view()
    #expect(third.inlinePrediction == "lo")
    desk.engine.window.focus(nil)
    #expect(third.inlinePrediction == nil && third.text == "hel")
    #expect(desk.facts().last { $0.hasPrefix("inline") } == "inline none")
  }
}
