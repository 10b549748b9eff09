// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import TextBoundaries

@Suite struct TextBoundariesTests {
  private func words(
    _ text: String, _ divide: ([UInt16]) -> [TextSegmenter.Segment] = TextSegmenter.words
  ) -> [String] {
    parts(text) { divide($0).filter(\.isWord) }
  }

  private func parts(
    _ text: String, _ divide: ([UInt16]) -> [TextSegmenter.Segment]
  ) -> [String] {
    let units = Array(text.utf16)
    return divide(units).map { String(decoding: units[$0.range], as: UTF16.self) }
  }

  @Test("ICU is installed, as the build's packages require")
  func isComplete() {
    #expect(TextSegmenter.isComplete)
  }

  @Test(
    "Words are found, with a dictionary in scripts without spaces",
    arguments: [
      ("foo, bar", ["foo", "bar"]), ("don't 3.14", ["don't", "3.14"]), ("a-b_c", ["a", "b_c"]),
      ("  …  ", []), ("", []),
      // Thai, Lao, Khmer: Thai language; Lao language; I love the Khmer language.
      ("ภาษาไทย", ["ภาษา", "ไทย"]), ("ພາສາລາວ", ["ພາສາ", "ລາວ"]),
      ("ខ្ញុំស្រលាញ់ភាសាខ្មែរ", ["ខ្ញុំ", "ស្រលាញ់", "ភាសាខ្មែរ"]),
      ("我是中国人", ["我是", "中国人"]), ("東京都に住む", ["東京", "都", "に", "住む"]),
      ("한국어 낱말", ["한국어", "낱말"]), ("שלום עולם", ["שלום", "עולם"]),
    ] as [(String, [String])])
  func words(_ text: String, _ expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test("Sentences include the white space after them")
  func sentences() {
    #expect(
      parts("One. Two? 3.5 is “x.” Next\nlast", TextSegmenter.sentences)
        == ["One. ", "Two? ", "3.5 is “x.” ", "Next\n", "last"])
  }

  @Test("A paragraph's first strong letter determines its level, and numbers keep their order")
  func levels() {
    #expect(TextSegmenter.levels(of: Array("a א1".utf16)).levels == [0, 0, 1, 2])
    #expect(TextSegmenter.levels(of: Array("א a".utf16)).base == 1)
    // The content of an isolate is ignored.
    #expect(TextSegmenter.levels(of: Array("\u{2067}א\u{2069} a".utf16)).base == 0)
    #expect(TextSegmenter.levels(of: []) == .init(levels: [], base: 0))
    #expect(TextSegmenter.visualOrder(of: [0, 1, 1, 2, 2, 0]) == [0, 3, 4, 2, 1, 5])
    #expect(TextSegmenter.visualOrder(of: []) == [])
  }

  @Test(
    "Any code units are covered without gaps, even lone surrogates", arguments: [1, 2] as [UInt64])
  func anyUnits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        UInt16.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0xFFFF), using: &random)
      }
      for divide in [
        TextSegmenter.words, TextSegmenter.sentences, TextSegmenter.lineParts,
        SimpleBoundaries.words, SimpleBoundaries.sentences, SimpleBoundaries.lineParts,
      ] {
        var end = 0
        for segment in divide(text) {
          #expect(segment.range.lowerBound == end && !segment.range.isEmpty)
          end = segment.range.upperBound
        }
        #expect(end == text.count)
      }
      #expect(TextSegmenter.levels(of: text).levels.count == text.count)
    }
  }

  @Test("Several threads may use the functions at once")
  func threads() async {
    let wanted = words("one ภาษาไทย two")
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<200).allSatisfy { _ in words("one ภาษาไทย two") == wanted } }
      }
      for await isEqual in group { #expect(isEqual) }
    }
  }

  @Test("Without ICU, words and sentences are still found in scripts with spaces")
  func simple() {
    #expect(words("foo, bär_1 e\u{301}t", SimpleBoundaries.words) == ["foo", "bär_1", "e\u{301}t"])
    #expect(
      parts("One. Two?  Three\r\nHm. ! Oh", SimpleBoundaries.sentences) == [
        "One. ", "Two?  ", "Three\r\n", "Hm. ! ", "Oh",
      ])
    #expect(parts("one  two x", SimpleBoundaries.lineParts) == ["one  ", "two ", "x"])
  }
}
