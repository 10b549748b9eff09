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

  func handle(_ keystroke: Keystroke, in container: TextContainer) -> InputMethodAnswer {
    switch keystroke.charactersIgnoringModifiers {
    case "k":
      container.setMarkedText("k", selectedRange: TextRange(caret: 1))
      hasConsonant = true
      return .handled
    case "a" where hasConsonant:
      container.insertText("か")
      hasConsonant = false
      return .handled
    default:
      return answer
    }
  }

  func contextDidChange(in container: TextContainer) {
    changes += 1
    hasConsonant = false
  }
}

@Suite struct InputMethodTests {
  @Test("IME-1, IME-2 the method is asked first, marks its work, and commits one undo step")
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
    // INP-12: its own changes are not told to it.
    #expect(method.changes == 0)
    #expect(typist.press("⌘Z").drawn == "x‸")
    #expect(method.changes == 1)
  }

  @Test("BND-13 a key that the method refuses does what it always does")
  func refused() {
    let typist = Typist("x‸")
    typist.engine.inputMethods = [KaMethod()]
    typist.type("k").press("←").press("←")
    #expect(typist.drawn == "‸xk")
  }

  @Test("A method that declines keeps the key from the other methods, one without opinion does not")
  func answers() {
    let typist = Typist("‸")
    let first = KaMethod()
    let second = CountingMethod()
    typist.engine.inputMethods = [first, second]
    typist.type("x")
    #expect(second.count == 1)
    first.answer = .declined
    typist.type("x")
    #expect(second.count == 1)
    #expect(typist.drawn == "xx‸")
  }

  @Test("IME-5 losing the focus commits what is composed and tells the method")
  func focusLoss() {
    let typist = Typist("x‸")
    let method = KaMethod()
    typist.engine.inputMethods = [method]
    typist.type("k")
    typist.engine.window.focus(nil)
    #expect(typist.drawn == "xk‸")
    #expect(method.changes == 1)
  }

  private final class CountingMethod: InputMethod {
    var count = 0
    func handle(_ keystroke: Keystroke, in container: TextContainer) -> InputMethodAnswer {
      count += 1
      return .noOpinion
    }
    func contextDidChange(in container: TextContainer) {}
  }
}
