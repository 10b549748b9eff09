// SPDX-License-Identifier: Apache-2.0

/// Reading a text, its parts, its code units and its characters' scalars.
extension TextStorage {
  /// The whole text as one string; takes time proportional to its length.
  public var text: String {
    substring(TextRange(0, count))
  }

  /// Calls a function with the text as UTF-8, piece by piece and in order.
  ///
  /// - Parameter body: the function; its buffer begins and ends at a code point boundary, holds at
  ///   most a few kilobytes, and is valid only during the call.
  public func forEachChunk(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    before?.forEachLeaf(body)
    if page.units > 0 { page.bytes.withUnsafeBufferPointer(body) }
    after?.forEachLeaf(body)
  }

  /// Returns the text of a range.
  ///
  /// - Parameter range: the range, clamped to the text; a surrogate pair at its edge is included
  ///   whole.
  /// - Returns: the text.
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

  /// Returns the UTF-16 code unit at an offset.
  ///
  /// - Parameter offset: a UTF-16 offset.
  /// - Returns: the code unit; nil outside the text.
  public func codeUnit(at offset: Int) -> UInt16? {
    guard let scalar = scalar(at: offset) else { return nil }
    if scalar.value.value < 0x10000 { return UInt16(scalar.value.value) }
    return scalar.start == offset
      ? UTF16.leadSurrogate(scalar.value) : UTF16.trailSurrogate(scalar.value)
  }

  /// Returns the code point that holds the unit at an offset, and its start; nil outside the text.
  package func scalar(at offset: Int) -> (value: Unicode.Scalar, start: Int)? {
    guard offset >= 0, offset < count else { return nil }
    return withPiece(at: offset) { $0.scalar(at: offset) }
  }

  /// Returns the code point that ends at an offset; nil at the start.
  package func scalar(before offset: Int) -> (value: Unicode.Scalar, start: Int)? {
    scalar(at: offset - 1)
  }

  /// Returns the start of the row of flags that ends at an offset; the offset itself if there is no
  /// such row (INP-17).
  ///
  /// The ropes know which of their parts consist of flags, so a long row costs no more.
  func flagsStart(before offset: Int) -> Int {
    let pageEnd = unitsBefore + page.units
    if offset > pageEnd, let found = after?.flagsStart(before: offset, base: pageEnd) {
      return found
    }
    if offset > unitsBefore, page.units > 0 {
      let found = page.withPiece(base: unitsBefore) { $0.flagsStart(before: offset) }
      if let found { return found }
    }
    return before?.flagsStart(before: offset, base: 0) ?? 0
  }

  /// Calls `body` with the leaf or the page that holds an offset of the text.
  private func withPiece<Result>(at offset: Int, _ body: (TextPiece) -> Result) -> Result {
    if offset < unitsBefore, let before { return before.withLeaf(at: offset, base: 0, body) }
    let pageEnd = unitsBefore + page.units
    if offset >= pageEnd, let after { return after.withLeaf(at: offset, base: pageEnd, body) }
    return page.withPiece(base: unitsBefore, body)
  }
}

extension String {
  /// The number of UTF-16 code units.
  ///
  /// The count of the UTF-16 view is the same; for a long text that is not ASCII it builds an index
  /// first, which costs many times as much.
  package var utf16Count: Int {
    utf8.withContiguousStorageIfAvailable { UTF8Walk.units(in: $0) } ?? utf16.count
  }
}

extension TextPiece {
  /// Returns the bytes that a range of the text covers.
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
