// SPDX-License-Identifier: Apache-2.0
import Text

/// Visual lines for a single lookup; ``VisualLines`` caches them for several.
extension TextStorage {
  /// Returns the visual line that holds the code unit at an offset, `0..<count`; the last line of a
  /// paragraph includes its terminator.
  func line(at offset: Int, layout: LineLayout) -> TextRange {
    var visual = VisualLines(storage: self, layout: layout)
    let row = visual.row(at: offset)
    return TextRange(
      row.range.start, row.endsParagraph ? paragraphEndWithTerminator(at: offset) : row.range.end)
  }

  /// Finds the offset some visual lines below, or above if negative.
  ///
  /// - Parameters:
  ///   - count: the number of lines.
  ///   - offset: the offset to start from.
  ///   - affinity: the line that shows the start (INP-13).
  ///   - layout: the layout of the visual lines.
  ///   - goal: the column to keep, in cells; set if it is nil (BND-6).
  /// - Returns: the offset; nil if the text has fewer lines in that direction.
  func verticalOffset(
    by count: Int, from offset: Int, affinity: TextAffinity, layout: LineLayout,
    goal: inout Int?
  ) -> Int? {
    var visual = VisualLines(storage: self, layout: layout)
    return visual.verticalOffset(by: count, from: offset, affinity: affinity, goal: &goal)
  }

  /// Returns the start of the visual line that shows a caret.
  func rowStart(at offset: Int, affinity: TextAffinity = .forward, _ layout: LineLayout) -> Int {
    var visual = VisualLines(storage: self, layout: layout)
    return visual.rowStart(at: offset, affinity: affinity)
  }

  /// Returns the start of the visual line some lines below the line at an offset, or above if
  /// negative; limited to the last or first line.
  func rowStart(_ offset: Int, movedBy count: Int, _ layout: LineLayout) -> Int {
    var visual = VisualLines(storage: self, layout: layout)
    return visual.rowStart(offset, movedBy: count)
  }
}
