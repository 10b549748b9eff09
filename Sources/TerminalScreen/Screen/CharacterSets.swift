// SPDX-License-Identifier: Apache-2.0

/// The character sets G0 to G3, and which of them types text.
struct CharacterSets: Equatable {
  /// A character set of 94 characters.
  enum CharacterSet: Equatable {
    case ascii
    /// ASCII with £ in place of #.
    case british
    /// DEC's special graphics: lines and corners in place of small letters.
    case graphics

    /// Creates the set that a final byte designates; other sets are ASCII.
    init(final: UInt8) {
      self =
        switch final {
        case UInt8(ascii: "0"): .graphics
        case UInt8(ascii: "A"): .british
        default: .ascii
        }
    }

    /// Returns the character for an ASCII character.
    func character(for byte: UInt8) -> Unicode.Scalar {
      switch self {
      case .ascii: Unicode.Scalar(byte)
      case .british: byte == UInt8(ascii: "#") ? "£" : Unicode.Scalar(byte)
      case .graphics:
        (0x5F...0x7E).contains(byte)
          ? Self.graphicCharacters[Int(byte - 0x5F)] : Unicode.Scalar(byte)
      }
    }

    /// The characters in place of `_` to `~`.
    private static let graphicCharacters = Array(" ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)
  }

  private var designated: [CharacterSet] = [.ascii, .ascii, .ascii, .ascii]
  private var locked = 0
  private var single: Int?

  /// Whether the next characters are ASCII without a look at the tables.
  var isPlain: Bool { single == nil && designated[locked] == .ascii }

  /// Designates a set as G0 to G3.
  mutating func designate(_ slot: Int, final: UInt8) {
    designated[slot] = CharacterSet(final: final)
  }

  /// Makes one of G0 to G3 the current set (SI, SO, LS2, LS3).
  mutating func lock(_ slot: Int) { locked = slot }

  /// Makes G2 or G3 the set of the next character only (SS2, SS3).
  mutating func shift(_ slot: Int) { single = slot }

  /// Returns the character for an ASCII character, and ends a single shift.
  mutating func translate(_ byte: UInt8) -> Unicode.Scalar {
    defer { single = nil }
    return designated[single ?? locked].character(for: byte)
  }
}
