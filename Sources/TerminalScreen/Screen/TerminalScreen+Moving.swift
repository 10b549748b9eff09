// SPDX-License-Identifier: Apache-2.0

/// Moving the cursor, and scrolling at the margins.
extension TerminalScreen {
  /// Moves the cursor to a place on the screen; the place is limited to the screen.
  func move(row: Int, column: Int) {
    cursor.row = min(max(row, 0), rowCount - 1)
    cursor.column = min(max(column, 0), columns - 1)
    cursor.isWrapPending = false
    lastColumn = nil
  }

  /// Moves the cursor to a row and column of the program, counted from 1, and from the top margin
  /// in origin mode, which the cursor then cannot leave.
  func address(row: Int, column: Int) {
    let isRelative = cursor.isOriginRelative
    let top = isRelative ? region.lowerBound : 0
    let bottom = isRelative ? region.upperBound : rowCount
    move(row: min(top + row - 1, bottom - 1), column: column - 1)
  }

  /// The cursor's row as the program counts it, from 1.
  var addressedRow: Int {
    cursor.row + 1 - (cursor.isOriginRelative ? region.lowerBound : 0)
  }

  /// Moves the cursor up, at most to the margin.
  func moveUp(_ count: Int) {
    let limit = cursor.row >= region.lowerBound ? region.lowerBound : 0
    move(row: max(cursor.row - count, limit), column: cursor.column)
  }

  /// Moves the cursor down, at most to the margin.
  func moveDown(_ count: Int) {
    let limit = cursor.row < region.upperBound ? region.upperBound : rowCount
    move(row: min(cursor.row + count, limit - 1), column: cursor.column)
  }

  /// Moves the cursor to the next row, or scrolls at the bottom margin; a pending wrap ends.
  func lineFeed() {
    lastColumn = nil
    cursor.isWrapPending = false
    if cursor.row == region.upperBound - 1 {
      buffer.scrollUp(region, by: 1, with: cursor.pen.erased)
    } else if cursor.row < rowCount - 1 {
      cursor.row += 1
    }
  }

  /// Moves the cursor to the previous row, or scrolls at the top margin; a pending wrap ends.
  func reverseLineFeed() {
    lastColumn = nil
    cursor.isWrapPending = false
    if cursor.row == region.lowerBound {
      buffer.scrollDown(region, by: 1, with: cursor.pen.erased)
    } else if cursor.row > 0 {
      cursor.row -= 1
    }
  }

  /// Moves the cursor over tab stops; a negative count moves it back.
  func tab(_ count: Int) {
    var column = cursor.column
    for _ in 0..<min(abs(count), columns) {
      column = count > 0 ? tabStops.next(after: column) : tabStops.previous(before: column)
    }
    // In the last column a pending wrap stays pending.
    if column != cursor.column { move(row: cursor.row, column: column) }
  }

  /// Sets the scroll region, if it has at least two rows, and moves the cursor home (DECSTBM).
  func setRegion(top: Int, bottom: Int) {
    let bottom = min(bottom == 0 ? rowCount : bottom, rowCount)
    guard top < bottom || (top, bottom) == (1, rowCount) else { return }
    region = top - 1..<bottom
    address(row: 1, column: 1)
  }

  /// Saves the cursor of the current screen (DECSC).
  func saveCursor() {
    if isAlternate { saved.alternate = cursor } else { saved.main = cursor }
  }

  /// Restores the saved cursor of the current screen, or moves home (DECRC).
  func restoreCursor() {
    cursor = isAlternate ? saved.alternate : saved.main
    let isWrapPending = cursor.isWrapPending && cursor.column == columns - 1
    move(row: cursor.row, column: cursor.column)
    cursor.isWrapPending = isWrapPending
  }
}
