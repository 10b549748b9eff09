// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The contents of the terminal, kept so that only changed rows are drawn again.
struct Screen {
  private(set) var columns: Int
  private(set) var rows: Int
  private let kind: TerminalKind
  /// The rows as last drawn; nil if the contents of the terminal are unknown.
  private var shown: [[Cell]]?
  private var cursor: CellCanvas.Cursor?
  /// The shape of the terminal's cursor as in DECSCUSR; 0 for the user's.
  private var cursorShape = 0

  /// Creates a screen for a terminal whose contents are unknown.
  init(columns: Int, rows: Int, kind: TerminalKind) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    self.kind = kind
  }

  /// Changes the size; the contents are unknown afterwards.
  mutating func resize(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    shown = nil
    cursor = nil
  }

  /// Makes the terminal show these rows, with its cursor as the caret.
  ///
  /// Rows that are not given are empty; those beyond the screen are left out. Where no caret shows,
  /// the cursor is hidden: at the active end of a selection, for Braille displays and screen
  /// readers, else at the bottom (F042).
  mutating func show(
    _ wanted: [[Cell]], cursor place: CellCanvas.Cursor?, to output: ByteOutput
  ) {
    guard columns > 0, rows > 0 else { return }
    let place = place ?? CellCanvas.Cursor(row: rows - 1, column: 0, isVisible: false)
    var wanted = wanted
    if wanted.count > rows { wanted.removeLast(wanted.count - rows) }
    while wanted.count < rows { wanted.append([]) }
    if kind.scrollsAtLastCell, wanted[rows - 1].width == columns { wanted[rows - 1].removeLast() }
    let old = shown ?? Array(repeating: [], count: rows)
    let changed = (0..<rows).filter { old[$0] != wanted[$0] }
    if shown != nil, changed.isEmpty, cursor == place { return }
    output.append(contentsOf: kind.beginSynchronizedOutput)
    if shown == nil { output.append(contentsOf: kind.eraseScreen) }
    var isVisible = cursor?.isVisible
    // A visible cursor that moves over many rows would flicker.
    if isVisible != false, changed.count > 1 || !place.isVisible {
      output.append(contentsOf: kind.hideCursor)
      isVisible = false
    }
    for row in changed { draw(wanted[row], over: old[row], row: row, to: output) }
    if changed.last != place.row || !endsAtCursor(wanted[place.row], place) {
      output.append(
        contentsOf: kind.move(
          toRow: min(max(place.row, 0), rows - 1), column: min(max(place.column, 0), columns - 1)))
    }
    if place.isVisible, isVisible != true { output.append(contentsOf: kind.showCursor) }
    output.append(contentsOf: kind.endSynchronizedOutput)
    shown = wanted
    cursor = place
  }

  /// Whether the cursor is at its place after a row was drawn, as after a typed character.
  private func endsAtCursor(_ row: [Cell], _ place: CellCanvas.Cursor) -> Bool {
    // Where a row is erased with blanks, or is full, the cursor is elsewhere.
    !kind.eraseToEndOfRow.isEmpty && place.column < columns && row.width == place.column
      && row.hasCertainWidths
  }

  /// Changes the shape of the terminal's cursor, if the terminal knows shapes.
  mutating func show(cursorShape shape: Int, to output: ByteOutput) {
    guard shape != cursorShape else { return }
    cursorShape = shape
    output.append(contentsOf: kind.cursorShape(shape))
  }

  /// Draws a row from its first difference on.
  private func draw(_ cells: [Cell], over old: [Cell], row: Int, to output: ByteOutput) {
    var first = cells.firstDifference(from: old)
    var (column, isCertain) = (0, true)
    for index in 0..<first {
      isCertain = isCertain && cells[index].hasCertainWidth
      column += cells[index].width
    }
    // Terminals disagree about the width of some characters. After such a character only the start
    // of the row is a known position, and the old characters may be anywhere.
    if !isCertain { (first, column) = (0, 0) }
    output.append(contentsOf: kind.move(toRow: row, column: column))
    var style = TextStyle()
    for cell in cells[first...] {
      if cell.style != style {
        output.append(contentsOf: kind.change(from: style, to: cell.style))
        style = cell.style
      }
      output.append(cell.text)
    }
    output.append(contentsOf: kind.change(from: style, to: TextStyle()))
    let width = cells.width
    // On a full row the cursor may be on the last cell, which erasing would clear.
    if width < columns, width < old.width || !old.hasCertainWidths {
      eraseToEndOfRow(row, from: width, to: output)
    }
  }

  private func eraseToEndOfRow(_ row: Int, from column: Int, to output: ByteOutput) {
    guard kind.eraseToEndOfRow.isEmpty else {
      return output.append(contentsOf: kind.eraseToEndOfRow)
    }
    let scrolls = kind.scrollsAtLastCell && row == rows - 1
    output.append(String(repeating: " ", count: columns - column - (scrolls ? 1 : 0)))
  }
}
