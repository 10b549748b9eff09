// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing
import TextInput

@testable import Mirrors

/// The open menu, on terminals of every size.
@Suite struct TerminalMenuTests {
  private func stage(
    columns: Int = 80, rows: Int = 24, kind: TerminalKind = .window,
    menus: [Menu] = menuExample()
  ) throws -> Stage {
    let application = MenuApplication(menus)
    return try Stage(columns: columns, rows: rows, kind: kind, application: application) { engine in
      engine.programName = "Notes"
      let view = TextView(name: "view")
      view.text = Array(repeating: "some text of a note ", count: 80).joined()
      engine.fill(with: view)
    }
  }

  /// The rows that contain a frame, cut to the frames.
  private func framed(_ stage: Stage) -> [String] {
    stage.terminal.lines.compactMap { line in
      guard let start = line.firstIndex(where: { "┌│└├".contains($0) }),
        let end = line.lastIndex(where: { "┐│┘┤".contains($0) })
      else { return nil }
      return String(line[start...end])
    }
  }

  private func places(_ stage: Stage, row: Int, of text: String) -> [VirtualTerminal.Place] {
    let row = stage.terminal.places[row]
    let letters = text.map { String($0) }
    guard
      let start = row.indices.first(where: { index in
        row[index...].prefix(letters.count).map(\.text) == letters
      })
    else { return [] }
    return Array(row[start..<start + letters.count])
  }

  @Test("CMD-30b ⌃F2 draws a bar and a menu: marks, right-aligned keys, separators, submenus")
  func small() throws {
    var stage = try stage()
    let before = stage.terminal.places
    try stage.engine.press("ctrl+f2")
    try stage.show()
    #expect(stage.terminal.lines[0] == " Notes  File  View")
    #expect(stage.terminal.marked[0].hasPrefix(" Notes « File  View   "))
    #expect(framed(stage) == ["┌──────────┐", "│ Quit  ⌘Q │", "└──────────┘"])
    try stage.press(.rightArrow)
    #expect(
      framed(stage) == [
        "┌─────────────────────┐",
        "│ ✓ Wrap Lines        │",
        "│ – Mixed          ⌥F │",
        "├─────────────────────┤",
        "│   Delete       ⌃⇧⌘D │",
        "│   Later       ⌘K ⌘L │",
        "│   Export          › │",
        "└─────────────────────┘",
      ])
    #expect(stage.terminal.marked[0].contains("» File « View"))
    #expect(stage.terminal.lines[1].dropFirst(7).hasPrefix("┌"), "below its title")
    #expect(stage.terminal.lines[23].contains("keyboard"), "the status row is not covered")
    try stage.engine.press("escape")
    try stage.show()
    #expect(stage.terminal.places == before, "the covered text is shown again")
    #expect(stage.terminal.strangers == [])
  }

  @Test("8.1, CMD-30b a highlighted item is reversed, a disabled one dim, a destructive one red")
  func styles() throws {
    var stage = try stage()
    try stage.engine.press("ctrl+f2")
    try stage.press(.rightArrow)
    let wrap = places(stage, row: 2, of: "✓ Wrap Lines")
    #expect(wrap.count == 12 && wrap.allSatisfy(\.isReverse))
    let mixed = places(stage, row: 3, of: "Mixed")
    #expect(mixed.count == 5 && mixed.allSatisfy { $0.strokes == [2] && !$0.isReverse })
    let delete = places(stage, row: 5, of: "Delete")
    #expect(delete.count == 6 && delete.allSatisfy { $0.foreground == "31" })
    let later = places(stage, row: 6, of: "Later")
    #expect(later.count == 5 && later.allSatisfy { $0.strokes == [] && $0.foreground == nil })
  }

  @Test("CMD-30b a submenu opens next to its row, on the left if there is no room on the right")
  func submenus() throws {
    var stage = try stage()
    try stage.engine.press("ctrl+f2")
    try stage.press(.rightArrow, KeyInput.end, KeyInput.rightArrow)
    #expect(
      framed(stage)[5...] == [
        "│   Later       ⌘K ⌘L │┌─────────────┐",
        "│   Export          › ││ As Text     │",
        "└─────────────────────┘│ As Page  ⌘P │",
        "└─────────────┘",
      ])
    try stage.press(.leftArrow)
    #expect(framed(stage).count == 8)
    let menus = (1...5).map {
      Menu(MenuIdentifier(rawValue: "wide-\($0)"), title: "A Wide Title \($0)", commands: [.quit])
    }
    stage = try self.stage(menus: menus + menuExample().dropFirst())
    try stage.engine.press("ctrl+f2")
    try stage.press(.leftArrow, KeyInput.leftArrow, KeyInput.end, KeyInput.rightArrow)
    #expect(stage.terminal.strangers == [])
    let row = try #require(stage.terminal.lines.first { $0.contains("As Text") })
    let text = try #require(row.firstRange(of: "As Text")),
      export = try #require(row.firstRange(of: "Export"))
    #expect(text.lowerBound < export.lowerBound)
  }

  @Test("CMD-30b a console's menu has words for keys, and ASCII frames")
  func console() throws {
    var stage = try stage(kind: .console)
    try stage.engine.press("ctrl+f2")
    try stage.press(.rightArrow)
    let lines = stage.terminal.lines
    #expect(lines[0] == " Notes  File  View")
    #expect(lines[1].contains("+--------------------------------+"))
    #expect(lines[2].contains("| * Wrap Lines                   |"))
    #expect(lines[3].contains("| - Mixed                  opt+f |"))
    #expect(lines[4].contains("+--------------------------------+"))
    #expect(lines[5].contains("|   Delete      ctrl+shift+cmd+d |"))
    #expect(lines[7].contains("|   Export                     > |"))
    #expect(stage.sent.unicodeScalars.allSatisfy { $0.isASCII })
  }

  @Test(
    "CMD-30b a long menu shows the rows around the highlighted one, and marks where there are more")
  func long() throws {
    let commands = (0..<40).map { KeyCommand(id: "c\($0)", title: "Command \($0)") }
    var stage = try stage(menus: [Menu("m", title: "M", commands: commands)])
    try stage.engine.press("ctrl+f2")
    try stage.show()
    var rows = framed(stage)
    #expect(rows.count == 22 && rows[1].contains("Command 0 ") && rows[20].contains("Command 19"))
    #expect(!rows[0].contains("↑") && rows[21].hasSuffix(" ↓ ┘"))
    try stage.press(.upArrow)
    rows = framed(stage)
    #expect(rows[0].hasSuffix(" ↑ ┐") && !rows[21].contains("↓"))
    #expect(rows[20].contains("Command 39") && rows[1].contains("Command 20"))
    for _ in 0..<20 { try stage.press(.upArrow) }
    rows = framed(stage)
    #expect(rows[0].hasSuffix(" ↑ ┐") && rows[21].hasSuffix(" ↓ ┘"))
    #expect(
      rows.contains { $0.contains("Command 19") }
        && stage.engine.menuPanel?.choice?.title == "Command 19")
    #expect(stage.terminal.strangers == [])
  }

  @Test("CMD-30b a bar that is too long scrolls to the open menu")
  func longBar() throws {
    let menus = (0..<12).map { Menu(numbered: $0) }
    var stage = try stage(columns: 40, menus: menus)
    try stage.engine.press("ctrl+f2")
    try stage.show()
    #expect(stage.terminal.lines[0] == " Menu 0  Menu 1  Menu 2  Menu 3  Menu 4…")
    try stage.press(.leftArrow)
    #expect(stage.terminal.lines[0] == "‹  Menu 8  Menu 9  Menu 10  Menu 11")
    #expect(stage.terminal.marked[0].contains("» Menu 11 «"))
    #expect(stage.terminal.strangers == [])
  }

  @Test("CMD-30b at every size the highlighted item is visible, and nothing is drawn outside")
  func sizes() throws {
    var stage = try stage()
    for columns in [0, 1, 3, 7, 11, 12, 13, 20, 40, 80, 132] {
      for rows in [0, 1, 2, 3, 4, 5, 6, 24, 43] {
        try stage.engine.press("ctrl+f2")
        try stage.resize(columns, rows)
        for key in [
          KeyInput.rightArrow, KeyInput.downArrow, KeyInput.end, KeyInput.rightArrow,
          KeyInput.downArrow,
        ] {
          try stage.press(key)
          #expect(stage.terminal.strangers == [], "\(columns) × \(rows)")
        }
        if columns >= 40, rows >= 4 {
          let chosen = try #require(stage.engine.menuPanel?.choice?.title)
          #expect(stage.terminal.lines.contains { $0.contains(chosen) }, "\(columns) × \(rows)")
        }
        try stage.engine.press("escape")
      }
    }
  }

  @Test("CMD-30b the cursor is hidden if the menu covers it, and restored afterwards")
  func cursor() throws {
    var stage = try stage()
    let view = try #require(stage.engine.firstResponder as? TextView)
    for (caret, during) in [(0, [23, 0]), (80 * 12 + 40, [12, 40])] {
      view.select(Selection(caret: caret))
      stage.engine.follow(view)
      try stage.show()
      let before = [stage.terminal.row, stage.terminal.column]
      #expect(before == [caret / 80, caret % 80])
      try stage.engine.press("ctrl+f2")
      try stage.show()
      #expect([stage.terminal.row, stage.terminal.column] == during)
      try stage.engine.press("ctrl+f2")
      try stage.show()
      #expect([stage.terminal.row, stage.terminal.column] == before)
    }
  }
}

extension Menu {
  fileprivate init(numbered number: Int) {
    self.init(
      MenuIdentifier(rawValue: "m\(number)"), title: "Menu \(number)",
      commands: [KeyCommand(id: "c\(number)", title: "Command \(number)")])
  }
}

extension KeyCommand {
  fileprivate static var quit: KeyCommand { KeyCommand(id: "quit", title: "Quit") }
}
