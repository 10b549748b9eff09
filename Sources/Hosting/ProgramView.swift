// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TerminalScreen
import TextInput

/// The view that shows a program's screen.
///
/// It shows a copy of the screen, so that what is drawn between two updates of the program is never
/// half of one. Text that is being composed is drawn at the cursor; the rest of the row moves right
/// on the view only. Where it has no room up to the right edge, it begins further left.
final class ProgramView: View, CellDrawing {
  /// The keys that are typed for the program; it draws nothing.
  let input = ProgramInput()
  /// The accessory above the status row while a line is edited; nil otherwise.
  var lineAccessory: View?
  /// Called when the view's size changes.
  var resized: () -> Void = {}
  /// The number of rows by which the view is scrolled back.
  var scrolledRows = 0 {
    didSet { scrolledRows = min(max(scrolledRows, 0), screen.scrollbackCount) }
  }

  private let screen: ProgramScreen
  /// The rows of the screen at the last update.
  private var rows: [ScreenRow] = []
  /// The cells of each row, as it is drawn.
  private var lines: [[Cell]] = []
  /// The properties that the rows and their cells depend on, at the last update.
  private var look = Look(columns: 0, isReversed: false, scrolledRows: 0)

  private struct Look: Equatable {
    var columns: Int
    var isReversed: Bool
    var scrolledRows: Int
  }
  private var cursor: ProgramScreen.Place?
  /// The value of the screen's count of scrolled rows at the last update.
  private var scrolledTotal = 0

  init(_ screen: ProgramScreen) {
    self.screen = screen
    super.init(name: "screen")
    addSubview(input)
  }

  override var inputAccessoryView: View? {
    get { lineAccessory }
    set { lineAccessory = newValue }
  }
  var drawsSubviews: Bool { true }
  override func sizeDidChange() { resized() }

  // MARK: Drawing

  /// Copies the screen; the next drawing shows the copy.
  ///
  /// A view that is scrolled back stays at its rows.
  func update() {
    let new = screen.scrolledTotal - scrolledTotal
    scrolledTotal = screen.scrolledTotal
    // The setter limits the value.
    scrolledRows += scrolledRows > 0 ? new : 0
    copyRows(scrolledBy: new)
    let place = screen.cursorPlace
    let isVisible = screen.modes.isCursorVisible && place.row + scrolledRows < screen.size.rows
    cursor =
      isVisible ? ProgramScreen.Place(row: place.row + scrolledRows, column: place.column) : nil
  }

  /// Copies the rows of the screen; those that have not changed stay as they are drawn.
  ///
  /// - Parameter count: the number of rows by which the screen has scrolled since the last update.
  private func copyRows(scrolledBy count: Int) {
    let previous = look
    look = Look(
      columns: screen.size.columns, isReversed: screen.modes.isReversed, scrolledRows: scrolledRows)
    if look == previous, count == 0, scrolledRows == 0, rows.count == screen.size.rows {
      // A key changes a row or two.
      for number in screen.changedRows(since: rows) { copyRow(number) }
      return
    }
    let (old, drawn) = look == previous ? (rows, lines) : ([], [])
    rows = (0..<screen.size.rows).map { screen.row($0 - scrolledRows) }
    lines = rows.indices.map { number in
      for place in [number, number + count] where old.indices.contains(place) {
        if rows[number].isUnchanged(since: old[place]) { return drawn[place] }
      }
      return cells(of: rows[number])
    }
  }

  /// Copies a row that has changed; what is left of the change stays as it is drawn.
  private func copyRow(_ number: Int) {
    let row = screen.row(number)
    let count = screen.unchangedCount(of: row, since: rows[number])
    rows[number] = row
    lines[number].replaceSubrange(count..., with: cells(of: row, from: count))
  }

  private func cells(of row: ScreenRow, from column: Int = 0) -> [Cell] {
    screen.glyphs(of: row, from: column).map {
      Cell(text: Self.drawable($0.text), width: $0.width, style: $0.style)
    }
  }

  func drawCells(on canvas: inout CellCanvas) {
    let columns = canvas.bounds.width
    let marked = markedCells(canvas.glyphs, in: columns - 1)
    // The caret needs a cell, too.
    let start = cursor.map { max(min($0.column, columns - 1 - marked.width), 0) } ?? 0
    for y in 0..<min(lines.count, canvas.bounds.height) {
      let hasMarked = !marked.isEmpty && y == cursor?.row
      let cells = hasMarked ? withMarked(marked, at: start, lines[y]) : lines[y]
      canvas.put(cells, y: y, in: canvas.pane)
    }
    guard let cursor, canvas.isFocused, input.text.isFirstResponder else { return }
    canvas.placeCursor(
      x: marked.isEmpty ? min(cursor.column, columns - 1) : start + marked.width, y: cursor.row)
  }

  /// Returns the row of the cursor with text from a column on, and then the cells after the cursor.
  private func withMarked(_ marked: [Cell], at start: Int, _ row: [Cell]) -> [Cell] {
    var (before, width) = (0, 0)
    while before < row.count, width + row[before].width <= start {
      width += row[before].width
      before += 1
    }
    let gap = Array(repeating: Cell.blank, count: start - width)
    // The text covers the cells between its start and the cursor.
    var rest = before
    while rest < row.count, width < cursor?.column ?? 0 {
      width += row[rest].width
      rest += 1
    }
    return row[..<before] + gap + marked + row[rest...]
  }

  /// Returns the text that is being composed; of a text with more cells than given, the end.
  private func markedCells(_ glyphs: CellRenderer, in columns: Int) -> [Cell] {
    guard !input.isSecret, let range = input.text.markedRange else { return [] }
    let text = input.text.storage.substring(range)
    let cells = glyphs.cells(for: text, style: TextStyle(.underline))
    var width = 0
    return cells.reversed().prefix {
      width += $0.width
      return width <= columns
    }.reversed()
  }

  /// Returns a text without the characters that must not reach a terminal.
  private static func drawable(_ text: String) -> String {
    if text.utf8.count == 1 { return text }
    let hasUnsafe = text.unicodeScalars.contains {
      switch $0.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
      default: false
      }
    }
    return hasUnsafe ? "\u{FFFD}" : text
  }
}
