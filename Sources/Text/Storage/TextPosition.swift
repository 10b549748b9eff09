// SPDX-License-Identifier: Apache-2.0

/// A place in a text (INP-1); the UIKit counterpart is `UITextPosition`.
///
/// Positions are created by a storage, not by the caller, and are valid for that storage's text.
public struct TextPosition: Hashable, Comparable, Sendable {
  /// The UTF-16 offset.
  package let offset: Int

  package init(_ offset: Int) {
    self.offset = offset
  }

  /// Orders positions from the start of the text to its end.
  ///
  /// - Parameters:
  ///   - left: a position.
  ///   - right: another position.
  /// - Returns: whether the left position comes first.
  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    left.offset < right.offset
  }
}

/// The order of two positions; the raw values are those of Foundation's `ComparisonResult`.
public enum TextOrder: Int, Hashable, Sendable {
  /// The first position comes first.
  case ascending = -1
  /// The positions are equal.
  case same = 0
  /// The second position comes first.
  case descending = 1
}
