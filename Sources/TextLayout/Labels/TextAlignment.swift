// SPDX-License-Identifier: Apache-2.0

/// The horizontal alignment of rows; UIKit's `NSTextAlignment`.
public enum TextAlignment: Int, Hashable, Sendable, CaseIterable {
  /// Rows start at the left edge.
  case left = 0
  /// Rows are centred; an odd cell is left over on the right.
  case center = 1
  /// Rows end at the right edge.
  case right = 2
  /// Rows start at the left edge, or at the right edge for right-to-left text.
  case natural = 4
}

/// The treatment of text that does not fit; UIKit's `NSLineBreakMode`.
///
/// All modes except ``byCharWrapping`` break lines between words first; they differ in the last row
/// within the line limit.
public enum LineBreakMode: Int, Hashable, Sendable, CaseIterable {
  /// The last row ends with its last whole word.
  case byWordWrapping = 0
  /// Every row is full and may break anywhere between characters.
  case byCharWrapping = 1
  /// The last row is full and may end anywhere between characters.
  case byClipping = 2
  /// The last row begins with `…` and shows the end of the text.
  case byTruncatingHead = 3
  /// The last row ends with `…`.
  case byTruncatingTail = 4
  /// The last row shows its beginning, then `…`, then the end of the text.
  case byTruncatingMiddle = 5
}
