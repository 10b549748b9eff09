// SPDX-License-Identifier: Apache-2.0

/// The rows of a main screen and its scrollback for another width: lines are joined that were too
/// long for the old width, and those are divided that are too long for the new one.
struct RewrappedRows {
  /// A row, counted from the oldest, and the column before which the program writes; this is the
  /// width if the next character goes to the next row.
  struct Place: Equatable {
    var row: Int
    var column: Int
  }

  private(set) var rows: [ScreenRow] = []
  /// The place of the cursor in the new rows.
  private(set) var cursor: Place
  private let columns: Int

  /// Wraps rows again.
  ///
  /// - Parameters:
  ///   - old: the rows, the oldest first.
  ///   - columns: the new width, at least 1.
  ///   - cursor: the place of the cursor in the old rows.
  init(_ old: [ScreenRow], columns: Int, cursor: Place) {
    self.columns = columns
    self.cursor = cursor
    rows.reserveCapacity(old.count)
    var first = 0
    while first < old.count {
      let last = old[first...].firstIndex { !$0.isWrapped } ?? old.count - 1
      add(old[first...last], cursor: first...last ~= cursor.row ? cursor : nil)
      first = last + 1
    }
  }

  /// Adds the rows of a line.
  private mutating func add(_ parts: ArraySlice<ScreenRow>, cursor old: Place?) {
    var line: [ScreenCell] = []
    var offset: Int?
    for (number, part) in zip(parts.indices, parts) {
      if let old, old.row == number { offset = line.count + old.column }
      line += part.cells[..<part.usedCount]
    }
    // A wide character has no place on a screen of one column.
    if columns == 1 { line.removeAll { $0.isWide || $0.isSecondHalf } }
    let start = rows.count
    var begin = 0
    repeat {
      var end = min(begin + columns, line.count)
      if end < line.count, line[end].isSecondHalf { end -= 1 }
      if let place = offset, place < end || end == line.count {
        cursor = Place(row: rows.count, column: min(place - begin, columns))
        offset = nil
      }
      rows.append(ScreenRow(line[begin..<end], isWrapped: end < line.count))
      begin = end
    } while begin < line.count
    rows[start].isPrompt = parts.contains { $0.isPrompt }
  }
}
