// SPDX-License-Identifier: Apache-2.0

/// The rows that have left a screen at its top; the oldest row is dropped when there are too many.
struct Scrollback {
  /// The maximum number of rows.
  let limit: Int
  /// The rows in blocks, of which only the last is not full.
  private var blocks: [ScrollbackBlock] = []
  /// The number of rows at the start of the first block that are dropped.
  private var dropped = 0
  /// Memory for a row that is written.
  private var scratch: [UInt8] = []

  /// Creates an empty scrollback.
  ///
  /// - Parameter limit: the maximum number of rows; with 0 or less nothing is kept.
  init(limit: Int) {
    self.limit = max(limit, 0)
  }

  /// The number of rows.
  private(set) var count = 0

  /// The number of rows that were added and not taken back, also those that were dropped: it grows
  /// by as much as the rows move up.
  private(set) var total = 0

  /// Returns a row; 0 is the oldest.
  subscript(index: Int) -> ScreenRow {
    let place = place(of: index)
    return blocks[place.block][place.row]
  }

  /// Calls a function with the code of each cell of a row; see ``ScreenCell/code``.
  ///
  /// - Returns: whether the text continues in the next row.
  func forEachCode(ofRow index: Int, _ body: (UInt32) -> Void) -> Bool {
    let place = place(of: index)
    return blocks[place.block].forEachCode(ofRow: place.row, body)
  }

  private func place(of index: Int) -> (block: Int, row: Int) {
    let number = dropped + index
    return (number / ScrollbackBlock.capacity, number % ScrollbackBlock.capacity)
  }

  /// Adds the newest row.
  mutating func append(_ row: ScreenRow) {
    guard limit > 0 else { return }
    total += 1
    if blocks.last?.isFull != false { blocks.append(ScrollbackBlock()) }
    blocks[blocks.count - 1].append(row, scratch: &scratch)
    count += 1
    if count > limit { removeFirst() }
  }

  /// Drops the oldest row.
  private mutating func removeFirst() {
    count -= 1
    dropped += 1
    guard dropped == ScrollbackBlock.capacity else { return }
    blocks.removeFirst()
    dropped = 0
  }

  /// Removes and returns the newest row; nil if there is none.
  mutating func popLast() -> ScreenRow? {
    guard count > 0 else { return nil }
    let row = self[count - 1]
    removeLast()
    return row
  }

  private mutating func removeLast() {
    total -= 1
    count -= 1
    blocks[blocks.count - 1].removeLast()
    if blocks.last?.count == 0 { blocks.removeLast() }
    if count == 0 { removeAll() }
  }

  /// Replaces all rows by those of another scrollback; the oldest beyond the limit are dropped.
  mutating func replaceAll(with new: Scrollback) {
    total += new.count - count
    (blocks, dropped, count) = (new.blocks, new.dropped, new.count)
    while count > limit { removeFirst() }
  }

  /// Removes all rows.
  mutating func removeAll() {
    (blocks, dropped, count) = ([], 0, 0)
  }

  /// Calls a function with each row that refers to shared values, in no particular order.
  func forEachWithSharedValues(_ body: (ScreenRow) -> Void) {
    for index in 0..<count {
      let place = place(of: index)
      if blocks[place.block].hasSharedValues(place.row) { body(blocks[place.block][place.row]) }
    }
  }
}
