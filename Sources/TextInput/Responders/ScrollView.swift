// SPDX-License-Identifier: Apache-2.0

/// A view that shows a part of what is inside; UIKit's counterpart is `UIScrollView`.
///
/// Whoever made it decides where it stands: the engine never scrolls it (FRM-12).
open class ScrollView: View {
  /// Rows at the top and at the bottom that something else covers; UIKit's `contentInset`.
  public struct Insets: Hashable, Sendable {
    /// Rows at the top.
    public var top: Int
    /// Rows at the bottom.
    public var bottom: Int

    /// Makes insets.
    public init(top: Int = 0, bottom: Int = 0) {
      self.top = top
      self.bottom = bottom
    }
  }

  /// The row of its content that shows at its top; UIKit's `contentOffset`.
  public final var contentOffset = 0
  /// How many rows what is inside has; UIKit's `contentSize`.
  public final var contentHeight = 0
  /// What is covered.
  public final var contentInset = Insets()

  /// How far it can be scrolled: until the last row shows above what covers the bottom.
  public final var largestOffset: Int {
    max(0, contentHeight + contentInset.bottom - frame.height)
  }

  /// Scrolls as little as shows a range of rows above what covers the bottom.
  ///
  /// Where they are more than fit, the first ones show.
  public final func scrollToVisible(rows: Range<Int>) {
    let visible = max(1, frame.height - contentInset.top - contentInset.bottom)
    var offset = contentOffset
    if rows.upperBound > offset + contentInset.top + visible {
      offset = rows.upperBound - contentInset.top - visible
    }
    offset = min(offset, rows.lowerBound - contentInset.top)
    contentOffset = min(max(0, offset), largestOffset)
  }
}
