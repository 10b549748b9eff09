// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Draws a list of candidates: a page as one row `1 é  2 è`, or all of them in a grid (IME-6, IME-8).
struct CandidateDrawing {
  let list: CandidateList
  let glyphs: GlyphTable
  /// How wide a row is.
  let columns: Int

  /// The rows from the one on that shows the highlighted candidate, at most `count`.
  func rows(_ count: Int) -> [[Cell]] {
    guard count > 0, !list.items.isEmpty else { return [] }
    guard list.isExpanded else { return [page] }
    let grid = stride(from: 0, to: list.items.count, by: list.pageSize).map { start in
      row(start..<min(start + list.pageSize, list.items.count))
    }
    let highlighted = (list.highlighted ?? 0) / list.pageSize
    let first = max(0, min(highlighted - count + 1, grid.count - count))
    return Array(grid.dropFirst(max(first, 0)).prefix(count))
  }

  /// One page; marks say that there are others before or behind it.
  private var page: [Cell] {
    let before = list.page > 0 ? glyphs.sign("‹") : " "
    let after = list.page + 1 < list.pageCount ? glyphs.sign("›") : " "
    guard list.pageCount > 1 else { return row(list.visible) }
    let room = max(0, columns - 4)
    var cells: [Cell] = []
    for cell in row(list.visible) {
      guard cells.width + cell.width <= room else { break }
      cells.append(cell)
    }
    return glyphs.cells(for: "\(before) ", style: TextStyle()) + cells
      + glyphs.cells(for: " \(after)", style: TextStyle())
  }

  private func row(_ indices: Range<Int>) -> [Cell] {
    var cells: [Cell] = []
    for (number, index) in indices.enumerated() {
      if number > 0 { cells += [.blank, .blank] }
      let item = list.items[index]
      let text = [item.text, item.annotation].compactMap { $0 }.joined(separator: " ")
      let style = TextStyle(index == list.highlighted ? .reverse : [])
      cells += glyphs.cells(for: "\(number + 1) \(text)", style: style)
    }
    return cells
  }
}
