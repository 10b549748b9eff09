// SPDX-License-Identifier: Apache-2.0
import Text

/// Columns in the lines of a text.
extension LineLayout {
  /// The length of the part of a line that is measured, in UTF-16 code units.
  ///
  /// Each code unit after it counts as a cell. Only a line without a width has more.
  private static let measuredLength = 4096

  /// Returns the column of an offset in a line without its separator.
  func column(of offset: Int, inLine line: TextRange, of storage: TextStorage) -> Int {
    let (measured, glyphs) = measuredPart(of: line, in: storage)
    guard offset > measured.end else { return column(of: offset - line.start, in: glyphs) }
    return (glyphs.last?.endColumn ?? 0) + offset - measured.end
  }

  /// Returns the offset in a line without its separator that is nearest to a column without
  /// exceeding it.
  func offset(
    atColumn goal: Int, inLine line: TextRange, of storage: TextStorage, isWrapped: Bool
  ) -> Int {
    let (measured, glyphs) = measuredPart(of: line, in: storage)
    let rest = goal - (glyphs.last?.endColumn ?? 0)
    guard rest > 0, measured.end < line.end else {
      return line.start + offset(atColumn: goal, in: glyphs, isWrapped: isWrapped)
    }
    return storage.characterBoundary(atOrBefore: min(line.end, measured.end + rest))
  }

  private func measuredPart(
    of line: TextRange, in storage: TextStorage
  ) -> (TextRange, [LineGlyph]) {
    let isShort = line.length <= Self.measuredLength
    let end =
      isShort ? line.end : storage.characterBoundary(atOrBefore: line.start + Self.measuredLength)
    let measured = TextRange(line.start, end)
    return (measured, glyphs(of: storage.substring(measured)))
  }
}
