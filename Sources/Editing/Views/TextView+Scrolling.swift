// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// Scrolling (6.1): the view shows whole visual lines, starting at ``topOffset``.
///
/// The position is stored as an offset, not as a number of lines, because counting the lines above
/// it would take time proportional to their length.
extension TextView {
  /// The UTF-16 offset at which the first visible line begins.
  ///
  /// Changes are reported as `view.didScroll`; the UIKit counterpart is `contentOffset`.
  public var topOffset: Int { scrollTop }

  /// Returns the visual lines from the one that shows an offset, as used by ↑ and ↓.
  ///
  /// The UIKit counterpart is `NSLayoutManager.enumerateLineFragments`. The cost does not grow with
  /// the length of the text or of its paragraphs.
  ///
  /// - Parameters:
  ///   - offset: a UTF-16 offset, clamped to the text.
  ///   - count: the maximum number of lines.
  /// - Returns: at least one line, unless `count` is 0.
  public func rows(from offset: Int, count: Int) -> [TextRow] {
    withVisualLines { $0.rows(from: min(max(offset, 0), storage.count), count: count) }
  }

  /// Whether the view has a height to scroll in.
  var canScroll: Bool { frame.height > 0 }

  /// Scrolls the visual line with an offset to the top, or less far if the text ends before the
  /// bottom.
  ///
  /// - Parameter offset: a UTF-16 offset, clamped to the text.
  public func scroll(toTop offset: Int) {
    guard canScroll else { return }
    setTop(filling(rowStart(at: min(max(offset, 0), storage.count))))
  }

  /// Scrolls by the least amount that shows an offset; UIKit's `scrollRangeToVisible`.
  ///
  /// - Parameter offset: a UTF-16 offset, clamped to the text.
  public func scrollToVisible(_ offset: Int) {
    guard canScroll else { return }
    setTop(top(showing: offset, from: scrollTop))
  }

  /// Returns the top that shows an offset and is nearest to another top.
  func top(showing offset: Int, from top: Int) -> Int {
    let affinity = offset == selection.head ? affinity : .forward
    let offset = min(max(offset, 0), storage.count)
    // The lines at the top are laid out already, unless the caret is above them.
    let bottom = offset < top ? top : rowStart(top, movedBy: frame.height - 1)
    let row = rowStart(at: offset, affinity)
    if row < top { return row }
    return row > bottom ? rowStart(row, movedBy: 1 - frame.height) : top
  }

  /// Performs a scrolling command.
  ///
  /// - Returns: whether it was performed; false if the view has no height, and the keys then move
  ///   the caret.
  func scroll(_ command: EditingCommand) -> Bool {
    guard command.scrolls, canScroll else { return false }
    endRun()
    switch command {
    case .scrollPageUp: setTop(rowStart(scrollTop, movedBy: -frame.height))
    case .scrollPageDown:
      setTop(filling(rowStart(scrollTop, movedBy: frame.height)))
    case .scrollDocumentStart: setTop(0)
    case .scrollDocumentEnd: setTop(lastTop)
    case .scrollToSelection:
      scrollToVisible(selection.anchor)
      scrollToVisible(selection.head)
    case .scrollCaretToMiddle:
      let row = rowStart(at: selection.head, affinity)
      setTop(filling(rowStart(row, movedBy: -(frame.height / 2))))
    default: return false
    }
    return true
  }

  /// The top at which the last line is at the bottom.
  private var lastTop: Int {
    rowStart(rowStart(at: storage.count), movedBy: 1 - frame.height)
  }

  func rowStart(at offset: Int, _ affinity: TextAffinity = .forward) -> Int {
    withVisualLines { $0.rowStart(at: offset, affinity: affinity) }
  }

  private func rowStart(_ offset: Int, movedBy count: Int) -> Int {
    withVisualLines { $0.rowStart(offset, movedBy: count) }
  }

  /// Returns the nearest top at which no rows are empty that the text could fill, because the text
  /// may have become shorter.
  ///
  /// If the text continues below the view, its end is not searched, which could require the layout
  /// of a long paragraph.
  func filling(_ top: Int) -> Int {
    guard top > 0 else { return 0 }
    return rows(from: top, count: frame.height).count < frame.height ? min(top, lastTop) : top
  }

  func setTop(_ offset: Int) {
    guard offset != scrollTop else { return }
    scrollTop = offset
    queue.append(.viewDidScroll(id, topOffset: offset))
  }

  /// Adjusts the top to changes of the text above it, so that the visible text stays.
  func keepTop(behind updates: ArraySlice<Update>) {
    var top = scrollTop
    for case .textDidChange(_, let range, let text, _) in updates {
      if range.end <= top {
        top += text.utf16Count - range.length
      } else {
        top = min(top, range.start)
      }
    }
    setTop(rowStart(at: min(top, storage.count)))
  }
}
