// SPDX-License-Identifier: Apache-2.0
package import TextLayout

/// The rows, characters and cursor of the screen.
extension ProgramScreen {
  /// The position of the cursor on the screen, counted from 0.
  package struct Place: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      (self.row, self.column) = (row, column)
    }
  }

  /// A character on the screen: one column, or two for a wide one.
  package struct Glyph: Hashable, Sendable {
    package var text: String
    package var width: Int
    package var style: TextStyle
  }

  /// The width and height of the screen.
  package var size: (columns: Int, rows: Int) { (columns, rowCount) }

  /// The place at which the program writes next.
  package var cursorPlace: Place { Place(row: cursor.row, column: cursor.column) }

  /// The number of rows that have left the main screen and are kept; 0 on the alternate screen.
  package var scrollbackCount: Int { buffer.scrollback.count }

  /// A number that grows by as many rows as the main screen scrolls up into the scrollback.
  package var scrolledTotal: Int { main.scrollback.total }

  /// Returns a row: 0 is the top of the screen, -1 the newest row of the scrollback.
  ///
  /// - Parameter row: the number of the row.
  /// - Returns: the row; an empty one for a number without a row.
  package func row(_ row: Int) -> ScreenRow {
    if row >= 0 { return row < rowCount ? buffer.rows[row] : ScreenRow(columns: 0) }
    let index = buffer.scrollback.count + row
    return index >= 0 ? buffer.scrollback[index] : ScreenRow(columns: 0)
  }

  /// Returns the numbers of the screen's rows that have changed.
  ///
  /// - Parameter old: earlier copies of the rows, from the top of the screen.
  /// - Returns: the numbers in ascending order; those without a row now included.
  package func changedRows(since old: [ScreenRow]) -> [Int] {
    let rows = buffer.rows
    return old.indices.filter { $0 >= rows.count || !rows[$0].isUnchanged(since: old[$0]) }
  }

  /// Returns the characters of a row, without the blanks at its end unless the screen is reversed.
  ///
  /// - Parameters:
  ///   - row: a row of this screen that has not changed since ``row(_:)`` returned it.
  ///   - start: the column at which to begin, the first of a character.
  /// - Returns: the characters from left to right.
  package func glyphs(of row: ScreenRow, from start: Int = 0) -> [Glyph] {
    var glyphs: [Glyph] = []
    let end = shownCount(of: row)
    glyphs.reserveCapacity(max(end - start, 0))
    var column = start
    while column < end {
      let cell = row[column]
      let isWide = cell.isWide && column + 1 < columns
      let isHidden =
        cell.isWide != isWide || cell.isSecondHalf || cell.attributes.contains(.concealed)
      let text = isHidden ? "" : text(of: cell)
      glyphs.append(
        Glyph(text: text.isEmpty ? " " : text, width: isWide ? 2 : 1, style: style(of: cell)))
      column += isWide ? 2 : 1
    }
    return glyphs
  }

  /// The number of columns of a row that are shown.
  private func shownCount(of row: ScreenRow) -> Int {
    modes.isReversed ? columns : min(row.usedCount, columns)
  }

  /// Returns the number of columns at the start of a row that show the same as in an earlier copy,
  /// with a character each.
  ///
  /// - Parameters:
  ///   - row: a row of this screen, as in ``glyphs(of:from:)``.
  ///   - old: the copy, of any screen of the same width.
  /// - Returns: the number; characters of two columns and those that refer to shared values count
  ///   as different.
  package func unchangedCount(of row: ScreenRow, since old: ScreenRow) -> Int {
    let shown = min(shownCount(of: row), shownCount(of: old))
    let end = min(shown, row.cells.count, old.cells.count)
    return row.cells.withUnsafeBufferPointer { new in
      old.cells.withUnsafeBufferPointer { old in
        (0..<end).first { new[$0] != old[$0] || !new[$0].isPlain } ?? end
      }
    }
  }

  /// Returns the text of a row.
  ///
  /// Blanks at its end are left out, unless the text continues in the next row: then those that
  /// were written stay, because the rows are one line.
  ///
  /// - Parameter number: the row, as in ``row(_:)``.
  /// - Returns: the text.
  package func text(ofRow number: Int) -> String {
    var bytes: [UInt8] = []
    appendText(ofRow: number, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds the text of a row, like ``text(ofRow:)``, to a text in UTF-8.
  ///
  /// - Parameters:
  ///   - number: the row, as in ``row(_:)``.
  ///   - bytes: the text before the row.
  /// - Returns: whether the text continues in the next row.
  @discardableResult
  package func appendText(ofRow number: Int, to bytes: inout [UInt8]) -> Bool {
    let start = bytes.count
    let isWrapped = appendCells(ofRow: number, to: &bytes)
    if !isWrapped {
      while bytes.count > start, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    }
    return isWrapped
  }

  /// Adds the characters of a row without the default cells at its end.
  private func appendCells(ofRow number: Int, to bytes: inout [UInt8]) -> Bool {
    let index = scrollbackCount + number
    guard number < 0, index >= 0 else {
      let row = row(number)
      append(row, before: min(row.usedCount, columns), to: &bytes)
      return row.isWrapped
    }
    // A million rows are read for one copy, so no cells are made of them.
    var column = 0
    return buffer.scrollback.forEachCode(ofRow: index) { code in
      if column < columns { append(code, to: &bytes) }
      column += 1
    }
  }

  /// Returns the text of a row before a column, with blanks.
  ///
  /// - Parameters:
  ///   - number: the row, as in ``row(_:)``.
  ///   - end: the column, at most the width.
  /// - Returns: the text.
  package func text(ofRow number: Int, before end: Int) -> String {
    var bytes: [UInt8] = []
    append(row(number), before: min(end, columns), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds the characters of a row before a column, with blanks, to a text in UTF-8.
  private func append(_ row: ScreenRow, before end: Int, to bytes: inout [UInt8]) {
    for column in 0..<max(end, 0) { append(row[column].code, to: &bytes) }
  }

  /// Adds the characters of a cell, by its code; a blank for a blank cell.
  private func append(_ code: UInt32, to bytes: inout [UInt8]) {
    // Most text is ASCII.
    if (0x20...0x7E).contains(code) { return bytes.append(UInt8(code)) }
    let cell = ScreenCell().with(code: code)
    guard !cell.isSecondHalf else { return }
    let text = cell.scalar.map { [$0] } ?? cell.cluster.flatMap { clusters[$0] } ?? []
    if text.isEmpty { bytes.append(UInt8(ascii: " ")) }
    for scalar in text { bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
  }

  /// Returns the text of a cell; empty for a blank one and the second half of a wide character.
  package func text(of cell: ScreenCell) -> String {
    if let scalar = cell.scalar { return String(scalar) }
    guard let cluster = cell.cluster else { return "" }
    return String(String.UnicodeScalarView(clusters[cluster] ?? []))
  }

  /// Returns the target of a cell's hyperlink; nil for none.
  package func link(of cell: ScreenCell) -> String? { extras[cell.extras].target }

  /// Returns the style of a cell; hyperlinks are underlined.
  private func style(of cell: ScreenCell) -> TextStyle {
    var style = TextStyle(
      cell.attributes.styleAttributes, foreground: cell.foreground.styleColor,
      background: cell.background.styleColor)
    style.underlineStyle = cell.attributes.underlineStyle
    if cell.extras != 0 {
      let extras = extras[cell.extras]
      if cell.attributes.contains(.underline) {
        style.underlineColor = extras.underlineColor.styleColor
      }
      if extras.target != nil { style.attributes.insert(.underline) }
    }
    if modes.isReversed { style.attributes.formSymmetricDifference(.reverse) }
    return style
  }

  /// Forgets the rows that have left the screen.
  package func clearScrollback() { main.scrollback.removeAll() }

  /// Returns the shared values that cells show.
  ///
  /// - Parameter reference: the index that a cell has in one of the tables of shared values.
  /// - Returns: the indexes of all cells, those of the scrollback included.
  func usage(of reference: (ScreenCell) -> Int?) -> SharedValueUsage {
    var usage = SharedValueUsage(indexes: [], cellCount: 0)
    let collect = { (row: ScreenRow) in
      usage.cellCount += row.cells.count
      for cell in row.cells { if let index = reference(cell) { usage.indexes.insert(index) } }
    }
    for buffer in [main, alternate] {
      buffer.rows.forEach(collect)
      buffer.scrollback.forEachWithSharedValues(collect)
      // Finding these rows costs about as much as a cell for each of the others.
      usage.cellCount += buffer.scrollback.count
    }
    return usage
  }
}
