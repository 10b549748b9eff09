// SPDX-License-Identifier: Apache-2.0
@testable import TerminalScreen

extension ProgramScreen {
  /// Creates a screen that has received some output.
  convenience init(_ columns: Int, _ rows: Int, _ output: String = "", scrollback: Int = 100) {
    self.init(columns: columns, rows: rows, scrollback: scrollback, version: "test 1")
    feed(Array(output.utf8))
  }

  /// The rows as text, without blanks at their ends.
  var lines: [String] { (0..<size.rows).map { text(ofRow: $0) } }

  /// The rows of the scrollback as text, oldest first.
  var scrolledLines: [String] { (0..<scrollbackCount).map { text(ofRow: $0 - scrollbackCount) } }

  /// The answers as text.
  var answer: String { String(decoding: takeReplies(), as: UTF8.self) }

  /// The row and column of the cursor.
  var place: [Int] { [cursor.row, cursor.column] }

  /// Everything that output can change.
  var contents: Contents {
    Contents(
      rows: [main.rows, alternate.rows].map { $0.map { $0.cells.map { "\(text(of: $0)) \($0)" } } },
      scrolled: main.scrollback.count, cursor: cursor, modes: modes, region: region, sides: sides,
      tabStops: tabStops, isAlternate: isAlternate,
      keyboards: [keyboards.main, keyboards.alternate],
      modifyOtherKeys: modifyOtherKeys, replies: takeReplies(), events: takeEvents())
  }

  struct Contents: Equatable {
    var rows: [[[String]]]
    var scrolled: Int
    var cursor: ScreenCursor
    var modes: ScreenModes
    var region: Range<Int>
    var sides: Range<Int>
    var tabStops: TabStops
    var isAlternate: Bool
    var keyboards: [KeyboardProtocol]
    var modifyOtherKeys: Int
    var replies: [UInt8]
    var events: [ScreenEvent]
  }

  /// The first violation of what must always hold; nil if there is none.
  var fault: String? {
    guard (0..<size.rows).contains(cursor.row), (0..<size.columns).contains(cursor.column) else {
      return "cursor at \(place) on \(size)"
    }
    if cursor.isWrapPending, cursor.column != lineEnd - 1 { return "wrap inside a row" }
    if region.isEmpty || region.upperBound > size.rows { return "region \(region)" }
    if sides.count < min(2, size.columns) || sides.upperBound > size.columns {
      return "sides \(sides)"
    }
    for buffer in [main, alternate] {
      if buffer.rows.count != size.rows { return "\(buffer.rows.count) rows" }
      for row in buffer.rows {
        if row.cells.count < size.columns { return "a row of \(row.cells.count) cells" }
        for (column, cell) in row.cells.enumerated() {
          let hasSecond = column + 1 < row.cells.count && row.cells[column + 1].isSecondHalf
          if cell.isWide != hasSecond { return "a divided character in column \(column)" }
          if cell.isSecondHalf, column == 0 { return "a second half in column 0" }
        }
      }
    }
    return nil
  }

  /// The characters of a row.
  func glyphs(ofRow number: Int) -> [Glyph] { glyphs(of: row(number)) }
}
