// SPDX-License-Identifier: Apache-2.0
import Keys
import TextLayout

/// The cells of a screen during drawing: later drawing covers earlier drawing.
///
/// A wide character is never divided: if half of it is covered or clipped, the other half is blank.
struct CellGrid {
  /// The contents of a row.
  private enum Row {
    /// A row that was drawn at once: its cells from the first column on. They stay in the array in
    /// which they were given, so that the mirror sees at once that the row is the same as before.
    case line([Cell])
    /// A cell for each column; nil in the second column of a wide character.
    case places([Cell?])
  }

  let columns: Int
  let rows: Int
  private var contents: [Row]

  /// Creates an empty grid; a negative size counts as 0.
  init(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    contents = Array(repeating: .line([]), count: self.rows)
  }

  /// The rectangle of the whole grid.
  var bounds: CellRect { CellRect(width: columns, height: rows) }

  /// Draws cells to the right of a position, clipped to `clip`.
  mutating func put(_ cells: [Cell], x: Int, y: Int, in clip: CellRect) {
    let clip = clip.intersection(bounds)
    guard !clip.isEmpty, clip.y <= y, y < clip.maxY else { return }
    if x == 0, clip.x == 0, clip.maxX == columns, case .line(let line) = contents[y], line.isEmpty,
      cells.width <= columns
    {
      contents[y] = .line(cells)
      return
    }
    change(y) { row in
      var column = x
      for cell in cells where column < clip.maxX {
        let end = column + cell.width
        if column >= clip.x, end <= clip.maxX {
          Self.put(cell, at: column, in: &row)
        } else {
          for place in max(column, clip.x)..<max(clip.x, min(end, clip.maxX)) {
            Self.put(.blank(cell.style), at: place, in: &row)
          }
        }
        column = end
      }
    }
  }

  /// Fills a rectangle with a cell of one column.
  mutating func fill(_ rect: CellRect, with cell: Cell, in clip: CellRect) {
    let rect = rect.intersection(clip).intersection(bounds)
    guard !rect.isEmpty else { return }
    for y in rect.y..<rect.maxY {
      change(y) { row in
        for x in rect.x..<rect.maxX { Self.put(cell, at: x, in: &row) }
      }
    }
  }

  /// Changes the style of some cells in a row; a wide character changes if its first column is
  /// inside.
  mutating func restyle(
    x: Int, count: Int, y: Int, in clip: CellRect, _ change: (inout TextStyle) -> Void
  ) {
    let rect = CellRect(x: x, y: y, width: count, height: 1).intersection(clip).intersection(bounds)
    guard !rect.isEmpty else { return }
    self.change(y) { row in
      for column in rect.x..<rect.maxX {
        guard var cell = row[column] else { continue }
        change(&cell.style)
        row[column] = cell
      }
    }
  }

  /// The rows from top to bottom, without trailing blanks.
  var lines: [[Cell]] {
    contents.map { row in
      switch row {
      case .line(let line):
        guard !line.isEmpty, line[line.count - 1] == .blank else { return line }
        return Array(line[..<((line.lastIndex { $0 != .blank } ?? -1) + 1)])
      case .places(let places):
        guard let end = places.lastIndex(where: { $0 != .blank }) else { return [] }
        return places[...end].compactMap { $0 }
      }
    }
  }

  /// Changes the cells of a row.
  private mutating func change(_ y: Int, _ body: (inout [Cell?]) -> Void) {
    var places: [Cell?]
    switch contents[y] {
    case .places(let current): places = current
    case .line(let line):
      places = line.flatMap { [$0] + Array(repeating: nil, count: $0.width - 1) }
      places += Array(repeating: .blank, count: columns - places.count)
    }
    // No second reference, which would make the change copy the row.
    contents[y] = .line([])
    body(&places)
    contents[y] = .places(places)
  }

  private static func put(_ cell: Cell, at x: Int, in row: inout [Cell?]) {
    let last = x + cell.width - 1
    if row[x] == nil, x > 0 { row[x - 1] = .blank(row[x - 1]?.style ?? TextStyle()) }
    if last + 1 < row.count, row[last + 1] == nil {
      row[last + 1] = .blank(row[last]?.style ?? TextStyle())
    }
    row[x] = cell
    if last > x { row[last] = nil }
  }
}
