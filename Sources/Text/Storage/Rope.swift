// SPDX-License-Identifier: Apache-2.0

/// An immutable text in pieces of up to a kilobyte, at the leaves of a height-balanced tree.
///
/// Joining and splitting share the unchanged parts and take logarithmic time. An empty text is nil,
/// so no rope has empty leaves.
final class Rope: Sendable {
  /// The maximum number of bytes in a leaf.
  static let leafLimit = 1024

  let counts: TextCounts
  let height: Int
  /// The text of a leaf; empty in an inner node.
  let bytes: [UInt8]
  let left: Rope?
  let right: Rope?

  private init(leaf bytes: [UInt8]) {
    counts = bytes.withUnsafeBufferPointer { UTF8Walk.counts(of: $0) }
    height = 0
    self.bytes = bytes
    left = nil
    right = nil
  }

  private init(_ left: Rope, _ right: Rope) {
    counts = left.counts + right.counts
    height = max(left.height, right.height) + 1
    bytes = []
    self.left = left
    self.right = right
  }

  /// Builds a rope of any length from valid UTF-8; nil if there are no bytes.
  static func make(_ bytes: [UInt8]) -> Rope? {
    guard bytes.count > leafLimit else { return bytes.isEmpty ? nil : Rope(leaf: bytes) }
    return bytes.withUnsafeBufferPointer { buffer in
      let middle = UTF8Walk.start(atOrBefore: bytes.count / 2, in: buffer)
      return join(make(buffer[..<middle]), make(buffer[middle...]))
    }
  }

  private static func make(_ part: Slice<UTF8Walk.Bytes>) -> Rope? {
    guard part.count > leafLimit else { return part.isEmpty ? nil : Rope(leaf: Array(part)) }
    let middle = UTF8Walk.start(
      atOrBefore: part.startIndex + part.count / 2, in: part.base)
    return join(make(part[..<middle]), make(part[middle...]))
  }

  /// Concatenates two ropes.
  static func join(_ left: Rope?, _ right: Rope?) -> Rope? {
    guard let left else { return right }
    guard let right else { return left }
    return joined(left, right)
  }

  // The lower tree is inserted where the edge of the higher tree has the same height. On the way
  // back up, the nodes are rotated so that the halves of each differ by at most one in height, as
  // in an AVL tree.
  private static func joined(_ left: Rope, _ right: Rope) -> Rope {
    if left.height > right.height + 1, let outer = left.left, let inner = left.right {
      return balanced(outer, joined(inner, right))
    }
    if right.height > left.height + 1, let inner = right.left, let outer = right.right {
      return balanced(joined(left, inner), outer)
    }
    return Rope(left, right)
  }

  private static func balanced(_ left: Rope, _ right: Rope) -> Rope {
    if left.height > right.height + 1, let outer = left.left, let inner = left.right {
      if inner.height > outer.height, let first = inner.left, let second = inner.right {
        return Rope(Rope(outer, first), Rope(second, right))
      }
      return Rope(outer, Rope(inner, right))
    }
    if right.height > left.height + 1, let inner = right.left, let outer = right.right {
      if inner.height > outer.height, let first = inner.left, let second = inner.right {
        return Rope(Rope(left, first), Rope(second, outer))
      }
      return Rope(Rope(left, inner), outer)
    }
    return Rope(left, right)
  }

  /// Splits the rope around the leaf that holds a UTF-16 offset, `0…counts.units`.
  func split(at unit: Int) -> (before: Rope?, leaf: [UInt8], after: Rope?) {
    guard let left, let right else { return (nil, bytes, nil) }
    if unit < left.counts.units {
      let part = left.split(at: unit)
      return (part.before, part.leaf, Self.join(part.after, right))
    }
    let part = right.split(at: unit - left.counts.units)
    return (Self.join(left, part.before), part.leaf, part.after)
  }

  /// Calls `body` with the leaf that holds a UTF-16 offset of the text; the rope begins at `base`.
  func withLeaf<Result>(
    at offset: Int, base: Int, _ body: (TextPiece) -> Result
  ) -> Result {
    guard let left, let right else { return withPiece(base: base, body) }
    let middle = base + left.counts.units
    return offset < middle
      ? left.withLeaf(at: offset, base: base, body)
      : right.withLeaf(at: offset, base: middle, body)
  }

  private func withPiece<Result>(base: Int, _ body: (TextPiece) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(TextPiece($0, base: base, units: counts.units)) }
  }

  /// Calls `body` with each leaf, in order.
  func forEachLeaf(_ body: (UTF8Walk.Bytes) -> Void) {
    if let left, let right {
      left.forEachLeaf(body)
      right.forEachLeaf(body)
    } else {
      bytes.withUnsafeBufferPointer(body)
    }
  }

  /// Calls `body` with each leaf that a range of the text touches.
  func forEachLeaf(in range: TextRange, base: Int, _ body: (TextPiece) -> Void) {
    guard range.start < base + counts.units, range.end > base else { return }
    if let left, let right {
      left.forEachLeaf(in: range, base: base, body)
      right.forEachLeaf(in: range, base: base + left.counts.units, body)
    } else {
      withPiece(base: base, body)
    }
  }

  /// Finds the last line break that begins before an offset; subtrees without line breaks are
  /// skipped.
  func lastBreak(before limit: Int, base: Int, _ kind: LineBreakKind) -> TextBreak? {
    guard counts.breaks > 0, limit > base else { return nil }
    if let left, let right {
      return right.lastBreak(before: limit, base: base + left.counts.units, kind)
        ?? left.lastBreak(before: limit, base: base, kind)
    }
    return withPiece(base: base) { $0.lastBreak(before: limit, kind) }
  }

  /// Finds the first line break that begins at or after an offset.
  func firstBreak(from limit: Int, base: Int, _ kind: LineBreakKind) -> TextBreak? {
    guard counts.breaks > 0, limit < base + counts.units else { return nil }
    if let left, let right {
      return left.firstBreak(from: limit, base: base, kind)
        ?? right.firstBreak(from: limit, base: base + left.counts.units, kind)
    }
    return withPiece(base: base) { $0.firstBreak(from: limit, kind) }
  }

  /// Finds the start of the row of flags that ends at an offset or reaches the end of the rope; nil
  /// if all of the rope before the offset is such a row.
  func flagsStart(before limit: Int, base: Int) -> Int? {
    guard limit > base, !counts.isFlags else { return nil }
    if let left, let right {
      return right.flagsStart(before: limit, base: base + left.counts.units)
        ?? left.flagsStart(before: limit, base: base)
    }
    return withPiece(base: base) { $0.flagsStart(before: limit) }
  }

  /// Whether any part of a range of the text may be shown from right to left.
  func hasRightToLeft(in range: TextRange, base: Int) -> Bool {
    guard counts.rightToLeft > 0, range.start < base + counts.units, range.end > base else {
      return false
    }
    if range.start <= base, range.end >= base + counts.units { return true }
    guard let left, let right else { return withPiece(base: base) { $0.hasRightToLeft(in: range) } }
    return left.hasRightToLeft(in: range, base: base)
      || right.hasRightToLeft(in: range, base: base + left.counts.units)
  }
}
