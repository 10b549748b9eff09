// SPDX-License-Identifier: Apache-2.0
package import TextLayout

/// What stands at one place of a row: one column, or two for a wide character.
package struct Cell: Hashable {
  /// What the terminal is sent; never a control character.
  package var text: String
  /// How many columns it takes.
  package var width: Int
  /// How it looks.
  package var style = TextStyle()

  /// Makes a cell.
  package init(text: String, width: Int, style: TextStyle = TextStyle()) {
    self.text = text
    self.width = width
    self.style = style
  }

  /// An empty column.
  package static let blank = Cell(text: " ", width: 1)

  /// An empty column in a style.
  package static func blank(_ style: TextStyle) -> Cell {
    Cell(text: " ", width: 1, style: style)
  }

  /// Whether every terminal agrees on its width.
  package var hasCertainWidth: Bool {
    text.utf8.count == 1
  }
}

extension [Cell] {
  /// How many columns they take together.
  package var width: Int { reduce(0) { $0 + $1.width } }

  /// The same cells, what they lie on showing through.
  package func over(_ base: TextStyle) -> [Cell] {
    map { Cell(text: $0.text, width: $0.width, style: $0.style.over(base)) }
  }
}
