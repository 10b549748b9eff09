// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Draws a list of candidates: one page as a row `1 é  2 è`, or all of them as a grid with a row
/// for each page (IME-6, IME-8).
///
/// A list wider than the screen scrolls: its rows begin at the first column from which the
/// highlighted candidate fits, and marks show on which side there are more.
struct CandidateDrawing {
  let list: CandidateList
  let glyphs: CellRenderer
  /// The width of a row.
  let columns: Int

  /// The number of cells between two candidates.
  private static let gap = 2
  /// The number of cells of a mark, including a blank next to it.
  private static let mark = 2

  /// Returns the rows down to the one with the highlighted candidate, at most `count`; none is
  /// wider than ``columns``.
  func rows(_ count: Int) -> [[Cell]] {
    guard count > 0, columns > 0, !list.items.isEmpty else { return [] }
    let pages = list.isExpanded ? 0..<list.pageCount : list.page..<list.page + 1
    let grid = pages.map { page in
      list.indices(ofPage: page).enumerated().map { cells(of: $1, numbered: $0 + 1) }
    }
    let table = table(for: grid)
    let first = list.isExpanded ? max(0, list.page - count + 1) : 0
    return grid.dropFirst(first).prefix(count).map { row($0, in: table) }
  }

  private func cells(of index: Int, numbered number: Int) -> [Cell] {
    let item = list.items[index]
    let text = [item.text, item.annotation].compactMap { $0 }.joined(separator: " ")
    let style = TextStyle(index == list.highlighted ? .reverse : [])
    return glyphs.cells(for: "\(number) \(text)", style: style)
  }

  // MARK: Columns

  /// The columns of all rows.
  private struct Table {
    /// The width of each column.
    var widths: [Int]
    /// The visible columns.
    var shown: Range<Int>
    var hasMarks: Bool
  }

  private func table(for grid: [[[Cell]]]) -> Table {
    var widths: [Int] = []
    for row in grid {
      for (column, cells) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cells.width)
      }
    }
    let isWhole = widths.reduce(-Self.gap) { $0 + Self.gap + $1 } <= columns
    // A very narrow row has no room for marks.
    let hasMarks =
      (!isWhole || !list.isExpanded && list.pageCount > 1) && columns > 2 * Self.mark + 2
    let room = hasMarks ? columns - 2 * Self.mark : columns
    widths = widths.map { min($0, room) }
    return Table(widths: widths, shown: columns(of: widths, in: room), hasMarks: hasMarks)
  }

  /// Returns the first columns with which the highlighted candidate fits into the room, and the
  /// columns after it that also fit.
  private func columns(of widths: [Int], in room: Int) -> Range<Int> {
    let wanted = list.highlighted.map { $0 % list.pageSize } ?? 0
    var (start, end) = (wanted, wanted + 1)
    var left = room - widths[wanted]
    while start > 0, left >= Self.gap + widths[start - 1] {
      start -= 1
      left -= Self.gap + widths[start]
    }
    while end < widths.count, left >= Self.gap + widths[end] {
      left -= Self.gap + widths[end]
      end += 1
    }
    return start..<end
  }

  // MARK: Rows

  private func row(_ items: [[Cell]], in table: Table) -> [Cell] {
    var cells: [Cell] = []
    var end = 0
    for column in table.shown where column < items.count {
      cells += blanks(end - cells.width) + glyphs.fit(items[column], to: table.widths[column])
      end += table.widths[column] + Self.gap
    }
    guard table.hasMarks else { return cells }
    let isPage = !list.isExpanded
    if isPage && list.page + 1 < list.pageCount || items.count > table.shown.upperBound {
      cells += blanks(end - Self.gap - cells.width) + mark(" ›")
    }
    return mark(isPage && list.page > 0 || table.shown.lowerBound > 0 ? "‹ " : "  ") + cells
  }

  private func blanks(_ count: Int) -> [Cell] {
    Array(repeating: .blank, count: max(0, count))
  }

  private func mark(_ text: String) -> [Cell] {
    glyphs.cells(for: text.map(glyphs.sign), style: TextStyle())
  }
}
