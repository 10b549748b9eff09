// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import TextInput

@Suite struct CharacterTests {
  // Every kind of code point in the rules of UAX #29.
  private static let scalars: [Unicode.Scalar] = [
    "a", "Z", " ", "\r", "\n", "\t", "\u{301}", "\u{308}", "\u{200D}", "\u{200C}", "\u{FE0F}",
    "\u{20E3}", "é", "ж", "中", "あ", "\u{FF9E}", "\u{1100}", "\u{1161}", "\u{11A8}", "한", "가",
    "\u{1F1F8}", "\u{1F1EA}", "😀", "👍", "\u{1F3FD}", "👩", "❤", "©", "\u{915}", "\u{94D}",
    "\u{937}", "\u{93F}", "\u{600}", "\u{6DD}", "\u{633}", "\u{64B}", "\u{E01}", "\u{E33}",
    "\u{D4E}", "\u{110BD}", "\u{11F02}", "\u{E0067}", "\u{E007F}", "\u{2028}", "\u{200B}", "\u{0}",
  ]

  @Test(
    "Characters around an offset are those of the whole string",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func againstWholeString(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      var text = ""
      let kinds = (0..<Int.random(in: 2...8, using: &random)).compactMap { _ in
        Self.scalars.randomElement(using: &random)
      }
      for _ in 0..<Int.random(in: 1...150, using: &random) {
        text.unicodeScalars.append(kinds.randomElement(using: &random) ?? "a")
      }
      check(text)
    }
  }

  @Test("An offset outside the text is clamped", arguments: ["", "a\r\n", "e\u{301}👍🏽", "ab"])
  func outside(_ text: String) {
    let storage = TextStorage(text)
    let first = text.first.map { String($0).utf16.count } ?? 0
    let last = storage.count - (text.last.map { String($0).utf16.count } ?? 0)
    for offset in [Int.min, -1] {
      #expect(storage.characterStart(before: offset) == 0)
      #expect(storage.characterEnd(after: offset) == first)
      #expect(storage.characterBoundary(atOrAfter: offset) == 0)
      #expect(storage.paragraphStart(at: offset) == 0)
    }
    for offset in [storage.count + 1, Int.max] {
      #expect(storage.characterStart(before: offset) == last)
      #expect(storage.characterEnd(after: offset) == storage.count)
      #expect(storage.characterBoundary(atOrAfter: offset) == storage.count)
      #expect(storage.paragraphEnd(at: offset) == storage.count)
    }
  }

  @Test(
    "Long runs of one kind of character are divided as by Swift",
    arguments: [
      String(repeating: "🇸🇪", count: 300), String(repeating: "\u{301}", count: 500),
      "e" + String(repeating: "\u{301}", count: 500) + "x", String(repeating: "क्", count: 200),
      String(repeating: "👨‍👩‍👧", count: 100), String(repeating: "\u{1100}", count: 100) + "가",
      String(repeating: "\r\n", count: 50), "\r\r\n\n",
    ])
  func rows(_ text: String) {
    check(text)
  }

  private func check(_ text: String) {
    var storage = TextStorage(text)
    // Both in the rope and in the page.
    for _ in 0..<2 {
      var offset = 0
      for character in text {
        let end = offset + character.utf16.count
        #expect(storage.characterEnd(after: offset) == end)
        #expect(storage.characterStart(before: end) == offset)
        for inside in (offset + 1)..<(end + 1) {
          #expect(storage.characterBoundary(atOrAfter: inside) == end)
        }
        offset = end
      }
      #expect(storage.characterEnd(after: offset) == offset)
      #expect(storage.characterStart(before: 0) == 0)
      storage.replace(TextRange(caret: 0), with: "")
    }
  }

  @Test(
    "DSP-2 cells: East Asian wide 2, combining 0, emoji sequences 2, controls 0",
    arguments: [
      ("日本a", 5), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇸🇪", 2),
      ("❤️", 2), ("1️⃣", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｱ", 1), ("Ａ", 2),
      ("\t", 0), ("\n", 0), ("\r\n", 0), ("\u{7F}", 0), ("\u{85}", 0), ("☝🏽", 2), ("", 0), (" ", 1),
    ])
  func cells(_ text: String, _ width: Int) {
    #expect(CellWidth.of(text) == width)
  }
}
