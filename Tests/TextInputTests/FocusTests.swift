// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput

@Suite struct FocusTests {
  @Test("RSP-1 a plain responder may not have the focus, a text view may")
  func mayBegin() {
    let engine = TextEngine()
    var updates: [Update] = []
    #expect(!engine.focus(Responder(name: "plain"), into: &updates))
    let view = engine.makeTextView(name: "view")
    #expect(engine.focus(view, into: &updates))
    #expect(engine.firstResponder === view)
  }

  @Test("RSP-4 the new one is asked first, then the old one; either may refuse")
  func order() {
    let engine = TextEngine()
    var updates: [Update] = []
    let first = RecordingResponder("first")
    let second = RecordingResponder("second")
    first.acceptsFocus = true
    #expect(engine.focus(first, into: &updates))
    #expect(!engine.focus(second, into: &updates))
    #expect(first.log == ["began focus"])
    second.acceptsFocus = true
    first.releasesFocus = false
    #expect(!engine.focus(second, into: &updates))
    #expect(second.log == [])
    #expect(engine.firstResponder === first)
    first.releasesFocus = true
    #expect(engine.focus(second, into: &updates))
    #expect(first.log.last == "ended focus")
    #expect(second.log == ["began focus"])
  }

  @Test("RSP-5 removing a container ends its editing without asking")
  func removal() {
    let typist = Typist("ab‸")
    typist.view.setMarkedText("´", selected: TextRange(caret: 1), into: &typist.updates)
    typist.engine.remove(typist.view, into: &typist.updates)
    #expect(typist.engine.firstResponder == nil)
    #expect(typist.view.markedRange == nil)
    #expect(typist.engine.containers.isEmpty)
  }

  @Test("6.3 ⌃⇥ and ⌃⇧⇥ go through the containers; ⇥ in text is a tab")
  func focusKeys() {
    let typist = Typist("‸")
    let other = typist.engine.makeTextView(name: "other")
    let third = typist.engine.makeTextView(name: "third")
    #expect(typist.press("⇥").drawn == "\t‸")
    #expect(typist.press("⌃⇥").lastDisposition == .movedFocus)
    #expect(typist.engine.firstResponder === other)
    typist.press("⌃⇥ ⌃⇥")
    #expect(typist.engine.firstResponder === typist.view)
    typist.press("⌃⇧⇥")
    #expect(typist.engine.firstResponder === third)
    typist.type("x")
    #expect(third.text == "x")
    #expect(typist.view.text == "\t")
  }

  @Test("8.3 outside text ⇥ and the arrows move the focus")
  func outsideText() {
    let typist = Typist("‸")
    let other = typist.engine.makeTextView(name: "other")
    _ = typist.engine.focus(nil, into: &typist.updates)
    typist.press("⇥")
    #expect(typist.engine.firstResponder === typist.view)
    _ = typist.engine.focus(nil, into: &typist.updates)
    typist.press("↑")
    #expect(typist.engine.firstResponder === other)
  }

  @Test("⌃⇥ with a single container is nobody's")
  func alone() {
    #expect(Typist("‸").press("⌃⇥").lastDisposition == .unhandled)
  }

  @Test("The containers of an engine share its pasteboard and kill buffer")
  func shared() {
    let typist = Typist("«ab‸»")
    let other = typist.engine.makeTextView(name: "other")
    typist.press("⌘X ⌃⇥ ⌘V ⌘↑ ⌃K ⌃⇥ ⌃Y")
    #expect(other.text == "")
    #expect(typist.view.text == "ab")
  }
}
