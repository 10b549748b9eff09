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

  /// The new rows, without a limit.
  private(set) var rows = Scrollback(limit: .max)
  /// The given places, in the new rows.
  private(set) var places: [Place]
  private let columns: Int

  /// Wraps rows again.
  ///
  /// - Parameters:
  ///   - scrollback: the rows that have left the screen.
  ///   - screen: the rows of the screen.
  ///   - columns: the new width, at least 1.
  ///   - places: places in the old rows.
  init(_ scrollback: Scrollback, _ screen: [ScreenRow], columns: Int, places: [Place]) {
    self.columns = columns
    self.places = places
    // One line at a time, because the rows of a long scrollback need much memory.
    var line: [ScreenRow] = []
    let count = scrollback.count + screen.count
    for number in 0..<count {
      let row = number < scrollback.count ? scrollback[number] : screen[number - scrollback.count]
      line.append(row)
      guard !row.isWrapped || number == count - 1 else { continue }
      let first = number + 1 - line.count
      add(line, first, places: places.indices.filter { first...number ~= places[$0].row })
      line.removeAll(keepingCapacity: true)
    }
  }

  /// Adds the rows of a line, of which the first has a number, and in which some places are.
  private mutating func add(_ parts: [ScreenRow], _ first: Int, places indexes: [Int]) {
    var line: [ScreenCell] = []
    // The places that are not found yet, as offsets in the line.
    var offsets: [(place: Int, offset: Int)] = []
    for (number, part) in zip(first..., parts) {
      for index in indexes where places[index].row == number {
        offsets.append((index, line.count + places[index].column))
      }
      line += part.cells[..<part.usedCount]
    }
    // A wide character has no place on a screen of one column.
    if columns == 1 { line.removeAll { $0.isWide || $0.isSecondHalf } }
    var isPrompt = parts.contains { $0.isPrompt }
    var begin = 0
    repeat {
      var end = min(begin + columns, line.count)
      if end < line.count, line[end].isSecondHalf { end -= 1 }
      for (place, offset) in offsets where offset < end || end == line.count {
        places[place] = Place(row: rows.count, column: min(offset - begin, columns))
      }
      if !offsets.isEmpty { offsets.removeAll { $0.offset < end } }
      var row = ScreenRow(line[begin..<end], isWrapped: end < line.count)
      row.isPrompt = isPrompt
      isPrompt = false
      rows.append(row)
      begin = end
    } while begin < line.count
  }
}
