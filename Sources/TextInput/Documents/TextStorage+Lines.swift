// SPDX-License-Identifier: Apache-2.0

/// A paragraph laid out in lines, with its place in the text.
struct LaidOutParagraph {
  let start: Int
  let text: String
  let lines: [LineLayout.Line]

  init(at offset: Int, in storage: TextStorage, _ layout: LineLayout) {
    let range = storage.paragraph(at: offset)
    start = range.start
    text = storage.substring(range)
    lines = layout.lines(of: text)
  }

  var end: Int { start + (lines.last?.range.end ?? 0) }

  func index(ofLineAt offset: Int, affinity: TextAffinity, _ layout: LineLayout) -> Int {
    layout.index(ofLineAt: offset - start, affinity: affinity, in: lines)
  }
}

/// Visual lines. Only the paragraphs that an offset is in or crosses are laid out.
extension TextStorage {
  /// The visual line that holds the code unit at an offset, `0..<count`; the last line of a
  /// paragraph has its terminator.
  func line(at offset: Int, layout: LineLayout) -> TextRange {
    let paragraph = LaidOutParagraph(at: offset, in: self, layout)
    let index = paragraph.index(ofLineAt: offset, affinity: .forward, layout)
    let line = paragraph.lines[index].range
    let isLast = index == paragraph.lines.count - 1
    return TextRange(
      paragraph.start + line.start,
      isLast ? paragraphEndWithTerminator(at: offset) : paragraph.start + line.end)
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
    var paragraph = LaidOutParagraph(at: offset, in: self, layout)
    var index = paragraph.index(ofLineAt: offset, affinity: affinity, layout)
    let column =
      goal
      ?? layout.column(
        of: offset - paragraph.start, in: paragraph.lines[index], of: paragraph.text)
    goal = column
    for _ in 0..<count.magnitude {
      index += count.signum()
      if index < 0 {
        guard paragraph.start > 0 else { return nil }
        paragraph = LaidOutParagraph(
          at: characterStart(before: paragraph.start), in: self, layout)
        index = paragraph.lines.count - 1
      } else if index == paragraph.lines.count {
        guard paragraph.end < self.count else { return nil }
        paragraph = LaidOutParagraph(
          at: paragraphEndWithTerminator(at: paragraph.end), in: self, layout)
        index = 0
      }
    }
    return paragraph.start
      + layout.offset(atColumn: column, in: paragraph.lines[index], of: paragraph.text)
  }
}
