// SPDX-License-Identifier: Apache-2.0

/// The tab stops of a screen; every eighth column by default.
struct TabStops: Equatable {
  private var isStop: [Bool] = []

  /// Creates the default stops.
  init(columns: Int) {
    resize(to: columns)
  }

  /// Changes the number of columns; new ones have the default stops.
  mutating func resize(to columns: Int) {
    if isStop.count > columns { isStop.removeLast(isStop.count - columns) }
    for column in isStop.count..<columns { isStop.append(column % 8 == 0) }
  }

  /// Sets or clears the stop of a column.
  mutating func set(_ column: Int, _ value: Bool) { isStop[column] = value }

  /// Clears all stops.
  mutating func clear() { isStop = isStop.map { _ in false } }

  /// Returns the column of the next stop, or the last column.
  func next(after column: Int) -> Int {
    isStop[(column + 1)...].firstIndex(of: true) ?? isStop.count - 1
  }

  /// Returns the column of the previous stop, or the first column.
  func previous(before column: Int) -> Int {
    isStop[..<column].lastIndex(of: true) ?? 0
  }
}
