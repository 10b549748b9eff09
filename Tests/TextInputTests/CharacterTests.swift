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
      String(repeating: "🇸🇪", count: 300), String(repeating: "\u{301}", count: 256),
      "e" + String(repeating: "\u{301}", count: 255) + "x", String(repeating: "क्", count: 128),
      String(repeating: "👨‍👩‍👧", count: 100), String(repeating: "\u{1100}", count: 100) + "가",
      String(repeating: "\r\n", count: 50), "\r\r\n\n",
    ])
  func rows(_ text: String) {
    check(text)
  }

  /// The classes of the rules, in texts that are one character, or flags, however long they are.
  private static let long: [(name: String, text: String)] = [
    ("marks", String(repeating: "\u{301}", count: 420)),
    ("a letter with marks", "e" + String(repeating: "\u{301}", count: 420) + "x"),
    ("marks of two units", "e" + String(repeating: "\u{1D167}", count: 300) + "x"),
    ("prepended marks", String(repeating: "\u{600}", count: 420) + "a"),
    ("joined emoji", String(repeating: "👩\u{200D}", count: 160) + "👩"),
    ("emoji that marks separate", "👩" + String(repeating: "\u{301}", count: 300) + "\u{200D}👩"),
    ("Indic consonants", String(repeating: "क्", count: 220)),
    ("Korean consonants", String(repeating: "\u{1100}", count: 420) + "가"),
    ("Korean vowels", String(repeating: "\u{1161}", count: 420)),
    ("flags", "a" + String(repeating: "🇸", count: 301) + "b"),
    ("flags with marks", String(repeating: "🇸🇪\u{301}🇸", count: 80)),
    ("prepended marks and flags", String(repeating: "\u{600}", count: 255) + "🇸🇪🇸🇪🇸"),
  ]

  @Test(
    "INP-16a a character has at most 256 code units, and forwards and backwards are alike",
    arguments: long.indices)
  func longCharacters(index: Int) {
    let text = Self.long[index].text
    var storage = TextStorage(text)
    var boundaries = [0]
    while let last = boundaries.last, last < storage.count, boundaries.count <= storage.count {
      let next = storage.characterEnd(after: last)
      #expect(next > last && next - last <= TextUnitLimit.character)
      boundaries.append(next)
    }
    // All of it is in the page after the edit.
    storage.replace(TextRange(caret: storage.count / 2), with: "")
    for (start, end) in zip(boundaries, boundaries.dropFirst()) {
      #expect(storage.characterStart(before: end) == start)
      for inside in stride(from: start + 1, to: end, by: 7) {
        #expect(storage.characterBoundary(atOrAfter: inside) == end)
        #expect(storage.characterBoundary(atOrBefore: inside) == start)
      }
    }
  }

  @Test("INP-16b each code point after the 256 code units of a longer character is a character")
  func cutCharacters() {
    let storage = TextStorage("ae" + String(repeating: "\u{301}", count: 700) + "b")
    #expect(storage.characterEnd(after: 1) == 257)
    #expect((257..<702).allSatisfy { storage.characterEnd(after: $0) == $0 + 1 })
    #expect(storage.characterStart(before: 500) == 499)
    #expect(storage.characterEnd(after: 702) == 703)
    // A surrogate pair is not divided.
    let pairs = TextStorage("e" + String(repeating: "\u{1D167}", count: 300))
    #expect(pairs.characterEnd(after: 0) == 255 && pairs.characterEnd(after: 255) == 257)
  }

  @Test(
    "INP-17 the halves of flags are paired from the start of their row, wherever it is read",
    arguments: [0, 1, 2, 5])
  func flags(edits: Int) {
    // The row crosses the leaves of the rope.
    var storage = TextStorage("ab" + String(repeating: "🇸", count: 5000) + "c")
    for edit in 0..<edits { storage.replace(TextRange(caret: 2 + 400 * edit * 4), with: "🇪") }
    let end = storage.count - 1
    for place in stride(from: 2, through: end - 4, by: 4) {
      #expect(storage.characterEnd(after: place) == place + 4)
      #expect(storage.characterStart(before: place + 4) == place)
      #expect(storage.characterBoundary(atOrAfter: place + 2) == place + 4)
    }
    storage.replace(TextRange(caret: 2), with: "🇪")
    #expect(storage.characterEnd(after: 2 + 1600) == 2 + 1604)
    storage.replace(TextRange(caret: 2 + 802), with: "x")
    #expect(storage.characterStart(before: 2 + 802) == 2 + 800)
    #expect(storage.characterEnd(after: 2 + 803) == 2 + 807)
    // Far behind the letter, while the last edit is before it.
    storage.replace(TextRange(caret: 2), with: "🇪🇸")
    #expect(storage.characterEnd(after: 809 + 800) == 809 + 804)
    #expect(storage.characterStart(before: 809 + 800) == 809 + 796)
  }

  @Test(
    "A string is divided like a storage",
    arguments: long.indices)
  func strings(index: Int) {
    let text = Self.long[index].text
    let storage = TextStorage(text)
    var offset = 0
    for character in text.boundedCharacters {
      let end = offset + character.utf16.count
      #expect(storage.characterBoundary(atOrAfter: end) == end)
      offset = end
    }
    #expect(offset == storage.count)
  }

  @Test(
    "INP-16a code points of all kinds are divided into characters as by Swift",
    arguments: [1, 2, 3, 4] as [UInt64])
  func dividedCodePoints(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let kinds = (0..<4).compactMap { _ in
        Bool.random(using: &random)
          ? Self.scalars.randomElement(using: &random)
          : Unicode.Scalar(UInt32.random(in: 0...0x1FFFF, using: &random))
      }
      var text = ""
      var starts: [Int] = []
      var divider = CharacterDivider()
      for _ in 0..<Int.random(in: 2...30, using: &random) {
        let scalar = kinds.randomElement(using: &random) ?? "a"
        if divider.beginsCharacter(scalar) { starts.append(text.utf16.count) }
        text.unicodeScalars.append(scalar)
      }
      #expect(starts == text.indices.map { $0.utf16Offset(in: text) })
    }
  }

  @Test(
    "INP-16b code points of long characters are divided like a storage",
    arguments: long.indices)
  func dividedLongCharacters(index: Int) {
    let text = Self.long[index].text
    var divider = CharacterDivider()
    var offset = 0
    let starts = text.unicodeScalars.compactMap { scalar in
      defer { offset += UTF16.width(scalar) }
      return divider.beginsCharacter(scalar) ? offset : nil
    }
    var lengths = text.boundedCharacters.makeIterator()
    for (start, end) in zip(starts, starts.dropFirst() + [offset]) {
      #expect(lengths.next()?.utf16.count == end - start)
    }
    #expect(lengths.next() == nil)
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
