// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TestSupport
import Testing

@testable import InputTraits
@testable import TextLayout
@testable import Text
@testable import Editing
@testable import TextInput

/// Visual lines of long paragraphs, compared with paragraphs that are laid out completely.
struct VisualLinesTests {
  private static let characters = [
    "a", "b", " ", "m", "日", "本", "\t", "e\u{301}", "\u{301}", "👩‍👩‍👧", "🇩🇪", "🇫", "\u{200D}", "א",
    "\u{2028}",
  ]
  private static let ascii = [
    "a", "word", "longer", " ", " ", "  ", "-", "(", "\"", "1,5", "%", "\t",
  ]
  private static let words =
    characters + ascii + [
      "supercalifragilistic", "        ", "。", "「", "שלום", "سلام", "ภาษาไทย", "한글", "नमस्ते", "\r\n",
      "\r", "\u{A0}", "\u{3000}", "\u{200B}", "—", "…",
    ]

  private static func text(
    _ count: Int, of pieces: [String] = characters, _ random: inout SeededGenerator
  ) -> String {
    (0..<count).map { _ in
      Int.random(in: 0..<900, using: &random) == 0
        ? "\n" : pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  /// Every visual line of a text, by its start.
  private static func rows(of storage: TextStorage, _ layout: LineLayout) -> [TextRow] {
    var rows: [TextRow] = []
    var start = 0
    while true {
      let block = layout.block(at: start, in: storage)
      let end = block.range.end
      var lines = layout.lines(of: storage.substring(TextRange(start, end)))
      // After a separator at its end, a block has no empty line, unless the paragraph ends there.
      if !block.endsParagraph, lines.last?.range.isEmpty == true { lines.removeLast() }
      for (index, line) in lines.enumerated() {
        let endsBlock = index == lines.count - 1
        let endsParagraph = endsBlock && block.endsParagraph
        rows.append(
          TextRow(
            range: TextRange(start + line.range.start, start + line.range.end),
            contentEnd: start + line.contentEnd, cells: line.cells, endsParagraph: endsParagraph,
            endsText: endsParagraph && end == storage.count,
            isWrapped: line.isWrapped
              || endsBlock && !endsParagraph && storage.codeUnit(at: end - 1) != 0x2028,
            followsWrapped: rows.last?.isWrapped ?? false))
      }
      guard end < storage.count else { return rows }
      start = block.endsParagraph ? storage.paragraphEndWithTerminator(at: end) : end
    }
  }

  @Test(
    "F061 cached lines of a long paragraph equal a complete layout after any edits",
    arguments: 0..<15)
  func sameAsWhole(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let layout = LineLayout(
      wrapWidth: Int.random(in: 1...60, using: &random), breaksWords: seed % 7 == 6)
    // The parts of random texts; a text without spaces is one word.
    let pieces = [Self.characters, Self.ascii, Self.words, ["a", "b-", "5"], ["日", "本", "。"]][
      seed % 5]
    var storage = TextStorage(Self.text(3000, of: pieces, &random))
    var known = KnownLines()
    for _ in 0..<6 {
      // The lines need not be read between two edits.
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        var at = Int.random(in: 0...storage.count, using: &random)
        if Bool.random(using: &random) { at = storage.count }
        let start = storage.characterBoundary(atOrAfter: at)
        let end = storage.characterBoundary(
          atOrAfter: min(storage.count, start + Int.random(in: 0...3, using: &random)))
        storage.replace(
          TextRange(start, end),
          with: Self.text(Int.random(in: 0...4, using: &random), of: pieces, &random))
      }

      let rows = Self.rows(of: storage, layout)
      var lines = VisualLines(storage: storage, layout: layout)
      known.forget(from: storage.takeFirstChange(), layout)
      lines.known = known
      for _ in 0..<20 {
        let index = Int.random(in: 0..<rows.count, using: &random)
        let row = rows[index]
        #expect(lines.rowStart(at: row.range.start) == row.range.start)
        let count = Int.random(in: 1...60, using: &random)
        #expect(
          lines.rows(from: row.range.start, count: count)
            == Array(rows[index...].prefix(count)))
        if row.isWrapped {
          #expect(lines.rowStart(at: row.range.end, affinity: .backward) == row.range.start)
        }
        let step = Int.random(in: -60...60, using: &random)
        let goal = rows[min(max(index + step, 0), rows.count - 1)]
        #expect(lines.rowStart(row.range.start, movedBy: step) == goal.range.start)
        if rows.indices.contains(index + step) {
          var column: Int? = 0
          #expect(
            lines.verticalOffset(
              by: step, from: row.range.start, affinity: .forward, goal: &column)
              == goal.range.start)
        }
      }
      known = lines.known
    }
  }

  @Test(
    "F061 an edit keeps the cached lines that do not depend on the following text",
    arguments: [1, 2, 3] as [UInt64])
  func keepsLinesAbove(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = Self.text(400, of: Self.ascii, &random).replacing("\n", with: " ")
    let storage = TextStorage(text + String(repeating: " word", count: 40))
    let layout = LineLayout(wrapWidth: 20)
    var lines = VisualLines(storage: storage, layout: layout)
    let rows = lines.rows(from: 0, count: 50)
    try #require(rows.count == 50)
    for _ in 0..<20 {
      let index = Int.random(in: 1..<50, using: &random)
      let change = Int.random(in: rows[index].range.start..<rows[index].range.end, using: &random)
      var known = lines.known
      known.forget(from: change, layout)
      // The end of a line depends on at most the next line and 64 characters.
      #expect(known.run.count <= index)
      let isFar = { (row: TextRow) in row.range.end + 64 + 20 < change }
      #expect(known.run.count >= rows.prefix(while: isFar).count)
    }
  }

  @Test("F061 an edit after the end of a block lays its last line out again if it moves the end")
  func editAfterBlock() throws {
    let layout = LineLayout(wrapWidth: 20)
    // The block ends after the last space before its usual length of 1920.
    var storage = TextStorage(
      String(repeating: "ab cde ", count: 266) + String(repeating: "日", count: 400))
    #expect(layout.block(at: 0, in: storage).range.end == 1862)
    var lines = VisualLines(storage: storage, layout: layout)
    let start = lines.rowStart(at: 1800)
    #expect(lines.rows(from: start, count: 8).contains { $0.range.end == 1862 })
    var known = lines.known
    storage.replace(TextRange(caret: 1900), with: " ")
    #expect(layout.block(at: 0, in: storage).range.end == 1901)
    known.forget(from: storage.takeFirstChange(), layout)
    var fresh = VisualLines(storage: storage, layout: layout)
    lines = VisualLines(storage: storage, layout: layout)
    lines.known = known
    #expect(lines.rows(from: start, count: 10) == fresh.rows(from: start, count: 10))
    #expect(!lines.rows(from: start, count: 10).contains { $0.range.end == 1862 })
  }

  @Test("F061 a view drops the cached lines that an edit or another width moves")
  func forgets() {
    let text = String(repeating: "abcd", count: 800)
    let typist = Typist(text + "‸", wrapWidth: 7).press("⌘←")
    func expectSameAsFresh(_ text: String, width: Int) {
      typist.view.select(Selection(caret: text.utf16.count))
      typist.press("⌘←")
      let fresh = Typist(text + "‸", wrapWidth: width).press("⌘←")
      #expect(typist.view.text == text && typist.view.selection == fresh.view.selection)
    }
    // From here on every line begins two characters later.
    typist.view.replace(TextRange(0, 0), withText: "x\n")
    expectSameAsFresh("x\n" + text, width: 7)
    typist.view.layout.wrapWidth = 9
    expectSameAsFresh("x\n" + text, width: 9)
  }

  @Test("F061 typing at the end of a long paragraph lays out only its end")
  func typingAtTheEnd() {
    let view = TextView(name: "view")
    view.frame = CellRect(width: 80, height: 24)
    view.text = String(repeating: "abcdefgh ", count: 800)
    view.scrollToVisible(view.storage.count)
    let known = view.knownLines.count
    #expect(known > 4)
    view.insertText("x")
    view.withVisualLines { _ in }
    #expect(view.knownLines.count >= known - 1)
  }

  @Test("F061 the visible rows of a long paragraph need no layout of the rows above")
  func drawingAtTheEnd() {
    let view = TextView(name: "view", frame: CellRect(width: 80, height: 24))
    view.text = String(repeating: "abcdefgh ", count: 800)
    view.scrollToVisible(view.storage.count)
    let known = view.knownLines.count
    let rows = view.rows(from: view.topOffset, count: 100)
    #expect(rows.count == 24 && rows.first?.range.start == view.topOffset)
    #expect(rows.last?.endsText == true && rows.last?.range.end == 7200)
    #expect(view.knownLines.count == known, "no line was discarded and laid out again")
    #expect(view.rows(from: -5, count: 1).map(\.range) == [TextRange(0, 81)])
    #expect(view.rows(from: 99_999, count: 3).map(\.range) == [TextRange(7128, 7200)])
    #expect(view.rows(from: 0, count: 0).isEmpty)
  }

  @Test("BND-6 a view wraps at its frame unless its layout differs, and ↑ and ↓ follow that")
  func frameWidth() {
    let engine = TextEngine()
    let view = TextView(frame: CellRect(width: 4, height: 2))
    engine.window.addSubview(view)
    view.text = "abcdefghij"
    view.select(Selection(caret: 1))
    view.becomeFirstResponder()
    engine.handle(Typist.keystroke("↓"))
    #expect(view.selection.head == 5)
    view.frame.width = 3
    #expect(view.rows(from: 0, count: 9).map(\.range.length) == [3, 3, 3, 1])
    view.layout.wrapWidth = 5
    #expect(view.rows(from: 0, count: 9).map(\.range.length) == [5, 5])
    let field = TextField(frame: CellRect(width: 4, height: 1))
    field.text = "abcdefghij"
    #expect(field.lineEnd(from: 1).offset == 10, "a field has one line")
  }

  @Test("6.1 a caret scrolled into view stays in view after a resize")
  func resized() {
    let engine = TextEngine()
    let view = TextView(frame: CellRect(width: 10, height: 4))
    engine.window.addSubview(view)
    view.text = String(repeating: "0123456789", count: 10)
    view.becomeFirstResponder()
    view.select(Selection(caret: 100))
    view.scrollToVisible(100)
    #expect(view.topOffset == 60)
    _ = engine.takeUpdates()
    view.frame = CellRect(width: 20, height: 2)
    #expect(view.topOffset == 60)
    view.frame = CellRect(width: 30, height: 1)
    #expect(view.topOffset == 90)
    view.frame = CellRect(width: 30, height: 3)
    #expect(view.topOffset == 30, "no row stays empty")
    let scrolls = engine.takeUpdates().filter { $0.name == "view.didScroll" }
    #expect(scrolls.count == 2)
    engine.window.focus(nil)
    view.frame = CellRect(width: 7, height: 3)
    #expect(view.topOffset == 28, "without the focus, the row at the top stays at the top")
  }

  @Test("F061 typing in a scrolled long paragraph lays out only the visible rows")
  func typingWhileScrolled() {
    let engine = TextEngine()
    let view = TextView(name: "view", frame: CellRect(width: 80, height: 20))
    engine.window.addSubview(view)
    view.text = String(repeating: "abcdefgh ", count: 20_000)
    view.becomeFirstResponder()
    view.select(Selection(caret: 2430))
    view.scroll(toTop: 1620)
    engine.handle(Typist.keystroke("⇟"))
    engine.handle(Typist.keystroke("⇞"))
    #expect(view.topOffset == 1620)
    engine.handle(Typist.typing("x"))
    engine.handle(Typist.keystroke("⌃L"))
    #expect(view.topOffset == 1620, "the caret's row is the middle one")
    #expect(view.knownLines.count < 10)
  }
}
