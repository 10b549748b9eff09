// SPDX-License-Identifier: Apache-2.0

/// A view on a content that is higher than itself; UIKit's counterpart is `UIScrollView`.
///
/// The engine never scrolls it (FRM-12); a program does, with ``scrollRowsToVisible(_:)``.
open class ScrollView: View {
  /// How many rows the content has.
  public final var contentHeight = 0
  /// Which row of the content is the topmost one on show.
  public final var contentOffset = 0
  /// How many rows at its bottom the program keeps free.
  public final var contentInset = 0
  /// Whether the rows under the keyboard area are kept free by themselves, as in a table
  /// controller.
  public final var adjustsInsetForKeyboard = false

  /// How many rows at its bottom are kept free.
  public final var adjustedContentInset: Int {
    max(contentInset, adjustsInsetForKeyboard ? keyboardOverlap : 0)
  }

  /// The rows of the content that are to be seen.
  public final var visibleRows: Range<Int> {
    let end = min(contentHeight, contentOffset + max(0, frame.height - adjustedContentInset))
    return contentOffset..<max(contentOffset, end)
  }

  /// Scrolls as little as shows some rows of the content; of more rows than have room, the first.
  public final func scrollRowsToVisible(_ rows: Range<Int>) {
    let room = max(0, frame.height - adjustedContentInset)
    let lowest = rows.lowerBound
    let highest = max(contentOffset, rows.upperBound - room)
    contentOffset = max(0, min(highest, lowest, contentHeight - min(room, contentHeight)))
  }

  /// How far it can be scrolled: until the last row stands above what is kept free.
  public final var largestOffset: Int {
    max(0, contentHeight + adjustedContentInset - frame.height)
  }
}
