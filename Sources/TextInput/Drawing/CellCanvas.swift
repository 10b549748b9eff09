// SPDX-License-Identifier: Apache-2.0
public import Keys
public import Responders
public import TextLayout

/// What a view draws on: the cells of a mirror, as far as the view may draw there.
///
/// Columns and rows are counted from the view's top left corner. What is drawn beyond the view's bounds, or where a scroll
/// view cuts it off, does not show; what is drawn later covers what was there. A wide character is never divided: where
/// half of it is covered or cut off, the other half is blank. UIKit's counterpart is the graphics context.
public struct CellCanvas {
  /// Where a view stands on the grid.
  package struct Pane {
    /// The view's cells.
    package var rect: CellRect
    /// The cells of the grid that it may draw on.
    package var clip: CellRect
    /// What it lies on.
    package var base: TextStyle

    /// Makes a place on the grid.
    package init(rect: CellRect, clip: CellRect, base: TextStyle = TextStyle()) {
      self.rect = rect
      self.clip = clip
      self.base = base
    }

    /// The cells that it has and may draw on.
    package var visible: CellRect { rect.intersection(clip) }

    /// A part of it, in its own cells.
    package func part(_ rect: CellRect) -> Pane {
      Pane(rect: rect.offset(x: self.rect.x, y: self.rect.y), clip: clip, base: base)
    }
  }

  /// Whether the person looks at this mirror; a caret shows only then.
  public let isFocused: Bool
  /// Shows each character.
  package let glyphs: CellRenderer
  /// What has the focus of the key window, so that its selection shows.
  let focused: Responder?
  /// What has the focus of the engine, so that its caret shows.
  let active: Responder?
  /// How far the text of each field is scrolled.
  package var scrolls: FieldScrolls
  /// Where the caret stands, in the cells of the grid; nil for nowhere.
  package private(set) var cursor: Cursor?
  /// Where the view stands that is drawn now.
  package private(set) var pane: Pane
  private var grid: CellGrid

  /// A cell of the grid at which the person types.
  package struct Cursor: Equatable {
    package var row: Int
    package var column: Int
    /// Whether a caret shows there; not where a selection shows instead.
    package var isVisible: Bool

    /// Makes a cursor from its parts.
    package init(row: Int, column: Int, isVisible: Bool = true) {
      self.row = row
      self.column = column
      self.isVisible = isVisible
    }
  }

  /// Makes an empty canvas.
  ///
  /// - Parameters:
  ///   - size: the columns and rows of the mirror.
  ///   - glyphs: shows each character.
  ///   - isFocused: whether the person looks here.
  ///   - focused: what has the focus of the key window.
  ///   - active: what has the focus of the engine.
  ///   - scrolls: how far each field was scrolled when it was last drawn.
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

  /// The rows of the mirror from top to bottom, without the blanks at their ends.
  package var lines: [[Cell]] { grid.lines }

  // MARK: Where to draw

  /// The view's rectangle in its own cells.
  public var bounds: CellRect { CellRect(width: pane.rect.width, height: pane.rect.height) }

  /// The part of ``bounds`` that shows; what is outside need not be drawn.
  public var clip: CellRect {
    let visible = pane.visible
    return visible.isEmpty ? .zero : visible.offset(x: -pane.rect.x, y: -pane.rect.y)
  }

  /// The style of what the view lies on, such as the keyboard area; it shows through where a style says nothing.
  public var baseStyle: TextStyle { pane.base }

  // MARK: What to draw

  /// Draws text in a row, from a column to the right.
  ///
  /// Control characters and the like show as pictures, a tab reaches to the next stop.
  ///
  /// - Returns: how many columns the text takes, also where it does not show.
  @discardableResult
  public mutating func put(
    _ text: String, x: Int = 0, y: Int = 0, style: TextStyle = TextStyle()
  ) -> Int {
    let cells = glyphs.cells(for: text, style: style, from: x)
    put(cells, x: x, y: y, in: pane)
    return cells.width
  }

  /// Draws text of several styles in a row, from a column to the right.
  ///
  /// - Returns: how many columns the text takes, also where it does not show.
  @discardableResult
  public mutating func put(_ text: StyledText, x: Int = 0, y: Int = 0) -> Int {
    text.spans.reduce(0) { width, span in
      width + put(span.text, x: x + width, y: y, style: span.style)
    }
  }

  /// Fills a rectangle with a character, also where something else was drawn before.
  ///
  /// - Parameters:
  ///   - rect: the cells to fill; nil for all of them.
  ///   - character: what each cell shows; a character that takes more than one column gives blanks.
  ///   - style: how it looks.
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

  /// Changes how what is drawn in a rectangle looks; a wide character is changed where its beginning is inside.
  public mutating func restyle(_ rect: CellRect, _ change: (inout TextStyle) -> Void) {
    let rows = rect.intersection(bounds)
    for y in rows.y..<max(rows.y, rows.maxY) {
      restyle(x: rows.x, count: rows.width, y: y, in: pane, change)
    }
  }

  /// Puts the caret at a cell, if that shows; what is drawn there later takes it away.
  ///
  /// The mirror shows it: a terminal by its own cursor, which screen readers follow, ``CellScreen`` in reverse video. Place
  /// it only while the view has the focus and ``isFocused`` is true.
  ///
  /// - Parameters:
  ///   - x: the column.
  ///   - y: the row.
  ///   - isVisible: whether it shows; false where a selection shows in its place.
  public mutating func placeCursor(x: Int, y: Int = 0, isVisible: Bool = true) {
    placeCursor(x: x, y: y, isVisible: isVisible, in: pane)
  }

  /// Shows the caret as a cell in reverse video, for a mirror without a cursor of its own.
  mutating func drawCursor() {
    guard let cursor, cursor.isVisible else { return }
    grid.restyle(x: cursor.column, count: 1, y: cursor.row, in: grid.bounds) {
      $0.attributes.formSymmetricDifference(.reverse)
    }
  }

  /// The character that stands for a symbol on this mirror: itself, or one of ASCII where the mirror has no others.
  ///
  /// Knows lines, corners and arrows, `✓`, `×`, `•`, `…` and `░`; any other character stands for itself.
  public func symbol(_ symbol: Character) -> Character {
    glyphs.sign(symbol)
  }

  /// Draws a view and what is inside it, in a place of your choice instead of its frame; hidden views do not show.
  ///
  /// For a view whose ``CellDrawing/drawsSubviews`` is true.
  public mutating func draw(_ view: View, in rect: CellRect) {
    guard !view.isHidden else { return }
    var place = pane.part(rect)
    place.clip = pane.visible
    draw(view, in: place)
  }

  // MARK: Views

  /// Draws the views of a window; what is presented covers everything else.
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

  /// Draws a view and what is inside, in the pane of its superview.
  package mutating func draw(_ view: View, inside pane: Pane) {
    guard !view.isHidden else { return }
    draw(view, in: pane.part(view.frame))
  }

  /// Draws a view and what is inside in a pane.
  ///
  /// As in UIKit a view may stand out of its superview; only scroll views cut off what is inside. A view that takes no
  /// cells of the screen is not even asked.
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
    let (x, y) = (pane.rect.x + x, pane.rect.y + y)
    if let cursor, cursor.row == y, x <= cursor.column, cursor.column < x + cells.width,
      pane.visible.contains(cursor)
    {
      self.cursor = nil
    }
    grid.put(cells.over(pane.base), x: x, y: y, in: pane.visible)
  }

  /// Fills a pane, also where something else was drawn before.
  package mutating func fill(_ pane: Pane, with cell: Cell) {
    if let cursor, pane.visible.contains(cursor) { self.cursor = nil }
    grid.fill(pane.rect, with: [cell].over(pane.base)[0], in: pane.clip)
  }

  /// Changes how some cells of a pane's row look.
  package mutating func restyle(
    x: Int, count: Int, y: Int = 0, in pane: Pane, _ change: (inout TextStyle) -> Void
  ) {
    grid.restyle(
      x: pane.rect.x + x, count: count, y: pane.rect.y + y, in: pane.visible, change)
  }

  /// Puts the caret at a cell of a pane, if that is to be seen.
  mutating func placeCursor(x: Int, y: Int, isVisible: Bool, in pane: Pane) {
    let place = Cursor(row: pane.rect.y + y, column: pane.rect.x + x, isVisible: isVisible)
    if pane.visible.contains(place) { cursor = place }
  }

  /// Whether a container has its window's focus, so that its selection shows.
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
