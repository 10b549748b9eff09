// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import TextInput

/// Visual lines of long paragraphs, against paragraphs that are laid out whole.
struct VisualLinesTests {
  private static let characters = [
    "a", "b", " ", "m", "日", "本", "\t", "e\u{301}", "\u{301}", "👩‍👩‍👧", "🇩🇪", "🇫", "\u{200D}", "א",
    "\u{2028}",
  ]

  private static func text(_ count: Int, _ random: inout SeededGenerator) -> String {
    (0..<count).map { _ in
      Int.random(in: 0..<900, using: &random) == 0
        ? "\n" : characters.randomElement(using: &random) ?? ""
    }.joined()
  }

  /// Every visual line of a text, by its start.
  private static func rows(of storage: TextStorage, _ layout: LineLayout) -> [LineLayout.Line] {
    var rows: [LineLayout.Line] = []
    var start = 0
    while true {
      let end = storage.paragraphEnd(at: start)
      for line in layout.lines(of: storage.substring(TextRange(start, end))) {
        var row = line
        row.range = TextRange(start + line.range.start, start + line.range.end)
        rows.append(row)
      }
      guard end < storage.count else { return rows }
      start = storage.paragraphEndWithTerminator(at: end)
    }
  }

  @Test(
    "F061 what is remembered of a long paragraph gives the lines that the whole of it has, whatever is edited",
    arguments: 0..<6)
  func sameAsWhole(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let layout = LineLayout(wrapWidth: Int.random(in: 2...40, using: &random))
    var storage = TextStorage(Self.text(3000, &random))
    var known = KnownLineStarts()
    for _ in 0..<6 {
      var at = Int.random(in: 0...storage.count, using: &random)
      if Bool.random(using: &random) { at = storage.count }
      let start = storage.characterBoundary(atOrAfter: at)
      let end = storage.characterBoundary(
        atOrAfter: min(storage.count, start + Int.random(in: 0...3, using: &random)))
      storage.replace(
        TextRange(start, end), with: Self.text(Int.random(in: 0...4, using: &random), &random))

      let rows = Self.rows(of: storage, layout)
      var lines = VisualLines(storage: storage, layout: layout)
      known.forget(from: storage.takeFirstChange(), in: storage, layout)
      lines.known = known
      for _ in 0..<20 {
        let index = Int.random(in: 0..<rows.count, using: &random)
        let row = rows[index]
        #expect(lines.rowStart(at: row.range.start) == row.range.start)
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

  @Test("F061 typing at the end of a long paragraph lays out no more than its end")
  func typingAtTheEnd() {
    let view = TextView(name: "view")
    view.frame = CellRect(width: 80, height: 24)
    view.layout = LineLayout(wrapWidth: 80)
    view.text = String(repeating: "abcdefgh ", count: 4000)
    view.scrollToVisible(view.storage.count)
    let known = view.lineStarts.count
    #expect(known > 20)
    view.insertText("x")
    view.withVisualLines { _ in }
    #expect(view.lineStarts.count >= known - 1)
  }
}
