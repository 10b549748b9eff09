// SPDX-License-Identifier: Apache-2.0

/// Character boundaries that can be decided from two code points alone.
///
/// The rules are those of Unicode Standard Annex 29, section 3.1.1.
enum CharacterBreak {
  /// Whether a character certainly ends between two code points; false means unknown.
  static func isCertain(between previous: Unicode.Scalar, and next: Unicode.Scalar) -> Bool {
    // ASCII joins the code point before it only as LF after CR or after a prepended mark (GB3, GB4,
    // GB9b).
    if next.isASCII { return !(previous == "\r" && next == "\n") && !mayPrepend(previous) }
    return isPlain(previous) && isPlain(next)
  }

  /// Whether the code point is a letter, digit, punctuation mark or symbol that joins neither the
  /// code point before it nor another plain one: no jamo, no flag letters, no Indic consonants
  /// (GB9c), no modifiers.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: return true
    case 0x0900...0x0DFF, 0x0E33, 0x0EB3, 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF,
      0x1F1E6...0x1F1FF, 0x11000...0x11FFF:
      return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation,
      .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
      .currencySymbol, .otherSymbol, .spaceSeparator:
      return true
    default:
      return false
    }
  }

  /// Whether the code point may have Grapheme_Cluster_Break=Prepend: some format characters of
  /// Arabic and Syriac, and a few letters of Brahmic scripts.
  private static func mayPrepend(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x08FF: scalar.properties.generalCategory == .format
    case 0x0D4E, 0x11000...0x11FFF: true
    default: false
    }
  }

  /// Whether a character ends between two code points that nothing precedes.
  static func isBetween(_ previous: Unicode.Scalar, _ next: Unicode.Scalar) -> Bool {
    if isCertain(between: previous, and: next) { return true }
    // Two code points fit into a string without an allocation of memory.
    let text = String(unsafeUninitializedCapacity: 8) { bytes in
      let length = write(previous, to: bytes, at: 0)
      return write(next, to: bytes, at: length)
    }
    return text.index(after: text.startIndex) != text.endIndex
  }

  /// Writes a code point as UTF-8, and returns the index behind it.
  private static func write(
    _ scalar: Unicode.Scalar, to bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    var end = start
    for byte in scalar.utf8 {
      bytes[end] = byte
      end += 1
    }
    return end
  }

  /// Whether code points form one character.
  static func areJoined(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text.index(after: text.startIndex) == text.endIndex
  }

  /// Whether the code point is half of a flag (Regional_Indicator).
  static func isFlagHalf(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }
}
