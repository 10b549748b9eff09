// SPDX-License-Identifier: Apache-2.0
public import Keys
public import TextLayout

/// The key window of an engine as rows of styled text, for a program that shows cells itself.
///
/// Draw after every key that may have changed something, and show ``rows``; draw on the same screen again, so that the
/// text of a field stays where it is while its caret shows. The window's views are drawn, with those of the keyboard area in
/// front; its status rows, candidates and panels are values of the engine, which the program shows as it likes.
public struct CellScreen: Sendable {
  /// The columns and rows.
  public var size: CellSize
  /// Whether symbols beyond ASCII can be shown.
  public var hasSymbols: Bool
  /// What is to be seen, from top to bottom; blanks at the end of a row are left out.
  public private(set) var rows: [StyledText] = []
  /// Where the person types: a cell in ``rows``, in reverse video unless a selection shows there; nil for nowhere.
  public private(set) var cursor: (row: Int, column: Int)?
  private var scrolls = FieldScrolls()

  /// Makes a screen on which nothing is drawn yet.
  public init(size: CellSize, hasSymbols: Bool = true) {
    self.size = size
    self.hasSymbols = hasSymbols
  }

  /// Draws what the engine's key window shows now.
  ///
  /// - Parameters:
  ///   - engine: the engine.
  ///   - isFocused: whether the person looks at this screen; without it there is no caret.
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
    scrolls.settle()
    canvas.drawCursor()
    rows = canvas.lines.map { row in StyledText(row.map { .init($0.text, $0.style) }) }
    cursor = canvas.cursor.map { ($0.row, $0.column) }
  }
}

extension CellCanvas {
  /// Makes an empty canvas for the key window of an engine.
  package init(
    of engine: TextEngine, size: CellSize, glyphs: CellRenderer, isFocused: Bool,
    scrolls: FieldScrolls
  ) {
    self.init(
      size: size, glyphs: glyphs, isFocused: isFocused, focused: engine.keyWindow?.firstResponder,
      active: engine.firstResponder, scrolls: scrolls)
  }
}
