// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// What of the text a view shows (6.1): whole visual lines, from ``topOffset`` on.
///
/// The place is kept as an offset, not as a number of lines: to count the lines above it would cost
/// as much as they are long.
extension TextView {
  /// The UTF-16 offset at which the uppermost visual line begins.
  ///
  /// A change of it is reported as `view.didScroll`; UIKit's counterpart is `contentOffset`.
  public var topOffset: Int { scrollTop }

  /// The visual lines from the one that shows an offset on, as ↑ and ↓ move by them.
  ///
  /// UIKit's counterpart is `NSLayoutManager.enumerateLineFragments`. The cost does not grow with the
  /// text or with its paragraphs.
  ///
  /// - Parameters:
  ///   - offset: a UTF-16 offset, cut to the text.
  ///   - count: how many lines at most.
  /// - Returns: at least one, unless none are wanted.
  public func rows(from offset: Int, count: Int) -> [TextRow] {
    withVisualLines { $0.rows(from: min(max(offset, 0), storage.count), count: count) }
  }

  /// Whether there is a height to scroll in.
  var canScroll: Bool { frame.height > 0 }

  /// Scrolls to the visual line that shows an offset; it comes to the top, unless the text ends too
  /// early for that.
  public func scroll(toTop offset: Int) {
    guard canScroll else { return }
    setTop(filling(rowStart(at: min(max(offset, 0), storage.count))))
  }

  /// Scrolls as far as it needs for an offset to show; UIKit's `scrollRangeToVisible`.
  public func scrollToVisible(_ offset: Int) {
    guard canScroll else { return }
    setTop(top(showing: offset, from: scrollTop))
  }

  /// Where the top is to be for an offset to show, as near to another top as can be.
  func top(showing offset: Int, from top: Int) -> Int {
    let affinity = offset == selection.head ? affinity : .forward
    let row = rowStart(at: min(max(offset, 0), storage.count), affinity)
    if row < top { return row }
    return row > rowStart(top, movedBy: frame.height - 1)
      ? rowStart(row, movedBy: 1 - frame.height) : top
  }

  /// Performs a command that scrolls.
  ///
  /// - Returns: false where the view has no height: then the keys move the caret.
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

  /// Where the top is when the last line is at the bottom.
  private var lastTop: Int {
    rowStart(rowStart(at: storage.count), movedBy: 1 - frame.height)
  }

  func rowStart(at offset: Int, _ affinity: TextAffinity = .forward) -> Int {
    withVisualLines { $0.rowStart(at: offset, affinity: affinity) }
  }

  private func rowStart(_ offset: Int, movedBy count: Int) -> Int {
    withVisualLines { $0.rowStart(offset, movedBy: count) }
  }

  /// The nearest top that leaves no room empty which the text could fill: it may be shorter now.
  ///
  /// Where the text goes on below, its end is not looked for: a long paragraph would be laid out for it.
  func filling(_ top: Int) -> Int {
    guard top > 0 else { return 0 }
    return rows(from: top, count: frame.height).count < frame.height ? min(top, lastTop) : top
  }

  func setTop(_ offset: Int) {
    guard offset != scrollTop else { return }
    scrollTop = offset
    queue.append(.viewDidScroll(id, topOffset: offset))
  }

  /// Text above the top has changed, or the top itself: the view keeps showing what it showed.
  func keepTop(behind updates: ArraySlice<Update>) {
    var top = scrollTop
    for case .textDidChange(_, let range, let text, _) in updates {
      if range.end <= top {
        top += text.utf16.count - range.length
      } else {
        top = min(top, range.start)
      }
    }
    setTop(rowStart(at: min(top, storage.count)))
  }
}
