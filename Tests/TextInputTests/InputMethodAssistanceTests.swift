// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput
@testable import Typing

/// An assistant that helps whenever it is consulted: it writes capitals, corrects `teh`, and
/// predicts a word and a continuation.
private final class EagerAssistant: TypingAssistant {
  private(set) var asked: [String] = []

  func substitutions(for context: TypingContext) -> [TextSubstitution] {
    asked.append(context.storage.text)
    let caret = context.selection.range.start
    var substitutions: [TextSubstitution] = []
    if context.text == " ", let correction = correction(in: context) {
      substitutions.append(
        TextSubstitution(correction.range, with: correction.replacement, kind: .correction))
    }
    let capital = context.text.uppercased()
    if capital != context.text {
      let typed = TextRange(caret, caret + context.text.utf16.count)
      substitutions.append(TextSubstitution(typed, with: capital, kind: .capital))
    }
    return substitutions
  }

  func correction(in context: TypingContext) -> TextCorrection? {
    asked.append(context.storage.text)
    guard let word = ["teh", "TEH"].first(where: context.storage.text.hasSuffix) else { return nil }
    let end = context.selection.head
    return TextCorrection(TextRange(end - 3, end), typed: word, replacement: "the")
  }

  func predictions(in context: TypingContext) -> WordPredictions? {
    asked.append(context.storage.text)
    return WordPredictions(TextRange(0, context.selection.head), words: ["predicted"])
  }

  func inlinePrediction(in context: TypingContext) -> InlinePrediction? {
    asked.append(context.storage.text)
    return InlinePrediction(start: 0, text: "continued")
  }
}

/// An input method that performs the actions of its script, one key after the other, and passes
/// all other keys on.
private final class ActingMethod: InputMethod {
  var actions: [[InputMethodAction]] = []

  func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
    actions.isEmpty ? .noOpinion : .now(InputMethodReply(actions.removeFirst()))
  }

  func contextDidChange(_ context: InputMethodContext) {}
}

/// Typing assistance and input methods in the same text (12.1).
@Suite struct InputMethodAssistanceTests {
  private let desk = Desk(modes: "en-US")
  private let assistant = EagerAssistant()
  private let method = ActingMethod()
  private let view: TextView

  init() {
    desk.engine.inputMethods = [method]
    desk.engine.assistant = assistant
    view = desk.add(TextView(name: "view"))
    view.traits.inlinePredictionType = .yes
    _ = desk.facts()
  }

  private func press(_ actions: InputMethodAction...) {
    method.actions = [actions]
    type("x")
  }

  private func type(_ text: String) {
    for letter in text {
      let keystroke = Typist.typing(String(letter))
      for phase in [KeyEvent.Phase.press, .release] {
        desk.engine.handle(keystroke.phase(phase))
        desk.engine.updatesWereDelivered()
      }
    }
  }

  @Test("The assistant is not consulted while text is marked, and nothing is predicted")
  func marked() {
    type("a")
    #expect(desk.engine.candidates != nil && view.inlinePrediction == "continued")
    let asked = assistant.asked.count
    for text in ["t", "te", "teh"] { press(.mark(text)) }
    #expect(assistant.asked.count == asked)
    #expect(Typist.draw(view) == "A{teh‸}")
    #expect(desk.engine.candidates == nil && view.inlinePrediction == nil)
    #expect(view.help?.pendingCorrection == nil)
  }

  @Test("Text that a method commits gets no capital and is not corrected")
  func committed() {
    press(.mark("teh"))
    press(.commit("teh"))
    #expect(view.text == "teh" && view.help?.pendingCorrection == nil)
    type(" ")
    #expect(view.text == "teh ")
    type("b")
    #expect(view.text == "teh B", "typed letters have assistance again")
  }

  @Test("A word of typed and of committed letters is not corrected")
  func mixed() {
    type("t")
    type("e")
    press(.mark("h"))
    press(.commit("H"))
    #expect(view.text == "TEH")
    type(" ")
    #expect(view.text == "TEH ")
  }

  @Test("Marking text withdraws an offered correction, and the next space does not apply it")
  func offered() {
    type("teh")
    #expect(view.help?.pendingCorrection?.replacement == "the")
    press(.mark("x"))
    #expect(view.help?.pendingCorrection == nil)
    press(.mark(""))
    #expect(view.text == "TEH")
    type(" ")
    #expect(view.text == "TEH ")
    type("teh")
    #expect(view.help?.pendingCorrection?.replacement == "the", "a new word is corrected again")
    press(.delete(before: 1, after: 0))
    #expect(view.help?.pendingCorrection == nil)
  }

  @Test("Focus that leaves a composition commits it as shown, without a correction")
  func leaving() {
    type("te")
    press(.mark("h"))
    view.resignFirstResponder()
    #expect(view.text == "TEh")
  }
}
