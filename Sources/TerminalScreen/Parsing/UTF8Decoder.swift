// SPDX-License-Identifier: Apache-2.0

/// Decodes UTF-8 byte by byte, so that a character may be split between reads.
///
/// An invalid or incomplete sequence gives one U+FFFD for each maximal part, as the Unicode
/// standard recommends.
struct UTF8Decoder {
  /// The result of a byte.
  enum Result: Equatable {
    /// More bytes must follow.
    case incomplete
    /// A character is complete.
    case scalar(Unicode.Scalar)
    /// The sequence before this byte was invalid; the byte was not used and must be given again.
    case invalidBefore
    /// The byte itself is invalid.
    case invalid
  }

  private var value: UInt32 = 0
  private var missing = 0
  /// The valid range of the next byte; smaller after a first byte that begins overlong sequences,
  /// surrogates or too large values.
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether a character has begun and is not complete.
  var isPending: Bool { missing > 0 }

  /// Processes a byte.
  mutating func take(_ byte: UInt8) -> Result {
    guard missing == 0 else { return takeNext(byte) }
    range = 0x80...0xBF
    switch byte {
    case ..<0x80: return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF:
      (value, missing) = (UInt32(byte & 0x0F), 2)
      if byte == 0xE0 { range = 0xA0...0xBF }
      if byte == 0xED { range = 0x80...0x9F }
    case 0xF0...0xF4:
      (value, missing) = (UInt32(byte & 0x07), 3)
      if byte == 0xF0 { range = 0x90...0xBF }
      if byte == 0xF4 { range = 0x80...0x8F }
    default: return .invalid
    }
    return .incomplete
  }

  /// Forgets an incomplete character; returns whether there was one.
  mutating func reset() -> Bool {
    defer { missing = 0 }
    return isPending
  }

  private mutating func takeNext(_ byte: UInt8) -> Result {
    guard range.contains(byte) else {
      missing = 0
      return .invalidBefore
    }
    range = 0x80...0xBF
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    guard missing == 0 else { return .incomplete }
    return Unicode.Scalar(value).map(Result.scalar) ?? .invalid
  }
}
