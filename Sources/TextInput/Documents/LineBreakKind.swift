// SPDX-License-Identifier: Apache-2.0

/// A code point that ends a line, and its UTF-16 offset.
struct TextBreak: Equatable {
  var offset: Int
  var scalar: Unicode.Scalar
}

/// Which code points count as the end of a line.
enum LineBreakKind {
  /// Those that end a paragraph: LF, CR, U+2029.
  case paragraph
  /// Those, and the line separator U+2028.
  case line

  private func includes(_ scalar: Unicode.Scalar) -> Bool {
    self == .line || scalar != "\u{2028}"
  }

  /// The last one in a piece that begins before an offset; the piece begins at `base`.
  func last(in bytes: UTF8Walk.Bytes, before limit: Int, base: Int) -> TextBreak? {
    var place = UTF8Walk.place(ofUnit: limit - base, in: bytes, from: TextPlace())
    while place.byte > 0 {
      place.byte -= 1
      let byte = bytes[place.byte]
      guard byte & 0xC0 != 0x80 else { continue }
      place.unit -= byte >= 0xF0 ? 2 : 1
      if let found = UTF8Walk.lineBreak(at: place.byte, in: bytes), includes(found.scalar) {
        return TextBreak(offset: base + place.unit, scalar: found.scalar)
      }
    }
    return nil
  }

  /// The first one in a piece that begins at or after an offset; the piece begins at `base`.
  func first(in bytes: UTF8Walk.Bytes, from limit: Int, base: Int) -> TextBreak? {
    var place = UTF8Walk.place(ofUnit: max(0, limit - base), in: bytes, from: TextPlace())
    while place.byte < bytes.count {
      let byte = bytes[place.byte]
      if byte & 0xC0 != 0x80 {
        if let found = UTF8Walk.lineBreak(at: place.byte, in: bytes), includes(found.scalar) {
          return TextBreak(offset: base + place.unit, scalar: found.scalar)
        }
        place.unit += byte >= 0xF0 ? 2 : 1
      }
      place.byte += 1
    }
    return nil
  }
}
