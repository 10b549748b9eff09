// SPDX-License-Identifier: Apache-2.0

/// A range of UTF-16 offsets, `start ≤ end`; empty for a caret (INP-1, INP-2).
public struct TextRange: Hashable, Sendable {
  /// The offset of the first code unit.
  public var start: Int
  /// The offset after the last code unit.
  public var end: Int

  /// Creates a range between two UTF-16 offsets, which may be in either order.
  ///
  /// - Parameters:
  ///   - start: one end of the range.
  ///   - end: the other end; the same offset makes a caret.
  public init(_ start: Int, _ end: Int) {
    self.start = min(start, end)
    self.end = max(start, end)
  }

  /// Creates an empty range, a caret.
  ///
  /// - Parameter offset: the UTF-16 offset of the caret.
  public init(caret offset: Int) {
    self.init(offset, offset)
  }

  /// The number of code units in the range.
  public var length: Int { end - start }
  /// Whether the range is a caret.
  public var isEmpty: Bool { start == end }
}

/// A selected range and the end at which it is extended.
public struct Selection: Hashable, Sendable {
  /// The end that stays fixed while the selection is extended.
  public var anchor: Int
  /// The end that moves; the caret is drawn there.
  public var head: Int

  /// Creates a selection from its two ends, which are UTF-16 offsets.
  ///
  /// - Parameters:
  ///   - anchor: the end that stays fixed while the selection is extended.
  ///   - head: the end that moves; it may be before the anchor.
  public init(anchor: Int, head: Int) {
    self.anchor = anchor
    self.head = head
  }

  /// Creates a caret.
  ///
  /// - Parameter offset: the UTF-16 offset of the caret.
  public init(caret offset: Int) {
    self.init(anchor: offset, head: offset)
  }

  /// The selected range.
  public var range: TextRange { TextRange(anchor, head) }
  /// Whether nothing is selected.
  public var isCaret: Bool { anchor == head }
}
