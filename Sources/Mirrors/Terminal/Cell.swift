// SPDX-License-Identifier: Apache-2.0

/// How a cell is drawn.
struct CellStyle: OptionSet, Hashable {
  var rawValue: UInt8

  /// Selected text, the caret, the status row.
  static let reverse = CellStyle(rawValue: 1)
  /// Marked text.
  static let underline = CellStyle(rawValue: 2)

  /// The sequence that sets exactly this style; ECMA-48's `SGR`.
  var sequence: String {
    "\u{1b}[0"
      + (contains(.reverse) ? ";7" : "")
      + (contains(.underline) ? ";4" : "") + "m"
  }
}

/// What stands at one place of a row: one column, or two for a wide character.
struct Cell: Hashable {
  /// What the terminal is sent; never a control character.
  var text: String
  /// How many columns it takes.
  var width: Int
  var style: CellStyle = []

  /// An empty column.
  static let blank = Cell(text: " ", width: 1)

  /// Whether every terminal agrees on its width.
  var hasCertainWidth: Bool {
    text.utf8.count == 1
  }
}
