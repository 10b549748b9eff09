// SPDX-License-Identifier: Apache-2.0

/// Visual lines.
extension TextContainer {
  /// Calls `body` with the visual lines, and caches what `body` finds out about them.
  package final func withVisualLines<Result>(_ body: (inout VisualLines) -> Result) -> Result {
    let change = document.takeFirstChange()
    var lines = VisualLines(storage: storage, layout: lineLayout)
    swap(&lines.known, &knownLines)
    lines.known.forget(from: change, lines.layout)
    defer { swap(&lines.known, &knownLines) }
    return body(&lines)
  }

  /// Returns the start of the visual line.
  final func lineStart(from offset: Int) -> Place {
    let affinity = affinity(at: offset)
    return Place(offset: withVisualLines { $0.rowStart(at: offset, affinity: affinity) })
  }

  /// Returns the end of the visual line, with an affinity that shows it there even if the next line
  /// begins at it (INP-13).
  final func lineEnd(from offset: Int) -> Place {
    let affinity = affinity(at: offset)
    let row = withVisualLines { $0.row(at: offset, affinity: affinity) }
    if row.isWrapped { return Place(offset: row.range.end, affinity: .backward) }
    // A line separator belongs to the line that it ends, so the caret stays before it.
    return Place(offset: row.range.end - (row.endsParagraph ? 0 : 1))
  }

  /// Moves up or down by visual lines and keeps the goal column; past the first or last line, moves
  /// to the edge of the text.
  final func vertical(_ count: Int, from offset: Int) -> Place {
    let affinity = affinity(at: offset)
    var goal = goalColumn
    let target = withVisualLines {
      $0.verticalOffset(by: count, from: offset, affinity: affinity, goal: &goal)
    }
    goalColumn = goal
    return Place(offset: target ?? (count < 0 ? 0 : storage.count))
  }

  private func affinity(at offset: Int) -> TextAffinity {
    offset == selection.head ? affinity : .forward
  }
}
