// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Draws a window and the keyboard area on a canvas: view by view, those in front last.
///
/// As in UIKit a view may stand out of its superview; only scroll views cut off what is inside. A view
/// that takes no cells of the screen is not even read.
struct WindowDrawing {
  let engine: TextEngine
  let glyphs: GlyphTable
  /// Whether the person looks here; a caret shows only then.
  let isFocused: Bool
  /// What has been drawn so far.
  private(set) var canvas: Canvas
  /// Where the caret is drawn; nil for none.
  var cursor: (row: Int, column: Int)?
  /// How far each field's text was scrolled when it was last drawn; then, how far it is now.
  var scrolls: FieldScrolls

  /// Makes a drawing on an empty canvas.
  init(
    of engine: TextEngine, glyphs: GlyphTable, isFocused: Bool, size: CellSize,
    scrolls: FieldScrolls
  ) {
    self.engine = engine
    self.glyphs = glyphs
    self.isFocused = isFocused
    self.scrolls = scrolls
    canvas = Canvas(columns: size.width, rows: size.height)
  }

  /// Where a view stands on the canvas.
  struct Pane {
    /// The view's cells.
    var rect: CellRect
    /// The cells of the canvas that it may draw on.
    var clip: CellRect
    /// What it lies on.
    var base = TextStyle()

    /// The cells that it has and may draw on.
    var visible: CellRect { rect.intersection(clip) }

    /// A part of it, in its own cells.
    func part(_ rect: CellRect) -> Pane {
      Pane(rect: rect.offset(x: self.rect.x, y: self.rect.y), clip: clip, base: base)
    }
  }

  // MARK: Views

  /// Draws the views of a window; what is presented covers everything else.
  mutating func draw(_ window: Window) {
    let screen = Pane(rect: canvas.bounds, clip: canvas.bounds)
    let isPresented = { (view: View) in view.viewController?.presentingViewController != nil }
    for view in window.subviews where !isPresented(view) { draw(view, inside: screen) }
    for view in window.subviews where isPresented(view) && !view.isHidden {
      // A view without a size fills the window.
      let rect = view.frame.isEmpty ? canvas.bounds : view.frame
      canvas.fill(rect, with: .blank, in: canvas.bounds)
      if let cursor, rect.contains(cursor) { self.cursor = nil }
      draw(view, inside: screen)
    }
  }

  /// Draws a view and what is inside, in the pane of its superview.
  mutating func draw(_ view: View, inside pane: Pane) {
    guard !view.isHidden else { return }
    draw(view, in: pane.part(view.frame))
  }

  /// Draws a view and what is inside in a place of somebody else's choice.
  mutating func draw(_ view: View, in pane: Pane) {
    switch view {
    case let view as TextView: draw(text: view, in: pane)
    // What stands inside a field, and the items of a bar, they place themselves.
    case let field as TextField: return draw(field: field, in: pane)
    case let bar as AccessoryBar: return draw(bar: bar, in: pane)
    case let label as Label: draw(label: label, in: pane)
    case let item as AccessoryItem: draw(item: item, in: pane)
    default: break
    }
    var inside = pane
    if let view = view as? ScrollView {
      inside.clip = pane.visible
      inside.rect.y -= view.contentOffset
    }
    for subview in view.subviews { draw(subview, inside: inside) }
  }

  // MARK: Cells

  /// Draws cells in a row of a pane.
  mutating func put(_ cells: [Cell], x: Int = 0, y: Int = 0, in pane: Pane) {
    canvas.put(
      cells.over(pane.base), x: pane.rect.x + x, y: pane.rect.y + y, in: pane.visible)
  }

  /// Fills a pane, also where something else was drawn before.
  mutating func fill(_ pane: Pane, with cell: Cell) {
    if let cursor, pane.visible.contains(cursor) { self.cursor = nil }
    canvas.fill(pane.rect, with: [cell].over(pane.base)[0], in: pane.clip)
  }

  /// Changes how some cells of a pane's row look.
  mutating func restyle(
    x: Int, count: Int, y: Int = 0, in pane: Pane, _ change: (inout TextStyle) -> Void
  ) {
    canvas.restyle(
      x: pane.rect.x + x, count: count, y: pane.rect.y + y, in: pane.visible, change)
  }

  /// Puts the terminal's cursor at a cell of a pane, if that is to be seen.
  mutating func placeCursor(x: Int, y: Int, in pane: Pane) {
    let place = (row: pane.rect.y + y, column: pane.rect.x + x)
    if pane.visible.contains(place) { cursor = place }
  }

  /// Whether a container has its window's focus, so that its selection shows.
  func hasFocus(_ container: TextContainer) -> Bool {
    engine.keyWindow?.firstResponder === container
  }
}

extension CellRect {
  /// Whether a cell is inside.
  func contains(_ place: (row: Int, column: Int)) -> Bool {
    x <= place.column && place.column < maxX && y <= place.row && place.row < maxY
  }
}

/// How far the texts of fields are scrolled, so that a text stays where it is while its caret shows.
struct FieldScrolls {
  private var last: [ContainerID: Int] = [:]
  private var current: [ContainerID: Int] = [:]

  subscript(field: ContainerID) -> Int {
    get { last[field] ?? 0 }
    set { current[field] = newValue }
  }

  /// Everything is drawn: what was not drawn is forgotten.
  mutating func settle() {
    last = current
    current = [:]
  }
}
