// SPDX-License-Identifier: Apache-2.0
package import Text

/// A user-visible character in its cells.
package struct LineGlyph {
  /// The character that is shown; it differs from the stored character if the text is secret.
  package let character: Character
  /// The UTF-16 offsets of the stored character, from the start of the line.
  package let range: TextRange
  /// The first of its cells, counted from the left edge of the line.
  package let column: Int
  /// The number of cells of the character; 0 for a space that has no room.
  package let cells: Int

  /// The column after the character.
  package var endColumn: Int { column + cells }
}

extension LineLayout {
  /// Places the characters of one line in their cells.
  ///
  /// - Parameters:
  ///   - line: the text of the line, without a line separator at its end.
  ///   - visible: the characters to show in place of the stored ones; nil to show those.
  /// - Returns: the characters in order.
  package func glyphs(
    of line: some StringProtocol, shownAs visible: (some StringProtocol)? = Substring?.none
  ) -> [LineGlyph] {
    var glyphs: [LineGlyph] = []
    var offset = 0
    var column = 0
    var shown = visible.map { $0.makeIterator() }
    for stored in line.boundedCharacters {
      let character = shown?.next() ?? stored
      let end = offset + stored.utf16.count
      var cells = min(Self.cells(of: character, at: column), limit)
      if cells > limit - column { cells = character == "\t" ? limit - column : 0 }
      glyphs.append(
        LineGlyph(
          character: character, range: TextRange(offset, end), column: min(column, limit),
          cells: cells))
      // After a character that has no room, later characters have none either.
      column = cells > 0 ? column + cells : limit
      offset = end
    }
    return glyphs
  }

  /// Returns the column of an offset among the characters of a line.
  func column(of offset: Int, in glyphs: [LineGlyph]) -> Int {
    glyphs.first { $0.range.end > offset }?.column ?? glyphs.last?.endColumn ?? 0
  }

  /// Returns the offset in a line that is nearest to a column without exceeding it.
  func offset(atColumn goal: Int, in glyphs: [LineGlyph], isWrapped: Bool) -> Int {
    if let glyph = glyphs.first(where: { $0.endColumn > goal || $0.cells == 0 }) {
      return glyph.range.start
    }
    let last = glyphs.last?.range
    return (isWrapped ? last?.start : last?.end) ?? 0
  }

  // MARK: Cells

  /// Counts the cells of a character at a column.
  ///
  /// A tab extends to the next tab stop. A character without a width takes one cell: a mark without
  /// a letter, and a character for which ``isDrawnAsReplacement(_:)`` is true.
  ///
  /// - Parameters:
  ///   - character: the character to measure.
  ///   - column: its column.
  /// - Returns: the number of cells, at least 1.
  public static func cells(of character: Character, at column: Int) -> Int {
    if let cells = character.plainCells { return cells }
    if character == "\t" { return tabWidth - column % tabWidth }
    return max(1, CellWidth.of(character))
  }

  /// Returns whether a character must not reach a terminal and is drawn as a stand-in of one cell.
  ///
  /// These are control characters, line and paragraph separators, and the marks that change the
  /// direction of the text.
  ///
  /// - Parameter character: the character to measure.
  /// - Returns: whether it is replaced; false for a tab.
  public static func isDrawnAsReplacement(_ character: Character) -> Bool {
    // Such a scalar is always the first of a character, except at the end of a line.
    guard let scalar = character.unicodeScalars.first, scalar != "\t" else { return false }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
  }

  /// Whether a code point hangs at the end of a line: white space, except no-break spaces and line
  /// ends.
  static func hangs(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x20: true
    case 0x0A...0x0D, 0x85, 0xA0, 0x2007, 0x2028, 0x2029, 0x202F: false
    case 0x1680, 0x2000...0x200A, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Whether a user-visible character hangs; a space with a combining mark does not.
  static func hangs(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    return scalars.count == 1 && scalars.first.map { hangs($0) } ?? false
  }
}
