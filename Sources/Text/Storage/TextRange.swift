// SPDX-License-Identifier: Apache-2.0

/// A range of UTF-16 offsets, `start ≤ end`; empty for a caret (INP-1, INP-2).
public struct TextRange: Hashable, Sendable {
  /// The offset of its first code unit.
  public var start: Int
  /// The offset behind its last code unit.
  public var end: Int

  /// Makes a range; the offsets may come in either order.
  public init(_ start: Int, _ end: Int) {
    self.start = min(start, end)
    self.end = max(start, end)
  }

  /// Makes an empty range, a caret.
  public init(caret offset: Int) {
    self.init(offset, offset)
  }

  /// How many code units it covers.
  public var length: Int { end - start }
  /// Whether it is a caret.
  public var isEmpty: Bool { start == end }
}

/// A selection: what is selected, and at which end it grows.
public struct Selection: Hashable, Sendable {
  /// The end that stays when the selection is extended.
  public var anchor: Int
  /// The end that moves; where the caret is drawn.
  public var head: Int

  /// Makes a selection from its two ends.
  public init(anchor: Int, head: Int) {
    self.anchor = anchor
    self.head = head
  }

  /// Makes a caret.
  public init(caret offset: Int) {
    self.init(anchor: offset, head: offset)
  }

  /// What is selected.
  public var range: TextRange { TextRange(anchor, head) }
  /// Whether it is a caret.
  public var isCaret: Bool { anchor == head }
}
