// SPDX-License-Identifier: Apache-2.0

/// How large a piece of text is, in the measures that the storage searches by.
struct TextCounts: Equatable, Sendable {
  /// UTF-8 bytes.
  var bytes = 0
  /// UTF-16 code units.
  var units = 0
  /// Code points that end a line: LF, CR, U+2028, U+2029.
  var breaks = 0
  /// Code points that may be shown from right to left, or make others be.
  var rightToLeft = 0

  static func + (left: TextCounts, right: TextCounts) -> TextCounts {
    TextCounts(
      bytes: left.bytes + right.bytes, units: left.units + right.units,
      breaks: left.breaks + right.breaks, rightToLeft: left.rightToLeft + right.rightToLeft)
  }
}

/// Walks over UTF-8 that is known to be valid and to begin and end on a code point.
enum UTF8Walk {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  static func counts(of bytes: Bytes) -> TextCounts {
    var counts = TextCounts(bytes: bytes.count, units: units(in: bytes))
    for index in bytes.indices {
      if lineBreak(at: index, in: bytes) != nil { counts.breaks += 1 }
      if mayBeRightToLeft(at: index, in: bytes) { counts.rightToLeft += 1 }
    }
    return counts
  }

  /// Whether a code point begins at a byte without which all would be shown from left to right.
  ///
  /// They are the blocks that Unicode keeps for scripts written from right to left, and the marks
  /// and controls that turn the direction.
  static func mayBeRightToLeft(at index: Int, in bytes: Bytes) -> Bool {
    guard bytes[index] >= 0xD6, index + 1 < bytes.count else { return false }
    let (second, third) = (bytes[index + 1], index + 2 < bytes.count ? bytes[index + 2] : 0)
    switch bytes[index] {
    case 0xD6: return second >= 0x90
    case 0xD7...0xDF: return true
    case 0xE0: return (0xA0...0xA3).contains(second)
    case 0xE2:
      return second == 0x80 && [0x8F, 0xAB, 0xAE].contains(third) || second == 0x81 && third == 0xA7
    case 0xEF: return (0xAC...0xB7).contains(second) || (0xB9...0xBB).contains(second)
    case 0xF0: return (second == 0x90 || second == 0x9E) && third >= 0xA0
    default: return false
    }
  }

  /// UTF-16 units: one for each code point, two for those of four bytes.
  static func units(in bytes: Bytes) -> Int {
    var units = 0
    for byte in bytes {
      units += (byte & 0xC0 == 0x80 ? 0 : 1) + (byte >= 0xF0 ? 1 : 0)
    }
    return units
  }

  /// The line break that begins at a byte.
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

  /// Finds the code point that holds a UTF-16 unit, walking from a known place in either direction.
  ///
  /// - Returns: the byte where it begins, and its unit: one less than `unit` inside a pair.
  static func place(ofUnit unit: Int, in bytes: Bytes, from known: TextPlace) -> TextPlace {
    var place = known
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

  /// The code point that begins at a byte.
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

  /// Steps back from a byte to the nearest one that begins a code point.
  static func start(atOrBefore index: Int, in bytes: Bytes) -> Int {
    var index = index
    while index > 0, index < bytes.count, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }
}

/// One place in a piece of text, in both measures.
struct TextPlace: Equatable, Sendable {
  var unit = 0
  var byte = 0
}
