// SPDX-License-Identifier: Apache-2.0

/// An accessory that is as high as the text in it, within limits (CIV-7).
///
/// The text scrolls inside once it is longer than the highest, as every text view does: by its
/// ``TextView/topOffset``.
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

  override func turnWillEnd(focused: TextContainer?) {
    frame.height = rows
    let room = max(1, rows - padding)
    guard container.frame.height != room else { return }
    container.frame.height = room
    // No empty rows below a text that has more room now, and the caret in sight in one that has less.
    container.showCaret()
  }
}

extension TextContainer {
  /// How many visual lines the text has; counting stops at a limit.
  fileprivate final func lineCount(upTo limit: Int) -> Int {
    var count = 0
    var start = 0
    while count < limit {
      let end = storage.paragraphEnd(at: start)
      count += layout.lines(of: storage.substring(TextRange(start, end))).count
      guard end < storage.count else { break }
      start = storage.paragraphEndWithTerminator(at: end)
    }
    return min(count, limit)
  }
}
