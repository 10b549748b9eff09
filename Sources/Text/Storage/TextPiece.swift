// SPDX-License-Identifier: Apache-2.0

/// A leaf or the page of a storage, for reading: its bytes and its offset in the text.
struct TextPiece {
  let bytes: UTF8Walk.Bytes
  /// The UTF-16 offset of the piece in the text.
  let base: Int
  /// The number of UTF-16 units.
  let units: Int
  /// A position in the piece that is already known; reading near it is cheap.
  let known: TextPlace

  init(_ bytes: UTF8Walk.Bytes, base: Int, units: Int, known: TextPlace = TextPlace()) {
    self.bytes = bytes
    self.base = base
    self.units = units
    self.known = known
  }

  /// Finds the place of a text offset; inside a surrogate pair, the start of the pair.
  func place(atOrBefore offset: Int) -> TextPlace {
    let unit = min(max(offset - base, 0), units)
    // Equal numbers of bytes and units mean that all of it is ASCII.
    if units == bytes.count { return TextPlace(unit: unit, byte: unit) }
    if unit == units { return TextPlace(unit: units, byte: bytes.count) }
    let nearest = abs(unit - known.unit) < unit ? known : TextPlace()
    return UTF8Walk.place(ofUnit: unit, in: bytes, from: nearest)
  }

  /// Finds the place of a text offset; inside a surrogate pair, the end of the pair.
  func place(atOrAfter offset: Int) -> TextPlace {
    let place = place(atOrBefore: offset)
    guard place.unit < min(offset - base, units) else { return place }
    return UTF8Walk.place(ofUnit: place.unit + 2, in: bytes, from: place)
  }

  /// Finds the last line break that begins before an offset.
  func lastBreak(before limit: Int, _ kind: LineBreakKind) -> TextBreak? {
    var place = place(atOrAfter: limit)
    while place.byte > 0 {
      // Eight bytes at once, because a paragraph may be long.
      if place.byte >= 8, case let word = EightBytes(at: place.byte - 8, in: bytes),
        !word.mayBreakLine
      {
        place.byte -= 8
        place.unit -= word.units
        continue
      }
      place.byte -= 1
      let byte = bytes[place.byte]
      guard byte & 0xC0 != 0x80 else { continue }
      place.unit -= byte >= 0xF0 ? 2 : 1
      if let found = lineBreak(at: place, kind) { return found }
    }
    return nil
  }

  /// Finds the first line break that begins at or after an offset.
  func firstBreak(from limit: Int, _ kind: LineBreakKind) -> TextBreak? {
    var place = place(atOrAfter: limit)
    while place.byte < bytes.count {
      if place.byte + 8 <= bytes.count, case let word = EightBytes(at: place.byte, in: bytes),
        !word.mayBreakLine
      {
        place.byte += 8
        place.unit += word.units
        continue
      }
      let byte = bytes[place.byte]
      if byte & 0xC0 != 0x80 {
        if let found = lineBreak(at: place, kind) { return found }
        place.unit += byte >= 0xF0 ? 2 : 1
      }
      place.byte += 1
    }
    return nil
  }

  /// Finds the start of the row of flags that ends at an offset or at the end of the piece; nil if
  /// all of the piece before the offset is such a row.
  func flagsStart(before limit: Int) -> Int? {
    var place = place(atOrBefore: limit)
    while place.byte > 0 {
      guard place.byte >= 4, UTF8Walk.isFlagHalf(at: place.byte - 4, in: bytes) else {
        return base + place.unit
      }
      place.byte -= 4
      place.unit -= 2
    }
    return nil
  }

  /// Whether any part of a range of the text may be shown from right to left.
  func hasRightToLeft(in range: TextRange) -> Bool {
    // Equal numbers of bytes and units mean that all of it is ASCII.
    guard units != bytes.count else { return false }
    let (start, end) = (place(atOrBefore: range.start).byte, place(atOrAfter: range.end).byte)
    return start < end && (start..<end).contains { UTF8Walk.mayBeRightToLeft(at: $0, in: bytes) }
  }

  private func lineBreak(at place: TextPlace, _ kind: LineBreakKind) -> TextBreak? {
    guard let scalar = UTF8Walk.lineBreak(at: place.byte, in: bytes), kind.includes(scalar)
    else { return nil }
    return TextBreak(offset: base + place.unit, scalar: scalar)
  }
}

/// A code point that ends a line, and its UTF-16 offset.
struct TextBreak: Equatable {
  var offset: Int
  var scalar: Unicode.Scalar
}

/// The code points that count as the end of a line.
enum LineBreakKind {
  /// The code points that end a paragraph: LF, CR, U+2029.
  case paragraph
  /// The code points that end a paragraph, and the line separator U+2028.
  case line

  func includes(_ scalar: Unicode.Scalar) -> Bool {
    self == .line || scalar != "\u{2028}"
  }
}
