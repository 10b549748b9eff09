// SPDX-License-Identifier: Apache-2.0

/// Moving the cursor, and scrolling at the margins.
extension ProgramScreen {
  /// Moves the cursor to a place on the screen; the place is limited to the screen.
  func move(row: Int, column: Int) {
    cursor.row = min(max(row, 0), rowCount - 1)
    cursor.column = min(max(column, 0), columns - 1)
    cursor.isWrapPending = false
    lastColumn = nil
  }

  /// The rows and columns that the program addresses: those between the margins in origin mode,
  /// which the cursor then cannot leave.
  var addressable: (rows: Range<Int>, columns: Range<Int>) {
    cursor.isOriginRelative ? (region, sides) : (0..<rowCount, 0..<columns)
  }

  /// Moves the cursor to a row and column of the program, counted from 1.
  func address(row: Int, column: Int) {
    let (rows, columns) = addressable
    move(
      row: min(rows.lowerBound + row, rows.upperBound) - 1,
      column: min(columns.lowerBound + column, columns.upperBound) - 1)
  }

  /// The cursor's row as the program counts it, from 1.
  var addressedRow: Int { cursor.row + 1 - addressable.rows.lowerBound }

  /// The cursor's column as the program counts it, from 1.
  var addressedColumn: Int { cursor.column + 1 - addressable.columns.lowerBound }

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

  /// Moves the cursor to the right, at most to the margin.
  func moveRight(_ count: Int) {
    move(row: cursor.row, column: min(cursor.column + count, lineEnd - 1))
  }

  /// Moves the cursor to the left, at most to the margin, or on to the rows above (45).
  func moveLeft(_ count: Int) {
    guard !modes.wrapsBackward || !modes.wraps else { return moveBackward(count) }
    let limit = cursor.column >= sides.lowerBound ? sides.lowerBound : 0
    move(row: cursor.row, column: max(cursor.column - count, limit))
  }

  /// Moves the cursor to the left and on to the ends of the rows above; from the first row between
  /// the margins it goes to the last.
  private func moveBackward(_ count: Int) {
    // A pending wrap is a step of its own.
    var rest = cursor.isWrapPending ? count - 1 : count
    var (row, column) = (cursor.row, cursor.column)
    while true {
      let limit = column >= sides.lowerBound ? sides.lowerBound : 0
      let steps = min(rest, column - limit)
      column -= steps
      rest -= steps
      guard rest > 0 else { break }
      rest -= 1
      column = sides.upperBound - 1
      row = row == region.lowerBound ? region.upperBound - 1 : (row > 0 ? row : rowCount) - 1
    }
    move(row: row, column: column)
  }

  /// The column after the last one that text can reach from the cursor: the right margin, or the
  /// end of the row if the cursor is beyond the margin.
  var lineEnd: Int { cursor.column < sides.upperBound ? sides.upperBound : columns }

  /// Moves the cursor to the left margin, or to the first column if it is further left (CR).
  func returnCarriage() {
    let isInside = cursor.isOriginRelative || cursor.column >= sides.lowerBound
    move(row: cursor.row, column: isInside ? sides.lowerBound : 0)
  }

  /// Moves the cursor to the next row, or scrolls at the bottom margin if it is between the side
  /// margins; a pending wrap ends.
  func lineFeed() {
    lastColumn = nil
    cursor.isWrapPending = false
    if cursor.row == region.upperBound - 1 {
      if sides.contains(cursor.column) { scrollUp(1) }
    } else if cursor.row < rowCount - 1 {
      cursor.row += 1
    }
  }

  /// Moves the cursor to the previous row, or scrolls at the top margin if it is between the side
  /// margins; a pending wrap ends.
  func reverseLineFeed() {
    lastColumn = nil
    cursor.isWrapPending = false
    if cursor.row == region.lowerBound {
      if sides.contains(cursor.column) { scrollDown(1) }
    } else if cursor.row > 0 {
      cursor.row -= 1
    }
  }

  /// Scrolls the text between the margins up (SU).
  func scrollUp(_ count: Int) {
    buffer.scrollUp(region, sides, by: count, with: cursor.pen.erased)
  }

  /// Scrolls the text between the margins down (SD).
  func scrollDown(_ count: Int) {
    buffer.scrollDown(region, sides, by: count, with: cursor.pen.erased)
  }

  /// Moves the cursor over tab stops, at most to the right margin; a negative count moves it back.
  func tab(_ count: Int) {
    if modes.wrapsAtTabs, modes.wraps, cursor.isWrapPending, count > 0 { wrap() }
    let limit = lineEnd - 1
    var column = cursor.column
    for _ in 0..<min(abs(count), columns) {
      column =
        count > 0
        ? min(tabStops.next(after: column), limit) : tabStops.previous(before: column)
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

  /// Sets the side margins, if at least two columns are between them, and moves the cursor home
  /// (DECSLRM).
  func setSides(left: Int, right: Int) {
    let right = min(right == 0 ? columns : right, columns)
    guard left < right || (left, right) == (1, columns) else { return }
    sides = left - 1..<right
    address(row: 1, column: 1)
  }

  /// Extends the margins to the whole screen.
  func resetMargins() {
    region = 0..<rowCount
    resetSides()
  }

  /// Extends the side margins to the whole width; a wrap is pending only at the end of the row.
  func resetSides() {
    sides = 0..<columns
    if cursor.column != columns - 1 { cursor.isWrapPending = false }
  }

  /// Saves the cursor of the current screen (DECSC).
  func saveCursor() {
    if isAlternate { saved.alternate = cursor } else { saved.main = cursor }
  }

  /// Restores the saved cursor of the current screen, or moves home (DECRC).
  func restoreCursor() {
    cursor = isAlternate ? saved.alternate : saved.main
    let isWrapPending = cursor.isWrapPending && cursor.column == lineEnd - 1
    move(row: cursor.row, column: cursor.column)
    cursor.isWrapPending = isWrapPending
  }
}
