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
  /// The given places, in the new rows.
  private(set) var places: [Place]
  private let columns: Int

  /// Wraps rows again.
  ///
  /// - Parameters:
  ///   - old: the rows, the oldest first.
  ///   - columns: the new width, at least 1.
  ///   - places: places in the old rows.
  init(_ old: [ScreenRow], columns: Int, places: [Place]) {
    self.columns = columns
    self.places = places
    rows.reserveCapacity(old.count)
    var first = 0
    while first < old.count {
      let last = old[first...].firstIndex { !$0.isWrapped } ?? old.count - 1
      add(old[first...last], places: places.indices.filter { first...last ~= places[$0].row })
      first = last + 1
    }
  }

  /// Adds the rows of a line, in which some of the places are.
  private mutating func add(_ parts: ArraySlice<ScreenRow>, places indexes: [Int]) {
    var line: [ScreenCell] = []
    // The places that are not found yet, as offsets in the line.
    var offsets: [(place: Int, offset: Int)] = []
    for (number, part) in zip(parts.indices, parts) {
      for index in indexes where places[index].row == number {
        offsets.append((index, line.count + places[index].column))
      }
      line += part.cells[..<part.usedCount]
    }
    // A wide character has no place on a screen of one column.
    if columns == 1 { line.removeAll { $0.isWide || $0.isSecondHalf } }
    let start = rows.count
    var begin = 0
    repeat {
      var end = min(begin + columns, line.count)
      if end < line.count, line[end].isSecondHalf { end -= 1 }
      for (place, offset) in offsets where offset < end || end == line.count {
        places[place] = Place(row: rows.count, column: min(offset - begin, columns))
      }
      if !offsets.isEmpty { offsets.removeAll { $0.offset < end } }
      rows.append(ScreenRow(line[begin..<end], isWrapped: end < line.count))
      begin = end
    } while begin < line.count
    rows[start].isPrompt = parts.contains { $0.isPrompt }
  }
}
