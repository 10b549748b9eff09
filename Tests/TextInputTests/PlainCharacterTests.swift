// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import TextInput
@testable import TextLayout

/// Lines of text whose letters are measured without tables.
@Suite struct PlainCharacterTests {
  @Test("A letter that is measured without a table is one character with the cells of the table")
  func letters() {
    for value in 0..<0x11_0000 as Range<UInt32> {
      guard let scalar = Unicode.Scalar(value), let cells = PlainCharacters.cells(of: scalar)
      else { continue }
      let letter = Character(scalar)
      #expect(CellWidth.of(letter) == Int(cells), "U+\(String(value, radix: 16))")
      for text in ["a\(letter)", "\(letter)a", "\(letter)\(letter)", "한\(letter)", "\(letter)ж"] {
        #expect(text.count == 2, "U+\(String(value, radix: 16))")
      }
    }
  }

  @Test(
    "Lines of letters and marks in any order hold whole characters, as many as fit",
    arguments: [1, 2, 3, 4] as [UInt64])
  func lines(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let scalars: [Unicode.Scalar] = [
      "a", "ж", "Я", "ω", "é", "中", "あ", "한", "\u{301}", "\u{200D}", "\u{1F3FD}", "👩", "\u{1100}",
      "\u{600}", "\u{11A8}", "\u{AD}", "\u{2014}", "\u{FE0F}",
    ]
    for _ in 0..<400 {
      var text = ""
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        text.unicodeScalars.append(scalars.randomElement(using: &random) ?? "a")
      }
      // Without break opportunities, a line is as many characters as fit.
      var expected: [Int] = []
      var (column, length) = (0, 0)
      for character in text {
        let cells = max(1, CellWidth.of(character))
        if column > 0, column + cells > 7 {
          expected.append(length)
          (column, length) = (0, 0)
        }
        column += min(cells, 7)
        length += character.utf16.count
      }
      expected.append(length)
      let lines = LineLayout(wrapWidth: 7, breaksWords: true).lines(of: text)
      #expect(lines.map(\.range.length) == expected, "\(Array(text.unicodeScalars))")
    }
  }
}
