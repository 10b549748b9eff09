// SPDX-License-Identifier: Apache-2.0
package import TextLayout

/// Determines the cells of each character of a document.
///
/// The document may contain any characters; the terminal receives only those that it prints at a
/// known position. Control characters (C0, DEL, C1), line and paragraph separators and characters
/// that change the writing direction become visible signs. A document can therefore neither control
/// the terminal nor show its text in another order.
package struct CellRenderer {
  /// Whether the terminal prints symbols beyond ASCII.
  package let hasSymbols: Bool
  /// Whether cells are drawn in visual order; if not, the terminal or a program orders them.
  package let ordersText: Bool

  /// Creates a renderer for a terminal.
  package init(hasSymbols: Bool, ordersText: Bool = true) {
    self.hasSymbols = hasSymbols
    self.ordersText = ordersText
  }

  /// The maximum number of scalars drawn for one character; further combining marks are omitted.
  package static let scalarLimit = 24

  /// Renders a character at a column, with the width given by `LineLayout`.
  ///
  /// - Parameters:
  ///   - character: any character; a newline gives its sign.
  ///   - column: the column; a tab extends to the next tab stop.
  ///   - columns: the width of the row, at least 1.
  /// - Returns: its cells: at least one, in total at most as wide as the row.
  package func cells(for character: Character, column: Int, columns: Int) -> [Cell] {
    if let width = character.plainCells ?? (character == " " ? 1 : nil), width <= columns {
      return [Cell(text: String(character), width: width)]
    }
    let room = character == "\t" ? columns - column : columns
    let width = max(1, min(LineLayout.cells(of: character, at: column), room))
    if character == "\t" { return Array(repeating: .blank, count: width) }
    let cell =
      picture(of: character).map { Cell(text: $0, width: 1) } ?? glyph(of: character, width)
    return [cell] + Array(repeating: .blank, count: width - cell.width)
  }

  /// Renders a line of text from elsewhere, such as a command's title, cut to a number of columns.
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

  /// Renders text that starts at a column, of any width.
  package func cells(for text: some Sequence<Character>, style: TextStyle, from start: Int = 0)
    -> [Cell]
  {
    var cells: [Cell] = []
    var column = start
    for character in text {
      // There is more room than any tab needs, so nothing is cut off here.
      for var cell in self.cells(for: character, column: column, columns: column + 16) {
        cell.style = style
        cells.append(cell)
        column += cell.width
      }
    }
    return cells
  }

  /// Returns a sign of the mirror, in ASCII if the terminal has no symbols.
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

  /// Cuts cells to a number of columns, with an ellipsis at the end if they were wider.
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

  /// Cuts the cells of a text to a number of columns, and puts them in visual order from left to
  /// right.
  package func fit(_ cells: [Cell], to width: Int) -> [Cell] {
    order(cut(cells, to: width), isRightToLeft: false).cells
  }

  /// Puts the cells of a row in visual order, unless the terminal does.
  ///
  /// - Parameters:
  ///   - cells: the cells in the order of the text.
  ///   - isRightToLeft: whether the paragraph is written from right to left.
  /// - Returns: the cells from left to right.
  func order(_ cells: [Cell], isRightToLeft: Bool) -> VisualCells {
    VisualCells(cells, isRightToLeft: ordersText ? isRightToLeft : nil)
  }

  private func glyph(of character: Character, _ width: Int) -> Cell {
    let natural = CellWidth.of(character)
    if natural > width { return Cell(text: hasSymbols ? "…" : "?", width: 1) }
    let scalars = character.unicodeScalars
    let text =
      scalars.count > Self.scalarLimit
      ? String(String.UnicodeScalarView(scalars.prefix(Self.scalarLimit))) : String(character)
    if natural > 0 { return Cell(text: text, width: natural) }
    // A mark without a letter needs a base character; other invisible characters are replaced.
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

  /// Returns the sign for a character that must not be sent; nil for any other character.
  private func picture(of character: Character) -> String? {
    guard LineLayout.isDrawnAsReplacement(character), let scalar = character.unicodeScalars.first
    else {
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
