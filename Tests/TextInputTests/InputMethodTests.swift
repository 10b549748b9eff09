// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// A method that marks "k" and makes "か" of "ka"; other keys end its composition.
private final class KaMethod: InputMethod {
  var answer = InputMethodAnswer.noOpinion
  var changes = 0
  private var hasConsonant = false

  func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
    switch keystroke.charactersIgnoringModifiers {
    case "k":
      hasConsonant = true
      return .handled(.mark("k"))
    case "a" where hasConsonant:
      hasConsonant = false
      return .handled(.commit("か"))
    default:
      return answer
    }
  }

  func contextDidChange(_ context: InputMethodContext) {
    changes += 1
    hasConsonant = false
  }
}

@Suite struct InputMethodTests {
  @Test("IME-1a, IME-1c, IME-2a the method gets keys first, marks text, and commits one undo step")
  func composing() {
    let typist = Typist("x‸")
    let method = KaMethod()
    typist.engine.inputMethods = [method]
    typist.type("k")
    #expect(typist.lastDisposition == .composing)
    #expect(typist.drawn == "x{k‸}")
    #expect(typist.facts() == ["marked (1,1) k", "selection 2"])
    typist.type("a")
    #expect(typist.drawn == "xか‸")
    #expect(typist.facts() == ["marked none", "text (1,0) か user"])
    // The method is not notified of its own changes (INP-12).
    #expect(method.changes == 0)
    #expect(typist.press("⌘Z").drawn == "x‸")
    #expect(method.changes == 1)
  }

  @Test("A dead key after a commit of a method stays pending if the method is removed")
  func removed() {
    let typist = Typist("x‸")
    typist.engine.inputMethods = [KaMethod()]
    typist.type("ka")
    typist.hit(Typist.composing(.pending(preview: "´")))
    typist.engine.inputMethods = []
    #expect(typist.drawn == "xか{´‸}")
    typist.hit(Typist.composing(.completed, text: "é"))
    #expect(typist.drawn == "xかé‸")
  }

  @Test("BND-13, IME-2b a key that the method declines has its usual effect")
  func refused() {
    let typist = Typist("x‸")
    typist.engine.inputMethods = [KaMethod()]
    typist.type("k").press("←").press("←")
    #expect(typist.drawn == "‸xk")
  }

  @Test("A method that declines withholds the key from other methods; one without opinion does not")
  func answers() {
    let typist = Typist("‸")
    let first = KaMethod()
    let second = CountingMethod()
    typist.engine.inputMethods = [first, second]
    typist.type("x")
    #expect(second.count == 1)
    first.answer = .declined()
    typist.type("x")
    #expect(second.count == 1)
    #expect(typist.drawn == "xx‸")
  }

  @Test("IME-5a losing the focus commits the composition and notifies the method")
  func focusLoss() {
    let typist = Typist("x‸")
    let method = KaMethod()
    typist.engine.inputMethods = [method]
    typist.type("k")
    typist.engine.window.focus(nil)
    #expect(typist.drawn == "xk‸")
    #expect(method.changes == 1)
  }

  @Test("INP-12 a method is notified of changes by others and the program, not of its own")
  func notices() {
    final class Meddler: TextViewDelegate {
      func textViewDidChange(_ textView: TextView) {
        if textView.text == "xか" { textView.text = "other" }
      }
    }
    let typist = Typist("x‸")
    let (first, second) = (KaMethod(), CountingMethod())
    typist.engine.inputMethods = [first, second]
    typist.type("k")
    #expect((first.changes, second.changes) == (0, 1))
    let meddler = Meddler()
    typist.view.delegate = meddler
    typist.type("a")
    // The delegate's change is not the method's, although the method caused it.
    #expect(typist.drawn == "other‸")
    #expect(first.changes == 1)
    typist.view.select(Selection(caret: 0))
    typist.type("z")
    #expect(first.changes == 3)
  }

  @Test("IME-5a a method completes its composition when the focus leaves, as one undo step")
  func finishing() {
    let typist = Typist("‸")
    let accents = AccentMethod()
    typist.engine.inputMethods = [accents]
    typist.press("`").type("e")
    #expect(typist.drawn == "è‸")
    typist.press("`")
    #expect(typist.drawn == "è{`‸}")
    typist.engine.window.focus(nil)
    #expect(typist.drawn == "èˋ‸")
    let facts = typist.facts().filter { !$0.hasPrefix("keyboard") }
    #expect(facts.suffix(3) == ["marked none", "text (1,0) ˋ user", "focus.didEnd"])
    #expect(typist.view.becomeFirstResponder())
    #expect(typist.type("e").drawn == "èˋe‸")
    #expect(typist.press("⌘Z ⌘Z").drawn == "è‸")
  }

  @Test(
    "IME-5a, IME-5b, IME-5c, IME-5d each of these events commits the composition as shown",
    arguments: ["focus", "mode", "caret", "edit"])
  func commits(_ cause: String) {
    let desk = Desk(modes: "en-US sv-SE")
    let view = desk.add(TextView(name: "view"))
    view.text = "ab"
    view.select(Selection(caret: 1))
    let other = TextField(name: "other")
    desk.engine.window.addSubview(other)
    view.setMarkedText("か", selectedRange: TextRange(caret: 1))
    #expect(Typist.draw(view) == "a{か‸}b")
    _ = desk.facts()
    switch cause {
    case "focus": other.becomeFirstResponder()
    case "mode": desk.press("⌃␠")
    case "caret": view.select(Selection(caret: 0))
    default: view.replace(TextRange(3, 3), withText: "!")
    }
    #expect(Typist.draw(view).replacing("‸", with: "") == (cause == "edit" ? "aかb!" : "aかb"))
    #expect(view.markedRange == nil)
    let facts = desk.facts().filter { $0.hasPrefix("marked") || $0.hasPrefix("text") }
    #expect(facts.prefix(2) == ["marked none", "text (1,0) か user"], "\(facts)")
    // Undo is one step, and does not restore the composition.
    if cause == "mode" { #expect(desk.press("⌘Z") != .unhandled && Typist.draw(view) == "a‸b") }
  }

  /// A dead key as an input method: "`" waits for a letter, and alone becomes a separate mark.
  private final class AccentMethod: InputMethod {
    private var isWaiting = false

    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      if keystroke.text == "`", !isWaiting {
        isWaiting = true
        return .handled(.mark("`"))
      }
      guard isWaiting, keystroke.text == "e" else { return .noOpinion }
      isWaiting = false
      return .handled(.commit("è"))
    }

    func finish(in context: InputMethodContext) -> [InputMethodAction] {
      guard isWaiting else { return [] }
      isWaiting = false
      return [.commit("ˋ")]
    }

    func contextDidChange(_ context: InputMethodContext) { isWaiting = false }
  }

  private final class CountingMethod: InputMethod {
    var count = 0
    var changes = 0
    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      count += 1
      return .noOpinion
    }
    func contextDidChange(_ context: InputMethodContext) { changes += 1 }
  }
}
