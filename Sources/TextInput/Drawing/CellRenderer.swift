// SPDX-License-Identifier: Apache-2.0
package import TextLayout

/// Decides which cells show each character of a document.
///
/// The document may hold anything; the terminal gets only what it prints in a known place. Control
/// characters (C0, DEL, C1), line and paragraph separators and the characters that turn the writing
/// direction around become visible pictures, so a document can neither steer the terminal nor show
/// its text in another order than it has.
package struct CellRenderer {
  /// Whether the terminal prints symbols beyond ASCII.
  package let hasSymbols: Bool

  /// Makes a renderer for a terminal.
  package init(hasSymbols: Bool) {
    self.hasSymbols = hasSymbols
  }

  /// How many scalars of one character are drawn; the rest of a tower of marks is left out.
  package static let scalarLimit = 24

  /// Draws a character that starts in a column, as wide as `LineLayout` says that it is.
  ///
  /// - Parameters:
  ///   - character: any character; a newline gives its picture.
  ///   - column: where it would stand; a tab reaches to the next stop.
  ///   - columns: the row's width, at least 1.
  /// - Returns: its cells: at least one, together at most as wide as the row.
  package func cells(for character: Character, column: Int, columns: Int) -> [Cell] {
    if let ascii = character.asciiValue, 0x20..<0x7f ~= ascii {
      return [Cell(text: String(character), width: 1)]
    }
    let room = character == "\t" ? columns - column : columns
    let width = max(1, min(LineLayout.cells(of: character, at: column), room))
    if character == "\t" { return Array(repeating: .blank, count: width) }
    let cell =
      picture(of: character).map { Cell(text: $0, width: 1) } ?? glyph(of: character, width)
    return [cell] + Array(repeating: .blank, count: width - cell.width)
  }

  /// The cells of a line of other people's words, such as a command's title.
  package func cells(for line: String, columns: Int) -> [Cell] {
    var cells: [Cell] = []
    var column = 0
    for character in line {
      let next = self.cells(for: character, column: column, columns: max(columns, 1))
      let width = next.reduce(0) { $0 + $1.width }
      if column + width > columns { break }
      cells += next
      column += width
    }
    return cells
  }

  /// The cells of some text that starts in a column, however wide.
  package func cells(for text: some Sequence<Character>, style: TextStyle, from start: Int = 0)
    -> [Cell]
  {
    var cells: [Cell] = []
    var column = start
    for character in text {
      // Wider than any tab, so that nothing is cut here.
      for var cell in self.cells(for: character, column: column, columns: column + 16) {
        cell.style = style
        cells.append(cell)
        column += cell.width
      }
    }
    return cells
  }

  /// The mirror's own signs, in ASCII where there are no others.
  package func sign(_ symbol: Character) -> Character {
    guard !hasSymbols else { return symbol }
    switch symbol {
    case "│": return "|"
    case "─": return "-"
    case "┌", "┐", "└", "┘", "├", "┤": return "+"
    case "↑": return "^"
    case "↓": return "v"
    case "✓": return "*"
    case "–": return "-"
    case "×": return "x"
    case "•": return "*"
    case "…": return "."
    case "░": return ":"
    case "·": return "-"
    case "‹": return "<"
    case "›": return ">"
    default: return symbol
    }
  }

  /// Cells that are to be no wider than some columns, an ellipsis at the end where they were.
  package func cut(_ cells: [Cell], to width: Int) -> [Cell] {
    guard cells.width > width else { return cells }
    let hasEllipsis = width > 3
    var left = hasEllipsis ? width - 1 : width
    var kept = Array(
      cells.prefix { cell in
        left -= cell.width
        return left >= 0
      })
    if hasEllipsis, let last = kept.last {
      kept += self.cells(for: [sign("…")], style: last.style)
    }
    return kept
  }

  private func glyph(of character: Character, _ width: Int) -> Cell {
    let natural = CellWidth.of(character)
    if natural > width { return Cell(text: hasSymbols ? "…" : "?", width: 1) }
    let scalars = character.unicodeScalars
    let text =
      scalars.count > Self.scalarLimit
      ? String(String.UnicodeScalarView(scalars.prefix(Self.scalarLimit))) : String(character)
    if natural > 0 { return Cell(text: text, width: natural) }
    // Marks without a letter need something to stand on; other invisible characters are shown.
    return Cell(text: isMark(character) ? "\u{25cc}" + text : replacement, width: 1)
  }

  private var replacement: String {
    hasSymbols ? "\u{fffd}" : "?"
  }

  private func isMark(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  /// What stands for a character that must not be sent; nil for one that may.
  private func picture(of character: Character) -> String? {
    guard LineLayout.hasStandIn(character), let scalar = character.unicodeScalars.first else {
      return nil
    }
    switch scalar.value {
    case 0...0x1f where hasSymbols:
      return Unicode.Scalar(0x2400 + scalar.value).map { String($0) } ?? replacement
    case 0x7f where hasSymbols: return "\u{2421}"
    default: return replacement
    }
  }
}
