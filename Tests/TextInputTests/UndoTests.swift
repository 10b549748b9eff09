// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput

@Suite struct UndoTests {
  /// Undoes as often as there are states, and then once more.
  private func expectUndo(_ typist: Typist, _ states: [String]) {
    for state in states { #expect(typist.press("⌘Z").drawn == state) }
    #expect(typist.press("⌘Z").lastDisposition == .unhandled)
  }

  @Test("UND-1 consecutive typing is one step, and so are consecutive ⌫")
  func runs() {
    expectUndo(Typist().type("abc"), ["‸"])
    expectUndo(Typist().type("ab").press("⌫ ⌫"), ["ab‸", "‸"])
    let typist = Typist("‸")
    typist.type("a👍🏽e\u{301}").press("⌫ ⌫ ⌫")
    #expect(typist.drawn == "‸")
    #expect(typist.press("⌘Z").drawn == "a👍🏽e\u{301}‸")
    expectUndo(Typist("ab‸cd").press("⌦ ⌦"), ["ab‸cd"])
    expectUndo(Typist("a‸bc").press("⌦ ⌫"), ["a‸c", "a‸bc"])
  }

  @Test("UND-2 a movement, newline, paste, cut or program's wish ends the run")
  func runEnds() {
    expectUndo(Typist().press("a b ← c"), ["a‸b", "‸"])
    expectUndo(Typist().type("ab\ncd"), ["ab⏎‸", "ab‸", "‸"])
    let pasting = Typist().type("ab")
    pasting.engine.pasteboard.text = "X"
    expectUndo(pasting.press("⌘V c"), ["abX‸", "ab‸", "‸"])
    expectUndo(Typist().type("ab").press("⇧← ⌘X c"), ["a‸", "a«‸b»", "‸"])
    let explicit = Typist().type("ab")
    explicit.view.breakUndoCoalescing()
    expectUndo(explicit.type("cd"), ["ab‸", "‸"])
    expectUndo(Typist().type("ab").press("⌫").type("c"), ["a‸", "ab‸", "‸"])
  }

  @Test("UND-2 a change of focus ends the run")
  func focusEndsRun() {
    let typist = Typist().type("ab")
    #expect(typist.engine.window.focus(nil))
    #expect(typist.view.becomeFirstResponder())
    expectUndo(typist.type("cd"), ["ab‸", "‸"])
  }

  @Test("UND-6 undo restores text and selection, redo takes it back, and an edit loses the redo")
  func selectionAndRedo() {
    let typist = Typist("a«bc‸»d").type("xy")
    #expect(typist.drawn == "axy‸d")
    #expect(typist.press("⌘Z").drawn == "a«bc‸»d")
    #expect(typist.press("⇧⌘Z").drawn == "axy‸d")
    #expect(typist.press("⌘Z").drawn == "a«bc‸»d")
    typist.type("z")
    #expect(typist.press("⇧⌘Z").lastDisposition == .unhandled)
    expectUndo(typist, ["a«bc‸»d"])
    #expect(Typist("«‸ab»c").type("x").press("⌘Z").drawn == "«‸ab»c")
  }

  @Test("UND-5 marking leaves no step, and the commit is one")
  func composition() {
    let typist = Typist().type("x")
    typist.hit(Typist.composing(.pending(preview: "´")))
    typist.hit(Typist.composing(.completed, text: "é"))
    typist.type("y")
    expectUndo(typist, ["xé‸", "x‸", "‸"])
  }

  @Test("UND-8 with nothing to undo the key is for others")
  func nothingToUndo() {
    #expect(Typist("ab‸").press("⌘Z").lastDisposition == .unhandled)
  }

  @Test("4.3 undo reports its edit as its own")
  func facts() {
    let typist = Typist("a«bc‸»d").type("x")
    _ = typist.facts()
    typist.press("⌘Z")
    #expect(typist.facts() == ["selection 1→3", "text (1,1) bc undo"])
    typist.press("⇧⌘Z")
    #expect(typist.facts() == ["selection 2", "text (1,2) x undo"])
  }

  @Test("FLD-12 text set by program forgets the history; a program's edit is a step of it")
  func byProgram() {
    let typist = Typist().type("ab")
    typist.view.replace(TextRange(0, 1), withText: "X")
    #expect(typist.drawn == "X‸b")
    expectUndo(typist, ["ab‸", "‸"])
    typist.type("ab")
    _ = typist.facts()
    typist.view.text = "new"
    #expect(typist.drawn == "new‸")
    #expect(typist.facts() == ["selection 3", "text (0,2) new program"])
    #expect(typist.press("⌘Z").lastDisposition == .unhandled)
  }
}
