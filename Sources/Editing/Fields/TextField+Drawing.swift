// SPDX-License-Identifier: Apache-2.0
import Keys

/// Drawing of text fields: one row of cells, laid out by ``TextFieldLayout``.
extension CellCanvas {
  /// Draws a field in the first row of its pane.
  mutating func draw(field: TextField, in pane: Pane) {
    var pane = pane
    pane.rect.height = min(pane.rect.height, 1)
    pane.base = TextStyle()
    guard !pane.visible.isEmpty else { return }
    let layout = field.layout(width: pane.rect.width, scroll: scrolls[field.id.rawValue])
    scrolls[field.id.rawValue] = layout.scroll
    let appearance = layout.appearance
    var style = appearance.style.textStyle
    style.background = nil
    if !appearance.isEnabled { style.attributes.insert(.dim) }
    drawBackdrop(appearance.backdrop, in: pane)
    if case .color(let color) = appearance.backdrop { pane.base.background = color }
    if let border = appearance.borderStyle.cells {
      put(glyphs.cells(for: [glyphs.sign(border.first)], style: TextStyle()), in: pane)
      let last = glyphs.cells(for: [glyphs.sign(border.last)], style: TextStyle())
      put(last, x: max(1, pane.rect.width - 1), in: pane)
    }
    drawSideViews(of: field, layout, in: pane)
    if let clear = layout.clearButton {
      put(glyphs.cells(for: [glyphs.sign("×")], style: TextStyle()), x: clear, in: pane)
    }
    drawText(of: field, layout, style, in: pane)
  }

  private mutating func drawBackdrop(_ backdrop: TextField.Backdrop, in pane: Pane) {
    switch backdrop {
    case .none: fill(pane, with: .blank)
    case .color(let color): fill(pane, with: .blank(TextStyle(background: color)))
    case .image:
      let pattern = Cell(text: String(glyphs.sign("░")), width: 1, style: TextStyle(.dim))
      fill(pane, with: pattern)
    }
  }

  /// Draws the text or the placeholder, the continuation after it, and the caret.
  private mutating func drawText(
    of field: TextField, _ layout: TextFieldLayout, _ style: TextStyle, in pane: Pane
  ) {
    var cells = textCells(of: field, layout, style)
    if let caret = layout.caret, isFocused, caret == layout.textColumn + cells.width {
      cells += continuation(of: field, at: caret, layout, style)
    }
    let isRightToLeft = layout.appearance.isRightToLeft
    let room = layout.content.end - layout.textColumn
    if glyphs.ordersText, isRightToLeft, layout.caret != nil, cells.width < room {
      // The cell for the caret after the last character is at the left of the text.
      cells.append(.blank(style))
    }
    let visual = glyphs.order(cells, isRightToLeft: isRightToLeft)
    put(visual.cells, x: layout.textColumn, in: pane)
    if let caret = layout.caret, isFocused {
      let column = visual.column(of: caret - layout.textColumn, in: cells)
      placeCursor(
        x: layout.textColumn + column, y: 0, isVisible: field.selection.isCaret, in: pane)
    }
  }

  /// Returns the cells of the visible text or placeholder, in the order of the text.
  private func textCells(
    of field: TextField, _ layout: TextFieldLayout, _ style: TextStyle
  ) -> [Cell] {
    let isPlaceholder = layout.appearance.placeholder != nil
    let isSecure = field.traits.isSecureTextEntry
    let textStyle = isPlaceholder ? TextStyle(.dim).over(style) : style
    let misspelled = isPlaceholder ? [] : field.misspelledRanges
    let focused = field.focusedSegment
    let selected = hasFocus(field) || layout.appearance.isToBeReplaced ? layout.selection : nil
    // A tab keeps the width that it has in the unscrolled row.
    var column = layout.scroll > 0 ? layout.textColumn - layout.content.start + layout.scroll : 0
    var x = layout.textColumn
    var offset = layout.visibleRange.start
    var all: [Cell] = []
    for character in layout.text {
      let end = offset + character.utf16.count
      var style = textStyle
      if let marked = field.markedRange, !isSecure, !isPlaceholder, marked.start < end,
        offset < marked.end
      {
        style.attributes.insert(.underline)
        if let focused, focused.start < end, offset < focused.end {
          style.attributes.insert(.reverse)
        }
      }
      if misspelled.holds(offset) { style.markMisspelled() }
      if let selected, selected.start <= x, x < selected.end {
        style.attributes.formUnion(
          layout.appearance.isToBeReplaced ? .toBeReplaced : .reverse)
      }
      let isDot = isSecure && character == TextContainer.secureDot
      let shown = isDot ? glyphs.sign(character) : character
      let cells = glyphs.cells(for: [shown], style: style, from: column)
      all += cells
      column += cells.width
      x += cells.width
      offset = end
    }
    return all
  }

  /// Returns the cells of the continuation after the caret, as far as there is room (AST-28).
  private func continuation(
    of field: TextField, at caret: Int, _ layout: TextFieldLayout, _ style: TextStyle
  ) -> [Cell] {
    let room = layout.content.end - caret
    guard room > 0, let text = field.inlinePrediction, !field.traits.isSecureTextEntry,
      hasFocus(field)
    else { return [] }
    let cells = glyphs.cells(for: text, style: TextStyle(.dim).over(style), from: caret)
    return glyphs.cut(cells, to: room)
  }

  /// Draws the side views; a view without any drawing is shown by its name.
  private mutating func drawSideViews(
    of field: TextField, _ layout: TextFieldLayout, in pane: Pane
  ) {
    let isMirrored = layout.appearance.isRightToLeft
    let (left, right) =
      isMirrored ? (field.rightView, field.leftView) : (field.leftView, field.rightView)
    for (view, columns) in [(left, layout.leftView), (right, layout.rightView)] {
      guard let view, let columns else { continue }
      var side = pane.part(CellRect(x: columns.start, width: columns.count, height: 1))
      side.clip = side.rect.intersection(pane.clip)
      if type(of: view) == View.self, view.subviews.isEmpty {
        put(glyphs.cells(for: view.name, columns: columns.count), in: side)
      } else {
        draw(view, in: side)
      }
    }
  }
}
