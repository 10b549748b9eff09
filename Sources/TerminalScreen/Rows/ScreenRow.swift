// SPDX-License-Identifier: Apache-2.0

/// A row of a screen.
///
/// A row may have more cells than the screen has columns: the rest reappears when the screen
/// becomes wider again, unless the row has changed. A wide character is never divided: if one of
/// its columns changes, the other becomes blank.
package struct ScreenRow: Equatable, Sendable {
  package private(set) var cells: [ScreenCell]
  /// Whether the text continues in the next row, because it was too long.
  package var isWrapped = false
  /// Whether a prompt begins here (`OSC 133 ; A`).
  package var isPrompt = false

  /// Creates a row of equal cells.
  init(columns: Int, filledWith blank: ScreenCell = ScreenCell()) {
    cells = Array(repeating: blank, count: columns)
  }

  /// Creates a row of cells.
  init(_ cells: ArraySlice<ScreenCell>, isWrapped: Bool) {
    self.cells = Array(cells)
    self.isWrapped = isWrapped
  }

  /// Returns the cell of a column; a blank one beyond the end.
  package subscript(column: Int) -> ScreenCell {
    column < cells.count ? cells[column] : ScreenCell()
  }

  /// The number of cells without the default ones at the end.
  ///
  /// All bytes of a default cell are 0. They are compared eight at a time, because most rows of a
  /// wide screen end with many such cells.
  var usedCount: Int {
    cells.withUnsafeBytes { bytes in
      let word = MemoryLayout<UInt64>.size
      var end = bytes.count
      while end >= word, bytes.loadUnaligned(fromByteOffset: end - word, as: UInt64.self) == 0 {
        end -= word
      }
      let size = MemoryLayout<ScreenCell>.stride
      return (end + size - 1) / size
    }
  }

  /// Whether another row has the same cells, because it is an unchanged copy.
  ///
  /// Rows that are equal by chance may differ in what their cells refer to.
  package func isUnchanged(since other: ScreenRow) -> Bool {
    cells.count == other.cells.count
      && cells.withUnsafeBufferPointer { own in
        other.cells.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
      }
  }

  /// Makes all cells blank, and the row as long as the screen is wide.
  mutating func clear(columns: Int, with blank: ScreenCell) {
    if cells.count == columns {
      cells.withUnsafeMutableBufferPointer { $0.update(repeating: blank) }
    } else {
      cells = Array(repeating: blank, count: columns)
    }
    isWrapped = false
    isPrompt = false
  }

  /// Gives the row at least as many cells as the screen has columns.
  mutating func widen(to columns: Int) {
    guard cells.count < columns else { return }
    cells += Array(repeating: ScreenCell(), count: columns - cells.count)
  }

  /// Gives the row exactly as many cells as the screen has columns.
  mutating func fit(_ columns: Int) {
    guard cells.count != columns else { return }
    divide(at: columns)
    if cells.count > columns { cells.removeLast(cells.count - columns) }
    widen(to: columns)
  }

  // MARK: Changing cells

  /// Replaces a character of one column.
  mutating func set(_ cell: ScreenCell, at column: Int) {
    divide(at: column)
    divide(at: column + 1)
    cells[column] = cell
  }

  /// Replaces two columns by a wide character.
  mutating func setWide(_ cell: ScreenCell, at column: Int) {
    divide(at: column)
    divide(at: column + 2)
    cells[column] = cell
    var second = cell
    second.attributes.remove(.wide)
    cells[column + 1] = second.asSecondHalf
  }

  /// Replaces columns by ASCII characters.
  mutating func set(_ run: UnsafeBufferPointer<UInt8>, pen: ScreenCell, at column: Int) {
    divide(at: column)
    divide(at: column + run.count)
    cells.withUnsafeMutableBufferPointer { cells in
      for (offset, byte) in run.enumerated() {
        cells[column + offset] = pen.with(Unicode.Scalar(byte))
      }
    }
  }

  /// Gives a column a cluster in place of its character.
  mutating func setCluster(_ index: Int, at column: Int) {
    cells[column].setCluster(index)
  }

  /// Erases columns.
  ///
  /// - Parameters:
  ///   - range: the columns.
  ///   - blank: the cell that remains.
  ///   - isSelective: whether protected cells stay.
  mutating func erase(_ range: Range<Int>, with blank: ScreenCell, isSelective: Bool = false) {
    guard !range.isEmpty else { return }
    divide(at: range.lowerBound)
    divide(at: range.upperBound)
    for column in range where !isSelective || !cells[column].attributes.contains(.protected) {
      cells[column] = blank
    }
  }

  /// Changes the attributes of columns.
  mutating func changeAttributes(_ range: Range<Int>, _ body: (inout CellAttributes) -> Void) {
    for column in range { body(&cells[column].attributes) }
  }

  /// Moves the cells from a column on to the right; those that reach the end are lost.
  mutating func insert(_ count: Int, at column: Int, before end: Int, with blank: ScreenCell) {
    let count = min(count, end - column)
    guard count > 0 else { return }
    divide(at: column)
    divide(at: end - count)
    divide(at: end)
    cells.removeSubrange(end - count..<end)
    cells.insert(contentsOf: repeatElement(blank, count: count), at: column)
  }

  /// Deletes cells from a column on; the rest, up to an end, moves to the left.
  mutating func delete(_ count: Int, at column: Int, before end: Int, with blank: ScreenCell) {
    let count = min(count, end - column)
    guard count > 0 else { return }
    divide(at: column)
    divide(at: column + count)
    divide(at: end)
    cells.removeSubrange(column..<column + count)
    cells.insert(contentsOf: repeatElement(blank, count: count), at: end - count)
  }

  /// Returns columns; a wide character that is only partly among them is blank.
  func part(_ range: Range<Int>) -> [ScreenCell] {
    var part = range.map { self[$0] }
    if part.first?.isSecondHalf == true { part[0].makeBlank() }
    if part.last?.isWide == true { part[part.count - 1].makeBlank() }
    return part
  }

  /// Replaces columns by cells, which contain no half of a wide character.
  mutating func replace(at column: Int, with new: [ScreenCell]) {
    divide(at: column)
    divide(at: column + new.count)
    cells.replaceSubrange(column..<column + new.count, with: new)
  }

  /// Makes a wide character blank that extends over the left edge of a column.
  private mutating func divide(at column: Int) {
    guard column > 0, column < cells.count, cells[column].isSecondHalf else { return }
    cells[column - 1].makeBlank()
    cells[column].makeBlank()
  }
}
