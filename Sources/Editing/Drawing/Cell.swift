// SPDX-License-Identifier: Apache-2.0
package import TextLayout

/// One cell of a row: one column, or two for a wide character.
package struct Cell: Hashable {
  /// The text that is sent to the terminal; never a control character.
  package var text: String
  /// The number of columns.
  package var width: Int
  /// The style of the cell.
  package var style = TextStyle()

  /// Creates a cell.
  package init(text: String, width: Int, style: TextStyle = TextStyle()) {
    self.text = text
    self.width = width
    self.style = style
  }

  /// An empty column.
  package static let blank = Cell(text: " ", width: 1)

  /// Makes an empty column in a style.
  package static func blank(_ style: TextStyle) -> Cell {
    Cell(text: " ", width: 1, style: style)
  }

  /// Whether all terminals agree on the width.
  package var hasCertainWidth: Bool {
    text.utf8.count == 1
  }
}

extension [Cell] {
  /// The number of columns of all cells.
  package var width: Int {
    // By index, because a copy of a cell counts references to its text.
    var width = 0
    for index in indices { width += self[index].width }
    return width
  }

  /// Whether all terminals agree on the widths of all cells.
  package var hasCertainWidths: Bool {
    for index in indices where !self[index].hasCertainWidth { return false }
    return true
  }

  /// Returns the index of the first cell that other cells do not have at this index.
  ///
  /// - Parameter other: the other cells.
  /// - Returns: the index; the smaller count if there is no difference before it.
  package func firstDifference(from other: [Cell]) -> Int {
    withUnsafeBufferPointer { cells in
      other.withUnsafeBufferPointer { other in
        let count = Swift.min(cells.count, other.count)
        var index = 0
        while index < count, cells[index] == other[index] { index += 1 }
        return index
      }
    }
  }

  /// Returns the cells, with a base style in place of attributes that they do not set.
  package func over(_ base: TextStyle) -> [Cell] {
    guard base != TextStyle() else { return self }
    return map { Cell(text: $0.text, width: $0.width, style: $0.style.over(base)) }
  }
}
