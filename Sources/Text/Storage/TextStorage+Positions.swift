// SPDX-License-Identifier: Apache-2.0

/// Positions and ranges, in the shape of UIKit's `UITextInput`.
extension TextStorage {
  /// The position before the first character; `beginningOfDocument`.
  public var beginningOfDocument: TextPosition { TextPosition(0) }

  /// The position behind the last character; `endOfDocument`.
  public var endOfDocument: TextPosition { TextPosition(count) }

  /// A position some code units away; `position(from:offset:)`.
  ///
  /// - Parameters:
  ///   - position: where to begin.
  ///   - offset: UTF-16 code units, negative towards the start.
  /// - Returns: nil outside the text: nothing is cut to it (INP-1).
  public func position(from position: TextPosition, offset: Int) -> TextPosition? {
    let (target, isTooFar) = position.offset.addingReportingOverflow(offset)
    guard !isTooFar, (0...count).contains(position.offset), (0...count).contains(target) else {
      return nil
    }
    return TextPosition(target)
  }

  /// How many code units lie between two positions, negative if `to` comes first;
  /// `offset(from:to:)`.
  public func offset(from: TextPosition, to: TextPosition) -> Int {
    to.offset - from.offset
  }

  /// Which of two positions comes first; `compare(_:to:)`.
  public func compare(_ position: TextPosition, to other: TextPosition) -> TextOrder {
    position == other ? .same : position < other ? .ascending : .descending
  }

  /// The range between two positions, which may come in either order; `textRange(from:to:)`.
  public func textRange(from: TextPosition, to: TextPosition) -> TextRange {
    TextRange(from.offset, to.offset)
  }
}
