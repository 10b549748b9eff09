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
      return page.withPiece(base: unitsBefore) {
        String(decoding: $0.part(in: range), as: UTF8.self)
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.length)
    before?.forEachLeaf(in: range, base: 0) { bytes.append(contentsOf: $0.part(in: range)) }
    if range.start < unitsBefore + page.units, range.end > unitsBefore {
      page.withPiece(base: unitsBefore) { bytes.append(contentsOf: $0.part(in: range)) }
    }
    after?.forEachLeaf(in: range, base: unitsBefore + page.units) {
      bytes.append(contentsOf: $0.part(in: range))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The UTF-16 code unit at an offset; nil outside the text.
  public func codeUnit(at offset: Int) -> UInt16? {
    guard let scalar = scalar(at: offset) else { return nil }
    if scalar.value.value < 0x10000 { return UInt16(scalar.value.value) }
    return scalar.start == offset
      ? UTF16.leadSurrogate(scalar.value) : UTF16.trailSurrogate(scalar.value)
  }

  /// The code point that begins at an offset, or whose second half is there; nil at the end.
  package func scalar(at offset: Int) -> (value: Unicode.Scalar, start: Int)? {
    guard offset >= 0, offset < count else { return nil }
    return withPiece(at: offset) { $0.scalar(at: offset) }
  }

  /// The code point that ends at an offset; nil at the start.
  package func scalar(before offset: Int) -> (value: Unicode.Scalar, start: Int)? {
    scalar(at: offset - 1)
  }

  /// Hands out the leaf or the page that holds an offset of the text.
  private func withPiece<Result>(at offset: Int, _ body: (TextPiece) -> Result) -> Result {
    if offset < unitsBefore, let before { return before.withLeaf(at: offset, base: 0, body) }
    let pageEnd = unitsBefore + page.units
    if offset >= pageEnd, let after { return after.withLeaf(at: offset, base: pageEnd, body) }
    return page.withPiece(base: unitsBefore, body)
  }
}

extension TextPiece {
  /// The bytes that a range of the text covers.
  fileprivate func part(in range: TextRange) -> Slice<UTF8Walk.Bytes> {
    let start = place(atOrBefore: range.start)
    let end = place(atOrAfter: range.end)
    return bytes[start.byte..<max(start.byte, end.byte)]
  }

  fileprivate func scalar(at offset: Int) -> (value: Unicode.Scalar, start: Int)? {
    let place = place(atOrBefore: offset)
    return UTF8Walk.scalar(at: place.byte, in: bytes).map { ($0, base + place.unit) }
  }
}
