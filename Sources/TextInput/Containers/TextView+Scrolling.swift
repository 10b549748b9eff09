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

  /// Whether there is a height to scroll in.
  var canScroll: Bool { frame.height > 0 }

  /// Scrolls to the visual line that shows an offset; it comes to the top, unless the text ends too
  /// early for that.
  public func scroll(toTop offset: Int) {
    guard canScroll else { return }
    let row = storage.rowStart(at: min(max(offset, 0), storage.count), layout)
    setTop(min(row, lastTop))
  }

  /// Scrolls as far as it needs for an offset to show; UIKit's `scrollRangeToVisible`.
  public func scrollToVisible(_ offset: Int) {
    guard canScroll else { return }
    let affinity = offset == selection.head ? affinity : .forward
    let row = storage.rowStart(
      at: min(max(offset, 0), storage.count), affinity: affinity, layout)
    if row < scrollTop {
      setTop(row)
    } else if row > storage.rowStart(scrollTop, movedBy: frame.height - 1, layout) {
      setTop(storage.rowStart(row, movedBy: 1 - frame.height, layout))
    }
  }

  /// Performs a command that scrolls.
  ///
  /// - Returns: false where the view has no height: then the keys move the caret.
  func scroll(_ command: EditingCommand) -> Bool {
    guard command.scrolls, canScroll else { return false }
    endRun()
    switch command {
    case .scrollPageUp: setTop(storage.rowStart(scrollTop, movedBy: -frame.height, layout))
    case .scrollPageDown:
      setTop(min(storage.rowStart(scrollTop, movedBy: frame.height, layout), lastTop))
    case .scrollDocumentStart: setTop(0)
    case .scrollDocumentEnd: setTop(lastTop)
    case .scrollToSelection:
      scrollToVisible(selection.anchor)
      scrollToVisible(selection.head)
    case .scrollCaretToMiddle:
      let row = storage.rowStart(at: selection.head, affinity: affinity, layout)
      setTop(min(storage.rowStart(row, movedBy: -(frame.height / 2), layout), lastTop))
    default: return false
    }
    return true
  }

  /// Where the top is when the last line is at the bottom.
  private var lastTop: Int {
    storage.rowStart(
      storage.rowStart(at: storage.count, layout), movedBy: 1 - frame.height, layout)
  }

  /// Leaves no room empty that the text could fill: it may have become shorter.
  func fillHeight() {
    if scrollTop > 0 { setTop(min(scrollTop, lastTop)) }
  }

  private func setTop(_ offset: Int) {
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
    setTop(storage.rowStart(at: min(top, storage.count), layout))
  }
}
