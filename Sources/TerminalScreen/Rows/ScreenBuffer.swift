// SPDX-License-Identifier: Apache-2.0

/// The rows of the main or the alternate screen.
struct ScreenBuffer {
  private(set) var rows: [ScreenRow]
  private(set) var columns: Int
  /// The rows that have left the screen; with the limit 0 for the alternate screen.
  var scrollback: Scrollback

  /// Creates a blank screen; the size is at least 1×1.
  init(columns: Int, rows: Int, scrollbackLimit: Int) {
    self.columns = columns
    self.rows = Array(repeating: ScreenRow(columns: columns), count: rows)
    scrollback = Scrollback(limit: scrollbackLimit)
  }

  /// Changes a row, after fitting it to the screen's width.
  mutating func change(_ row: Int, _ body: (inout ScreenRow) -> Void) {
    rows[row].fit(columns)
    body(&rows[row])
  }

  /// Marks a row as the start of a prompt.
  mutating func markPrompt(_ row: Int) { rows[row].isPrompt = true }

  /// Makes rows blank.
  mutating func clear(_ range: Range<Int>, with blank: ScreenCell) {
    for row in range { rows[row].clear(columns: columns, with: blank) }
  }

  /// Scrolls rows up; the top ones go to the scrollback if they are the screen's top.
  mutating func scrollUp(_ region: Range<Int>, by count: Int, with blank: ScreenCell) {
    let count = min(count, region.count)
    guard count > 0 else { return }
    if region.lowerBound == 0, scrollback.limit > 0 {
      for row in 0..<count { scrollback.append(rows[row]) }
    }
    deleteRows(region, count, with: blank)
  }

  /// Deletes rows of a region, which never go to the scrollback.
  mutating func deleteRows(_ region: Range<Int>, _ count: Int, with blank: ScreenCell) {
    let count = min(count, region.count)
    rotate(region, by: count)
    clear(region.upperBound - count..<region.upperBound, with: blank)
  }

  /// Scrolls rows down; the bottom ones are lost.
  mutating func scrollDown(_ region: Range<Int>, by count: Int, with blank: ScreenCell) {
    let count = min(count, region.count)
    rotate(region, by: region.count - count)
    clear(region.lowerBound..<region.lowerBound + count, with: blank)
  }

  /// Moves the rows of a region up, and the first ones to its end, so that their memory is used
  /// again.
  ///
  /// The rows are moved and not copied, because counting their references costs more than that.
  private mutating func rotate(_ region: Range<Int>, by count: Int) {
    guard count > 0, count < region.count else { return }
    rows.withUnsafeMutableBufferPointer { rows in
      guard let start = rows.baseAddress.map({ $0 + region.lowerBound }) else { return }
      let rest = region.count - count
      withUnsafeTemporaryAllocation(of: ScreenRow.self, capacity: count) { kept in
        guard let kept = kept.baseAddress else { return }
        kept.moveInitialize(from: start, count: count)
        start.moveInitialize(from: start + count, count: rest)
        (start + rest).moveInitialize(from: kept, count: count)
      }
    }
  }

  // MARK: Resizing

  /// Changes the size, and keeps the text.
  ///
  /// Rows below the cursor are dropped first, then rows at the top go to the scrollback. More rows
  /// come from the scrollback first.
  ///
  /// - Returns: the row of the cursor afterwards.
  mutating func resize(columns: Int, rows count: Int, cursor: Int) -> Int {
    self.columns = columns
    var cursor = cursor
    if count < rows.count {
      let below = min(rows.count - 1 - cursor, rows.count - count)
      rows.removeLast(below)
      let above = rows.count - count
      for row in rows.prefix(above) { scrollback.append(row) }
      rows.removeFirst(above)
      cursor -= above
    }
    while rows.count < count, let row = scrollback.popLast() {
      rows.insert(row, at: 0)
      cursor += 1
    }
    while rows.count < count { rows.append(ScreenRow(columns: columns)) }
    for row in rows.indices { rows[row].widen(to: columns) }
    return cursor
  }
}
