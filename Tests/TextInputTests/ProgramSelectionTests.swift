// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import TextInput

/// INP-18: what a program's edits do to the person's caret and selection.
@Suite struct ProgramSelectionTests {
  /// An edit of `abcdef`, and the text that each rule gives for it.
  struct Case: Sendable, CustomTestStringConvertible {
    let before: String
    let range: TextRange
    let text: String
    let automatic: String
    let keeps: String
    let moves: String
    var testDescription: String { "\(before) \(range.start)..<\(range.end) \(text)" }

    init(
      _ before: String, _ start: Int, _ end: Int, _ text: String, automatic: String, keeps: String,
      moves: String
    ) {
      (self.before, range, self.text) = (before, TextRange(start, end), text)
      (self.automatic, self.keeps, self.moves) = (automatic, keeps, moves)
    }
  }

  private static let cases = [
    // Before the caret.
    Case("abcd‸ef", 0, 2, "XYZ", automatic: "XYZcd‸ef", keeps: "XYZcd‸ef", moves: "XYZ‸cdef"),
    Case("abcd‸ef", 0, 0, "XY", automatic: "XYabcd‸ef", keeps: "XYabcd‸ef", moves: "XY‸abcdef"),
    Case("abcd‸ef", 1, 3, "", automatic: "ad‸ef", keeps: "ad‸ef", moves: "a‸def"),
    // After the caret.
    Case("ab‸cdef", 4, 6, "XYZ", automatic: "ab‸cdXYZ", keeps: "ab‸cdXYZ", moves: "abcdXYZ‸"),
    Case("‸abcdef", 6, 6, "!", automatic: "‸abcdef!", keeps: "‸abcdef!", moves: "abcdef!‸"),
    // At the caret.
    Case("ab‸cdef", 2, 2, "XY", automatic: "abXY‸cdef", keeps: "ab‸XYcdef", moves: "abXY‸cdef"),
    Case("ab‸cdef", 0, 2, "X", automatic: "X‸cdef", keeps: "X‸cdef", moves: "X‸cdef"),
    Case("ab‸cdef", 2, 4, "X", automatic: "abX‸ef", keeps: "ab‸Xef", moves: "abX‸ef"),
    Case("abcdef‸", 6, 6, "X", automatic: "abcdefX‸", keeps: "abcdef‸X", moves: "abcdefX‸"),
    // Around the caret.
    Case("abc‸def", 2, 5, "XYZW", automatic: "abXYZW‸f", keeps: "abX‸YZWf", moves: "abXYZW‸f"),
    Case("abcd‸ef", 2, 5, "X", automatic: "abX‸f", keeps: "abX‸f", moves: "abX‸f"),
    Case("abc‸def", 0, 6, "", automatic: "‸", keeps: "‸", moves: "‸"),
    // A selection: outside, equal, inside, around, and overlapped at either end.
    Case("abc«de‸»f", 0, 1, "XY", automatic: "XYbc«de‸»f", keeps: "XYbc«de‸»f", moves: "XY‸bcdef"),
    Case("«‸ab»cdef", 5, 6, "", automatic: "«‸ab»cde", keeps: "«‸ab»cde", moves: "abcde‸"),
    Case("a«bc‸»def", 1, 3, "X", automatic: "aX‸def", keeps: "a«X‸»def", moves: "aX‸def"),
    Case("ab«c‸»def", 1, 5, "X", automatic: "aX‸f", keeps: "aX‸f", moves: "aX‸f"),
    Case("a«bcde‸»f", 2, 4, "XYZ", automatic: "a«bXYZe‸»f", keeps: "a«bXYZe‸»f", moves: "abXYZ‸ef"),
    Case("a«bcd‸»ef", 2, 5, "XYZ", automatic: "a«bXY‸»Zf", keeps: "a«bXY‸»Zf", moves: "abXYZ‸f"),
    Case("ab«cde‸»f", 1, 3, "XYZ", automatic: "aX«YZde‸»f", keeps: "aX«YZde‸»f", moves: "aXYZ‸def"),
  ]

  @Test(
    "INP-18 an edit leaves the selection at its text, or puts the caret after it", arguments: cases)
  func replaced(_ edit: Case) {
    for (rule, expected) in [
      (SelectionRule.automatic, edit.automatic), (.keeps, edit.keeps), (.movesCaret, edit.moves),
    ] {
      let typist = Typist(edit.before)
      typist.view.replace(edit.range, withText: edit.text, selecting: rule)
      #expect(typist.drawn == expected, "\(rule)")
      // Undo restores the text and the selection, and redo does the edit again.
      typist.press("⌘Z")
      #expect(typist.drawn == edit.before, "\(rule)")
      typist.press("⇧⌘Z")
      #expect(typist.drawn == expected, "\(rule)")
    }
  }

  @Test("INP-18 the next key is typed where the person was, whatever the program edits elsewhere")
  func typing() {
    let typist = Typist("one two‸ six")
    typist.type("a")
    typist.view.replace(TextRange(0, 3), withText: "three")
    typist.type("b")
    typist.view.replace(TextRange(12, 15), withText: "x")
    typist.type("c")
    #expect(typist.drawn == "three twoabc‸ x")
  }

  @Test("INP-18 a selection that is not moved is not reported; one that is moved is")
  func reported() {
    let typist = Typist("ab‸cd")
    _ = typist.engine.takeUpdates()
    typist.view.replace(TextRange(3, 4), withText: "X")
    #expect(typist.engine.takeUpdates().map(Typist.fact) == ["text (3,1) X program"])
    typist.view.replace(TextRange(0, 1), withText: "YY")
    #expect(
      typist.engine.takeUpdates().map(Typist.fact) == ["selection 3", "text (0,1) YY program"])
  }

  @Test("INP-18 the caret never stays inside a character that an edit creates")
  func characters() {
    // The combining mark joins the letter before it.
    let typist = Typist("ae‸b")
    typist.view.replace(TextRange(2, 3), withText: "\u{301}b", selecting: .keeps)
    #expect(typist.view.selection == Selection(caret: 3))
    typist.view.setText("👩🏽‍🚀", selecting: .keeps)
    #expect(typist.view.selection.head == typist.view.storage.count)
  }

  @Test(
    "INP-18 setting the whole text puts the caret at its end, or keeps it",
    arguments: [
      ("ab‸cd", "ABCD", "ABCD‸", "AB‸CD"), ("abcd‸", "abcdef", "abcdef‸", "abcdef‸"),
      ("abc‸d", "x", "x‸", "x‸"), ("a«bc‸»d", "ABCD", "ABCD‸", "A«BC‸»D"),
      ("‸", "ab", "ab‸", "‸ab"),
    ])
  func set(_ before: String, _ text: String, _ automatic: String, _ keeps: String) {
    for (rule, expected) in [
      (SelectionRule.automatic, automatic), (.movesCaret, automatic), (.keeps, keeps),
    ] {
      let typist = Typist(before)
      typist.view.setText(text, selecting: rule)
      #expect(typist.drawn == expected, "\(rule)")
    }
  }

  @Test("INP-10, INP-18 marked text is committed first, and the caret stays after it")
  func marked() {
    let typist = Typist("ab‸cd")
    typist.view.setMarkedText("k", selectedRange: TextRange(caret: 1))
    typist.view.replace(TextRange(0, 1), withText: "XY")
    #expect(typist.drawn == "XYbk‸cd")
  }

  @Test("INP-18 a caret moves with its text in random edits")
  func walk() {
    var random = SeededGenerator(seed: 16)
    for _ in 0..<2000 {
      let typist = Typist("‸")
      typist.view.text = String(repeating: "a", count: 20)
      let caret = Int.random(in: 0...20, using: &random)
      typist.view.select(Selection(caret: caret))
      let start = Int.random(in: 0...20, using: &random)
      let range = TextRange(start, Int.random(in: start...20, using: &random))
      let text = String(repeating: "b", count: Int.random(in: 0...5, using: &random))
      guard caret < range.start || caret > range.end else { continue }
      typist.view.replace(range, withText: text)
      typist.type("|")
      let after = typist.view.text.prefix { $0 != "|" }
      let whole = typist.view.text.replacing("|", with: "")
      #expect(
        caret < range.start
          ? after.count == caret : whole.count - after.count == 20 - caret,
        "\(caret) \(range) \(text)")
    }
  }
}
