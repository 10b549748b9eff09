// SPDX-License-Identifier: Apache-2.0
import TextInput

/// What stands at one place of a row: one column, or two for a wide character.
struct Cell: Hashable {
  /// What the terminal is sent; never a control character.
  var text: String
  /// How many columns it takes.
  var width: Int
  var style = TextStyle()

  /// An empty column.
  static let blank = Cell(text: " ", width: 1)

  /// An empty column in a style.
  static func blank(_ style: TextStyle) -> Cell {
    Cell(text: " ", width: 1, style: style)
  }

  /// Whether every terminal agrees on its width.
  var hasCertainWidth: Bool {
    text.utf8.count == 1
  }
}

extension [Cell] {
  /// How many columns they take together.
  var width: Int { reduce(0) { $0 + $1.width } }

  /// The same cells, what they lie on showing through.
  func over(_ base: TextStyle) -> [Cell] {
    map { Cell(text: $0.text, width: $0.width, style: $0.style.over(base)) }
  }
}
