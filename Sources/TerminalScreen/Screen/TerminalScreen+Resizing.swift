// SPDX-License-Identifier: Apache-2.0

/// Changing the size.
extension TerminalScreen {
  /// Changes the size and keeps the text; lines are not wrapped again.
  ///
  /// Rows that do not fit leave the main screen at its top. The margins are reset.
  ///
  /// - Parameters:
  ///   - columns: the width, at least 1.
  ///   - rows: the height, at least 1.
  package func resize(columns: Int, rows: Int) {
    let (columns, rows) = Self.size(columns, rows)
    guard columns != self.columns || rows != rowCount else { return }
    // The cursor of the hidden main screen is the one that its program saved.
    let mainRow = main.resize(
      columns: columns, rows: rows,
      cursor: min(isAlternate ? saved.main.row : cursor.row, rowCount - 1))
    let alternateRow = alternate.resize(
      columns: columns, rows: rows, cursor: min(cursor.row, alternate.rows.count - 1))
    if isAlternate { saved.main.row = mainRow }
    region = 0..<rows
    tabStops.resize(to: columns)
    let isWrapPending = cursor.isWrapPending && cursor.column == columns - 1
    move(row: isAlternate ? alternateRow : mainRow, column: cursor.column)
    cursor.isWrapPending = isWrapPending
  }
}
