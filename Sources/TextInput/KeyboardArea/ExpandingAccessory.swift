// SPDX-License-Identifier: Apache-2.0

/// An accessory that is as high as the text in it, within limits (CIV-7).
///
/// The text scrolls inside once it is longer than the highest, as every text view does: by its
/// ``TextView/topOffset``.
open class ExpandingAccessory: View, KeyboardAreaContent {
  /// The text that it follows; it stands inside.
  public final let container: TextContainer
  /// The fewest rows it has.
  public final var minimumRows: Int
  /// The most rows it has.
  public final var maximumRows: Int
  /// How many rows there are besides the text's.
  public final var padding: Int
  private var givenWidth = 0

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
    let lines = container.withVisualLines { $0.rows(from: 0, count: max(1, maximumRows)).count }
    return max(minimumRows, min(lines + padding, maximumRows))
  }

  func turnWillEnd(focused: TextContainer?, columns: Int) {
    fill(columns)
    contentMayHaveChanged()
  }

  /// Makes room for its text, which may have more lines now or fewer.
  func contentMayHaveChanged() {
    let rows = rows
    frame.height = rows
    container.frame.height = max(1, rows - padding)
  }

  /// A text without a width of its own has all of it.
  private func fill(_ columns: Int) {
    guard container.frame.width <= 0 || container.frame.width == givenWidth else { return }
    givenWidth = max(0, columns - container.frame.x)
    container.frame.width = givenWidth
  }
}
