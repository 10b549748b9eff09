// SPDX-License-Identifier: Apache-2.0

/// The rows of the edit distance between a typed text and the letters on the way to a place of a
/// lexicon: one for each letter, and one for none.
struct EditDistanceRows: ~Copyable {
  private let typed: TypedLetters
  private let rows: UnsafeMutablePointer<Int32>
  private let active: UnsafeMutablePointer<Cells>

  /// Creates the rows of a text.
  ///
  /// - Parameters:
  ///   - typed: the text.
  ///   - count: the maximum number of rows.
  init(_ typed: TypedLetters, count: Int) {
    self.typed = typed
    rows = .allocate(capacity: (typed.count + 1) * count)
    active = .allocate(capacity: count)
    active.initialize(repeating: Self.noCells, count: count)
    rows[0] = 0
    for index in 0..<typed.count {
      rows[index + 1] = rows[index] + typed.extras[index]
      if let start = typed.multiples.repetitionStart(before: index + 1) {
        rows[index + 1] = min(rows[index + 1], rows[start] + typed.multiples.repetition)
      }
    }
    active[0] = Cells(first: 0, last: typed.count, lowest: 0)
  }

  deinit {
    rows.deallocate()
    active.deallocate()
  }

  /// The row of a place with a number of letters.
  func row(_ depth: Int) -> UnsafeMutablePointer<Int32> { rows + depth * (typed.count + 1) }

  /// The cells of a row that are not above the cap; none for a negative number.
  func cells(_ depth: Int) -> Cells { depth < 0 ? Self.noCells : active[depth] }

  /// The cost of the whole text in a row; nil if it is above the cap.
  func wholeCost(_ depth: Int) -> Int32? {
    active[depth].last == typed.count ? row(depth)[typed.count] : nil
  }

  /// Computes the row of a place after one more letter, with the cells that are not above the cap.
  ///
  /// - Returns: the lowest cost of the row.
  @inline(__always)
  func compute(
    _ label: Int, _ previous: Int, _ edits: MultipleLetterEdits.Columns, _ swaps: UInt64,
    _ cells: Cells, _ before: Cells, _ depth: Int, _ cap: Int32
  ) -> Int32 {
    let typed = typed
    let width = typed.count + 1
    let above = rows + depth * width
    let row = above + width
    let missing =
      label == previous
      ? typed.missingDouble : typed.missings[label] + (depth == 0 ? typed.firstLetter : 0)
    let substitution = typed.substitutions + label * typed.count
    // The columns in which edits of several letters end.
    let several = edits.any | swaps | typed.multiples.repetitionColumns
    let sources = edits.any | swaps & before.columns << 2
    var end = cells.last + 1
    var index = cells.first
    if sources != 0 {
      index = min(index, sources.trailingZeroBitCount)
      end = max(end, 63 - sources.leadingZeroBitCount)
    }
    for column in 0..<index { row[column] = TypedLetters.infinity }
    var own = Self.noCells
    var left = TypedLetters.infinity
    while index < width {
      var cost = above[index] &+ missing
      if index > 0 {
        cost = min(cost, left &+ typed.extras[index &- 1])
        cost = min(cost, above[index &- 1] &+ substitution[index &- 1])
        if several &>> UInt64(index) & 1 == 1 {
          cost = min(cost, multiple(edits, swaps, index, depth))
        }
      }
      row[index] = cost
      left = cost
      if cost <= cap {
        if own.first > index { own.first = index }
        own.last = index
        own.lowest = min(own.lowest, cost)
        end = max(end, typed.multiples.repetitionEnd(after: index))
      } else if index > end {
        break
      }
      index &+= 1
    }
    index &+= 1
    while index < width {
      row[index] = TypedLetters.infinity
      index &+= 1
    }
    active[depth + 1] = own
    return own.lowest
  }

  /// The cost of the edits of several letters that end in a column of the row after a place.
  private func multiple(
    _ edits: MultipleLetterEdits.Columns, _ swaps: UInt64, _ index: Int, _ depth: Int
  ) -> Int32 {
    func cost(_ depth: Int, _ column: Int) -> Int32 {
      depth < 0 ? TypedLetters.infinity : rows[depth * (typed.count + 1) + column]
    }
    let bit = UInt64(1) << UInt64(index)
    let multiples = typed.multiples
    var lowest = TypedLetters.infinity
    if edits.twoForOne & bit != 0 { lowest = cost(depth, index - 2) + multiples.spelling }
    if edits.oneForTwo & bit != 0 {
      lowest = min(lowest, cost(depth - 1, index - 1) + multiples.spelling)
    }
    if edits.twoForTwo & bit != 0 {
      lowest = min(lowest, cost(depth - 1, index - 2) + multiples.spelling)
    }
    if edits.exchanged & bit != 0 {
      lowest = min(lowest, cost(depth - 2, index - 3) + multiples.exchange)
    }
    if swaps & bit != 0 {
      let first = index == 2 && depth == 1 ? typed.firstLetter : 0
      lowest = min(lowest, cost(depth - 1, index - 2) + typed.transposition + first)
    }
    if let repeated = multiples.repetitionStart(before: index) {
      lowest = min(lowest, cost(depth + 1, repeated) + multiples.repetition)
    }
    return lowest
  }

  /// The lowest cost of an edit of several letters that a letter may begin or continue.
  @inline(__always)
  func pending(
    _ label: Int, _ previous: Int, _ columns: UInt64, _ columnsBefore: UInt64, _ depth: Int
  ) -> Int32 {
    let multiples = typed.multiples
    let spelling = multiples.spellingStarts(label) & columns
    let exchange = multiples.exchangeStarts(label) & columns
    let continued = multiples.exchangeStarts(previous, label) & columnsBefore
    // The next letter may complete a transposition.
    let swap = typed.places[label] &>> 1 & columns
    guard spelling | exchange | continued | swap != 0 else { return TypedLetters.infinity }
    let row = rows + depth * (typed.count + 1)
    var lowest = TypedLetters.infinity
    Self.forEachColumn(of: spelling) { lowest = min(lowest, row[$0] + multiples.spelling) }
    Self.forEachColumn(of: exchange) { lowest = min(lowest, row[$0] + multiples.exchange) }
    Self.forEachColumn(of: swap) { lowest = min(lowest, row[$0] + typed.transposition) }
    let above = row - (typed.count + 1)
    Self.forEachColumn(of: continued) { lowest = min(lowest, above[$0] + multiples.exchange) }
    return lowest
  }

  @inline(__always)
  static func forEachColumn(of columns: UInt64, _ visit: (Int) -> Void) {
    var columns = columns
    while columns != 0 {
      visit(columns.trailingZeroBitCount)
      columns &= columns - 1
    }
  }

  /// The cells of a row that are not above the cap.
  struct Cells {
    var first: Int
    var last: Int
    var lowest: Int32

    /// A bit for each cell.
    var columns: UInt64 {
      last < first ? 0 : (2 &<< UInt64(last)) &- (1 &<< UInt64(first))
    }
  }

  private static let noCells = Cells(
    first: 1 << 20, last: -1 << 20, lowest: TypedLetters.infinity)
}
