// SPDX-License-Identifier: Apache-2.0
import Keys
import TextLayout

/// The cells of a screen during drawing: later drawing covers earlier drawing.
///
/// A wide character is never divided: if half of it is covered or clipped, the other half is blank.
struct CellGrid {
  let columns: Int
  let rows: Int
  /// The cells, row by row; nil in the second column of a wide character.
  private var places: [Cell?]

  /// Creates an empty grid; a negative size counts as 0.
  init(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    places = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// The rectangle of the whole grid.
  var bounds: CellRect { CellRect(width: columns, height: rows) }

  /// Draws cells to the right of a position, clipped to `clip`.
  mutating func put(_ cells: [Cell], x: Int, y: Int, in clip: CellRect) {
    let clip = clip.intersection(bounds)
    guard !clip.isEmpty, clip.y <= y, y < clip.maxY else { return }
    var column = x
    for cell in cells where column < clip.maxX {
      let end = column + cell.width
      if column >= clip.x, end <= clip.maxX {
        put(cell, at: column, y)
      } else {
        for place in max(column, clip.x)..<max(clip.x, min(end, clip.maxX)) {
          put(.blank(cell.style), at: place, y)
        }
      }
      column = end
    }
  }

  /// Fills a rectangle with a cell of one column.
  mutating func fill(_ rect: CellRect, with cell: Cell, in clip: CellRect) {
    let rect = rect.intersection(clip).intersection(bounds)
    guard !rect.isEmpty else { return }
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { put(cell, at: x, y) }
    }
  }

  /// Changes the style of some cells in a row; a wide character changes if its first column is
  /// inside.
  mutating func restyle(
    x: Int, count: Int, y: Int, in clip: CellRect, _ change: (inout TextStyle) -> Void
  ) {
    let rect = CellRect(x: x, y: y, width: count, height: 1).intersection(clip).intersection(bounds)
    guard !rect.isEmpty else { return }
    for column in rect.x..<rect.maxX {
      guard var cell = places[y * columns + column] else { continue }
      change(&cell.style)
      places[y * columns + column] = cell
    }
  }

  /// The rows from top to bottom, without trailing blanks.
  var lines: [[Cell]] {
    guard columns > 0 else { return Array(repeating: [], count: rows) }
    return (0..<rows).map { row in
      let row = places[row * columns..<(row + 1) * columns]
      guard let end = row.lastIndex(where: { $0 != .blank }) else { return [] }
      return row[...end].compactMap { $0 }
    }
  }

  private mutating func put(_ cell: Cell, at x: Int, _ y: Int) {
    let row = y * columns
    let last = x + cell.width - 1
    if places[row + x] == nil, x > 0 {
      places[row + x - 1] = .blank(places[row + x - 1]?.style ?? TextStyle())
    }
    if last + 1 < columns, places[row + last + 1] == nil {
      places[row + last + 1] = .blank(places[row + last]?.style ?? TextStyle())
    }
    places[row + x] = cell
    if last > x { places[row + last] = nil }
  }
}
