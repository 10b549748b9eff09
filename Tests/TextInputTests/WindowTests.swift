// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TextBoundaries
import Testing

@testable import TextLayout
@testable import InputTraits
@testable import Responders
@testable import Text
@testable import TextInput

/// Compares the words and sentences found around an offset with those of the whole text.
@Suite struct WindowTests {
  private static let pieces = [
    "one", "Two", " ", " ", ". ", "? ", "3.14", ",", ", ", "'", "don't", "_", ":", "e\u{301}",
    "\u{300}",
    "👍🏽", "👨‍👩‍👧", "🇸🇪", "❤️", "\u{200D}", "مرحبا", "\u{64B}", "שלום", "\u{202B}", "한국어", "낱말",
    "\u{1112}\u{1161}\u{11AB}",
    "ภาษาไทยไม่มีช่องว่าง", "สวัสดี", "ພາສາລາວ", "ភាសាខ្មែរ", "我是中国人", "東京都に住む", "カタカナ", "、", "。", "，", "「",
    "」",
    "\r\n", "\n", "\r", "\u{2028}", "\u{2029}", "\u{B}", "\u{85}", "\t", "\u{A0}", "\u{3000}", "क्षि",
    "𝒜", "𠀀",
    "(", ")", "-", "/", "Dr. ", "e.g. ", "U.S.", "…", "\u{AD}", "\u{FEFF}", "ｱﾞ", "۱۲٫۳", "\u{0}",
  ]

  private static func text(_ random: inout SeededGenerator, length: Int) -> String {
    let kinds = (0..<Int.random(in: 3...20, using: &random)).compactMap { _ in
      pieces.randomElement(using: &random)
    }
    return (0..<length).reduce(into: "") { text, _ in
      text += kinds.randomElement(using: &random) ?? ""
    }
  }

  @Test(
    "Words around an offset are those of the whole text",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func words(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<8 {
      let text = Self.text(&random, length: Int.random(in: 1...250, using: &random))
      let storage = TextStorage(text)
      let whole = TextSegmenter.words(in: Array(text.utf16))
      for _ in 0..<40 where !whole.isEmpty {
        let offset = Int.random(in: 0..<storage.count, using: &random)
        let wanted = whole.first { $0.range.contains(offset) }
        let found = storage.wordSegment(at: offset)
        if found?.range.start != wanted?.range.lowerBound
          || found?.range.end != wanted?.range.upperBound || found?.isUnit != wanted?.isWord
        {
          Issue.record("at \(offset) \(String(describing: found)): \(text)")
          return
        }
      }
      let wanted = whole.filter(\.isWord).map {
        TextRange($0.range.lowerBound, $0.range.upperBound)
      }
      #expect(storage.words(in: TextRange(0, storage.count)) == wanted)
      for _ in 0..<20 {
        let offset = Int.random(in: 0...storage.count, using: &random)
        let end = wanted.first { $0.end > offset }?.end ?? storage.count
        let start = wanted.last { $0.start < offset }?.start ?? 0
        #expect(storage.wordEnd(after: offset) == storage.characterBoundary(atOrAfter: end))
        #expect(storage.wordStart(before: offset) == storage.characterBoundary(atOrBefore: start))
      }
    }
  }

  @Test(
    "Sentences around an offset are those of the whole text",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func sentences(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<8 {
      let text = Self.text(&random, length: Int.random(in: 1...250, using: &random))
      let storage = TextStorage(text)
      let whole = TextSegmenter.sentences(in: Array(text.utf16))
      for _ in 0..<40 where !whole.isEmpty {
        let offset = Int.random(in: 0..<storage.count, using: &random)
        let wanted = whole.first { $0.range.contains(offset) }?.range
        let found = storage.sentenceSegment(at: offset)?.range
        if found?.start != wanted?.lowerBound || found?.end != wanted?.upperBound {
          Issue.record("at \(offset) \(String(describing: found)): \(text)")
          return
        }
      }
    }
  }

  @Test(
    "A window of text is no longer in a megabyte of one paragraph than in a short text",
    arguments: [
      "word and ", "one,two;", "ภาษาไทยไม่มีช่องว่าง", "我是中国人", "x", " ", "a.", "👍🏽", "e\u{301}",
    ])
  func windowsStaySmall(_ piece: String) {
    let storage = TextStorage(String(repeating: piece, count: 1_000_000 / piece.utf8.count))
    let middle = storage.characterBoundary(atOrAfter: storage.count / 2)
    if piece == "word and " {
      #expect(storage.window(around: middle, .word).units.count <= 257)
    }
    for offset in [0, middle, storage.count - 1] {
      for unit in [NeighbourhoodUnit.word, .sentence] {
        let window = storage.window(around: offset, unit)
        #expect(window.start <= offset && offset < window.end)
        #expect(window.units.count <= 2 * unit.limit + 64)
      }
    }
    // A movement skips gaps of any length; without a following word it leads to the end of the
    // text.
    guard piece != " ", piece != "👍🏽" else { return }
    #expect((middle + 1...middle + 9000).contains(storage.wordEnd(after: middle)))
    #expect((middle - 9000..<middle).contains(storage.wordStart(before: middle)))
  }

  @Test("F062 the words of a text are listed without the characters between them")
  func wordBubbles() {
    func words(_ text: String, _ range: TextRange? = nil) -> [String] {
      let storage = TextStorage(text)
      return storage.words(in: range ?? TextRange(0, storage.count)).map(storage.substring)
    }
    #expect(words("one two") == ["one", "two"])
    #expect(words("  one, two… ") == ["one", "two"])
    #expect(words("ภาษาไทย") == ["ภาษา", "ไทย"])
    #expect(words("") == [] && words(" .") == [])
    // A word that is partly in the range is listed.
    #expect(words("one two three", TextRange(2, 6)) == ["one", "two"])
    #expect(words("one two three", TextRange(3, 4)) == [])
    #expect(words(String(repeating: "word ", count: 1500)).count == 1500)
  }
}
