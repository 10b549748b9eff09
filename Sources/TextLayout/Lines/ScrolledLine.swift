// SPDX-License-Identifier: Apache-2.0

/// A line of any length of which some cells show, such as a field's (4.1).
package struct ScrolledLine {
  private let glyphs: [LineGlyph]

  /// Takes the characters of the line in their cells.
  package init(_ glyphs: [LineGlyph]) {
    self.glyphs = glyphs
  }

  /// How many cells it takes.
  package var cells: Int { glyphs.last?.endColumn ?? 0 }

  /// The column of a caret.
  package func column(of offset: Int) -> Int {
    glyphs.first { $0.range.end > offset }?.column ?? cells
  }

  /// The characters that show whole.
  ///
  /// - Parameters:
  ///   - scroll: how many cells are scrolled out at the left.
  ///   - width: how many cells show.
  /// - Returns: the characters in order.
  package func visible(from scroll: Int = 0, in width: Int) -> [LineGlyph] {
    glyphs.filter { $0.column >= scroll && $0.endColumn <= scroll + width }
  }

  /// Scrolls so that the caret's column shows, and no further than that takes.
  ///
  /// - Parameters:
  ///   - last: how far it was scrolled before.
  ///   - caret: the caret's column; behind the last character it needs a cell of its own.
  ///   - width: how many cells show.
  /// - Returns: how many cells are scrolled out at the left, none of them a part of a character.
  package func scroll(from last: Int, to caret: Int, in width: Int) -> Int {
    let caretEnd = glyphs.first { $0.column == caret }?.endColumn ?? caret + 1
    var wanted = min(max(last, 0), max(0, cells + 1 - width))
    if caretEnd > wanted + width { wanted = caretEnd - width }
    let edge = glyphs.first { $0.column >= wanted }?.column ?? cells
    return min(edge, caret)
  }
}
