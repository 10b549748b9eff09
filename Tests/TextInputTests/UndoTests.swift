// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import Text
@testable import Editing
@testable import TextInput

@Suite struct UndoTests {
  /// Undoes once for each state, and then once more.
  private func expectUndo(_ typist: Typist, _ states: [String]) {
    for state in states { #expect(typist.press("⌘Z").drawn == state) }
    #expect(typist.press("⌘Z").lastDisposition == .unhandled)
  }

  @Test("a newline ends the run of typing, however it is inserted")
  func insertedNewline() {
    let typist = Typist().type("x")
    typist.view.insertText("\n")
    typist.type("y")
    expectUndo(typist, ["x⏎‸", "x‸", "‸"])
  }

  @Test("UND-1a, UND-1b consecutive typing is one step, and so are consecutive ⌫")
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

  @Test("UND-1b a ⌦ at another place is a separate step, even if the remaining text joins there")
  func deletionsApart() {
    let typist = Typist("🇦‸x🇧y").press("⌦")
    #expect(typist.drawn == "🇦🇧‸y", "the two halves of a flag were joined")
    #expect(typist.press("⌦").drawn == "🇦🇧‸")
    expectUndo(typist, ["🇦🇧‸y", "🇦‸x🇧y"])
  }

  @Test("UND-1b undoing joined deletions restores the text before one of them")
  func pairsOfDeletions() {
    for text in words(of: ["🇦", "x", "\u{301}"], length: 4) {
      for caret in 0...text.utf16.count {
        for key in ["⌦", "⌫"] { expectFormerState(text, caret, key) }
      }
    }
  }

  /// All texts of these letters.
  private func words(of letters: [String], length: Int) -> [String] {
    length == 0
      ? [""] : words(of: letters, length: length - 1).flatMap { word in letters.map { word + $0 } }
  }

  private func expectFormerState(_ text: String, _ caret: Int, _ key: String) {
    let typist = Typist(text)
    guard typist.view.storage.characterBoundary(atOrAfter: caret) == caret else { return }
    typist.view.select(Selection(caret: caret))
    var states = [typist.drawn]
    for _ in 0..<2 { states.append(typist.press(key).drawn) }
    // A change without effect is no step.
    let former = states.filter { $0 != states[2] }
    guard let first = former.first else { return }
    let undone = typist.press("⌘Z").drawn
    #expect(former.contains { $0.utf16.elementsEqual(undone.utf16) }, "\(states) → \(undone)")
    typist.press("⌘Z")
    #expect(typist.drawn.utf16.elementsEqual(first.utf16), "\(states)")
  }

  @Test(
    "UND-2a, UND-2b, UND-2c, UND-2d, UND-2g, UND-2i move, newline, paste, cut and API end a run"
  )
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

  @Test(
    "UND-2c, UND-2f, UND-2g, UND-2j yank, marked text, typed newline and saving end the run"
  )
  func moreEnders() {
    let yanking = Typist().type("ab")
    yanking.engine.killBuffer.text = "X"
    expectUndo(yanking.press("⌃Y c"), ["abX‸", "ab‸", "‸"])
    let composing = Typist().type("ab")
    composing.view.setMarkedText("k", selectedRange: TextRange(caret: 1))
    composing.view.unmarkText()
    expectUndo(composing.type("c"), ["abk‸", "ab‸", "‸"])
    let pasting = Typist().type("a")
    pasting.view.insertText("x\ny")
    expectUndo(pasting.type("b"), ["ax⏎y‸", "a‸", "‸"])
    // A program that saves the text reports that.
    let saving = Typist().press("a b ⌫")
    saving.view.breakUndoCoalescing()
    expectUndo(saving.press("⌫"), ["a‸", "ab‸", "‸"])
  }

  @Test("UND-3 a pause of any length does not end the run")
  func pause() {
    let typist = Typist()
    for (index, letter) in ["a", "b", "c"].enumerated() {
      var key = Typist.typing(letter)
      key.event.time = Timestamp(microseconds: Int64(index) * 3_600_000_000)
      typist.engine.advance(to: key.event.time)
      typist.hit(key)
    }
    expectUndo(typist, ["‸"])
  }

  @Test("UND-6a redo places the caret after the text")
  func caretAfterRedo() {
    #expect(Typist().press("a b ⌘← ⌘Z ⇧⌘Z").drawn == "ab‸")
    let typist = Typist().press("a b ← c ⌘→ ⇧←")
    #expect(typist.drawn == "ac«‸b»")
    typist.press("⌘Z ⌘Z")
    #expect(typist.drawn == "‸")
    #expect(typist.press("⇧⌘Z").drawn == "ab‸")
    #expect(typist.press("⇧⌘Z").drawn == "ac‸b")
    #expect(typist.press("⇧⌘Z").lastDisposition == .unhandled)
  }

  @Test("UND-8 ⌘Z with nothing to undo is offered to other responders")
  func offeredOn() throws {
    let application = RecordingResponder("application")
    let typist = Typist("ab‸", application: application)
    #expect(typist.press("⌘Z").lastDisposition == .command(id: "undo"))
    #expect(application.log == ["perform undo"])
    #expect(typist.type("c").press("⌘Z").lastDisposition == .binding(.undo))
  }

  @Test("UND-2h a change of focus ends the run")
  func focusEndsRun() {
    let typist = Typist().type("ab")
    #expect(typist.engine.window.focus(nil))
    #expect(typist.view.becomeFirstResponder())
    expectUndo(typist.type("cd"), ["ab‸", "‸"])
    // Deactivating the engine and changing the key window are changes of focus too.
    let away = Typist().type("ab")
    away.engine.setActive(false)
    away.engine.setActive(true)
    expectUndo(away.type("cd"), ["ab‸", "‸"])
    let windows = Typist().type("ab")
    windows.engine.makeWindow(name: "other").makeKey()
    windows.engine.window.makeKey()
    expectUndo(windows.type("cd"), ["ab‸", "‸"])
  }

  @Test(
    "UND-6a, UND-6b undo restores text and selection, redo reapplies, and an edit clears redo"
  )
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

  @Test("UND-5a, UND-5b marking leaves no step, and the commit is one")
  func composition() {
    let typist = Typist().type("x")
    typist.hit(Typist.composing(.pending(preview: "´")))
    typist.hit(Typist.composing(.completed, text: "é"))
    typist.type("y")
    expectUndo(typist, ["xé‸", "x‸", "‸"])
  }

  @Test("UND-8 with nothing to undo the key is unhandled")
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

  @Test("4.1 text set by program clears the history; a program's edit is a step of it")
  func byProgram() {
    let typist = Typist().type("ab")
    typist.view.replace(TextRange(0, 1), withText: "X")
    #expect(typist.drawn == "Xb‸")
    expectUndo(typist, ["ab‸", "‸"])
    typist.type("ab")
    _ = typist.facts()
    typist.view.text = "new"
    #expect(typist.drawn == "new‸")
    #expect(typist.facts() == ["selection 3", "text (0,2) new program"])
    #expect(typist.press("⌘Z").lastDisposition == .unhandled)
  }

  @Test("UND-7b a view that is edited for very long keeps a limited number of undo steps")
  func bounded() {
    let typist = Typist()
    for _ in 0..<2500 { typist.press("a ⌫") }
    // Each round is two steps: the typing and the deletion.
    #expect((1000..<2000).contains(typist.view.document.history.undoSteps.count))
    for _ in 0..<500 { typist.press("⌘Z ⌘Z") }
    #expect(typist.drawn == "‸")
    let page = String(repeating: "x", count: 1 << 20)
    for _ in 0..<10 { typist.view.replace(TextRange(0, typist.view.storage.count), withText: page) }
    #expect(typist.view.document.history.units <= 4 << 20)
    #expect(typist.view.heldUnits <= 5 << 20)
    typist.press("⌘Z ⌘Z ⌘Z ⌘Z")
    #expect(typist.view.text == page)
    #expect(typist.view.document.history.units == 4 << 20)
    typist.view.text = ""
    #expect(typist.view.heldUnits == 0)
  }
}
