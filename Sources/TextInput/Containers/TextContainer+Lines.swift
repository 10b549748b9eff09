// SPDX-License-Identifier: Apache-2.0

/// Visual lines.
extension TextContainer {
  /// The start of the visual line.
  final func lineStart(from offset: Int) -> Place {
    let paragraph = LaidOutParagraph(at: offset, in: storage, layout)
    let index = paragraph.index(ofLineAt: offset, affinity: affinity(at: offset), layout)
    return Place(offset: paragraph.start + paragraph.lines[index].range.start)
  }

  /// The end of the visual line; shown there although the next line may begin with it (INP-13).
  final func lineEnd(from offset: Int) -> Place {
    let paragraph = LaidOutParagraph(at: offset, in: storage, layout)
    let index = paragraph.index(ofLineAt: offset, affinity: affinity(at: offset), layout)
    let line = paragraph.lines[index]
    if line.isWrapped {
      return Place(offset: paragraph.start + line.range.end, affinity: .backward)
    }
    // A line separator belongs to the line it ends; the caret stays before it.
    let isLast = index == paragraph.lines.count - 1
    return Place(offset: paragraph.start + line.range.end - (isLast ? 0 : 1))
  }

  /// Goes up or down by visual lines and keeps to the goal column; beyond the first and the last
  /// line to the text's edge.
  final func vertical(_ count: Int, from offset: Int) -> Place {
    let target = storage.verticalOffset(
      by: count, from: offset, affinity: affinity(at: offset), layout: layout, goal: &goalColumn)
    return Place(offset: target ?? (count < 0 ? 0 : storage.count))
  }

  private func affinity(at offset: Int) -> TextAffinity {
    offset == selection.head ? affinity : .forward
  }
}
