// SPDX-License-Identifier: Apache-2.0

/// An accessory that grows with the text in it, within limits (CIV-7).
///
/// Once the text is higher than the maximum it scrolls, like every text view, by its
/// ``TextView/topOffset``.
open class ExpandingAccessory: View, KeyboardAreaContent {
  /// The container whose text determines the height; it is a subview.
  public final let container: TextContainer
  /// The minimum number of rows.
  public final var minimumRows: Int
  /// The maximum number of rows.
  public final var maximumRows: Int
  /// The number of rows in addition to the text's.
  public final var padding: Int
  private var givenWidth = 0

  /// Creates an accessory for a text container.
  ///
  /// - Parameters:
  ///   - name: the accessory's name on the wire.
  ///   - container: the container whose text determines the height; it becomes a subview.
  ///   - minimumRows: the minimum number of rows; it wins over a smaller maximum.
  ///   - maximumRows: the maximum number of rows, padding included.
  ///   - padding: the number of rows in addition to the text's.
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
    container.follow { [weak self] in
      // The container may be elsewhere by now.
      if let self, self.container.superview === self { textMayHaveChanged() }
    }
    frame.height = rows
  }

  /// The number of rows: the text's and the padding, within the limits.
  public final var rows: Int {
    let lines = container.withVisualLines { $0.rows(from: 0, count: max(1, maximumRows)).count }
    return max(minimumRows, min(lines + padding, maximumRows))
  }

  func turnWillEnd(focused: TextContainer?, columns: Int) {
    fill(columns)
    textMayHaveChanged()
  }

  /// Updates the height to the number of lines of the text.
  private func textMayHaveChanged() {
    let rows = rows
    frame.height = rows
    container.frame.height = max(1, rows - padding)
  }

  /// Gives the whole width to a container without a width of its own.
  private func fill(_ columns: Int) {
    guard container.frame.width <= 0 || container.frame.width == givenWidth else { return }
    givenWidth = max(0, columns - container.frame.x)
    container.frame.width = givenWidth
  }
}
