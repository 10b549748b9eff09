// SPDX-License-Identifier: Apache-2.0
public import Keys
public import Responders
public import TextLayout

/// A canvas for views: the cells of a mirror, limited to those that the view may draw on.
///
/// Columns and rows are counted from the view's top left corner. Drawing outside the view's bounds,
/// or where a scroll view clips it, is invisible; later drawing covers earlier drawing. A wide
/// character is never divided: if half of it is covered or clipped, the other half is blank. The
/// UIKit counterpart is the graphics context.
public struct CellCanvas {
  /// The position of a view on the grid.
  package struct Pane {
    /// The view's cells.
    package var rect: CellRect
    /// The cells of the grid that the view may draw on.
    package var clip: CellRect
    /// The style under the view.
    package var base: TextStyle

    /// Creates a place on the grid.
    package init(rect: CellRect, clip: CellRect, base: TextStyle = TextStyle()) {
      self.rect = rect
      self.clip = clip
      self.base = base
    }

    /// The view's cells that it may draw on.
    package var visible: CellRect { rect.intersection(clip) }

    /// Returns a part of the pane, given in the pane's own cells.
    package func part(_ rect: CellRect) -> Pane {
      Pane(rect: rect.offset(x: self.rect.x, y: self.rect.y), clip: clip, base: base)
    }
  }

  /// Whether this mirror has focus; a caret is shown only then.
  public let isFocused: Bool
  /// The renderer of characters.
  package let glyphs: CellRenderer
  /// The responder with the focus of the key window; its selection is shown.
  let focused: Responder?
  /// The responder with the focus of the engine; its caret is shown.
  let active: Responder?
  /// The scroll offset of each field.
  package var scrolls: FieldScrolls
  /// The cell of the grid at which the caret is shown; nil for none.
  package private(set) var cursor: Cursor?
  /// The position of the view that is being drawn.
  package private(set) var pane: Pane
  private var grid: CellGrid

  /// The cell of the grid at which the person types.
  package struct Cursor: Equatable {
    package var row: Int
    package var column: Int
    /// Whether the caret is shown there; false if a selection is shown instead.
    package var isVisible: Bool

    /// Creates a cursor from its parts.
    package init(row: Int, column: Int, isVisible: Bool = true) {
      self.row = row
      self.column = column
      self.isVisible = isVisible
    }
  }

  /// Creates an empty canvas.
  ///
  /// - Parameters:
  ///   - size: the columns and rows of the mirror.
  ///   - glyphs: the renderer of characters.
  ///   - isFocused: whether the mirror has focus.
  ///   - focused: the responder with the focus of the key window.
  ///   - active: the responder with the focus of the engine.
  ///   - scrolls: the scroll offset of each field when it was last drawn.
  package init(
    size: CellSize, glyphs: CellRenderer, isFocused: Bool, focused: Responder?,
    active: Responder?, scrolls: FieldScrolls
  ) {
    self.glyphs = glyphs
    self.isFocused = isFocused
    self.focused = focused
    self.active = active
    self.scrolls = scrolls
    grid = CellGrid(columns: size.width, rows: size.height)
    pane = Pane(rect: grid.bounds, clip: grid.bounds)
  }

  /// The rows of the mirror from top to bottom, without trailing blanks.
  package var lines: [[Cell]] { grid.lines }

  // MARK: Where to draw

  /// The view's rectangle in its own cells.
  public var bounds: CellRect { CellRect(width: pane.rect.width, height: pane.rect.height) }

  /// The visible part of ``bounds``; nothing outside needs to be drawn.
  public var clip: CellRect {
    let visible = pane.visible
    return visible.isEmpty ? .zero : visible.offset(x: -pane.rect.x, y: -pane.rect.y)
  }

  /// The style under the view, such as the keyboard area's; it applies where a drawn style sets
  /// nothing.
  public var baseStyle: TextStyle { pane.base }

  // MARK: Drawing operations

  /// Draws text in a row, from a column to the right.
  ///
  /// Control characters and similar ones are drawn as visible signs; a tab extends to the next tab
  /// stop. Words that are written from right to left are drawn in that order.
  ///
  /// - Parameters:
  ///   - text: the text to draw.
  ///   - x: the first column.
  ///   - y: the row.
  ///   - style: the style of the text.
  /// - Returns: the number of columns of the text, including invisible ones.
  @discardableResult
  public mutating func put(
    _ text: String, x: Int = 0, y: Int = 0, style: TextStyle = TextStyle()
  ) -> Int {
    let cells = glyphs.order(
      glyphs.cells(for: text, style: style, from: x), isRightToLeft: false
    ).cells
    put(cells, x: x, y: y, in: pane)
    return cells.width
  }

  /// Draws text with several styles in a row, from a column to the right.
  ///
  /// - Parameters:
  ///   - text: the text to draw.
  ///   - x: the first column.
  ///   - y: the row.
  /// - Returns: the number of columns of the text, including invisible ones.
  @discardableResult
  public mutating func put(_ text: StyledText, x: Int = 0, y: Int = 0) -> Int {
    text.spans.reduce(0) { width, span in
      width + put(span.text, x: x + width, y: y, style: span.style)
    }
  }

  /// Fills a rectangle with a character, replacing what was drawn before.
  ///
  /// - Parameters:
  ///   - rect: the cells to fill; nil for all of them.
  ///   - character: the character of each cell; blanks are drawn if it takes more than one column.
  ///   - style: the style of the cells.
  public mutating func fill(
    _ rect: CellRect? = nil, with character: Character = " ", style: TextStyle = TextStyle()
  ) {
    let cells = glyphs.cells(for: [character], style: style)
    let cell = cells.width == 1 ? cells[0] : .blank(style)
    var part = pane
    if let rect {
      part = pane.part(rect.intersection(bounds))
      part.clip = pane.visible
    }
    fill(part, with: cell)
  }

  /// Changes the style of what was drawn in a rectangle; a wide character changes if its first
  /// column is inside.
  ///
  /// - Parameters:
  ///   - rect: the cells.
  ///   - change: changes the style of a cell.
  public mutating func restyle(_ rect: CellRect, _ change: (inout TextStyle) -> Void) {
    let rows = rect.intersection(bounds)
    for y in rows.y..<max(rows.y, rows.maxY) {
      restyle(x: rows.x, count: rows.width, y: y, in: pane, change)
    }
  }

  /// Places the caret at a cell, if the cell is visible; later drawing there removes it.
  ///
  /// The mirror shows the caret: a terminal as its own cursor, which screen readers follow, and
  /// ``CellScreen`` in reverse video. Place it only while the view has the focus and ``isFocused``
  /// is true.
  ///
  /// - Parameters:
  ///   - x: the column.
  ///   - y: the row.
  ///   - isVisible: whether the caret is shown; false if a selection is shown instead.
  public mutating func placeCursor(x: Int, y: Int = 0, isVisible: Bool = true) {
    placeCursor(x: x, y: y, isVisible: isVisible, in: pane)
  }

  /// Shows the caret as a cell in reverse video, for a mirror without a cursor of its own.
  package mutating func drawCursor() {
    guard let cursor, cursor.isVisible else { return }
    grid.restyle(x: cursor.column, count: 1, y: cursor.row, in: grid.bounds) {
      $0.attributes.formSymmetricDifference(.reverse)
    }
  }

  /// Returns the character for a symbol on this mirror: the symbol, or an ASCII character if the
  /// mirror has only ASCII.
  ///
  /// Replaces lines, corners and arrows, `✓`, `×`, `•`, `…` and `░`; any other character is
  /// returned unchanged.
  ///
  /// - Parameter symbol: the symbol to show.
  /// - Returns: the character to draw.
  public func symbol(_ symbol: Character) -> Character {
    glyphs.sign(symbol)
  }

  /// Draws a view and its subviews in a given rectangle instead of its frame; hidden views are not
  /// drawn.
  ///
  /// Use it in a view for which ``CellDrawing/drawsSubviews`` is true.
  ///
  /// - Parameters:
  ///   - view: the view to draw.
  ///   - rect: its rectangle, in the cells of the view being drawn.
  public mutating func draw(_ view: View, in rect: CellRect) {
    guard !view.isHidden else { return }
    var place = pane.part(rect)
    place.clip = pane.visible
    draw(view, in: place)
  }

  // MARK: Views

  /// Draws the views of a window; presented views cover all others.
  package mutating func draw(_ window: Window) {
    let screen = Pane(rect: grid.bounds, clip: grid.bounds)
    let isPresented = { (view: View) in view.viewController?.presentingViewController != nil }
    if let window = window as? any CellDrawing { window.drawCells(on: &self) }
    for view in window.subviews where !isPresented(view) { draw(view, inside: screen) }
    for view in window.subviews where isPresented(view) && !view.isHidden {
      // A view without a size fills the window.
      let rect = view.frame.isEmpty ? grid.bounds : view.frame
      fill(Pane(rect: rect, clip: grid.bounds), with: .blank)
      draw(view, inside: screen)
    }
  }

  /// Draws a view and its subviews, clipped to the pane of its superview.
  package mutating func draw(_ view: View, inside pane: Pane) {
    guard !view.isHidden else { return }
    draw(view, in: pane.part(view.frame))
  }

  /// Draws a view and its subviews in a pane.
  ///
  /// As in UIKit a view may extend outside its superview; only scroll views clip their contents. A
  /// view without visible cells is not called.
  package mutating func draw(_ view: View, in pane: Pane) {
    if let drawing = view as? any CellDrawing {
      if !pane.visible.isEmpty {
        let outer = self.pane
        self.pane = pane
        drawing.drawCells(on: &self)
        self.pane = outer
      }
      if drawing.drawsSubviews { return }
    }
    guard !view.subviews.isEmpty else { return }
    var inside = pane
    if let view = view as? ScrollView {
      inside.clip = pane.visible
      inside.rect.y -= view.contentOffset
    }
    for subview in view.subviews { draw(subview, inside: inside) }
  }

  // MARK: Cells

  /// Draws cells in a row of a pane.
  package mutating func put(_ cells: [Cell], x: Int = 0, y: Int = 0, in pane: Pane) {
    if cells.isEmpty { return }
    let (x, y) = (pane.rect.x + x, pane.rect.y + y)
    if let cursor, cursor.row == y, x <= cursor.column, cursor.column < x + cells.width,
      pane.visible.contains(cursor)
    {
      self.cursor = nil
    }
    grid.put(cells.over(pane.base), x: x, y: y, in: pane.visible)
  }

  /// Fills a pane, replacing what was drawn before.
  package mutating func fill(_ pane: Pane, with cell: Cell) {
    if let cursor, pane.visible.contains(cursor) { self.cursor = nil }
    grid.fill(pane.rect, with: [cell].over(pane.base)[0], in: pane.clip)
  }

  /// Changes the style of some cells in a row of a pane.
  package mutating func restyle(
    x: Int, count: Int, y: Int = 0, in pane: Pane, _ change: (inout TextStyle) -> Void
  ) {
    grid.restyle(
      x: pane.rect.x + x, count: count, y: pane.rect.y + y, in: pane.visible, change)
  }

  /// Places the caret at a cell of a pane, if the cell is visible.
  mutating func placeCursor(x: Int, y: Int, isVisible: Bool, in pane: Pane) {
    let place = Cursor(row: pane.rect.y + y, column: pane.rect.x + x, isVisible: isVisible)
    if pane.visible.contains(place) { cursor = place }
  }

  /// Whether a container has its window's focus, so that its selection is shown.
  func hasFocus(_ container: Responder) -> Bool {
    focused === container
  }
}

extension CellRect {
  /// Whether a cell is inside.
  fileprivate func contains(_ place: CellCanvas.Cursor) -> Bool {
    x <= place.column && place.column < maxX && y <= place.row && place.row < maxY
  }
}
