// SPDX-License-Identifier: Apache-2.0

/// Erasing, inserting and deleting; a pending wrap stays pending where the cursor stays, unless
/// characters are inserted or deleted.
extension ProgramScreen {
  /// Erases a part of the screen (ED, DECSED).
  func eraseScreen(_ part: Int, isSelective: Bool) {
    let (row, rows) = (cursor.row, rowCount)
    switch part {
    case 0:
      eraseRow(0, isSelective: isSelective)
      eraseRows(row + 1..<rows, isSelective: isSelective)
    case 1:
      eraseRow(1, isSelective: isSelective)
      eraseRows(0..<row, isSelective: isSelective)
    case 2: eraseRows(0..<rows, isSelective: isSelective)
    case 3: buffer.scrollback.removeAll()
    default: break
    }
  }

  /// Erases a part of the cursor's row (EL, DECSEL).
  func eraseRow(_ part: Int, isSelective: Bool) {
    let column = cursor.column
    let range: Range<Int>
    switch part {
    case 0: range = column..<columns
    case 1: range = 0..<column + 1
    case 2: range = 0..<columns
    default: return
    }
    erase(range, isSelective: isSelective)
  }

  /// Erases characters from the cursor on (ECH).
  func eraseCharacters(_ count: Int) {
    let end = min(cursor.column + count, columns)
    erase(cursor.column..<end, isSelective: protectsFromErasing)
  }

  private func erase(_ range: Range<Int>, isSelective: Bool) {
    let (row, blank, end) = (cursor.row, cursor.pen.erased, columns)
    buffer.change(row) {
      $0.erase(range, with: blank, isSelective: isSelective)
      if range.upperBound == end { $0.isWrapped = false }
    }
  }

  private func eraseRows(_ range: Range<Int>, isSelective: Bool) {
    let (blank, columns) = (cursor.pen.erased, columns)
    guard isSelective else { return buffer.clear(range, with: blank) }
    for row in range {
      buffer.change(row) { $0.erase(0..<columns, with: blank, isSelective: true) }
    }
  }

  /// Inserts blank characters at the cursor, if it is between the side margins (ICH).
  func insertCharacters(_ count: Int) {
    guard sides.contains(cursor.column) else { return }
    cursor.isWrapPending = false
    let (row, column, blank) = (cursor.row, cursor.column, cursor.pen.erased)
    let end = sides.upperBound
    buffer.change(row) { $0.insert(count, at: column, before: end, with: blank) }
  }

  /// Deletes characters at the cursor, if it is between the side margins (DCH).
  func deleteCharacters(_ count: Int) {
    guard sides.contains(cursor.column) else { return }
    cursor.isWrapPending = false
    let (row, column, blank) = (cursor.row, cursor.column, cursor.pen.erased)
    let end = sides.upperBound
    buffer.change(row) { $0.delete(count, at: column, before: end, with: blank) }
  }

  /// Whether the cursor is between the margins.
  private var isInsideMargins: Bool {
    region.contains(cursor.row) && sides.contains(cursor.column)
  }

  /// Inserts blank rows at the cursor, if it is between the margins (IL).
  func insertRows(_ count: Int) {
    guard isInsideMargins else { return }
    let below = cursor.row..<region.upperBound
    buffer.scrollDown(below, sides, by: count, with: cursor.pen.erased)
    move(row: cursor.row, column: sides.lowerBound)
  }

  /// Deletes rows at the cursor, if it is between the margins (DL).
  func deleteRows(_ count: Int) {
    guard isInsideMargins else { return }
    let below = cursor.row..<region.upperBound
    buffer.deleteRows(below, sides, count, with: cursor.pen.erased)
    move(row: cursor.row, column: sides.lowerBound)
  }

  /// Inserts blank columns at the cursor, if it is between the margins (DECIC).
  func insertColumns(_ count: Int) {
    if isInsideMargins { insertColumns(count, at: cursor.column) }
  }

  /// Deletes columns at the cursor, if it is between the margins (DECDC).
  func deleteColumns(_ count: Int) {
    if isInsideMargins { deleteColumns(count, at: cursor.column) }
  }

  /// Scrolls the text between the margins to the right, if the cursor's row is between them (SR).
  func scrollRight(_ count: Int) {
    if region.contains(cursor.row) { insertColumns(count, at: sides.lowerBound) }
  }

  /// Scrolls the text between the margins to the left, if the cursor's row is between them (SL).
  func scrollLeft(_ count: Int) {
    if region.contains(cursor.row) { deleteColumns(count, at: sides.lowerBound) }
  }

  /// Inserts blank columns between the margins.
  private func insertColumns(_ count: Int, at column: Int) {
    let (end, blank) = (sides.upperBound, cursor.pen.erased)
    for row in region {
      buffer.change(row) { $0.insert(count, at: column, before: end, with: blank) }
    }
  }

  /// Deletes columns between the margins.
  private func deleteColumns(_ count: Int, at column: Int) {
    let (end, blank) = (sides.upperBound, cursor.pen.erased)
    for row in region {
      buffer.change(row) { $0.delete(count, at: column, before: end, with: blank) }
    }
  }

  /// Moves the cursor a column to the left, or scrolls to the right at the left margin (DECBI).
  func columnBack() {
    guard cursor.column == sides.lowerBound else {
      return move(row: cursor.row, column: cursor.column - 1)
    }
    scrollRight(1)
  }

  /// Moves the cursor a column to the right, or scrolls to the left at the right margin (DECFI).
  func columnForward() {
    guard cursor.column == sides.upperBound - 1 else {
      return move(row: cursor.row, column: cursor.column + 1)
    }
    scrollLeft(1)
  }

  /// Repeats the last character (REP).
  func repeatCharacter(_ count: Int) {
    guard let lastPrinted else { return }
    for _ in 0..<min(count, columns * rowCount) { print(lastPrinted) }
  }

  /// Fills the screen with the letter E, and resets the margins (DECALN).
  func fillForAlignment() {
    resetMargins()
    cursor.isOriginRelative = false
    let cell = ScreenCell().with("E")
    for row in 0..<rowCount {
      buffer.clear(row..<row + 1, with: cell)
    }
    move(row: 0, column: 0)
  }
}
