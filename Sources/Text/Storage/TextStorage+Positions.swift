// SPDX-License-Identifier: Apache-2.0

/// Positions and ranges, in the shape of UIKit's `UITextInput`.
extension TextStorage {
  /// The position before the first character; `beginningOfDocument`.
  public var beginningOfDocument: TextPosition { TextPosition(0) }

  /// The position after the last character; `endOfDocument`.
  public var endOfDocument: TextPosition { TextPosition(count) }

  /// Returns the position some code units away; `position(from:offset:)`.
  ///
  /// - Parameters:
  ///   - position: the position to start from.
  ///   - offset: the number of UTF-16 code units; negative towards the start.
  /// - Returns: the position; nil if it would be outside the text (INP-1).
  public func position(from position: TextPosition, offset: Int) -> TextPosition? {
    let (target, isTooFar) = position.offset.addingReportingOverflow(offset)
    guard !isTooFar, (0...count).contains(position.offset), (0...count).contains(target) else {
      return nil
    }
    return TextPosition(target)
  }

  /// Counts the code units between two positions; `offset(from:to:)`.
  ///
  /// - Parameters:
  ///   - from: the position to start from.
  ///   - to: the position to end at.
  /// - Returns: the number of code units; negative if `to` comes first.
  public func offset(from: TextPosition, to: TextPosition) -> Int {
    to.offset - from.offset
  }

  /// Compares two positions; `compare(_:to:)`.
  ///
  /// - Parameters:
  ///   - position: a position.
  ///   - other: another position.
  /// - Returns: `ascending` if `position` comes first.
  public func compare(_ position: TextPosition, to other: TextPosition) -> TextOrder {
    position == other ? .same : position < other ? .ascending : .descending
  }

  /// Returns the range between two positions in either order; `textRange(from:to:)`.
  ///
  /// - Parameters:
  ///   - from: one end.
  ///   - to: the other end.
  /// - Returns: the range.
  public func textRange(from: TextPosition, to: TextPosition) -> TextRange {
    TextRange(from.offset, to.offset)
  }
}
