// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing
import TextInput

@testable import Mirrors

/// The command panel, on terminals of every size.
@Suite struct TerminalPanelTests {
  private func stage(
    columns: Int = 80, rows: Int = 24, kind: TerminalKind = .window,
    _ declare: (TextEngine) throws -> Void = Self.declareFew
  ) throws -> Stage {
    try Stage(columns: columns, rows: rows, kind: kind) { engine in
      engine.programName = "Notes"
      try declare(engine)
      let view = TextView(name: "view")
      view.text = Array(repeating: "some text of a note ", count: 40).joined()
      engine.fill(with: view)
    }
  }

  private static func declareFew(_ engine: TextEngine) throws {
    try engine.declare("New Note", "cmd+n", group: "File")
    try engine.declare("Search in all Notes", "opt+shift+cmd+f")
    try engine.declare("Pin", "cmd+p", state: .on)
    try engine.declare("Comment", "cmd+k cmd+c", group: "Edit")
  }

  private static func declareMany(_ engine: TextEngine) throws {
    for number in 0..<60 {
      try engine.declare("Command \(number)", "opt+f\(number % 24 + 1) \(number / 24)")
    }
  }

  /// The rows that contain a frame, cut to the frame.
  private func framed(_ stage: Stage) -> [String] {
    stage.terminal.lines.compactMap { line in
      guard let start = line.firstIndex(where: { "┌│└".contains($0) }),
        let end = line.lastIndex(where: { "┐│┘".contains($0) })
      else { return nil }
      return String(line[start...end])
    }
  }

  @Test("CMD-23 with nothing to list there is no frame, and a line says so while ⌘ is held")
  func nothing() throws {
    var stage = try stage { _ in }
    let before = stage.terminal.lines
    stage.engine.holdCommand()
    try stage.show()
    #expect(framed(stage) == [])
    let rows = stage.terminal.lines.enumerated().filter {
      $0.element.contains("No command can run now")
    }
    #expect(rows.map(\.offset) == [22], "above the status row")
    stage.engine.releaseCommand()
    try stage.show()
    #expect(stage.terminal.lines == before)
  }

  // MARK: Appearance

  @Test(
    "CMD-21a, CMD-22a, CMD-22b at 80 × 24 a frame has headings and a row per command"
  )
  func small() throws {
    var stage = try stage()
    let before = stage.terminal.places
    stage.engine.holdCommand()
    try stage.show()
    #expect(
      framed(stage) == [
        "┌──────────────────────────────┐",
        "│ Notes                        │",
        "│    ⌥⇧⌘F  Search in all Notes │",
        "│ ✓    ⌘P  Pin                 │",
        "│                              │",
        "│ File                         │",
        "│      ⌘N  New Note            │",
        "│                              │",
        "│ Edit                         │",
        "│   ⌘K ⌘C  Comment             │",
        "└──────────────────────────────┘",
      ])
    let heading = stage.terminal.places.joined().first { $0.text == "N" && $0.strokes == [1] }
    #expect(heading != nil, "headings are bold")
    #expect(stage.terminal.lines[23].contains("keyboard"), "the status row is not covered")
    stage.engine.releaseCommand()
    try stage.show()
    #expect(stage.terminal.places == before, "the covered text is shown again")
    #expect(stage.terminal.strangers == [])
  }

  @Test("8.4 a screen wider than 80 cells has two columns")
  func wide() throws {
    var stage = try stage(columns: 132, rows: 43)
    stage.engine.holdCommand()
    try stage.show()
    #expect(
      framed(stage) == [
        "┌────────────────────────────────────────────────────────────┐",
        "│ Notes                         File                         │",
        "│    ⌥⇧⌘F  Search in all Notes       ⌘N  New Note            │",
        "│ ✓    ⌘P  Pin                                               │",
        "│                               Edit                         │",
        "│                                 ⌘K ⌘C  Comment             │",
        "└────────────────────────────────────────────────────────────┘",
      ])
  }

  @Test("A console's panel has words for keys, ASCII frames, and no characters that the font lacks")
  func console() throws {
    var stage = try stage(kind: .console) { engine in
      try Self.declareFew(engine)
      try engine.declare("Half", "cmd+h", state: .mixed)
    }
    stage.engine.holdCommand()
    try stage.show()
    let lines = stage.terminal.lines
    #expect(lines.contains { $0.contains("|   opt+shift+cmd+f  Search in all Notes |") })
    #expect(lines.contains { $0.contains("| *           cmd+p  Pin                 |") })
    #expect(lines.contains { $0.contains("| -           cmd+h  Half                |") })
    #expect(lines.contains { $0.contains("|       cmd+k cmd+c  Comment             |") })
    #expect(lines.contains { $0.contains("+----------------------------------------+") })
    #expect(stage.sent.unicodeScalars.allSatisfy { $0.isASCII })
  }

  @Test("The continuations of a prefix are in a frame that names the prefix")
  func prefix() throws {
    var stage = try stage()
    try stage.engine.press("cmd+k")
    stage.engine.advance(to: Timestamp(microseconds: 2_000_000))
    try stage.show()
    #expect(
      framed(stage) == [
        "┌─ ⌘K … ──────┐",
        "│ Edit        │",
        "│ ⌘C  Comment │",
        "└─────────────┘",
      ])
  }

  @Test("A long title is truncated with …, and keys take at most half of the width")
  func long() throws {
    var stage = try stage(columns: 30, rows: 8) { engine in
      try engine.declare("A title longer than thirty cells", "cmd+l")
      try engine.declare("Six", "cmd+1 cmd+2 cmd+3 cmd+4 cmd+5 cmd+6")
    }
    stage.engine.holdCommand()
    try stage.show()
    #expect(
      framed(stage) == [
        "┌────────────────────────────┐",
        "│ Notes                      │",
        "│            ⌘L  A title lo… │",
        "│ ⌘1 ⌘2 ⌘3 ⌘4 …  Six         │",
        "└────────────────────────────┘",
      ])
  }

  // MARK: Pages

  @Test("A long panel marks where there is more, and turns its pages in place")
  func pages() throws {
    var stage = try stage(Self.declareMany)
    stage.engine.holdCommand()
    try stage.show()
    let first = framed(stage)
    #expect(first.count == 23 && first[22].hasSuffix("─ ⌘⇟ ↓ ─┘") && !first[0].contains("⌘⇞"))
    #expect(first[2].contains("Command 0") && first[21].contains("Command 19"))
    try stage.engine.press("cmd+pagedown")
    try stage.show()
    let second = framed(stage)
    #expect(second[0].hasSuffix("─ ⌘⇞ ↑ ─┐") && second[22].hasSuffix("─ ⌘⇟ ↓ ─┘"))
    #expect(second[2].contains("Command 20") && second.map(\.count) == first.map(\.count))
    try stage.engine.press("cmd+pagedown")
    try stage.show()
    let last = framed(stage)
    #expect(last[0].contains("⌘⇞ ↑") && !last[22].contains("⌘⇟") && last.count == 23)
    #expect(last[21].contains("Command 59"))
  }

  @Test("The mirror shows exactly the rows that the engine pages by, at every size")
  func sizes() throws {
    var stage = try stage(Self.declareMany)
    for columns in [0, 1, 3, 11, 12, 13, 20, 80, 81, 132] {
      for rows in [0, 1, 2, 3, 4, 5, 6, 24, 43] {
        stage.engine.releaseCommand()
        try stage.resize(columns, rows)
        stage.engine.holdCommand()
        try stage.show()
        #expect(stage.terminal.strangers == [], "\(columns) × \(rows)")
        guard let panel = stage.engine.commandPanel, columns >= 80 else { continue }
        let layout = CommandPanelLayout(of: panel, in: stage.engine.commandPanelRoom.size)
        let text = stage.terminal.lines.joined(separator: "\n")
        for row in 0..<60 {
          let isShown = text.contains("Command \(row) ") || text.contains("Command \(row)\n")
          #expect(isShown == layout.rows.contains(row), "\(columns) × \(rows), row \(row)")
        }
      }
    }
  }

  @Test("At 20 × 6 the panel has a frame; lower or narrower panels have none")
  func tiny() throws {
    var stage = try stage(columns: 20, rows: 6)
    stage.engine.holdCommand()
    try stage.show()
    #expect(framed(stage).count == 5 && framed(stage)[4].hasSuffix("↓ ─┘"))
    #expect(stage.terminal.lines[5].hasPrefix("No ke… "), "the status row is not covered")
    stage.engine.releaseCommand()
    try stage.resize(10, 4)
    stage.engine.holdCommand()
    try stage.show()
    #expect(framed(stage) == [])
    #expect(stage.terminal.lines[0].hasPrefix("Notes"))
  }

  @Test(
    "The cursor is hidden if the panel covers it, and stays elsewhere",
    arguments: [(0, [0, 0], [0, 0]), (80 * 10 + 40, [10, 40], [23, 0])])
  func cursor(caret: Int, before: [Int], during: [Int]) throws {
    var stage = try stage()
    let view = try #require(stage.engine.firstResponder as? TextView)
    view.text = String(repeating: "x", count: 1000)
    view.select(Selection(caret: caret))
    stage.engine.follow(view)
    try stage.show()
    #expect([stage.terminal.row, stage.terminal.column] == before)
    stage.engine.holdCommand()
    try stage.show()
    #expect([stage.terminal.row, stage.terminal.column] == during)
    stage.engine.releaseCommand()
    try stage.show()
    #expect([stage.terminal.row, stage.terminal.column] == before)
  }
}
