// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// Changes that could easily be made without consulting the delegate.
@Suite struct AskedChangeTests {
  private let delegate = AnsweringDelegate()

  private func typist(_ drawn: String) -> Typist {
    let typist = Typist(drawn)
    typist.view.delegate = delegate
    return typist
  }

  private let acute = Typist.composing(.pending(preview: "´"), input: "e", modifiers: .option)
  private let givenUp = Typist.composing(.cancelled(swallowed: true), input: .delete)

  @Test("6.2 ⌃⌫ deletes only the accent, also if a delegate is consulted")
  func decomposing() {
    let typist = typist("xe\u{301}‸")
    #expect(typist.press("⌃⌫").drawn == "xe‸")
    #expect(delegate.asked == ["(2,1) "])
  }

  @Test("FLD-11 ⌃⌫ deletes a whole character if the delegate has changed the text")
  func decomposingChanged() {
    let typist = typist("e\u{301}‸")
    delegate.whenAsked = { typist.view.text = "ae\u{301}" }
    #expect(typist.press("⌃⌫").drawn == "a‸")
  }

  @Test("FLD-10a ⌫ on a dead key consults the delegate before the replaced text is deleted")
  func deadKey() {
    let typist = typist("a«bc‸»d")
    delegate.refuses = { $0 == "" }
    typist.hit(acute)
    #expect(typist.drawn == "a{´‸}d")
    typist.hit(givenUp)
    #expect(delegate.asked == ["(1,2) "])
    #expect(typist.drawn == "a«bc‸»d")
    delegate.refuses = { _ in false }
    typist.hit(acute)
    typist.hit(givenUp)
    #expect(typist.drawn == "a‸d")
    #expect(typist.press("⌘Z").drawn == "a«bc‸»d")
    // If nothing was replaced, nothing is lost.
    delegate.asked = []
    let empty = self.typist("ab‸")
    empty.hit(acute)
    empty.hit(givenUp)
    #expect(empty.drawn == "ab‸" && delegate.asked.isEmpty)
  }

  @Test(
    "FLD-10a ⌫ on the last character of a composition consults before the replaced text is deleted")
  func composition() {
    let typist = typist("a«bc‸»d")
    delegate.refuses = { $0 == "" }
    typist.view.setMarkedText("ko", selectedRange: TextRange(caret: 2))
    #expect(typist.press("⌫").drawn == "a{k‸}d")
    #expect(delegate.asked.isEmpty)
    #expect(typist.press("⌫").drawn == "a«bc‸»d")
    #expect(delegate.asked == ["(1,2) "])
  }

  @Test(
    "IME-1b, INP-9a, INP-9b moving out of marked text consults the delegate, moving within not")
  func movement() {
    let typist = typist("ab‸c")
    typist.view.setMarkedText("ko", selectedRange: TextRange(caret: 2))
    #expect(typist.press("←").drawn == "ab{k‸o}c")
    #expect(delegate.asked.isEmpty)
    #expect(typist.press("⌘←").drawn == "‸abkoc")
    #expect(delegate.asked == ["(2,0) ko"])
    delegate.asked = []
    delegate.refuses = { _ in true }
    let refused = self.typist("ab‸c")
    refused.view.setMarkedText("ko", selectedRange: TextRange(caret: 2))
    #expect(refused.press("→").drawn == "abc‸")
    #expect(delegate.asked == ["(2,0) ko"])
  }

  @Test("IME-1b extending the selection out of marked text consults the delegate")
  func extending() {
    let typist = typist("ab‸c")
    delegate.refuses = { _ in true }
    typist.view.setMarkedText("ko", selectedRange: TextRange(caret: 2))
    #expect(typist.press("⇧←").drawn == "a«‸b»c")
    #expect(delegate.asked == ["(2,0) ko"])
  }

  @Test("BND-9b, FLD-10a text whose kill was refused is not in the kill buffer, and ends the run")
  func kill() {
    let typist = typist("ab‸cd")
    delegate.refuses = { _ in true }
    typist.press("⌃K ⌃K")
    #expect(typist.drawn == "ab‸cd" && typist.engine.killBuffer.text.isEmpty)
    delegate.refuses = { _ in false }
    #expect(typist.press("⌃K").drawn == "ab‸")
    #expect(typist.engine.killBuffer.text == "cd")
    // A refusal between two kills ends the run.
    let lines = self.typist("‸a⏎b⏎c")
    lines.press("⌃K")
    delegate.refuses = { _ in true }
    lines.press("⌃K")
    delegate.refuses = { _ in false }
    lines.press("⌃K")
    #expect(lines.drawn == "‸b⏎c")
    #expect(lines.engine.killBuffer.text == "\n")
  }

  @Test("FLD-10a text whose cut was refused is not on the pasteboard")
  func cut() {
    let typist = typist("a«bc‸»")
    typist.engine.pasteboard.text = "before"
    delegate.refuses = { _ in true }
    #expect(typist.press("⌘X").drawn == "a«bc‸»")
    #expect(typist.engine.pasteboard.text == "before")
    delegate.refuses = { _ in false }
    #expect(typist.press("⌘X").drawn == "a‸")
    #expect(typist.engine.pasteboard.text == "bc")
  }
}

/// A delegate that records its calls, and answers and acts as configured.
private final class AnsweringDelegate: TextViewDelegate {
  var asked: [String] = []
  var refuses: (String) -> Bool = { _ in false }
  var whenAsked: () -> Void = {}

  func textView(
    _ textView: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
  ) -> Bool {
    asked.append("(\(range.start),\(range.length)) \(text)")
    whenAsked()
    return !refuses(text)
  }
}
