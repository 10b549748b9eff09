// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A static text that never has focus and shows no keyboard area (DSP-1); UIKit's `UILabel`.
public final class Label: View, CellDrawing {
  /// The text with its styles (DSP-3).
  public var styledText: StyledText
  /// The maximum number of rows; 0 for ``LabelLayout/rowLimit``.
  public var numberOfLines = 1
  /// The treatment of text that does not fit.
  public var lineBreakMode = LineBreakMode.byTruncatingTail
  /// The alignment of rows.
  public var textAlignment = TextAlignment.natural

  /// Creates a label.
  ///
  /// - Parameters:
  ///   - text: the text, in the default style.
  ///   - name: the label's name on the wire.
  ///   - frame: the rectangle in the superview, in cells; rows that do not fit are not shown.
  public init(_ text: String = "", name: String = "", frame: CellRect = .zero) {
    styledText = StyledText(text)
    super.init(name: name, frame: frame)
  }

  /// The text without its styles.
  public var text: String {
    get { styledText.text }
    set { styledText = StyledText(newValue) }
  }

  /// The visible rows: at the width of the frame, and at most as many as its height.
  public var rows: [LabelLayout.Row] { rows(in: frame.size) }

  /// Computes the rows for a size other than the frame's, for example in the keyboard area, which
  /// sets the width of its views (CIV-4).
  ///
  /// - Parameter size: the available size.
  /// - Returns: the rows.
  public func rows(in size: CellSize) -> [LabelLayout.Row] {
    let layout = LabelLayout(
      width: size.width, numberOfLines: lineLimit(height: size.height),
      lineBreakMode: lineBreakMode, textAlignment: textAlignment)
    return layout.rows(of: styledText)
  }

  /// Draws the rows.
  ///
  /// - Parameter canvas: the canvas to draw on.
  public func drawCells(on canvas: inout CellCanvas) { canvas.draw(label: self, in: canvas.pane) }

  /// Measures the text; UIKit's `sizeThatFits(_:)`.
  ///
  /// - Parameter width: the width; nil for unlimited rows.
  /// - Returns: the cells of the longest row, and the number of rows.
  public func size(thatFitsWidth width: Int? = nil) -> CellSize {
    LabelLayout(width: width, numberOfLines: numberOfLines, lineBreakMode: lineBreakMode)
      .size(of: styledText)
  }

  // Rows beyond the frame are truncated like rows beyond the limit.
  private func lineLimit(height: Int) -> Int {
    let height = max(height, 1)
    return numberOfLines > 0 ? min(numberOfLines, height) : height
  }
}
