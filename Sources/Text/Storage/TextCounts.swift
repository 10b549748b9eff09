// SPDX-License-Identifier: Apache-2.0

/// The size of a piece of text, in the units that the storage searches by.
struct TextCounts: Equatable, Sendable {
  /// The number of UTF-8 bytes.
  var bytes = 0
  /// The number of UTF-16 code units.
  var units = 0
  /// The number of code points that end a line: LF, CR, U+2028, U+2029.
  var breaks = 0
  /// The number of code points that may be shown from right to left, or that affect the direction
  /// of others.
  var rightToLeft = 0
  /// The number of code points that are halves of flags.
  var flagHalves = 0

  /// Whether the piece consists of halves of flags, each of two units.
  var isFlags: Bool { units > 0 && units == 2 * flagHalves }

  static func + (left: TextCounts, right: TextCounts) -> TextCounts {
    TextCounts(
      bytes: left.bytes + right.bytes, units: left.units + right.units,
      breaks: left.breaks + right.breaks, rightToLeft: left.rightToLeft + right.rightToLeft,
      flagHalves: left.flagHalves + right.flagHalves)
  }
}

/// Functions on valid UTF-8 that begins and ends at a code point boundary.
enum UTF8Walk {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  static func counts(of bytes: Bytes) -> TextCounts {
    var counts = TextCounts(bytes: bytes.count)
    var index = 0
    counts.units = units(in: bytes)
    while index < bytes.count {
      if index + 8 <= bytes.count, case let word = EightBytes(at: index, in: bytes), word.isASCII {
        counts.breaks += word.count(of: 0x0A) + word.count(of: 0x0D)
        index += 8
        continue
      }
      let lead = bytes[index]
      switch lead {
      case 0x0A, 0x0D:
        counts.breaks += 1
        index += 1
      case ..<0x80: index += 1
      case ..<0xD6:
        // The letters of Europe.
        index += 2
      default:
        if lead == 0xE2, lineBreak(at: index, in: bytes) != nil { counts.breaks += 1 }
        if mayBeRightToLeft(at: index, in: bytes) { counts.rightToLeft += 1 }
        if lead == 0xF0, isFlagHalf(at: index, in: bytes) { counts.flagHalves += 1 }
        index += lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      }
    }
    return counts
  }

  /// Whether half of a flag begins at a byte (U+1F1E6 to U+1F1FF).
  static func isFlagHalf(at index: Int, in bytes: Bytes) -> Bool {
    bytes[index] == 0xF0 && index + 3 < bytes.count && bytes[index + 1] == 0x9F
      && bytes[index + 2] == 0x87 && bytes[index + 3] >= 0xA6
  }

  /// Whether the code point at a byte may be shown from right to left or may change the direction.
  ///
  /// This covers the blocks that Unicode reserves for right-to-left scripts, and the marks and
  /// controls that change the direction. Text without such code points is shown from left to right.
  static func mayBeRightToLeft(at index: Int, in bytes: Bytes) -> Bool {
    guard bytes[index] >= 0xD6, index + 1 < bytes.count else { return false }
    let (second, third) = (bytes[index + 1], index + 2 < bytes.count ? bytes[index + 2] : 0)
    switch bytes[index] {
    case 0xD6: return second >= 0x90
    case 0xD7...0xDF: return true
    case 0xE0: return (0xA0...0xA3).contains(second)
    case 0xE2:
      return second == 0x80 && (third == 0x8F || third == 0xAB || third == 0xAE)
        || second == 0x81 && third == 0xA7
    case 0xEF: return (0xAC...0xB7).contains(second) || (0xB9...0xBB).contains(second)
    case 0xF0: return (second == 0x90 || second == 0x9E) && third >= 0xA0
    default: return false
    }
  }

  /// Counts UTF-16 units: two for a code point of four bytes, one for every other.
  static func units(in bytes: Bytes) -> Int {
    var units = 0
    var index = 0
    // Eight bytes at once, because a text may have megabytes.
    while index + 8 <= bytes.count {
      let word = EightBytes(at: index, in: bytes)
      units += word.isASCII ? 8 : word.units
      index += 8
    }
    while index < bytes.count {
      units += (bytes[index] & 0xC0 == 0x80 ? 0 : 1) + (bytes[index] >= 0xF0 ? 1 : 0)
      index += 1
    }
    return units
  }

  /// Returns the line break that begins at a byte; nil if none does.
  static func lineBreak(at index: Int, in bytes: Bytes) -> Unicode.Scalar? {
    switch bytes[index] {
    case 0x0A: return "\n"
    case 0x0D: return "\r"
    case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80:
      switch bytes[index + 2] {
      case 0xA8: return "\u{2028}"
      case 0xA9: return "\u{2029}"
      default: return nil
      }
    default: return nil
    }
  }

  /// Moves a place towards a unit by eight bytes at a time, and then to the start of a code point
  /// that is not beyond the unit.
  private static func skip(toUnit unit: Int, in bytes: Bytes, _ place: inout TextPlace) {
    while place.byte + 8 <= bytes.count,
      case let units = EightBytes(at: place.byte, in: bytes).units, units <= unit - place.unit
    {
      place.unit += units
      place.byte += 8
    }
    while place.byte >= 8, case let units = EightBytes(at: place.byte - 8, in: bytes).units,
      units <= place.unit - unit
    {
      place.unit -= units
      place.byte -= 8
    }
    while place.byte < bytes.count, bytes[place.byte] & 0xC0 == 0x80 { place.byte += 1 }
  }

  /// Finds the code point that holds a UTF-16 unit, searching from a known place in either
  /// direction.
  ///
  /// - Returns: the first byte of the code point, and its unit: `unit - 1` inside a surrogate pair.
  static func place(ofUnit unit: Int, in bytes: Bytes, from known: TextPlace) -> TextPlace {
    var place = known
    skip(toUnit: unit, in: bytes, &place)
    while place.unit < unit, place.byte < bytes.count {
      let lead = bytes[place.byte]
      let width = lead >= 0xF0 ? 2 : 1
      guard place.unit + width <= unit else { return place }
      place.unit += width
      place.byte += lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }
    while place.unit > unit, place.byte > 0 {
      place.byte -= 1
      let byte = bytes[place.byte]
      if byte & 0xC0 != 0x80 { place.unit -= byte >= 0xF0 ? 2 : 1 }
    }
    return place
  }

  /// Decodes the code point that begins at a byte; nil at the end.
  static func scalar(at index: Int, in bytes: Bytes) -> Unicode.Scalar? {
    guard index < bytes.count else { return nil }
    let lead = bytes[index]
    if lead < 0x80 { return Unicode.Scalar(lead) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard index + length <= bytes.count else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
    return Unicode.Scalar(value)
  }

  /// Steps back from a byte to the nearest byte that begins a code point.
  static func start(atOrBefore index: Int, in bytes: Bytes) -> Int {
    var index = index
    while index > 0, index < bytes.count, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }
}

/// Eight bytes of UTF-8, which are examined at once.
struct EightBytes {
  private let word: UInt64
  /// The lowest bit of each byte.
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  init(at index: Int, in bytes: UTF8Walk.Bytes) {
    word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  var isASCII: Bool { word & (Self.ones << 7) == 0 }

  /// Whether a line break may begin in these bytes: LF, CR, or a code point with the lead byte of
  /// U+2028.
  var mayBreakLine: Bool {
    Self.hasZero(word ^ Self.ones &* 0x0A) || Self.hasZero(word ^ Self.ones &* 0x0D)
      || Self.hasZero(word ^ Self.ones &* 0xE2)
  }

  /// Whether one of the bytes is zero.
  private static func hasZero(_ word: UInt64) -> Bool {
    (word &- ones) & ~word & (ones << 7) != 0
  }

  /// Counts the bytes that equal a value, among bytes of ASCII.
  func count(of byte: UInt8) -> Int {
    let different = (word ^ Self.ones &* UInt64(byte)) &+ Self.ones &* 0x7F
    return Self.sum(~different >> 7)
  }

  /// The number of UTF-16 units of the code points that begin in these bytes.
  var units: Int {
    let following = word >> 7 & ~word >> 6
    let longest = word >> 7 & word >> 6 & word >> 5 & word >> 4
    return 8 - Self.sum(following) + Self.sum(longest)
  }

  /// Counts the bytes whose lowest bit is set.
  private static func sum(_ bits: UInt64) -> Int { Int(((bits & ones) &* ones) >> 56) }
}

/// One place in a piece of text, as a UTF-16 unit and as a byte.
struct TextPlace: Equatable, Sendable {
  var unit = 0
  var byte = 0
}
