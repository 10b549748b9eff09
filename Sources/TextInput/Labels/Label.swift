// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Static text: it never has the focus and shows no keyboard area (DSP-1); UIKit's `UILabel`.
public final class Label: View, CellDrawing {
  /// What it says, in as many styles as it likes (DSP-3).
  public var styledText: StyledText
  /// How many rows there are at most; 0 for any number.
  public var numberOfLines = 1
  /// What becomes of text that has no room.
  public var lineBreakMode = LineBreakMode.byTruncatingTail
  /// To which side rows lean.
  public var textAlignment = TextAlignment.natural

  /// Makes a label.
  public init(_ text: String = "", name: String = "", frame: CellRect = .zero) {
    styledText = StyledText(text)
    super.init(name: name, frame: frame)
  }

  /// What it says, without styles.
  public var text: String {
    get { styledText.text }
    set { styledText = StyledText(newValue) }
  }

  /// Its rows at its width, at most as many as it is high.
  public var rows: [LabelLayout.Row] { rows(in: frame.size) }

  /// Its rows in a place that is not its frame, such as the keyboard area, which decides the width of
  /// what stands there (CIV-4).
  public func rows(in size: CellSize) -> [LabelLayout.Row] {
    let layout = LabelLayout(
      width: size.width, numberOfLines: lineLimit(height: size.height),
      lineBreakMode: lineBreakMode, textAlignment: textAlignment)
    return layout.rows(of: styledText)
  }

  /// Draws its rows.
  public func drawCells(on canvas: inout CellCanvas) { canvas.draw(label: self, in: canvas.pane) }

  /// The cells and rows that its text takes at a width; UIKit's `sizeThatFits(_:)`.
  public func size(thatFitsWidth width: Int? = nil) -> CellSize {
    LabelLayout(width: width, numberOfLines: numberOfLines).size(of: styledText)
  }

  // What is higher than the frame is truncated there, as what is longer than the limit is.
  private func lineLimit(height: Int) -> Int {
    let height = max(height, 1)
    return numberOfLines > 0 ? min(numberOfLines, height) : height
  }
}
