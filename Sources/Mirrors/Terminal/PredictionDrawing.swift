// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Draws the prediction row: its slots next to each other, `1 “teh”  2 the  3 tech`.
///
/// If they are wider than the screen, the last ones are cut with `…` first. The slot of the quoted
/// literal is never left out (AST-27).
struct PredictionDrawing {
  let list: CandidateList
  let glyphs: CellRenderer
  /// The width of the row.
  let columns: Int

  /// The number of cells between two slots.
  private static let gap = 2
  /// The narrowest slot that shows anything of its text: a number, a blank, a letter and `…`.
  private static let narrowest = 4

  /// Returns the cells of the row, at most ``columns`` wide.
  func row() -> [Cell] {
    let slots = list.items.indices.map(cells)
    let shown = shown(of: slots.count)
    let widths = widths(of: shown.map { slots[$0].width })
    var row: [Cell] = []
    for (index, width) in zip(shown, widths) {
      if !row.isEmpty { row += Array(repeating: .blank, count: Self.gap) }
      row += glyphs.fit(slots[index], to: width)
    }
    return row
  }

  private func cells(of index: Int) -> [Cell] {
    let item = list.items[index]
    var text = item.text
    if item.role == .literal { text = glyphs.hasSymbols ? "“\(text)”" : "\"\(text)\"" }
    if let source = item.annotation { text += " \(source)" }
    let style = TextStyle(index == list.highlighted ? .reverse : [])
    return glyphs.cells(for: "\(index + 1) \(text)", style: style)
  }

  /// Returns the slots for which there is room: all of them, or else the first ones, and the
  /// highlighted one in place of the last of them.
  ///
  /// The literal is the first slot.
  private func shown(of count: Int) -> [Int] {
    let room = max(1, (columns + Self.gap) / (Self.narrowest + Self.gap))
    guard room < count else { return Array(0..<count) }
    var shown = Array(0..<room)
    if let highlighted = list.highlighted, highlighted >= room, room > 1 {
      shown[room - 1] = highlighted
    }
    return shown
  }

  /// Returns the widths of the slots in the row: as they are, or the last ones reduced so that all
  /// fit.
  private func widths(of natural: [Int]) -> [Int] {
    var left = columns - Self.gap * max(0, natural.count - 1)
    return natural.enumerated().map { index, width in
      let others = natural[(index + 1)...].reduce(0) { $0 + min($1, Self.narrowest) }
      let width = max(0, min(width, left - others))
      left -= width
      return width
    }
  }
}
