// SPDX-License-Identifier: Apache-2.0

/// To which side rows lean; UIKit's `NSTextAlignment`.
public enum TextAlignment: Int, Hashable, Sendable, CaseIterable {
  /// To the left edge.
  case left = 0
  /// To the middle; an odd cell goes to the right.
  case center = 1
  /// To the right edge.
  case right = 2
  /// To where the paragraph's script begins: left, or right for text from right to left.
  case natural = 4
}

/// What happens to text that has no room; UIKit's `NSLineBreakMode`.
///
/// All break lines between words first, except ``byCharWrapping``; they differ in the last row that
/// the line limit lets through.
public enum LineBreakMode: Int, Hashable, Sendable, CaseIterable {
  /// The last row ends with its last whole word.
  case byWordWrapping = 0
  /// Every row is full, and breaks anywhere between characters.
  case byCharWrapping = 1
  /// The last row is full, and ends anywhere between characters.
  case byClipping = 2
  /// The last row begins with `…` and shows the end of the text.
  case byTruncatingHead = 3
  /// The last row ends with `…`.
  case byTruncatingTail = 4
  /// The last row shows its beginning, `…`, and the end of the text.
  case byTruncatingMiddle = 5
}
