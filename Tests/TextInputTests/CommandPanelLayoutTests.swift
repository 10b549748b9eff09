// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import TextInput

/// The placement of a panel's lines, at every size.
@Suite struct CommandPanelLayoutTests {
  /// A panel with groups of these sizes, whose rows are titled by number.
  private func panel(_ sizes: [Int]) -> CommandPanel {
    var number = 0
    let commands = sizes.enumerated().flatMap { group, size in
      (0..<size).map { _ in
        number += 1
        return ActiveCommand(
          command: KeyCommand(id: "\(number)", input: "\(number)", title: "\(number)") {
            $0.group = "Group \(group)"
          },
          target: Responder(), source: .responder)
      }
    }
    return CommandPanel(commands, headings: CommandHeadings(programName: "Program"))
  }

  private func draw(_ layout: CommandPanelLayout) -> [String] {
    layout.columns.map { lines in
      lines.map { line in
        switch line {
        case .heading(let title): "[\(title.last.map(String.init) ?? "")]"
        case .row(let row): row.title
        case .space: "-"
        }
      }.joined(separator: " ")
    }
  }

  @Test(
    "8.4 a room wider than 80 cells has two columns of similar height, a narrower one has one",
    arguments: [
      (80, 24, [3, 2], ["[0] 1 2 3 - [1] 4 5"]),
      (81, 24, [3, 2], ["[0] 1 2 3", "[1] 4 5"]),
      (132, 24, [1], ["[0] 1"]),
      (132, 24, [5], ["[0] 1 2 3", "- 4 5"]),
      (80, 6, [3, 2], ["[0] 1 2 3"]),
      (132, 6, [3, 2], ["[0] 1 2 3", "[1] 4 5"]),
      (132, 5, [3, 2], ["[0] 1 2", "- 3"]),
      (80, 3, [3, 2], ["[0] 1 2"]),
      (80, 1, [3, 2], ["1"]),
      (1, 24, [1], ["[0] 1"]),
    ])
  func columns(width: Int, height: Int, sizes: [Int], drawn: [String]) {
    let layout = CommandPanelLayout(of: panel(sizes), in: CellSize(width: width, height: height))
    #expect(draw(layout) == drawn)
  }

  @Test("Without room or rows there are no lines", arguments: [(0, 24), (80, 0), (-1, -1)])
  func nothing(width: Int, height: Int) {
    let layout = CommandPanelLayout(of: panel([3]), in: CellSize(width: width, height: height))
    #expect(layout.columns.isEmpty && layout.rows.isEmpty && layout.nextPage == nil)
    let empty = CommandPanelLayout(of: panel([]), in: CellSize(width: 80, height: 24))
    #expect(empty.columns.isEmpty && empty.previousPage == nil && empty.nextPage == nil)
  }

  @Test("For all sizes the pages show every row once, in order, under its heading")
  func everyRow() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<400 {
      let sizes = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Int.random(in: 1...12, using: &random)
      }
      let room = CellSize(
        width: Int.random(in: 1...140, using: &random),
        height: Int.random(in: 1...30, using: &random))
      var panel = panel(sizes)
      var seen: [String] = []
      var starts: [Int] = []
      while true {
        let layout = CommandPanelLayout(of: panel, in: room)
        starts.append(panel.firstRow)
        #expect(layout.previousPage == starts.dropLast().last, "\(sizes) \(room)")
        #expect(layout.columns.count <= layout.columnCount)
        var group = ""
        for column in layout.columns {
          #expect(column.count <= layout.height)
          for (place, line) in column.enumerated() {
            switch line {
            // The group continues in the second column.
            case .space where place == 0: break
            case .space: group = ""
            case .heading(let title):
              #expect(title != group, "a heading is repeated")
              group = title
            case .row(let row):
              seen.append(row.title)
              let isUnder = panel.groups.contains { $0.title == group && $0.rows.contains(row) }
              #expect(isUnder || layout.height == 1)
            }
          }
          if case .row = column.last {} else { Issue.record("a heading stands alone") }
        }
        guard let next = layout.nextPage else { break }
        panel.firstRow = next
      }
      #expect(seen == (1...panel.rowCount).map { "\($0)" }, "\(sizes) \(room)")
    }
  }

  @Test("Turning pages from a row in the middle of a page leads to the adjacent pages")
  func between() {
    var panel = panel([30])
    panel.firstRow = 10
    let room = CellSize(width: 80, height: 11)
    let layout = CommandPanelLayout(of: panel, in: room)
    #expect(layout.rows == 10..<18 && layout.previousPage == 8 && layout.nextPage == 18)
    panel.firstRow = 99
    #expect(CommandPanelLayout(of: panel, in: room).rows == 29..<30)
  }
}
