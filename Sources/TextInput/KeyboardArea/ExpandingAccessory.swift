// SPDX-License-Identifier: Apache-2.0

/// An accessory that is as high as the text in it, within limits (CIV-7).
///
/// The text scrolls inside once it is longer than the highest.
open class ExpandingAccessory: View {
  /// The text that it follows; it stands inside.
  public final let container: TextContainer
  /// The fewest rows it has.
  public final var minimumRows: Int
  /// The most rows it has.
  public final var maximumRows: Int
  /// How many rows there are besides the text's.
  public final var padding: Int

  /// Makes an accessory around a text.
  public init(
    name: String = "", container: TextContainer, minimumRows: Int = 1, maximumRows: Int,
    padding: Int = 0
  ) {
    self.container = container
    self.minimumRows = minimumRows
    self.maximumRows = maximumRows
    self.padding = padding
    super.init(name: name)
    addSubview(container)
    frame.height = rows
  }

  /// How many rows it is to have: the text's and the padding, within the limits.
  public final var rows: Int {
    max(minimumRows, min(container.lineCount(upTo: maximumRows) + padding, maximumRows))
  }

  /// The topmost line of the text on show, so that the caret is in sight.
  public private(set) final var contentOffset = 0

  override func turnWillEnd(focused: TextContainer?) {
    frame.height = rows
    let room = max(1, rows - padding)
    container.frame.height = room
    let caret = container.caretLine
    contentOffset = min(max(contentOffset, caret - room + 1), caret)
    // No empty rows below a text that became shorter.
    let shown = container.lineCount(upTo: contentOffset + room) - contentOffset
    contentOffset = max(0, contentOffset - (room - shown))
  }
}

extension TextContainer {
  /// How many visual lines the text has; counting stops at a limit.
  fileprivate final func lineCount(upTo limit: Int) -> Int {
    var count = 0
    var offset: Int? = 0
    while let start = offset, count < limit {
      count += lines(at: start).count
      offset = nextParagraph(after: start)
    }
    return min(count, limit)
  }

  /// How many visual lines are above the one with the caret.
  fileprivate final var caretLine: Int {
    let caret = selection.head
    var count = 0
    var start = 0
    while let next = nextParagraph(after: start), next <= caret {
      count += lines(at: start).count
      start = next
    }
    return count
      + layout.index(ofLineAt: caret - start, affinity: affinity, in: lines(at: start))
  }

  private func lines(at start: Int) -> [LineLayout.Line] {
    layout.lines(of: storage.substring(TextRange(start, storage.paragraphEnd(at: start))))
  }

  private func nextParagraph(after start: Int) -> Int? {
    let next = storage.paragraphEndWithTerminator(at: start)
    return next > storage.paragraphEnd(at: start) ? next : nil
  }
}
