// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Draws the strokes of a character on paper with a frame.
///
/// A cell has 2 × 4 dots in braille. A terminal without symbols gets `'`, `.` and `:`, which are
/// 1 × 2 dots, so that it shows the same in any character set.
struct InkDrawing {
  /// The strokes; nil for empty paper.
  let ink: Ink?
  let glyphs: CellRenderer
  /// The size of the paper with its frame, in cells.
  let size: CellSize

  /// The dots of a cell.
  private var dots: (columns: Int, rows: Int) { glyphs.hasSymbols ? (2, 4) : (1, 2) }
  /// The height of a cell, divided by its width.
  private static let cellAspect = 2.0

  /// Returns the size of paper with its frame for strokes.
  ///
  /// - Parameters:
  ///   - ink: the strokes; nil for square paper.
  ///   - room: the room, of which the height is used.
  /// - Returns: the size, at most as wide as the room.
  static func size(for ink: Ink?, in room: CellSize) -> CellSize {
    let columns = Double(room.height - 2) * cellAspect * max(ink?.aspect ?? 1, 1)
    return CellSize(width: min(Int(columns) + 2, room.width), height: room.height)
  }

  /// Returns the rows from top to bottom.
  func rows() -> [[Cell]] {
    let (columns, rows) = (size.width - 2, size.height - 2)
    guard columns > 0, rows > 0 else { return [] }
    var grid = DotGrid(columns: columns * dots.columns, rows: rows * dots.rows)
    if let ink { draw(ink, on: &grid) }
    let line = String(repeating: glyphs.sign("─"), count: columns)
    let inner = (0..<rows).map { y in
      let text = String((0..<columns).map { character(x: $0, y: y, of: grid) })
      return "\(glyphs.sign("│"))\(text)\(glyphs.sign("│"))"
    }
    let all =
      ["\(glyphs.sign("┌"))\(line)\(glyphs.sign("┐"))"] + inner
      + ["\(glyphs.sign("└"))\(line)\(glyphs.sign("┘"))"]
    return all.map { glyphs.cells(for: $0, style: TextStyle()) }
  }

  /// Draws the strokes as large as the paper allows without distortion, in its middle.
  private func draw(_ ink: Ink, on grid: inout DotGrid) {
    // The dots of both forms are square.
    let height = min(Double(grid.rows - 1), Double(grid.columns - 1) / ink.aspect)
    let width = height * ink.aspect
    let left = (Double(grid.columns - 1) - width) / 2
    let top = (Double(grid.rows - 1) - height) / 2
    for stroke in ink.strokes {
      let places = stroke.map { point in
        DotGrid.Place(
          x: Int((left + width * Double(point.x) / 1000).rounded()),
          y: Int((top + height * Double(point.y) / 1000).rounded()))
      }
      grid.draw(places)
    }
  }

  private func character(x: Int, y: Int, of grid: DotGrid) -> Character {
    let (left, top) = (x * dots.columns, y * dots.rows)
    guard glyphs.hasSymbols else {
      switch (grid[left, top], grid[left, top + 1]) {
      case (false, false): return " "
      case (true, false): return "'"
      case (false, true): return "."
      case (true, true): return ":"
      }
    }
    var bits: UInt32 = 0
    for (bit, dot) in Self.braille.enumerated() where grid[left + dot.x, top + dot.y] {
      bits |= 1 << UInt32(bit)
    }
    // A blank pattern might be shown as circles.
    return bits == 0 ? " " : Unicode.Scalar(0x2800 + bits).map { Character($0) } ?? " "
  }

  /// The dots of a braille pattern in the order of its bits (Unicode, chapter 21.1).
  private static let braille: [DotGrid.Place] = [
    .init(x: 0, y: 0), .init(x: 0, y: 1), .init(x: 0, y: 2), .init(x: 1, y: 0), .init(x: 1, y: 1),
    .init(x: 1, y: 2), .init(x: 0, y: 3), .init(x: 1, y: 3),
  ]
}

/// Dots that are set or not.
private struct DotGrid {
  struct Place: Equatable {
    var x: Int
    var y: Int
  }

  let columns: Int
  let rows: Int
  private var isSet: [Bool]

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    isSet = Array(repeating: false, count: columns * rows)
  }

  subscript(x: Int, y: Int) -> Bool { isSet[y * columns + x] }

  /// Sets the dots of lines between places; one place is a dot.
  mutating func draw(_ places: [Place]) {
    guard var last = places.first else { return }
    set(last)
    for place in places.dropFirst() where place != last {
      let steps = max(abs(place.x - last.x), abs(place.y - last.y))
      for step in 1...steps {
        // Rounded to the nearest dot, also where a line goes to the left.
        let part = Double(step) / Double(steps)
        set(
          Place(
            x: last.x + Int((Double(place.x - last.x) * part).rounded()),
            y: last.y + Int((Double(place.y - last.y) * part).rounded())))
      }
      last = place
    }
  }

  private mutating func set(_ place: Place) {
    guard (0..<columns).contains(place.x), (0..<rows).contains(place.y) else { return }
    isSet[place.y * columns + place.x] = true
  }
}
