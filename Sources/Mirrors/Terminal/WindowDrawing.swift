// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Draws a window, the keyboard area and what is above them on a canvas, view by view from back to
/// front.
///
/// Views draw themselves (`CellDrawing`); extensions draw what belongs to the mirror itself.
struct WindowDrawing {
  typealias Pane = CellCanvas.Pane

  let engine: TextEngine
  /// The canvas with everything drawn so far.
  private(set) var canvas: CellCanvas

  /// Creates a drawing on an empty canvas.
  init(
    of engine: TextEngine, glyphs: CellRenderer, isFocused: Bool, size: CellSize,
    scrolls: FieldScrolls
  ) {
    self.engine = engine
    canvas = CellCanvas(
      of: engine, size: size, glyphs: glyphs, isFocused: isFocused, scrolls: scrolls)
  }

  var glyphs: CellRenderer { canvas.glyphs }

  // MARK: Views

  /// Draws the views of a window.
  mutating func draw(_ window: Window) {
    canvas.draw(window)
  }

  /// Draws a view and its subviews in a given pane.
  mutating func draw(_ view: View, in pane: Pane) {
    canvas.draw(view, in: pane)
  }

  // MARK: Cells

  /// Draws cells in a row of a pane.
  mutating func put(_ cells: [Cell], x: Int = 0, y: Int = 0, in pane: Pane) {
    canvas.put(cells, x: x, y: y, in: pane)
  }

  /// Fills a pane, replacing what was drawn before.
  mutating func fill(_ pane: Pane, with cell: Cell) {
    canvas.fill(pane, with: cell)
  }
}
