// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TextBoundaries
import Testing

@testable import TextInput
@testable import TextLayout

/// Lines break between words, and spaces hang at their ends.
@Suite struct WordWrapTests {
  /// The lines, with hanging spaces after a bar and without line separators.
  private func lines(_ text: String, _ width: Int, breaksWords: Bool = false) -> [String] {
    let units = Array(text.utf16)
    func string(_ range: Range<Int>) -> String {
      String(decoding: units[range], as: UTF16.self).replacing("\u{2028}", with: "")
    }
    return LineLayout(wrapWidth: width, breaksWords: breaksWords).lines(of: text).map {
      let hanging = string($0.contentEnd..<$0.range.end)
      return string($0.range.start..<$0.contentEnd) + (hanging.isEmpty ? "" : "|" + hanging)
    }
  }

  @Test(
    "6.1 a line breaks at the last fitting break opportunity, and spaces there hang",
    arguments: [
      ("one two three", 8, ["one two| ", "three"]), ("one two three", 7, ["one two| ", "three"]),
      ("one two three", 6, ["one| ", "two| ", "three"]), ("one    two", 4, ["one|    ", "two"]),
      ("one two   ", 7, ["one two|   "]), ("one    ", 5, ["one  |  "]), ("one ", 9, ["one "]),
      ("well-known", 6, ["well-", "known"]), ("a/b c", 3, ["a/b| ", "c"]),
      ("(one) two", 6, ["(one)| ", "two"]), ("1,234.50 x", 8, ["1,234.50| ", "x"]),
      ("a\u{A0}b c", 4, ["a\u{A0}b| ", "c"]), ("ab\tcd", 3, ["ab|\t", "cd"]),
      ("abc\tcd", 3, ["abc|\t", "cd"]), ("日本。語", 4, ["日", "本。", "語"]),
      ("ab\u{3000}日", 3, ["ab|\u{3000}", "日"]), ("ab  \u{2028}c", 3, ["ab | ", "c"]),
      ("שלום עולם", 5, ["שלום| ", "עולם"]), ("ภาษาไทย", 5, ["ภาษา", "ไทย"]),
    ] as [(String, Int, [String])])
  func breaks(_ text: String, _ width: Int, _ expected: [String]) {
    #expect(lines(text, width) == expected)
  }

  @Test(
    "6.1 a word wider than a line is broken between grapheme clusters",
    arguments: [
      ("abcdefgh", 3, ["abc", "def", "gh"]), ("a abcdefgh", 4, ["a| ", "abcd", "efgh"]),
      ("abcdefgh ij", 3, ["abc", "def", "gh| ", "ij"]), ("  abcdef", 5, ["  abc", "def"]),
      // A word that fits a whole line is not broken because of an indent.
      ("abc-def", 3, ["abc", "-", "def"]), ("  abcd", 5, ["  ", "abcd"]),
      ("        ab", 5, ["     |   ", "ab"]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
      ("👩‍👩‍👧a👩‍👩‍👧", 1, ["👩‍👩‍👧", "a", "👩‍👩‍👧"]),
    ] as [(String, Int, [String])])
  func longWords(_ text: String, _ width: Int, _ expected: [String]) {
    #expect(lines(text, width) == expected)
  }

  @Test("A layout that breaks words fills every line, spaces included")
  func characters() {
    #expect(lines("one two three", 5, breaksWords: true) == ["one t", "wo th", "ree"])
    #expect(lines("abcd  ef", 4, breaksWords: true) == ["abcd", "  ef"])
  }

  @Test("FLD-2a a secret wraps at characters, so that the rows of dots do not reveal words")
  func secret() {
    let view = TextView(frame: CellRect(width: 5, height: 9))
    view.traits.isSecureTextEntry = true
    view.text = "one two three"
    #expect(view.rows(from: 0, count: 9).map(\.range.length) == [5, 5, 3])
    view.traits.isSecureTextEntry = false
    #expect(view.rows(from: 0, count: 9).map(\.range.length) == [4, 4, 5])
  }

  @Test(
    "6.1, INP-13 ⌘← ⌘→ ↑ ↓ and affinity follow word-wrapped lines",
    arguments: [
      ("one t‸wo three", "⌘←", "one ‸two three", .forward),
      ("o‸ne two three", "⌘→", "one ‸two three", .backward),
      ("o‸ne two three", "⌘→ ⌘←", "‸one two three", .forward),
      ("one ‸two three", "⌘→", "one two ‸three", .backward),
      ("one tw‸o three", "↓", "one two th‸ree", .forward),
      ("one two thre‸e", "↑", "one two‸ three", .forward),
      ("one two thre‸e", "↑ ↑ ↓ ↓", "one two thre‸e", .forward),
      ("one two‸", "x", "one twox‸", .backward), ("one‸ two", "␠", "one ‸ two", .forward),
      ("one two three‸", "⌘⌫", "one two ‸", .backward),
    ] as [(String, String, String, TextAffinity)])
  func keys(_ before: String, _ keys: String, _ after: String, _ affinity: TextAffinity) {
    let keys = keys.split(separator: " ").map(String.init)
    let typist = Typist(before, wrapWidth: 5)
    for key in keys {
      if key == "␠" || key == "x" {
        typist.view.insertText(key == "x" ? "x" : " ")
      } else {
        typist.press(key)
      }
    }
    #expect(typist.drawn == after)
    #expect(typist.view.affinity == affinity)
  }

  @Test("BND-6 ↓ onto hanging spaces stops where they begin, and keeps the goal column")
  func hangingColumn() {
    let typist = Typist("abcdefg‸hij⏎abcd     x⏎abcdefghij", wrapWidth: 10)
    typist.view.layout.wrapWidth = 5
    typist.view.select(Selection(caret: 4))
    // abcde|fghij|abcd_|(hanging)|x
    typist.press("↓ ↓")
    #expect(typist.view.selection.head == 15)
    #expect(typist.press("↓").view.selection.head == 21)
  }

  // MARK: Any text

  private static let pieces = [
    "a", "word", "longerword", "supercalifragilistic", " ", " ", "  ", "         ", "\t", "(", ")",
    "-", "/", ",", ". ", "1,234.5", "%", "$5", "\"x\"", "\u{A0}", "日", "本語。", "「日」", "한글", "ー",
    "👍🏽", "👩‍👩‍👧‍👦", "🇸🇪", "e\u{301}", "o\u{301}\u{323}", "سلام", "שלום", "नमस्ते", "…", "é", "\u{200B}",
    "\u{AD}", "\u{2060}", "\u{3000}", "\u{2028}",
  ]

  @Test(
    "6.1 lines break where TextSegmenter.lineParts allows it, or inside a part wider than a line",
    arguments: 0..<16)
  func oracle(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let text = (0..<Int.random(in: 1...40, using: &random)).reduce(into: "") { text, _ in
        text += Self.pieces.randomElement(using: &random) ?? ""
      }
      let width = Int.random(in: 1...24, using: &random)
      check(text, width)
    }
  }

  private func check(_ text: String, _ width: Int) {
    let units = Array(text.utf16)
    let lines = LineLayout(wrapWidth: width).lines(of: text)
    let parts = TextSegmenter.lineParts(in: units).map(\.range)
    let comment = Comment(rawValue: "\(text.debugDescription) in \(width)")
    var characterEnds: Set<Int> = [0]
    var end = 0
    for character in text {
      end += character.utf16.count
      characterEnds.insert(end)
    }
    #expect(lines.map(\.range.length).reduce(0, +) == units.count, comment)
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(line.range.end == next.range.start && characterEnds.contains(line.range.end), comment)
    }
    for line in lines {
      #expect(line.cells <= width, comment)
      guard line.isWrapped else { continue }
      let end = line.range.end
      if let part = parts.first(where: { $0.lowerBound < end && end < $0.upperBound }) {
        // The rest of the part, which is not on the lines above, is wider than a line.
        let start = max(part.lowerBound, line.range.start)
        let rest = String(decoding: units[start..<part.upperBound], as: UTF16.self)
        #expect(cells(rest) > width, comment)
      } else {
        // The next part would not have fitted.
        let next = units[end..<(parts.first { $0.lowerBound == end }?.upperBound ?? end)]
        let both = String(decoding: units[line.range.start..<end] + next, as: UTF16.self)
        #expect(cells(both) > width, comment)
      }
    }
  }

  /// The cells of a text on a separate line, without the spaces at its end.
  private func cells(_ text: String) -> Int {
    var text = text
    while let last = text.last, LineLayout.hangs(last) { text.removeLast() }
    return text.reduce(0) { $0 + LineLayout.cells(of: $1, at: $0) }
  }
}
