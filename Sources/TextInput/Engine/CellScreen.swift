// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The key window of an engine as rows of styled text, for a program that shows cells itself.
///
/// Draw after every key that may have changed something, and show ``rows``. Draw on the same screen
/// again, so that the text of a field does not move while its caret is visible. The screen shows
/// the window's views, with the views of the keyboard area in front. The engine provides status
/// rows, candidates and panels as values, which the program can show as it likes.
public struct CellScreen: Sendable {
  /// The columns and rows.
  public var size: CellSize
  /// Whether symbols beyond ASCII can be shown.
  public var hasSymbols: Bool
  /// The rows from top to bottom, without trailing blanks.
  public private(set) var rows: [StyledText] = []
  /// The cell in ``rows`` at which the person types, in reverse video unless a selection is shown
  /// there; nil for none.
  public private(set) var cursor: (row: Int, column: Int)?
  private var scrolls = FieldScrolls()

  /// Creates an empty screen.
  ///
  /// - Parameters:
  ///   - size: the columns and rows; a negative number counts as 0.
  ///   - hasSymbols: whether symbols beyond ASCII can be shown; if not, the symbols of views have
  ///     an ASCII form.
  public init(size: CellSize, hasSymbols: Bool = true) {
    self.size = size
    self.hasSymbols = hasSymbols
  }

  /// Draws the current contents of the engine's key window.
  ///
  /// The status row, candidates and panels are not drawn; the program shows them as it likes.
  ///
  /// - Parameters:
  ///   - engine: the engine to draw.
  ///   - isFocused: whether this screen has focus; without focus there is no caret.
  public mutating func draw(_ engine: TextEngine, isFocused: Bool = true) {
    var canvas = CellCanvas(
      of: engine, size: size, glyphs: CellRenderer(hasSymbols: hasSymbols), isFocused: isFocused,
      scrolls: scrolls)
    if let window = engine.keyWindow { canvas.draw(window) }
    let area = engine.keyboardArea
    for (part, view) in [
      (KeyboardPart.accessory, area.accessoryView), (.inputView, area.inputView),
    ] {
      guard let view, !area.frame.isEmpty else { continue }
      canvas.draw(view, in: area.frame(of: part))
    }
    scrolls = canvas.scrolls
    scrolls.drawingDidEnd()
    canvas.drawCursor()
    rows = canvas.lines.map { row in StyledText(row.map { .init($0.text, $0.style) }) }
    cursor = canvas.cursor.map { ($0.row, $0.column) }
  }
}

extension CellCanvas {
  /// Creates an empty canvas for the key window of an engine.
  package init(
    of engine: TextEngine, size: CellSize, glyphs: CellRenderer, isFocused: Bool,
    scrolls: FieldScrolls
  ) {
    self.init(
      size: size, glyphs: glyphs, isFocused: isFocused, focused: engine.keyWindow?.firstResponder,
      active: engine.firstResponder, scrolls: scrolls)
  }
}
