// SPDX-License-Identifier: Apache-2.0

/// A place in a text (INP-1); UIKit's counterpart is `UITextPosition`.
///
/// Nobody makes one: a storage hands them out, and they serve with the text they were got from.
public struct TextPosition: Hashable, Comparable, Sendable {
  /// The UTF-16 offset.
  package let offset: Int

  package init(_ offset: Int) {
    self.offset = offset
  }

  /// Whether a position comes before another one.
  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    left.offset < right.offset
  }
}

/// What comes first; the raw values are those of Foundation's `ComparisonResult`.
public enum TextOrder: Int, Hashable, Sendable {
  /// The first position comes first.
  case ascending = -1
  /// Both are one.
  case same = 0
  /// The second position comes first.
  case descending = 1
}
