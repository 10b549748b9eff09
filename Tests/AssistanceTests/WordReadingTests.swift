// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import TextInput

@testable import Assistance

/// Words that are read byte by byte where a text is ASCII, and by characters elsewhere.
@Suite struct WordReadingTests {
  private static let scalars: [Unicode.Scalar] = [
    "a", "b", "Z", "9", " ", " ", "\t", "'", "’", "-", "_", "@", ".", ",", "(", "\"", "[", "é", "ж",
    "中", "\u{301}", "\u{AD}", "\r", "\n",
  ]

  private func text(_ count: ClosedRange<Int>, _ random: inout SeededGenerator, ascii: Bool)
    -> String
  {
    var text = ""
    for _ in 0..<Int.random(in: count, using: &random) {
      guard let scalar = Self.scalars.randomElement(using: &random), !ascii || scalar.isASCII
      else { continue }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  @Test("An ASCII character has the kind of the same character among others")
  func kinds() {
    for byte in UInt8(0)..<0x80 {
      let character = Character(Unicode.Scalar(byte))
      #expect(ClassifiedText.Kind(ascii: byte) == ClassifiedText.Kind(of: character), "\(byte)")
    }
  }

  @Test(
    "A classified text has the characters of the string, with their offsets",
    arguments: [1, 2, 3] as [UInt64])
  func classified(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let text = text(0...30, &random, ascii: Bool.random(using: &random))
      let classified = ClassifiedText(text, at: 5)
      var offset = 5
      let kinds = text.map { ClassifiedText.Kind(of: $0) }
      #expect(classified.kinds == kinds, "\(text.debugDescription)")
      for (character, start) in zip(text, classified.offsets) {
        #expect(start == offset, "\(text.debugDescription)")
        offset += character.utf16.count
      }
      #expect(classified.offsets.last == offset)
    }
  }

  @Test(
    "The last word of a line of ASCII is that of the same line after another character",
    arguments: [1, 2, 3] as [UInt64])
  func lastWord(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3000 {
      let line = text(1...12, &random, ascii: true)
      guard !line.contains(where: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }) else { continue }
      let (ascii, other) = (LastWord(of: "w." + line), LastWord(of: "é. w." + line))
      #expect(ascii?.word == other?.word, "\(line.debugDescription)")
      #expect(ascii?.previous == other?.previous, "\(line.debugDescription)")
      #expect(ascii?.distance == other?.distance, "\(line.debugDescription)")
    }
  }

  @Test(
    "A word is found whole where it is longer than the part of the text that is read first",
    arguments: [1, 10, 23, 24, 25, 30, 47, 48, 49, 60])
  func longWord(length: Int) {
    for before in ["", " ", "x ", "It's an ", "(", "\u{2019}", "don’t ", "a’"] {
      let word = String(repeating: "b", count: length)
      let storage = TextStorage(before + word)
      let found = WordBeforeCaret(in: storage, at: storage.count)
      let whole = before == "a’" ? before + word : word
      if whole.utf16.count > WordBeforeCaret.limit {
        #expect(found == nil, "\(before)\(length)")
      } else {
        #expect(found?.word == whole, "\(before)\(length)")
        #expect(found?.range == TextRange(storage.count - whole.utf16.count, storage.count))
      }
    }
  }

  @Test("The words before a word are found at any distance that is read")
  func wordsBefore() {
    for spaces in [1, 2, 20, 40, 63, 64, 65, 100, 150] {
      let gap = String(repeating: " ", count: spaces)
      let storage = TextStorage("first" + gap + "second third")
      #expect(
        WordBeforeCaret(in: storage, at: storage.count)?.previous == ["first", "second"],
        "\(spaces)")
    }
  }
}
