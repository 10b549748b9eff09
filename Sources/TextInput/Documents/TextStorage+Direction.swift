// SPDX-License-Identifier: Apache-2.0

extension TextStorage {
  /// Whether the paragraph that holds an offset is written from right to left.
  ///
  /// Its first letter decides, as in rule P2 of Unicode Standard Annex 9; a paragraph that has
  /// none among its first thousand code points counts as left to right.
  public func isRightToLeft(at offset: Int) -> Bool {
    var position = paragraphStart(at: offset)
    let end = min(paragraphEnd(at: offset), position + 1000)
    while position < end, let scalar = scalar(at: position)?.value {
      if Self.isRightToLeftLetter(scalar) { return true }
      if scalar.properties.isAlphabetic { return false }
      position += UTF16.width(scalar)
    }
    return false
  }

  /// The blocks that Unicode keeps for scripts written from right to left; digits are none.
  private static func isRightToLeftLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200F: true
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      scalar.properties.isAlphabetic
    default: false
    }
  }
}
