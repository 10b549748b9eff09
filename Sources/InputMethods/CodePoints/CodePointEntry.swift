// SPDX-License-Identifier: Apache-2.0

/// The digits of a code point that is being typed: `U+4E2D` or `4e2d` (IME-18).
package struct CodePointEntry: Hashable, Sendable {
  /// The typed characters.
  package private(set) var text = ""

  /// Starts empty.
  package init() {}

  /// Whether nothing was typed.
  package var isEmpty: Bool { text.isEmpty }

  /// Adds a character.
  ///
  /// - Parameter character: a hexadecimal digit, or `U` and `+` at the beginning.
  /// - Returns: whether the character belongs to a code point; if not, nothing changes.
  package mutating func type(_ character: Character) -> Bool {
    switch text.count {
    case 0 where character == "u" || character == "U": break
    case 1 where character == "+" && text.lowercased() == "u": break
    // Six digits are enough for every code point.
    case _ where character.isHexDigit && character.isASCII && digits.count < 6: break
    default: return false
    }
    text.append(character)
    return true
  }

  /// Removes the last character.
  package mutating func deleteBackward() { _ = text.popLast() }

  /// The character of the code point; nil for none: too few digits, a surrogate, a number that is
  /// too large, or a control character.
  package var character: Character? {
    guard digits.count >= 2, let value = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .control
    else { return nil }
    return Character(scalar)
  }

  /// Whether the digits have no `U` before them.
  package var isBare: Bool { text.first.map { $0.lowercased() != "u" } ?? false }
  /// The number of digits.
  package var digitCount: Int { digits.count }
  /// Whether one of the digits is a letter, so that they are no decimal number.
  package var hasLetters: Bool { digits.contains(where: \.isLetter) }

  private var digits: Substring {
    guard let first = text.first, first == "u" || first == "U" else { return text[...] }
    return text.dropFirst(text.dropFirst().first == "+" ? 2 : 1)
  }
}
