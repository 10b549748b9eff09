// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Draws the open menu: a bar with the titles of the menus, and a frame with a row `✓ Redo  ⇧⌘Z`
/// for each item of the open menu and its open submenus (CMD-30).
///
/// A menu longer than its room shows the rows around the highlighted one, and marks at the right of
/// the frame where there is more. If there is no room for a frame, only the rows are drawn.
struct MenuDrawing {
  let panel: MenuPanel
  let glyphs: CellRenderer
  /// The available size, including the bar.
  let room: CellSize

  /// The number of cells between a title and its keys.
  private static let gap = 2

  /// An open menu, placed below its title or next to its parent menu.
  struct Box {
    var rect: CellRect
    /// The rows from top to bottom, all as wide as ``rect``.
    var rows: [[Cell]]
  }

  // MARK: The bar

  /// The bar, as wide as the room.
  var bar: [Cell] {
    let titles = titles
    let cells = barMark + titles.map(\.cells).joined()
    let filled = glyphs.cut(cells, to: room.width)
    return filled + blanks(room.width - filled.width, TextStyle(.reverse))
  }

  /// The titles, starting with the first one from which the open menu's title fits.
  private var titles: [(menu: Int, cells: [Cell])] {
    let titles = panel.menus.enumerated().map { index, menu in
      let style = TextStyle(index == panel.openMenu ? .bold : .reverse)
      let cells = glyphs.cells(for: " " + menu.title + " ", style: style)
      return (index, glyphs.fit(cells, to: cells.width))
    }
    var first = panel.openMenu
    var left = room.width - 2 - titles[first].1.width
    while first > 0, titles[first - 1].1.width <= left {
      first -= 1
      left -= titles[first].1.width
    }
    return Array(titles[first...])
  }

  private var barMark: [Cell] {
    titles.first?.menu == 0 ? [] : sign("‹", TextStyle(.reverse)) + blanks(1, TextStyle(.reverse))
  }

  // MARK: The menus

  /// The open menu, then its open submenus; each may cover the ones before it.
  var boxes: [Box] {
    let before = titles.prefix { $0.menu < panel.openMenu }
    let start = barMark.width + before.reduce(0) { $0 + $1.cells.width }
    var boxes: [Box] = []
    var place = (x: start, y: 1)
    for (list, highlight) in zip(panel.openLists, panel.highlights) {
      guard let lines = lines(of: list, highlight) else { return boxes }
      var rect = CellRect(width: lines.rows[0].width, height: lines.rows.count)
      rect.x = max(0, min(place.x, room.width - rect.width))
      rect.y = max(1, min(place.y, room.height - rect.height))
      // A submenu is to the right of its parent, or to the left if there is no room.
      if let parent = boxes.last?.rect, place.x + rect.width > room.width,
        parent.x - rect.width >= 0
      {
        rect.x = parent.x - rect.width
      }
      boxes.append(Box(rect: rect, rows: lines.rows))
      // The first row of a submenu is next to its row in the parent menu.
      place = (rect.maxX, rect.y + lines.highlighted - (isFramed ? 1 : 0))
    }
    return boxes
  }

  private var isFramed: Bool { room.height >= 4 && room.width >= 12 }

  /// Returns the rows of a menu with its frame, and the index of the highlighted row; nil without
  /// room.
  private func lines(
    of list: MenuPanel.List, _ highlight: Int?
  ) -> (rows: [[Cell]], highlighted: Int)? {
    let height = min(list.items.count, room.height - 1 - (isFramed ? 2 : 0))
    let widths = widths(of: list)
    guard height > 0, widths.row > 0 else { return nil }
    let first = max(0, min((highlight ?? 0) - height / 2, list.items.count - height))
    let shown = first..<first + height
    let side = isFramed ? sign("│") : []
    var rows = shown.map { index -> [Cell] in
      switch list.items[index] {
      case .separator: separator(widths.row)
      case let item: side + row(of: item, widths, isHighlighted: index == highlight) + side
      }
    }
    guard isFramed else { return (rows, (highlight ?? first) - first) }
    let more = (above: first > 0, below: shown.upperBound < list.items.count)
    rows.insert(border("┌", "┐", widths.row, more.above ? "↑" : nil), at: 0)
    rows.append(border("└", "┘", widths.row, more.below ? "↓" : nil))
    return (rows, (highlight ?? first) - first + 1)
  }

  // MARK: Rows

  /// The widths of the parts of every row.
  private struct Widths {
    var mark = 0
    var title = 0
    var keys = 0
    var row = 0
  }

  private func widths(of list: MenuPanel.List) -> Widths {
    var widths = Widths()
    for item in list.items {
      if case .command(let row) = item, row.command.state != .off { widths.mark = 2 }
      widths.title = max(widths.title, cells(item.title).width)
      widths.keys = max(widths.keys, cells(keys(of: item)).width)
    }
    let limit = max(0, room.width - (isFramed ? 4 : 2))
    // The words for keys may be long, and titles are more important.
    widths.keys = min(widths.keys, limit / 2)
    let keys = widths.keys > 0 ? Self.gap + widths.keys : 0
    widths.title = max(0, min(widths.title, limit - widths.mark - keys))
    widths.row = min(widths.mark + widths.title + keys, limit) + 2
    return widths
  }

  private func row(
    of item: MenuPanel.Item, _ widths: Widths, isHighlighted: Bool
  ) -> [Cell] {
    var style = TextStyle(item.isSelectable ? [] : .dim)
    if isHighlighted { style.attributes.insert(.reverse) }
    if item.isDestructive { style.foreground = .indexed(1) }
    let title = glyphs.fit(cells(item.title), to: widths.title)
    let keys = glyphs.cut(cells(keys(of: item)), to: widths.keys)
    let inside = widths.row - 2
    let text =
      padded(mark(of: item), to: widths.mark) + title
      + blanks(inside - widths.mark - title.width - keys.width) + keys
    return (blanks(1) + glyphs.cut(text, to: inside) + blanks(1)).map {
      Cell(text: $0.text, width: $0.width, style: style)
    }
  }

  private func keys(of item: MenuPanel.Item) -> String {
    switch item {
    case .command(let row): row.keys(in: glyphs.hasSymbols ? .symbols : .words)
    case .submenu: String(glyphs.sign("›"))
    case .separator: ""
    }
  }

  private func mark(of item: MenuPanel.Item) -> [Cell] {
    guard case .command(let row) = item else { return [] }
    return switch row.command.state {
    case .off: []
    case .on: sign("✓")
    case .mixed: sign("–")
    }
  }

  private func separator(_ width: Int) -> [Cell] {
    isFramed ? border("├", "┤", width, nil) : line(width)
  }

  private func border(
    _ first: Character, _ last: Character, _ width: Int, _ arrow: Character?
  ) -> [Cell] {
    let end = arrow.map { blanks(1) + sign($0) + blanks(1) } ?? []
    return sign(first) + line(width - end.width) + end + sign(last)
  }

  // MARK: Cells

  private func cells(_ text: String) -> [Cell] {
    glyphs.cells(for: text, style: TextStyle())
  }

  private func line(_ width: Int) -> [Cell] {
    Array(repeating: sign("─"), count: max(0, width)).flatMap(\.self)
  }

  private func sign(_ symbol: Character, _ style: TextStyle = TextStyle()) -> [Cell] {
    glyphs.cells(for: [glyphs.sign(symbol)], style: style)
  }

  private func blanks(_ count: Int, _ style: TextStyle = TextStyle()) -> [Cell] {
    Array(repeating: .blank(style), count: max(0, count))
  }

  private func padded(_ cells: [Cell], to width: Int) -> [Cell] {
    cells + blanks(width - cells.width)
  }
}

extension MenuPanel.Item {
  fileprivate var isDestructive: Bool {
    guard case .command(let row) = self else { return false }
    return row.command.attributes.contains(.destructive)
  }
}

extension WindowDrawing {
  /// Draws the open menu over the cells above the keyboard area.
  mutating func drawMenu() {
    guard let panel = engine.menuPanel else { return }
    let room = engine.commandPanelRoom.intersection(canvas.bounds)
    guard !room.isEmpty else { return }
    let drawing = MenuDrawing(panel: panel, glyphs: glyphs, room: room.size)
    let bar = CellRect(x: room.x, y: room.y, width: room.width, height: 1)
    for box in [MenuDrawing.Box(rect: bar, rows: [drawing.bar])] + drawing.boxes {
      let pane = Pane(rect: box.rect.offset(x: room.x, y: room.y), clip: room)
      fill(pane, with: .blank)
      for (y, row) in box.rows.enumerated() { put(row, y: y, in: pane) }
    }
  }
}
