// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Draws the command panel: a frame with a row `⇧⌘Z  Redo` for each command, under the titles of
/// their groups, with the keys right-aligned (CMD-21, CMD-22).
///
/// A panel that is longer than its room shows at the right of the frame where there is more, and
/// the keys to get there. If there is no room for a frame, only the rows are drawn.
struct CommandPanelDrawing {
  let panel: CommandPanel
  let glyphs: CellRenderer
  /// The available size, including the frame.
  let room: CellSize
  private let layout: CommandPanelLayout

  /// The number of cells between keys and title, and between two columns.
  private static let gap = 2

  init(_ panel: CommandPanel, glyphs: CellRenderer, room: CellSize) {
    self.panel = panel
    self.glyphs = glyphs
    self.room = room
    layout = CommandPanelLayout(of: panel, in: room)
  }

  /// The rows from top to bottom, all of equal width; empty if the room is too small.
  ///
  /// Every page of a panel has the same size.
  var rows: [[Cell]] {
    let widths = self.widths
    guard !layout.columns.isEmpty, widths.column > 0 else { return [] }
    let content = (0..<layout.height).map { y -> [Cell] in
      let cells = (0..<layout.columnCount).map { column in
        let lines = layout.columns.indices.contains(column) ? layout.columns[column] : []
        return padded(y < lines.count ? self.cells(of: lines[y], widths) : [], to: widths.column)
      }
      return Array(cells.joined(separator: blanks(Self.gap)))
    }
    guard layout.isFramed else { return content }
    let side = sign("│")
    let width = content[0].width
    return [border("┌", "┐", width, panel.prefix.isEmpty ? [] : prefix, top)]
      + content.map { side + blanks(1) + $0 + blanks(1) + side }
      + [border("└", "┘", width, [], bottom)]
  }

  // MARK: Widths

  /// The widths of the parts of every row.
  private struct Widths {
    var mark = 0
    var keys = 0
    var column = 0
  }

  /// The widths that all rows of the panel need, on any page, limited to the room.
  private var widths: Widths {
    let count = max(1, layout.columnCount)
    let inside = room.width - (layout.isFramed ? 4 : 0) - (count - 1) * Self.gap
    let limit = max(0, inside / count)
    var widths = Widths()
    var titles = 0
    for group in panel.groups {
      widths.column = max(widths.column, glyphs.cells(for: group.title, style: TextStyle()).width)
      for row in group.rows {
        if row.state != .off { widths.mark = 2 }
        widths.keys = max(widths.keys, keys(of: row).width)
        titles = max(titles, glyphs.cells(for: row.title, style: TextStyle()).width)
      }
    }
    // The words for keys may be long, and titles are more important.
    widths.keys = min(widths.keys, limit / 2)
    let row = widths.mark + widths.keys + Self.gap + titles
    widths.column = min(max(widths.column, row), limit)
    return widths
  }

  // MARK: Lines

  private func cells(of line: CommandPanelLayout.Line, _ widths: Widths) -> [Cell] {
    switch line {
    case .space: return []
    case .heading(let title):
      return glyphs.fit(glyphs.cells(for: title, style: TextStyle(.bold)), to: widths.column)
    case .row(let row):
      let keys = glyphs.cut(self.keys(of: row), to: widths.keys)
      let before =
        padded(mark(of: row), to: widths.mark) + blanks(widths.keys - keys.width) + keys
        + blanks(Self.gap)
      let title = glyphs.fit(
        glyphs.cells(for: row.title, style: TextStyle()), to: max(0, widths.column - before.width))
      return glyphs.cut(before + title, to: widths.column)
    }
  }

  private func keys(of row: CommandPanel.Row) -> [Cell] {
    glyphs.cells(for: row.presses(in: spelling), style: TextStyle())
  }

  private func mark(of row: CommandPanel.Row) -> [Cell] {
    switch row.state {
    case .off: []
    case .on: sign("✓")
    case .mixed: sign("–")
    }
  }

  private var spelling: CommandPanel.Spelling { glyphs.hasSymbols ? .symbols : .words }

  // MARK: Frame

  /// The keys pressed so far, and a sign that more are expected.
  private var prefix: [Cell] {
    glyphs.cells(for: panel.prefix(in: spelling) + " ", style: TextStyle(.bold)) + sign("…")
  }

  private var top: [Cell] {
    layout.previousPage == nil ? [] : hint("⌘⇞", "cmd+pageup") + sign("↑")
  }

  private var bottom: [Cell] {
    layout.nextPage == nil ? [] : hint("⌘⇟", "cmd+pagedown") + sign("↓")
  }

  private func hint(_ symbols: String, _ words: String) -> [Cell] {
    glyphs.cells(for: (spelling == .symbols ? symbols : words) + " ", style: TextStyle())
  }

  /// Draws a row of the frame around content of a given width, with labels at its left and right; a
  /// label without room is omitted.
  private func border(
    _ first: Character, _ last: Character, _ width: Int, _ left: [Cell], _ right: [Cell]
  ) -> [Cell] {
    let line = sign("─")
    func label(_ cells: [Cell], _ room: Int) -> [Cell] {
      let label = cells.isEmpty ? [] : blanks(1) + cells + blanks(1)
      return label.width <= room ? label : []
    }
    let start = label(left, width)
    var end = label(right, width - start.width)
    // The sign may fit where the keys do not.
    if end.isEmpty, let sign = right.last { end = label([sign], width - start.width) }
    let middle = Array(repeating: line, count: width - start.width - end.width).joined()
    return sign(first) + line + start + middle + end + line + sign(last)
  }

  // MARK: Cells

  private func sign(_ symbol: Character) -> [Cell] {
    glyphs.cells(for: [glyphs.sign(symbol)], style: TextStyle())
  }

  private func blanks(_ count: Int) -> [Cell] {
    Array(repeating: .blank, count: max(0, count))
  }

  private func padded(_ cells: [Cell], to width: Int) -> [Cell] {
    cells + blanks(width - cells.width)
  }
}

extension WindowDrawing {
  /// Draws the command panel in the middle of the cells above the keyboard area.
  ///
  /// Without a command there is no panel, and one line above the area says so
  /// (Documentation/Decisions/0019).
  ///
  /// - Parameter nothing: the line.
  mutating func drawCommandPanel(nothing: String) {
    guard let panel = engine.commandPanel else {
      if engine.hasNoCommandToShow { drawLine(nothing) }
      return
    }
    let room = engine.commandPanelRoom.intersection(canvas.bounds)
    let rows = CommandPanelDrawing(panel, glyphs: glyphs, room: room.size).rows
    guard let width = rows.first?.width else { return }
    let pane = Pane(
      rect: CellRect(
        x: room.x + (room.width - width) / 2, y: room.y + (room.height - rows.count) / 2,
        width: width, height: rows.count),
      clip: room)
    fill(pane, with: .blank)
    for (y, row) in rows.enumerated() { put(row, y: y, in: pane) }
  }

  /// Draws a line above the keyboard area, in reverse video, in the middle.
  private mutating func drawLine(_ text: String) {
    let room = engine.commandPanelRoom.intersection(canvas.bounds)
    let cells = glyphs.cells(for: " \(text) ", columns: room.width)
    let pane = Pane(
      rect: CellRect(
        x: room.x + (room.width - cells.width) / 2, y: room.y + room.height - 1,
        width: cells.width, height: 1),
      clip: room, base: TextStyle(.reverse))
    fill(pane, with: .blank)
    put(cells, in: pane)
  }
}
