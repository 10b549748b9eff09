// SPDX-License-Identifier: Apache-2.0

extension TextStorage {
  /// The whole text as one string; costs as much as the text is long.
  public var text: String {
    substring(TextRange(0, count))
  }

  /// Hands out the text as UTF-8, piece by piece and in order.
  ///
  /// A piece begins and ends on a code point, holds a few kilobytes at the most, and is valid only
  /// while `body` runs.
  public func forEachChunk(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    before?.forEachLeaf(body)
    if page.units > 0 { page.bytes.withUnsafeBufferPointer(body) }
    after?.forEachLeaf(body)
  }

  /// The text of a range; a surrogate pair at its edge is taken whole.
  public func substring(_ range: TextRange) -> String {
    let range = clamped(range)
    guard !range.isEmpty else { return "" }
    if range.start >= unitsBefore, range.end <= unitsBefore + page.units {
      return page.bytes.withUnsafeBufferPointer {
        String(decoding: part(of: $0, at: unitsBefore, in: range), as: UTF8.self)
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.length)
    forEachLeaf(in: range) { bytes.append(contentsOf: part(of: $0, at: $1, in: range)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The UTF-16 code unit at an offset; nil outside the text.
  public func codeUnit(at offset: Int) -> UInt16? {
    guard offset >= 0, offset < count else { return nil }
    if page.units == page.bytes.count, offset >= unitsBefore, offset < unitsBefore + page.units {
      return UInt16(page.bytes[offset - unitsBefore])
    }
    return withPiece(at: offset) { bytes, base in
      let place = UTF8Walk.place(ofUnit: offset - base, in: bytes, from: start(of: bytes, base))
      guard let scalar = UTF8Walk.scalar(at: place.byte, in: bytes) else { return nil }
      let units = UTF16.encode(scalar)
      return units.flatMap { units in
        units.dropFirst(offset - base - place.unit).first
      }
    }
  }

  /// The code point that begins at an offset, or whose second half is there; nil at the end.
  func scalar(at offset: Int) -> (value: Unicode.Scalar, start: Int)? {
    guard offset >= 0, offset < count else { return nil }
    return withPiece(at: offset) { bytes, base in
      let place = UTF8Walk.place(ofUnit: offset - base, in: bytes, from: start(of: bytes, base))
      return UTF8Walk.scalar(at: place.byte, in: bytes).map { ($0, base + place.unit) }
    }
  }

  /// The code point that ends at an offset; nil at the start.
  func scalar(before offset: Int) -> (value: Unicode.Scalar, start: Int)? {
    scalar(at: offset - 1)
  }

  /// Hands out the leaf or the page that holds an offset of the text.
  private func withPiece<Result>(
    at offset: Int, _ body: (UTF8Walk.Bytes, Int) -> Result
  ) -> Result {
    if offset < unitsBefore, let before {
      return before.withLeaf(at: offset, body)
    }
    let unitsUpToAfter = unitsBefore + page.units
    if offset >= unitsUpToAfter, let after {
      return after.withLeaf(at: offset - unitsUpToAfter, startingAt: unitsUpToAfter, body)
    }
    return page.bytes.withUnsafeBufferPointer { body($0, unitsBefore) }
  }

  /// Where to walk from in a piece: near the last edit in the page, else from its beginning.
  private func start(of bytes: UTF8Walk.Bytes, _ base: Int) -> TextPlace {
    base == unitsBefore && bytes.count == page.bytes.count ? page.lastPlace : TextPlace()
  }

  private func forEachLeaf(in range: TextRange, _ body: (UTF8Walk.Bytes, Int) -> Void) {
    before?.forEachLeaf(from: range.start, to: range.end, base: 0, body)
    if range.start < unitsBefore + page.units, range.end > unitsBefore {
      page.bytes.withUnsafeBufferPointer { body($0, unitsBefore) }
    }
    after?.forEachLeaf(
      from: range.start, to: range.end, base: unitsBefore + page.units, body)
  }

  /// The bytes of a piece that a range covers.
  private func part(
    of bytes: UTF8Walk.Bytes, at base: Int, in range: TextRange
  ) -> Slice<UTF8Walk.Bytes> {
    let known = start(of: bytes, base)
    let from =
      range.start <= base
      ? TextPlace() : UTF8Walk.place(ofUnit: range.start - base, in: bytes, from: known)
    var to = UTF8Walk.place(
      ofUnit: range.end - base, in: bytes, from: range.start <= base ? known : from)
    if to.unit < range.end - base {
      to = UTF8Walk.place(ofUnit: range.end - base + 1, in: bytes, from: to)
    }
    return bytes[from.byte..<max(from.byte, to.byte)]
  }
}
