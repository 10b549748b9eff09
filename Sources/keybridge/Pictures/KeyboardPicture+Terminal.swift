// SPDX-License-Identifier: Apache-2.0
import Bridge
import Keys
import TextInput

/// Pictures of keyboards in characters.
extension KeyboardPicture {
  /// The width of a unit in cells, and the height of a key with its upper border in rows.
  private static let unit = 5.0
  private static let rise = 3
  private static let columns = Int(KeyboardShape.width * unit) + 1
  private static let lines = KeyboardShape.rowCount * rise + 1

  /// Draws the keyboard in 76 columns and 16 rows, with a legend below it.
  ///
  /// A key shows the character with Shift above the plain one, and the same with AltGr to their
  /// right.
  ///
  /// - Parameters:
  ///   - held: the keys to show as held, in reverse video.
  ///   - isASCII: whether to avoid symbols beyond ASCII; the layout's characters are displayed in
  ///     any case.
  /// - Returns: the rows, without a final newline.
  func text(held: Set<KeyCode> = [], isASCII: Bool) -> String {
    var grid = Grid(columns: Self.columns, lines: Self.lines)
    for (key, legend) in keys {
      let left = Int((key.x * Self.unit).rounded())
      let right = Int(((key.x + key.width) * Self.unit).rounded())
      let top = key.row * Self.rise
      grid.box(left, top, right, top + Self.rise)
      let isHeld = held.contains(key.code)
      let room = right - left - 1
      guard !key.isLowerPart else {
        grid.put("", at: left + 1, top + 2, room: room, isHeld: isHeld)
        continue
      }
      let (upper, lower) = lines(of: legend, room: room, isASCII: isASCII)
      grid.put(upper, at: left + 1, top + 1, room: room, isHeld: isHeld)
      grid.put(lower, at: left + 1, top + 2, room: room, isHeld: isHeld)
    }
    var text = grid.text(isASCII: isASCII)
    if hasDeadKeys { text += "\n* waits for the next letter" }
    return text
  }

  private func lines(of legend: KeyLegend, room: Int, isASCII: Bool) -> (String, String) {
    if let name = legend.name { return ("", isASCII ? name.word : name.symbol) }
    let cells = legend.levels.map { level -> String in
      guard let level else { return "  " }
      if isASCII, ["␣", "⍽"].contains(level.text) { return "_ " }
      var text = level.text + (level.isDead ? "*" : "")
      var width = text.reduce(0) { $0 + CellWidth.of($1) }
      // Two cells are too narrow for a name, and for a wide accent with its mark.
      if width > 2 { (text, width) = (isASCII ? "?" : "▯", 1) }
      return text + String(repeating: " ", count: max(0, 2 - width))
    }
    return (cells[1] + cells[3], cells[0] + cells[2])
  }
}

/// A grid of characters, with boxes that share their borders.
private struct Grid {
  private struct Cell {
    var text = " "
    /// The directions in which a line leaves the cell: up 1, right 2, down 4, left 8.
    var ways = 0
    var isHeld = false
    /// Whether the cell is the second column of a wide character.
    var isCovered = false
  }

  private var cells: [[Cell]]

  init(columns: Int, lines: Int) {
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: lines)
  }

  mutating func box(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
    for x in left..<right {
      for y in [top, bottom] {
        cells[y][x].ways |= 2
        cells[y][x + 1].ways |= 8
      }
    }
    for y in top..<bottom {
      for x in [left, right] {
        cells[y][x].ways |= 4
        cells[y + 1][x].ways |= 1
      }
    }
  }

  mutating func put(_ text: String, at x: Int, _ y: Int, room: Int, isHeld: Bool) {
    for column in x..<x + room { cells[y][column].isHeld = isHeld }
    var column = x
    for character in text {
      let width = CellWidth.of(character)
      guard width > 0 else {
        if column > x { cells[y][column - 1].text += String(character) }
        continue
      }
      guard column + width <= x + room else { return }
      cells[y][column].text = String(character)
      if width == 2 { cells[y][column + 1].isCovered = true }
      column += width
    }
  }

  func text(isASCII: Bool) -> String {
    cells.map { row in
      var line = ""
      var isHeld = false
      for cell in row where !cell.isCovered {
        if cell.isHeld != isHeld {
          line += cell.isHeld ? "\u{1b}[7m" : "\u{1b}[0m"
          isHeld = cell.isHeld
        }
        line += cell.ways == 0 ? cell.text : Self.sign(cell.ways, isASCII: isASCII)
      }
      if isHeld { line += "\u{1b}[0m" }
      return line
    }.joined(separator: "\n")
  }

  private static func sign(_ ways: Int, isASCII: Bool) -> String {
    if isASCII { return ways == 10 ? "-" : ways == 5 ? "|" : "+" }
    return String(signs[ways])
  }

  // Indexed by the directions in which a line leaves: up 1, right 2, down 4, left 8.
  private static let signs = Array(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")
}
