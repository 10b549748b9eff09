// SPDX-License-Identifier: Apache-2.0

/// The letters of the most common scripts, which need no table of Unicode to be measured.
///
/// Between two of them a character always begins, whatever precedes, and each alone has a known
/// number of cells.
enum PlainCharacters {
  /// Returns the number of cells of a code point; nil if it is not plain.
  @inline(__always)
  static func cells(of scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    // ASCII letters, digits and signs, without space; Latin; Greek; Cyrillic.
    case 0x21...0x7E, 0xC0...0x02AF, 0x0391...0x03A1, 0x03A3...0x03FF, 0x0400...0x0482,
      0x048A...0x052F:
      1
    // Kana, Han, Hangul syllables.
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    default: nil
    }
  }
}

extension Character {
  /// The number of cells of a plain letter, digit or sign; nil for any other character, which may
  /// have a number of cells nevertheless.
  package var plainCells: Int? {
    let scalars = unicodeScalars
    let start = scalars.startIndex
    guard let cells = PlainCharacters.cells(of: scalars[start]),
      scalars.index(after: start) == scalars.endIndex
    else { return nil }
    return Int(cells)
  }
}
