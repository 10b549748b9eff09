// SPDX-License-Identifier: Apache-2.0

/// Changing the size.
extension ProgramScreen {
  /// Changes the size and keeps the text.
  ///
  /// The margins are reset. Rows that do not fit leave the main screen at its top, and its lines
  /// are wrapped again for another width, as tmux does. The lines of the alternate screen are not,
  /// because its program draws them.
  ///
  /// - Parameters:
  ///   - columns: the width, at least 1.
  ///   - rows: the height, at least 1.
  package func resize(columns: Int, rows: Int) {
    let (columns, rows) = Self.size(columns, rows)
    guard columns != self.columns || rows != rowCount else { return }
    let place = resizeMain(columns, rows)
    let row = alternate.setHeight(rows, cursor: cursor.row)
    alternate.setWidth(columns)
    region = 0..<rows
    sides = 0..<columns
    tabStops.resize(to: columns)
    if isAlternate {
      let isWrapPending = cursor.isWrapPending && cursor.column == columns - 1
      move(row: row, column: cursor.column)
      cursor.isWrapPending = isWrapPending
    } else {
      move(row: place.row, column: place.column)
      cursor.isWrapPending = place.column == columns && isFull(place.row)
    }
  }

  /// Changes the size of the main screen, and the place at which its program continues.
  private func resizeMain(_ columns: Int, _ rows: Int) -> RewrappedRows.Place {
    let old = isAlternate ? hidden : cursor
    let row = main.setHeight(rows, cursor: old.row)
    var place = RewrappedRows.Place(
      row: row, column: old.isWrapPending ? self.columns : old.column)
    if columns != self.columns { place = main.rewrap(to: columns, cursor: place) }
    guard isAlternate else { return place }
    // With mode 1049 it is the saved one, too.
    let isSaved = (saved.main.row, saved.main.column) == (hidden.row, hidden.column)
    hidden.row = place.row
    hidden.column = min(place.column, columns - 1)
    hidden.isWrapPending = place.column == columns && isFull(place.row)
    if isSaved {
      (saved.main.row, saved.main.column) = (hidden.row, hidden.column)
      saved.main.isWrapPending = hidden.isWrapPending
    }
    return place
  }

  /// Whether a row of the main screen has text to its end.
  private func isFull(_ row: Int) -> Bool { main.rows[row].usedCount == columns }
}
