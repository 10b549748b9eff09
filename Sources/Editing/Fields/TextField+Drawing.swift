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
    if let caret = layout.caret, isFocused {
      drawContinuation(of: field, at: caret, layout, style, in: pane)
      placeCursor(x: caret, y: 0, isVisible: field.selection.isCaret, in: pane)
    }
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

  private mutating func drawText(
    of field: TextField, _ layout: TextFieldLayout, _ style: TextStyle, in pane: Pane
  ) {
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
      put(cells, x: x, in: pane)
      column += cells.width
      x += cells.width
      offset = end
    }
  }

  /// Draws the continuation after the caret, as far as there is room (AST-28).
  private mutating func drawContinuation(
    of field: TextField, at caret: Int, _ layout: TextFieldLayout, _ style: TextStyle,
    in pane: Pane
  ) {
    guard let text = field.inlinePrediction, !field.traits.isSecureTextEntry,
      hasFocus(field)
    else { return }
    let room = layout.content.end - caret
    guard room > 0 else { return }
    let cells = glyphs.cells(for: text, style: TextStyle(.dim).over(style), from: caret)
    put(glyphs.cut(cells, to: room), x: caret, in: pane)
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
