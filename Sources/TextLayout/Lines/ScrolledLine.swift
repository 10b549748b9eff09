// SPDX-License-Identifier: Apache-2.0

/// A line of any length that shows some of its cells, such as the line of a field (4.1).
package struct ScrolledLine {
  private let glyphs: [LineGlyph]

  /// Creates a line from its characters and their cells.
  package init(_ glyphs: [LineGlyph]) {
    self.glyphs = glyphs
  }

  /// The number of cells of the whole line.
  package var cells: Int { glyphs.last?.endColumn ?? 0 }

  /// Returns the column of a caret.
  package func column(of offset: Int) -> Int {
    glyphs.first { $0.range.end > offset }?.column ?? cells
  }

  /// Returns the characters that are completely visible.
  ///
  /// - Parameters:
  ///   - scroll: the number of cells scrolled out at the left.
  ///   - width: the number of visible cells.
  /// - Returns: the characters in order.
  package func visible(from scroll: Int = 0, in width: Int) -> [LineGlyph] {
    glyphs.filter { $0.column >= scroll && $0.endColumn <= scroll + width }
  }

  /// Computes the least scrolling that makes the caret visible.
  ///
  /// - Parameters:
  ///   - last: the previous number of cells scrolled out at the left.
  ///   - caret: the column of the caret; after the last character it needs a cell of its own.
  ///   - width: the number of visible cells.
  /// - Returns: the number of cells to scroll out at the left, at a character's edge.
  package func scroll(from last: Int, to caret: Int, in width: Int) -> Int {
    let caretEnd = glyphs.first { $0.column == caret }?.endColumn ?? caret + 1
    var wanted = min(max(last, 0), max(0, cells + 1 - width))
    if caretEnd > wanted + width { wanted = caretEnd - width }
    let edge = glyphs.first { $0.column >= wanted }?.column ?? cells
    return min(edge, caret)
  }
}
