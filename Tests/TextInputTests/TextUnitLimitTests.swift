// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Text
@testable import TextInput
@testable import TextLayout

/// The limits of words, lines, blocks and fields, in texts that consist of one long unit.
///
/// So no key reads more of a text than it needs, whatever the text is.
@Suite struct TextUnitLimitTests {
  /// The parts of the texts, each of which repeats one.
  private static let parts = [
    "a", "7", " ", ".", "\"", "\n", "\r\n", "\u{1}", "\u{600}", "\u{301}", "\u{903}", "\u{200D}",
    "👩\u{200D}", "☺️", "🇸🇪", "\u{1100}", "\u{1161}", "각", "क्", "क", "\u{202E}", "\u{202B}a\u{202A}",
    "אב 12 cd ", "ภาษา", "日本語", "𝒳", "e\u{301}\u{302}\u{303}", "\u{2028}", "\t",
  ]
  /// The code units that may be read beyond a limit, to divide no character.
  private static let slack = TextUnitLimit.character + 1

  private static func storage(_ part: String) -> TextStorage {
    TextStorage(String(repeating: part, count: 20_000 / part.utf16.count))
  }

  @Test(
    "A word or a sentence ends some thousand code units before and after a place",
    arguments: parts)
  func wordsAndSentences(part: String) {
    let storage = Self.storage(part)
    let tokenizer = TextTokenizer(storage)
    for place in [0, 9_999, storage.count - 1] {
      for granularity in [TextGranularity.word, .sentence] {
        let range = tokenizer.rangeEnclosingPosition(
          TextPosition(place), with: granularity, inDirection: .forward)
        #expect(range.map { $0.length <= 2 * TextUnitLimit.word + Self.slack } ?? true)
      }
    }
  }

  @Test("BND-3 a movement by word passes a limited text without a word", arguments: parts)
  func movements(part: String) {
    let storage = Self.storage(part)
    let layout = LineLayout(wrapWidth: 40)
    // The last word or block that begins within the limit is passed as a whole.
    let longest = 3 * TextUnitLimit.word + Self.slack
    for place in [0, 9_999, storage.count].map(storage.characterBoundary(atOrAfter:)) {
      let (end, start) = (storage.wordEnd(after: place), storage.wordStart(before: place))
      #expect(end - place <= longest && (end > place || place == storage.count))
      #expect(place - start <= longest && (start < place || place == 0))
      for edge in [end, start] { #expect(storage.characterBoundary(atOrAfter: edge) == edge) }
      for toRight in [true, false] {
        let edge = storage.visualWordEdge(from: place, toRight: toRight, layout)
        #expect(abs(edge - place) <= longest)
      }
    }
  }

  @Test("F061 a wrapped paragraph is laid out in blocks, which end after a space")
  func blocks() {
    let storage = TextStorage(String(repeating: "ab cde ", count: 3000) + "\nend")
    let layout = LineLayout(wrapWidth: 20)
    var start = 0
    while start < 21_000 {
      let block = layout.block(at: start, in: storage)
      #expect(block.range.start == start && block.startsParagraph == (start == 0))
      #expect(block.range.length <= 96 * 20 + ParagraphBlocks.reach)
      #expect(block.endsParagraph || storage.codeUnit(at: block.range.end - 1) == 0x20)
      for inside in stride(from: start, to: block.range.end, by: 100) {
        #expect(layout.block(at: inside, in: storage).range == block.range)
      }
      start = block.range.end
    }
    // A line far below needs no layout of the lines above its block.
    var lines = VisualLines(storage: storage, layout: layout)
    #expect(lines.row(at: 20_990).range.length <= 20)
    #expect(lines.known.count < 3)
  }

  @Test("F061 a visual line has at most 8 code units for a cell, or 512", arguments: parts)
  func lines(part: String) {
    for (width, longest) in [(1, 512), (10, 512), (100, 800)] {
      var lines = VisualLines(
        storage: Self.storage(part), layout: LineLayout(wrapWidth: width))
      for row in lines.rows(from: 9_999, count: 50) { #expect(row.range.length <= longest) }
    }
  }

  @Test("F134 a field of any length shows its caret, and keys move the text as little as possible")
  func longField() {
    let typist = FieldTypist()
    let field = typist.field
    field.text = String(repeating: "0123456789", count: 10_000)
    var scroll = 0
    for caret in [0, 54_321, 54_322, 54_310, 99_990, 100_000] {
      field.select(Selection(caret: caret))
      let layout = field.layout(width: 12, scroll: scroll)
      let last = scroll
      scroll = layout.scroll
      #expect(layout.visibleRange.start <= caret && caret <= layout.visibleRange.end)
      #expect(field.storage.substring(layout.visibleRange) == layout.text)
      if caret == 54_322 { #expect(scroll - last <= 1) }
    }
  }

  @Test("newlines of all kinds become one space each in a field")
  func newlines() {
    let field = TextField(name: "field")
    field.text = "a\nb\r\nc\rd\u{2028}e\r\r\nf\n\u{301}"
    #expect(field.text == "a b c d e  f \u{301}")
  }
}
