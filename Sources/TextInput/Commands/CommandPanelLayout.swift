// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Which lines of a panel a screen shows: the page that begins with ``CommandPanel/firstRow``.
///
/// The engine pages by this, in ``TextEngine/commandPanelRoom``; whoever draws the panel in the same
/// room shows the same rows. Somebody who draws it otherwise begins with
/// ``CommandPanel/firstRow`` and shows as many rows as there is room for.
///
/// A room wider than 80 cells has two columns, of which the first is filled first. A column begins with
/// the heading of its first row, also where the group began before.
public struct CommandPanelLayout: Hashable, Sendable {
  /// One line of a column.
  @nonexhaustive
  public enum Line: Hashable, Sendable {
    /// A group's title.
    case heading(String)
    /// A command.
    case row(CommandPanel.Row)
    /// Nothing, between two groups.
    case space
  }

  /// Whether there is room for a frame of one cell on each side.
  public let isFramed: Bool
  /// How many columns every page has room for, 1 or 2; what fits into one needs no second.
  public let columnCount: Int
  /// How many lines a column has room for on every page, the frame not counted.
  public let height: Int
  /// The columns of this page with their lines; the last page may have fewer and shorter ones.
  public let columns: [[Line]]
  /// The rows on this page, counted from 0 through all groups.
  public let rows: Range<Int>
  /// The first row of the page before; nil on the first page.
  public let previousPage: Int?
  /// The first row of the page behind; nil on the last page.
  public let nextPage: Int?

  /// Lays a panel out in a room of some cells, its frame included; in no room it has no lines.
  public init(of panel: CommandPanel, in room: CellSize) {
    isFramed = room.height >= 4 && room.width >= 12
    let lines = room.width > 0 ? max(0, room.height - (isFramed ? 2 : 0)) : 0
    let whole = Filling(panel, height: lines, columnCount: room.width > 80 ? 2 : 1)
    let filling = whole.smallest ?? whole
    let count = filling.rows.count
    let isWhole = filling.page(from: 0).end == count
    let first = isWhole ? 0 : min(max(panel.firstRow, 0), max(count - 1, 0))
    let page = filling.page(from: first)
    height = filling.height
    columns = page.columns
    columnCount = isWhole ? page.columns.count : filling.columnCount
    rows = first..<page.end
    nextPage = page.end < count && page.end > first ? page.end : nil
    previousPage = filling.lastPage(before: first)
  }
}

/// How rows fill columns of one height.
private struct Filling {
  let rows: [(group: String, row: CommandPanel.Row)]
  var height: Int
  let columnCount: Int

  init(_ panel: CommandPanel, height: Int, columnCount: Int) {
    rows = panel.groups.flatMap { group in group.rows.map { (group.title, $0) } }
    self.height = height
    self.columnCount = columnCount
  }

  /// The lowest columns that hold everything, so that two are of about one height; nil where even
  /// the highest do not.
  var smallest: Filling? {
    guard rows.count <= height * columnCount else { return nil }
    // A column of one line has no heading.
    return (min(2, height)..<height + 1).lazy
      .map { height in
        var filling = self
        filling.height = height
        return filling
      }
      .first { $0.page(from: 0).end == rows.count }
  }

  /// The columns of the page that begins with a row, and the row behind it.
  func page(from first: Int) -> (columns: [[CommandPanelLayout.Line]], end: Int) {
    var columns: [[CommandPanelLayout.Line]] = []
    var index = first
    while columns.count < columnCount, index < rows.count {
      let column = self.column(from: &index)
      if column.isEmpty { break }
      columns.append(column)
    }
    return (columns, index)
  }

  private func column(from index: inout Int) -> [CommandPanelLayout.Line] {
    var lines: [CommandPanelLayout.Line] = []
    while index < rows.count {
      let (group, row) = rows[index]
      if height > 1, lines.isEmpty || rows[index - 1].group != group {
        let needed: [CommandPanelLayout.Line] =
          (lines.isEmpty ? [] : [.space]) + [.heading(group)]
        // A heading stands over a row of its own, at least.
        guard lines.count + needed.count < height else { break }
        lines += needed
      }
      guard lines.count < height else { break }
      lines.append(.row(row))
      index += 1
    }
    return lines
  }

  /// The first row of the last page that begins before a row, of those that follow one another from
  /// the first row on.
  func lastPage(before first: Int) -> Int? {
    guard first > 0 else { return nil }
    var start = 0
    while case let end = page(from: start).end, end < first, end > start { start = end }
    return start
  }
}

extension TextEngine {
  /// The cells in which a panel stands: those above the keyboard area, which it never covers.
  public var commandPanelRoom: CellRect {
    let area = keyboardArea
    return CellRect(
      width: screen.width, height: area.isShown ? min(area.frame.y, screen.height) : screen.height)
  }
}
