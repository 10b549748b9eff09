// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The lines of one page of a panel on a screen, starting with ``CommandPanel/firstRow``.
///
/// The engine uses this layout to turn pages, in ``TextEngine/commandPanelRoom``; code that draws
/// the panel in the same room shows the same rows. A different presentation can start with
/// ``CommandPanel/firstRow`` and show as many rows as fit.
///
/// A room wider than 80 cells has two columns, filled one after the other. A page begins with the
/// heading of its first row, even if that group began on the page before. Where a group continues
/// in the second column, an empty line is in the place of the heading.
public struct CommandPanelLayout: Hashable, Sendable {
  /// One line of a column.
  @nonexhaustive
  public enum Line: Hashable, Sendable {
    /// A group's title.
    case heading(String)
    /// A command.
    case row(CommandPanel.Row)
    /// An empty line between two groups, or above the rest of a group in the second column.
    case space
  }

  /// Whether there is room for a frame of one cell on each side.
  public let isFramed: Bool
  /// The number of columns of every page, 1 or 2; content that fits into one column has one.
  public let columnCount: Int
  /// The number of lines of a column, on every page and without the frame.
  public let height: Int
  /// The columns of this page with their lines; the last page may have fewer and shorter columns.
  public let columns: [[Line]]
  /// The rows on this page, counted from 0 through all groups.
  public let rows: Range<Int>
  /// The first row of the previous page; nil on the first page.
  public let previousPage: Int?
  /// The first row of the next page; nil on the last page.
  public let nextPage: Int?

  /// Lays out a panel.
  ///
  /// - Parameters:
  ///   - panel: the panel to lay out.
  ///   - room: the available size in cells, including the frame; an empty size gives no lines.
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

/// The filling of columns of equal height with rows.
private struct Filling {
  let rows: [(group: String, row: CommandPanel.Row)]
  var height: Int
  let columnCount: Int

  init(_ panel: CommandPanel, height: Int, columnCount: Int) {
    rows = panel.groups.flatMap { group in group.rows.map { (group.title, $0) } }
    self.height = height
    self.columnCount = columnCount
  }

  /// The lowest columns that hold all rows, so that two columns have similar heights; nil if even
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

  /// Returns the columns of the page that begins with a row, and the row after the page.
  func page(from first: Int) -> (columns: [[CommandPanelLayout.Line]], end: Int) {
    var columns: [[CommandPanelLayout.Line]] = []
    var index = first
    while columns.count < columnCount, index < rows.count {
      let column = self.column(from: &index, isFirst: columns.isEmpty)
      if column.isEmpty { break }
      columns.append(column)
    }
    return (columns, index)
  }

  private func column(from index: inout Int, isFirst: Bool) -> [CommandPanelLayout.Line] {
    var lines: [CommandPanelLayout.Line] = []
    while index < rows.count {
      let (group, row) = rows[index]
      let continues = index > 0 && rows[index - 1].group == group
      if height > 1, lines.isEmpty || !continues {
        let needed: [CommandPanelLayout.Line] =
          lines.isEmpty
          ? [continues && !isFirst ? .space : .heading(group)] : [.space, .heading(group)]
        // A heading must be followed by at least one row.
        guard lines.count + needed.count < height else { break }
        lines += needed
      }
      guard lines.count < height else { break }
      lines.append(.row(row))
      index += 1
    }
    return lines
  }

  /// Returns the first row of the last page before a row, with pages counted from the first row.
  func lastPage(before first: Int) -> Int? {
    guard first > 0 else { return nil }
    var start = 0
    while case let end = page(from: start).end, end < first, end > start { start = end }
    return start
  }
}
