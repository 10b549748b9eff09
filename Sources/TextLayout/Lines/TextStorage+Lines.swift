// SPDX-License-Identifier: Apache-2.0
import Text

/// Visual lines, for who asks once; ``VisualLines`` remembers them.
extension TextStorage {
  /// The visual line that holds the code unit at an offset, `0..<count`; the last line of a
  /// paragraph has its terminator.
  func line(at offset: Int, layout: LineLayout) -> TextRange {
    var visual = VisualLines(storage: self, layout: layout)
    let row = visual.row(at: offset)
    return TextRange(
      row.range.start, row.endsParagraph ? paragraphEndWithTerminator(at: offset) : row.range.end)
  }

  /// The offset some visual lines below, or above if negative.
  ///
  /// - Parameters:
  ///   - count: how many lines.
  ///   - offset: where to begin.
  ///   - affinity: on which line that is (INP-13).
  ///   - layout: how paragraphs fall into lines.
  ///   - goal: the column to keep to, in cells; set if it is nil (BND-6).
  /// - Returns: nil where the text has not as many lines that way.
  func verticalOffset(
    by count: Int, from offset: Int, affinity: TextAffinity, layout: LineLayout,
    goal: inout Int?
  ) -> Int? {
    var visual = VisualLines(storage: self, layout: layout)
    return visual.verticalOffset(by: count, from: offset, affinity: affinity, goal: &goal)
  }

  /// Where the visual line begins that shows a caret.
  func rowStart(at offset: Int, affinity: TextAffinity = .forward, _ layout: LineLayout) -> Int {
    var visual = VisualLines(storage: self, layout: layout)
    return visual.rowStart(at: offset, affinity: affinity)
  }

  /// The start of the visual line some lines below the one that begins at an offset, or above it if
  /// negative; the last or the first line where there are not as many.
  func rowStart(_ offset: Int, movedBy count: Int, _ layout: LineLayout) -> Int {
    var visual = VisualLines(storage: self, layout: layout)
    return visual.rowStart(offset, movedBy: count)
  }
}
