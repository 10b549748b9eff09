// SPDX-License-Identifier: Apache-2.0

/// Texts, quoted and escaped.
extension JSONWriter {
  mutating func append(quoting text: String) {
    put(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { append(escaping: $0) }
    put(UInt8(ascii: "\""))
  }

  // Runs without escapes, nearly always the whole text, are copied at once.
  mutating func append(escaping utf8: UnsafeBufferPointer<UInt8>) {
    var place = 0
    while true {
      let end = Self.firstEscaped(in: utf8, from: place)
      put(UnsafeBufferPointer(rebasing: utf8[place..<end]))
      guard end < utf8.count else { return }
      // Bytes that must be escaped are often near others, as in a text with empty lines.
      place = min(end + Self.group, utf8.count)
      if room.count - count < Self.group * 8 { spill() }
      let (escapes, target) = (Self.escapes, UnsafeMutableRawBufferPointer(room))
      for index in end..<place {
        let escape = escapes[Int(utf8[index])]
        target.storeBytes(of: escape.littleEndian, toByteOffset: count, as: UInt64.self)
        count += Int(escape >> 56)
      }
    }
  }

  /// The number of bytes that are escaped one by one.
  private static let group = 8

  /// The text of each byte, in the low bytes, and its length in the highest byte.
  private static let escapes = (0...UInt8.max).map { byte in
    let text = escaped(byte)
    return text.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      | UInt64(text.count) << 56
  }

  /// Returns the index of the first byte that must be escaped; the number of bytes for none.
  // Looks at eight bytes at once, because a text may have a megabyte.
  private static func firstEscaped(
    in utf8: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var place = start
    let bytes = UnsafeRawBufferPointer(utf8)
    let (ones, highBits) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    while place + 8 <= utf8.count {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      // The high bit of a byte is set if the byte is below 0x20, or equal to one of the marks.
      let found =
        (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes
        | (backslashes &- ones) & ~backslashes
      if found & highBits != 0 { break }
      place += 8
    }
    while place < utf8.count, !isEscaped(utf8[place]) { place += 1 }
    return place
  }

  // Quotation mark, backslash and U+0000 to U+001F must be escaped (RFC 8259, section 7).
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    guard isEscaped(byte) else { return [byte] }
    let backslash = UInt8(ascii: "\\")
    switch byte {
    case 0x08: return [backslash, UInt8(ascii: "b")]
    case 0x09: return [backslash, UInt8(ascii: "t")]
    case 0x0a: return [backslash, UInt8(ascii: "n")]
    case 0x0c: return [backslash, UInt8(ascii: "f")]
    case 0x0d: return [backslash, UInt8(ascii: "r")]
    case ..<0x20:
      let low = byte & 15
      let digit = low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10
      return [backslash] + "u00".utf8 + [UInt8(ascii: "0") + byte >> 4, digit]
    default: return [backslash, byte]
    }
  }
}
