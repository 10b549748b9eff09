// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A view of content that is higher than the view; the UIKit counterpart is `UIScrollView`.
///
/// The engine never scrolls it (FRM-12); a program does, with ``scrollRowsToVisible(_:)``.
open class ScrollView: View {
  /// The number of rows of the content.
  public final var contentHeight = 0
  /// The topmost visible row of the content.
  public final var contentOffset = 0
  /// The number of rows at the bottom that the program keeps free.
  public final var contentInset = 0
  /// Whether the rows under the keyboard area are kept free automatically, as in a table view
  /// controller.
  public final var adjustsInsetForKeyboard = false

  /// Creates a scroll view.
  ///
  /// - Parameters:
  ///   - name: the view's name on the wire; it need not be unique.
  ///   - frame: the rectangle in the superview, in cells.
  public override init(name: String = "", frame: CellRect = .zero) {
    super.init(name: name, frame: frame)
    notesChanges = type(of: self) == ScrollView.self
  }

  override final var subviewShift: Int { contentOffset }
  /// The number of rows at the bottom that are kept free.
  public final var adjustedContentInset: Int {
    max(contentInset, adjustsInsetForKeyboard ? keyboardOverlap : 0)
  }

  /// The visible rows of the content.
  public final var visibleRows: Range<Int> {
    let end = min(contentHeight, contentOffset + max(0, frame.height - adjustedContentInset))
    return contentOffset..<max(contentOffset, end)
  }

  /// Scrolls by the least amount that shows some rows; if they do not all fit, the first of them
  /// are shown.
  ///
  /// - Parameter rows: the rows of the content to show.
  public final func scrollRowsToVisible(_ rows: Range<Int>) {
    let room = max(0, frame.height - adjustedContentInset)
    let lowest = rows.lowerBound
    let highest = max(contentOffset, rows.upperBound - room)
    contentOffset = max(0, min(highest, lowest, contentHeight - min(room, contentHeight)))
  }

  /// The maximum scroll offset, at which the last row is just above the rows kept free.
  public final var largestOffset: Int {
    max(0, contentHeight + adjustedContentInset - frame.height)
  }
}
