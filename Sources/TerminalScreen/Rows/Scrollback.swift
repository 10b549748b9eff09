// SPDX-License-Identifier: Apache-2.0

/// The rows that have left a screen at its top: a ring, which drops the oldest row when it is full.
struct Scrollback {
  /// The maximum number of rows.
  let limit: Int
  private var rows: [ScreenRow] = []
  /// The index of the oldest row, once the ring is full.
  private var start = 0

  /// Creates an empty ring.
  ///
  /// - Parameter limit: the maximum number of rows; with 0 or less nothing is kept.
  init(limit: Int) {
    self.limit = max(limit, 0)
  }

  /// The number of rows.
  var count: Int { rows.count }

  /// The number of rows that were added and not taken back, also those that were dropped: it grows
  /// by as much as the rows move up.
  private(set) var total = 0

  /// Returns a row; 0 is the oldest.
  subscript(index: Int) -> ScreenRow { rows[(start + index) % rows.count] }

  /// Adds the newest row.
  mutating func append(_ row: ScreenRow) {
    guard limit > 0 else { return }
    total += 1
    if rows.count < limit {
      rows.append(row.trimmed)
    } else {
      rows[start] = row.trimmed
      start = (start + 1) % limit
    }
  }

  /// Removes and returns the newest row; nil if there is none.
  mutating func popLast() -> ScreenRow? {
    if start != 0 {
      rows = all
      start = 0
    }
    if !rows.isEmpty { total -= 1 }
    return rows.popLast()
  }

  /// All rows, the oldest first.
  var all: [ScreenRow] { Array(rows[start...] + rows[..<start]) }

  /// Replaces all rows; the oldest ones beyond the limit are dropped.
  mutating func replaceAll(with new: ArraySlice<ScreenRow>) {
    total += new.count - rows.count
    rows = Array(new.suffix(limit))
    start = 0
  }

  /// Removes all rows.
  mutating func removeAll() {
    rows = []
    start = 0
  }

  /// Calls a function with each row, in no particular order.
  func forEach(_ body: (ScreenRow) -> Void) { rows.forEach(body) }
}
