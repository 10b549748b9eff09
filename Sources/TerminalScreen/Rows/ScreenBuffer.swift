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

  /// Scrolls a part of the screen up; whole rows go to the scrollback if they are the screen's top.
  mutating func scrollUp(
    _ region: Range<Int>, _ sides: Range<Int>, by count: Int, with blank: ScreenCell
  ) {
    let count = min(count, region.count)
    if region.lowerBound == 0, sides.count == columns, scrollback.limit > 0 {
      for row in 0..<count { scrollback.append(rows[row]) }
    }
    deleteRows(region, sides, count, with: blank)
  }

  /// Scrolls a part of the screen up, and loses its top.
  mutating func deleteRows(
    _ region: Range<Int>, _ sides: Range<Int>, _ count: Int, with blank: ScreenCell
  ) {
    let count = min(count, region.count)
    let end = region.upperBound - count
    guard sides.count < columns else {
      rotate(region, by: count)
      return clear(end..<region.upperBound, with: blank)
    }
    for row in region.lowerBound..<end { copy(sides, of: row + count, to: row) }
    for row in end..<region.upperBound { change(row) { $0.erase(sides, with: blank) } }
  }

  /// Scrolls a part of the screen down, and loses its bottom.
  mutating func scrollDown(
    _ region: Range<Int>, _ sides: Range<Int>, by count: Int, with blank: ScreenCell
  ) {
    let count = min(count, region.count)
    let start = region.lowerBound + count
    guard sides.count < columns else {
      rotate(region, by: region.count - count)
      return clear(region.lowerBound..<start, with: blank)
    }
    for row in (start..<region.upperBound).reversed() { copy(sides, of: row - count, to: row) }
    for row in region.lowerBound..<start { change(row) { $0.erase(sides, with: blank) } }
  }

  /// Copies columns of a row to the same place in another row.
  private mutating func copy(_ columns: Range<Int>, of source: Int, to target: Int) {
    let cells = rows[source].part(columns)
    change(target) { $0.replace(at: columns.lowerBound, with: cells) }
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

  /// Changes the height, and keeps the text.
  ///
  /// Rows below the cursor are dropped first, then rows at the top go to the scrollback. More rows
  /// come from the scrollback first.
  ///
  /// - Returns: the row of the cursor afterwards.
  mutating func setHeight(_ height: Int, cursor: Int) -> Int {
    var cursor = cursor
    if height < rows.count {
      let below = min(rows.count - 1 - cursor, rows.count - height)
      rows.removeLast(below)
      let above = rows.count - height
      for row in rows.prefix(above) { scrollback.append(row) }
      rows.removeFirst(above)
      cursor -= above
    }
    while rows.count < height, let row = scrollback.popLast() {
      rows.insert(row, at: 0)
      cursor += 1
    }
    while rows.count < height { rows.append(ScreenRow(columns: columns)) }
    widen()
    return cursor
  }

  /// Changes the width, and keeps the lines as they are.
  mutating func setWidth(_ width: Int) {
    columns = width
    widen()
  }

  /// Changes the width, and wraps all lines again, also those of the scrollback.
  ///
  /// As many rows as the screen has are shown, from the end; the others go to the scrollback. If
  /// the rows of the screen become too many, blank ones below the cursor are dropped first.
  ///
  /// - Parameters:
  ///   - width: the new width.
  ///   - cursor: the place of the cursor.
  /// - Returns: the place of the cursor afterwards.
  mutating func rewrap(to width: Int, cursor: RewrappedRows.Place) -> RewrappedRows.Place {
    let (height, hidden) = (rows.count, scrollback.count)
    let place = RewrappedRows.Place(row: hidden + cursor.row, column: cursor.column)
    let top = RewrappedRows.Place(row: hidden, column: 0)
    let new = RewrappedRows(scrollback, rows, columns: width, places: [place, top])
    let (cursor, first) = (new.places[0], new.places[1].row)
    var all = new.rows
    while all.count - first > height, all.count - 1 > cursor.row,
      all[all.count - 1].usedCount == 0
    { _ = all.popLast() }
    let above = max(all.count - height, 0)
    rows = []
    while all.count > above, let row = all.popLast() { rows.append(row) }
    rows.reverse()
    scrollback.replaceAll(with: all)
    while rows.count < height { rows.append(ScreenRow(columns: width)) }
    setWidth(width)
    guard cursor.row >= above else { return .init(row: 0, column: 0) }
    return .init(row: cursor.row - above, column: cursor.column)
  }

  private mutating func widen() {
    for row in rows.indices { rows[row].widen(to: columns) }
  }
}
