// SPDX-License-Identifier: Apache-2.0
import Keys

/// Drawing of text views: wrapped rows with caret, selection and marked text.
extension CellCanvas {
  /// Draws a text view from the row to which it is scrolled.
  mutating func draw(text view: TextView, in pane: Pane) {
    guard !pane.visible.isEmpty else { return }
    let height = pane.rect.height
    // Rows below the screen are not laid out.
    let count = min(height, pane.visible.maxY - pane.rect.y)
    var rows = view.rows(from: view.topOffset, count: count)
    // After a full last row the caret has a row of its own, which the view does not count.
    if let row = rows.firstIndex(where: { $0.isFull(pane.rect.width, before: view.selection.head) })
    {
      let caret = view.selection.head
      rows.insert(
        TextRow(range: TextRange(caret: caret), endsText: rows[row].endsText), at: row + 1)
      rows[row].endsParagraph = false
      if row + 1 == height { rows.removeFirst() }
    }
    draw(rows, of: view, in: pane)
  }

  private mutating func draw(_ rows: [TextRow], of view: TextView, in pane: Pane) {
    guard !pane.visible.isEmpty else { return }
    var pane = pane
    pane.base = TextStyle()
    let drawing = TextRowDrawing(
      of: view, glyphs: glyphs, columns: pane.rect.width, hasFocus: hasFocus(view),
      showsCaret: isFocused && active === view)
    fill(pane, with: .blank(drawing.style))
    for (y, row) in rows.prefix(pane.rect.height).enumerated() {
      // Rows outside the screen are not read.
      guard pane.visible.y <= pane.rect.y + y, pane.rect.y + y < pane.visible.maxY else { continue }
      let isRightToLeft = drawing.isRightToLeft(row)
      let (cells, caretColumn) = drawing.cells(of: row, isRightToLeft)
      // The spaces at the end of a wrapped row do not affect its alignment.
      let indent = drawing.indent(of: row.isWrapped ? row.cells : cells.width, isRightToLeft)
      put(cells, x: indent, y: y, in: pane)
      if let caretColumn, drawing.showsCaret {
        placeCursor(
          x: min(indent + caretColumn, pane.rect.width - 1), y: y,
          isVisible: drawing.selected == nil, in: pane)
      }
    }
  }
}

/// The state for drawing the rows of one text view.
private struct TextRowDrawing {
  let storage: TextStorage
  let glyphs: CellRenderer
  let columns: Int
  let style: TextStyle
  let showsCaret: Bool
  private let alignment: TextAlignment
  private let caret: Int
  let selected: TextRange?
  private let marked: TextRange?
  private let focused: TextRange?
  private let misspelled: [TextRange]
  private let isSecure: Bool
  private let isToBeReplaced: Bool
  /// Whether the caret at the end of a wrapped row is shown there, and not at the start of the next
  /// row (INP-13).
  private let isCaretBehind: Bool
  /// The continuation shown after the caret (AST-28); nil for none.
  private let continuation: String?
  /// Whether rows may have to be ordered.
  private let hasRightToLeft: Bool

  init(
    of view: TextView, glyphs: CellRenderer, columns: Int, hasFocus: Bool, showsCaret: Bool
  ) {
    storage = view.storage
    self.glyphs = glyphs
    self.columns = columns
    style = view.style.textStyle
    alignment = view.textAlignment
    isToBeReplaced = view.isToBeReplaced
    caret = view.selection.head
    selected =
      isToBeReplaced
      ? TextRange(0, view.storage.count)
      : hasFocus ? view.selectedRange.flatMap { $0.isEmpty ? nil : $0 } : nil
    marked = view.markedRange
    focused = view.focusedSegment
    misspelled = view.misspelledRanges
    isSecure = view.traits.isSecureTextEntry
    isCaretBehind = view.affinity == .backward
    continuation = showsCaret ? view.inlinePrediction : nil
    hasRightToLeft =
      glyphs.ordersText && view.storage.hasRightToLeft(in: TextRange(0, view.storage.count))
    self.showsCaret = showsCaret && view.selectedRange != nil && !isToBeReplaced
  }

  /// Whether a row belongs to a paragraph that is written, and drawn, from right to left.
  func isRightToLeft(_ row: TextRow) -> Bool {
    hasRightToLeft && storage.isRightToLeft(at: row.range.start)
  }

  /// Returns the number of empty cells to the left of a row; text with natural alignment starts at
  /// the side where it begins.
  func indent(of cells: Int, _ isRightToLeft: Bool) -> Int {
    let free = max(0, columns - cells)
    switch alignment {
    case .left: return 0
    case .natural: return isRightToLeft ? free : 0
    case .center: return free / 2
    case .right: return free
    }
  }

  /// Returns the cells of a row from left to right, and the column of the caret if it is in the
  /// row.
  func cells(of row: TextRow, _ isRightToLeft: Bool) -> (cells: [Cell], caretColumn: Int?) {
    var (cells, caretColumn) = storedCells(of: row, isRightToLeft)
    guard hasRightToLeft else { return (cells, caretColumn) }
    if isRightToLeft, caretColumn == cells.width, cells.width < columns {
      // A caret that is not shown has its place to the left of the text all the same.
      cells.append(.blank(style))
    }
    let visual = glyphs.order(cells, isRightToLeft: isRightToLeft)
    return (visual.cells, caretColumn.map { visual.column(of: $0, in: cells) })
  }

  /// Returns the cells of a row in the order of the text, and the column of the caret among them.
  private func storedCells(
    of row: TextRow, _ isRightToLeft: Bool
  ) -> (cells: [Cell], caretColumn: Int?) {
    var cells: [Cell] = []
    var column = 0
    var offset = row.range.start
    var caretColumn: Int?
    // Hanging spaces do not move a right-aligned or centred row.
    let room = row.isWrapped ? columns - indent(of: row.cells, isRightToLeft) : columns
    var isHanging = false
    // Whether the row has no cell left for the caret.
    var isCaretBeyond = false
    let isElsewhere = isCaretBehind && row.followsWrapped && caret == row.range.start
    for character in storage.substring(row.range).boundedCharacters {
      let end = offset + character.utf16.count
      let isCaret = offset <= caret && caret < end && !isElsewhere
      if isCaret { caretColumn = column }
      let bearsCaret = isCaret && selected == nil && showsCaret
      let style = style(of: offset, end)
      let plainCells = character.plainCells
      if plainCells == nil, character == "\u{2028}" {
        // The line separator ends the row as a newline does. It has a cell only for the caret, or
        // as part of a selection.
        let isSelected = style.attributes.contains(.reverse)
        if column < columns, bearsCaret || isSelected {
          cells.append(.blank(TextStyle(isSelected ? .reverse : []).over(self.style)))
        }
        break
      }
      offset = end
      let width =
        plainCells ?? (character == "\t" ? 1 : LineLayout.cells(of: character, at: column))
      isHanging = isHanging || end > row.contentEnd && column + width > room
      if isHanging {
        isCaretBeyond = isCaretBeyond || bearsCaret
        continue
      }
      for var cell in glyphs.cells(for: shown(character), column: column, columns: columns) {
        cell.style = style
        cells.append(cell)
        column += cell.width
      }
    }
    if row.isWrapped, isCaretBehind, caret == row.range.end {
      // At the end of a wrapped row, the caret is shown after the row or on its last cell.
      caretColumn = column
      if selected == nil, showsCaret {
        isCaretBeyond = column >= room
        if !isCaretBeyond { cells.append(.blank(style)) }
      }
    }
    if isCaretBeyond, let last = cells.indices.last {
      caretColumn = column - cells[last].width
    }
    guard row.endsParagraph, column < columns else { return (cells, caretColumn) }
    let holdsCaret = caret == row.range.end && !isElsewhere
    if holdsCaret { caretColumn = column }
    // After the last character: the caret, or a selected newline.
    let isNewlineSelected =
      selected.map { $0.start <= row.range.end && row.range.end < $0.end && !row.endsText }
    if isNewlineSelected == nil, holdsCaret, showsCaret, let continuation {
      var predicted = style
      predicted.attributes.insert(.dim)
      let all = glyphs.cells(for: continuation, style: predicted, from: column)
      cells += glyphs.cut(all, to: columns - column)
    } else if isNewlineSelected ?? (holdsCaret && showsCaret) {
      cells.append(.blank(TextStyle(isNewlineSelected == nil ? [] : .reverse).over(style)))
    }
    return (cells, caretColumn)
  }

  private func style(of start: Int, _ end: Int) -> TextStyle {
    var style = style
    if let marked, marked.start < end, start < marked.end {
      style.attributes.insert(.underline)
    }
    if let focused, focused.start < end, start < focused.end { style.attributes.insert(.reverse) }
    if misspelled.holds(start) { style.markMisspelled() }
    if let selected, selected.start < end, start < selected.end {
      style.attributes.formUnion(isToBeReplaced ? .toBeReplaced : .reverse)
    }
    return style
  }

  private func shown(_ character: Character) -> Character {
    isSecure && character != "\u{2028}" ? glyphs.sign(TextContainer.secureDot) : character
  }
}

extension TextRow {
  /// Whether the caret is at the end of a row that has no cell left for it.
  fileprivate func isFull(_ columns: Int, before caret: Int) -> Bool {
    endsParagraph && caret == range.end && !range.isEmpty && cells >= columns
  }
}

extension TextStyle {
  /// Marks text as misspelled: underlined, and red where the terminal has colours (AST-51).
  mutating func markMisspelled() {
    attributes.insert(.underline)
    foreground = .indexed(1)
  }
}

extension [TextRange] {
  /// Whether one of the ranges, which are in order and apart, holds the code unit at an offset.
  func holds(_ offset: Int) -> Bool {
    guard !isEmpty else { return false }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].start <= offset
  }
}

extension TextStyle.Attributes {
  /// The attributes of text that the next edit will replace (4.1).
  static let toBeReplaced: TextStyle.Attributes = [.reverse, .dim]
}
