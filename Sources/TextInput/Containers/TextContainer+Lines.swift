// SPDX-License-Identifier: Apache-2.0

/// A paragraph laid out in lines, with its place in the text.
private struct LaidOutParagraph {
  let start: Int
  let text: String
  let lines: [LineLayout.Line]

  init(at offset: Int, in storage: TextStorage, _ layout: LineLayout) {
    start = storage.paragraphStart(at: offset)
    text = storage.substring(TextRange(start, storage.paragraphEnd(at: offset)))
    lines = layout.lines(of: text)
  }

  var end: Int { start + (lines.last?.range.end ?? 0) }
}

/// Visual lines. Only the paragraphs that the caret is in or crosses are laid out.
extension TextContainer {
  /// The start of the visual line.
  final func lineStart(from offset: Int) -> Place {
    let paragraph = LaidOutParagraph(at: offset, in: document.storage, layout)
    let line = paragraph.lines[lineIndex(of: offset, in: paragraph)]
    return Place(offset: paragraph.start + line.range.start)
  }

  /// The end of the visual line; shown there although the next line may begin with it (INP-13).
  final func lineEnd(from offset: Int) -> Place {
    let paragraph = LaidOutParagraph(at: offset, in: document.storage, layout)
    let index = lineIndex(of: offset, in: paragraph)
    let line = paragraph.lines[index]
    if line.isWrapped {
      return Place(offset: paragraph.start + line.range.end, affinity: .backward)
    }
    // A line separator belongs to the line it ends; the caret stays before it.
    let isLast = index == paragraph.lines.count - 1
    return Place(offset: paragraph.start + line.range.end - (isLast ? 0 : 1))
  }

  /// Goes up or down by visual lines and keeps to the goal column.
  final func vertical(_ count: Int, from offset: Int) -> Place {
    let storage = document.storage
    var paragraph = LaidOutParagraph(at: offset, in: storage, layout)
    var index = lineIndex(of: offset, in: paragraph)
    let goal =
      goalColumn
      ?? layout.column(
        of: offset - paragraph.start, in: paragraph.lines[index], of: paragraph.text)
    goalColumn = goal
    for _ in 0..<abs(count) {
      index += count.signum()
      if index < 0 {
        guard paragraph.start > 0 else { return Place(offset: 0) }
        paragraph = LaidOutParagraph(
          at: storage.characterStart(before: paragraph.start), in: storage, layout)
        index = paragraph.lines.count - 1
      } else if index == paragraph.lines.count {
        guard paragraph.end < storage.count else { return Place(offset: storage.count) }
        paragraph = LaidOutParagraph(
          at: storage.paragraphEndWithTerminator(at: paragraph.end), in: storage, layout)
        index = 0
      }
    }
    return Place(
      offset: paragraph.start
        + layout.offset(atColumn: goal, in: paragraph.lines[index], of: paragraph.text))
  }

  private func lineIndex(of offset: Int, in paragraph: LaidOutParagraph) -> Int {
    layout.index(
      ofLineAt: offset - paragraph.start,
      affinity: offset == selection.head ? affinity : .forward, in: paragraph.lines)
  }
}
