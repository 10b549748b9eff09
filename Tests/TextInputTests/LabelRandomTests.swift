// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import TextInput

/// Invariants of every label, tested with random text.
@Suite struct LabelRandomTests {
  private static let pieces = [
    "a", "word", "two words", " ", "  ", "\n", "\r\n", "\t", "\u{A0}", "日本", "語。", "「", "」", "한글",
    "👍🏽", "👩‍👩‍👧‍👦", "🇸🇪", "🇸", "❤️", "\u{FE0F}", "\u{200D}", "🏽", "e\u{301}", "\u{301}", "سلام", "שָׁלוֹם",
    "नमस्ते", "ไทย", "\u{200B}", "\u{1B}", "\u{202E}", "\u{2028}", "…", ",", "(", "\u{3000}", "ｱ", "ﷺ",
    "\u{1100}\u{1161}", "\u{AD}",
  ]

  private static func isSpace(_ character: Character) -> Bool {
    character.isWhitespace && character.unicodeScalars.count == 1 && character != "\u{A0}"
  }

  /// The characters that a label with enough room shows; a mark after a tab is on a space there.
  private static func characters(_ text: String) -> [Character] {
    text.replacing("\t", with: " ").filter { !isSpace($0) && $0 != "\r\n" }
  }

  private static func text(_ random: inout SeededGenerator) -> StyledText {
    let styles = [TextStyle(), TextStyle(.bold), TextStyle(.dim)]
    return StyledText(
      (0..<Int.random(in: 0..<20, using: &random)).map { _ in
        StyledText.Span(
          pieces.randomElement(using: &random) ?? "",
          styles.randomElement(using: &random) ?? TextStyle())
      })
  }

  @Test(
    "DSP-1c a row never exceeds the width, and the rows never exceed the limit", arguments: 0..<20)
  func bounds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let text = Self.text(&random)
      let layout = LabelLayout(
        width: Int.random(in: 1..<14, using: &random),
        numberOfLines: Int.random(in: 0..<4, using: &random),
        lineBreakMode: LineBreakMode.allCases.randomElement(using: &random) ?? .byClipping,
        textAlignment: TextAlignment.allCases.randomElement(using: &random) ?? .left)
      let rows = layout.rows(of: text)
      #expect(rows.isEmpty == text.spans.isEmpty)
      if layout.numberOfLines > 0 { #expect(rows.count <= layout.numberOfLines) }
      for row in rows {
        let cells = row.text.text.reduce(0) { $0 + LineLayout.cells(of: $1, at: 0) }
        #expect(cells == row.cells)
        #expect(
          row.indent >= 0 && row.indent + cells <= layout.width ?? 0,
          "\(text.text.debugDescription)")
        #expect(!row.text.text.contains { $0.isNewline || $0 == "\t" })
      }
    }
  }

  @Test(
    "No character is divided or lost: the rows contain the text except for spaces",
    arguments: 0..<20
  )
  func whole(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let text = Self.text(&random)
      let layout = LabelLayout(
        width: Int.random(in: 2..<14, using: &random), numberOfLines: 0,
        lineBreakMode: Bool.random(using: &random) ? .byWordWrapping : .byCharWrapping)
      // Compared by character, because joined rows might merge the last character of one with the
      // first of the next.
      let shown = layout.rows(of: text).flatMap { Array($0.text.text) }
      #expect(shown.filter { !Self.isSpace($0) } == Self.characters(text.text))
    }
  }

  @Test("Laying out a label of a million words and two rows needs only its rows")
  func longText() {
    let text = String(repeating: "word ", count: 200_000)
    let rows = LabelLayout(width: 20, numberOfLines: 2).rows(of: text)
    #expect(rows.map(\.text.text) == ["word word word word", "word word word word…"])
  }
}
