// SPDX-License-Identifier: Apache-2.0

/// Printing characters at the cursor.
extension ProgramScreen {
  /// The maximum number of code points of a cell; further marks are ignored.
  private static let maximumClusterLength = 16

  /// Prints ASCII characters.
  func print(ascii run: UnsafeBufferPointer<UInt8>) {
    guard cursor.characterSets.isPlain, !modes.inserts else {
      for byte in run { print(cursor.characterSets.translate(byte)) }
      return
    }
    var rest = run[...]
    while !rest.isEmpty {
      wrapIfPending()
      let room = lineEnd - cursor.column
      // Without autowrap, what does not fit replaces the last column.
      let part = rest.prefix(room)
      let (row, column, pen) = (cursor.row, cursor.column, cursor.pen)
      buffer.change(row) { $0.set(UnsafeBufferPointer(rebasing: part), pen: pen, at: column) }
      rest = rest.dropFirst(part.count)
      advance(by: part.count)
      if !modes.wraps, rest.count > 1 { rest = rest.suffix(1) }
    }
    lastPrinted = run.last.map { Unicode.Scalar($0) }
  }

  /// Prints a character.
  func print(_ scalar: Unicode.Scalar) {
    let width = CellWidths.of(scalar)
    guard width > 0 else { return combine(scalar) }
    // A wide character has no place on a screen of one column.
    guard width <= columns else { return }
    wrapIfPending()
    if cursor.column + width > lineEnd {
      if modes.wraps { wrap() } else { cursor.column = lineEnd - width }
    }
    let (row, column, pen, inserts) = (cursor.row, cursor.column, cursor.pen, modes.inserts)
    let end = lineEnd
    buffer.change(row) { row in
      if inserts { row.insert(width, at: column, before: end, with: pen.erased) }
      if width == 2 {
        row.setWide(pen.with(scalar, isWide: true), at: column)
      } else {
        row.set(pen.with(scalar), at: column)
      }
    }
    advance(by: width)
    lastPrinted = scalar
  }

  private func advance(by width: Int) {
    let end = lineEnd
    lastColumn = cursor.column + width - 1
    cursor.column += width
    guard cursor.column >= end else { return }
    cursor.column = end - 1
    cursor.isWrapPending = modes.wraps
  }

  private func wrapIfPending() {
    if cursor.isWrapPending { wrap() }
  }

  /// Moves the cursor to the start of the next row, in which the line continues.
  func wrap() {
    let row = cursor.row
    // A line between side margins has no rows of its own.
    let isWhole = sides.count == columns
    buffer.change(row) { $0.isWrapped = isWhole }
    lineFeed()
    cursor.column = sides.lowerBound
  }

  /// Adds a combining mark to the last character, or to the one before the cursor if the cursor has
  /// moved; without one, the mark is dropped.
  private func combine(_ mark: Unicode.Scalar) {
    let row = cursor.row
    var column = lastColumn ?? (cursor.isWrapPending ? cursor.column : cursor.column - 1)
    guard column >= 0 else { return }
    if buffer.rows[row][column].isSecondHalf, column > 0 { column -= 1 }
    let cell = buffer.rows[row][column]
    var text = cell.cluster.flatMap { clusters[$0] } ?? cell.scalar.map { [$0] } ?? []
    guard !text.isEmpty, text.count < Self.maximumClusterLength else { return }
    text.append(mark)
    // Without room the mark is dropped.
    let index = clusters.index(of: text) { usage(of: \.cluster) }
    guard let index else { return }
    buffer.change(row) { $0.setCluster(index, at: column) }
  }
}
