// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The menu of ⌃F2 in a real terminal, whose screen is read with `tmux capture-pane`.
@Suite(.serialized, .needs("tmux")) struct TerminalMenuTests {
  private static let control: UInt16 = 29
  private static let f2: UInt16 = 60
  private static let enter: UInt16 = 28

  /// Text, ⌃F2, some keys, and a pause of a minute.
  private func capture(_ text: String, keys: [UInt16], in folder: TemporaryFolder) throws -> String
  {
    var typing = Typing(text)
    typing.key(Self.control, 1)
    typing.stroke(Self.f2)
    typing.key(Self.control, 0)
    for key in keys { typing.stroke(key) }
    let bytes =
      typing.bytes(.evemu) + Array("E: 60.000000 0001 002d 1\nE: 60.000000 0000 0000 0\n".utf8)
    return try folder.write(bytes, to: "capture")
  }

  @Test(
    "CMD-30b ⌃F2 shows the menu of a plain text at 80 × 24; later the shell's screen is restored")
  func unicode() throws {
    let pane = try Pane(columns: 80, rows: 24)
    let path = try capture("one two", keys: [], in: pane.folder)
    pane.type("'\(Program.path)' replay '\(path)' -l us -m terminal -r")
    try pane.expect { $0.hasPrefix(" Edit  Format") }
    let rows = pane.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[1].hasPrefix("┌─────────────────────────────┐"), "\(pane.screen)")
    #expect(rows[2].hasPrefix("│ Undo                     ⌘Z │"), "\(pane.screen)")
    #expect(rows[4].hasPrefix("├─────────────────────────────┤"), "\(pane.screen)")
    #expect(rows.contains { $0.hasPrefix("│ Find                      › │") }, "\(pane.screen)")
    try pane.tmux("send-keys", "C-c")
    try pane.expect { $0.contains("before-42") }
    try pane.expectEcho()
  }

  @Test("CMD-30b on a console the menu is ASCII")
  func ascii() throws {
    let pane = try Pane(columns: 80, rows: 24)
    let path = try capture("one two", keys: [], in: pane.folder)
    pane.type("TERM=linux '\(Program.path)' replay '\(path)' -l us -m terminal -r")
    try pane.expect { $0.hasPrefix(" Edit  Format") && $0.contains("| Undo") }
    let screen = pane.screen
    #expect(screen.contains("shift+cmd+z |"), "\(screen)")
    // Titles are not reduced to ASCII; every console font has an ellipsis.
    #expect(screen.allSatisfy { $0.isASCII || $0 == "…" }, "\(screen)")
  }

  @Test("CMD-30b Return runs the chosen command, and the text takes the place of the menu")
  func choosing() throws {
    let pane = try Pane(columns: 80, rows: 24)
    let settings = try pane.folder.write("assistance: on\n".utf8, to: "settings.yaml")
    let open = try capture("one two", keys: [], in: pane.folder)
    pane.type(
      "TERM=linux '\(Program.path)' replay '\(open)' -l us -m terminal -r --config '\(settings)'")
    try pane.expect { $0.contains("| Undo") }
    try pane.tmux("send-keys", "C-c")
    try pane.expectEcho()
    let chosen = try capture("one two", keys: [Self.enter], in: pane.folder)
    pane.type(
      "TERM=linux '\(Program.path)' replay '\(chosen)' -l us -m terminal -r --config '\(settings)'")
    // Undo removes the automatic capital alone (UND-10).
    try pane.expect { $0.hasPrefix("one two") && !$0.contains("| Undo") }
    try pane.tmux("send-keys", "C-c")
    try pane.expectEcho()
  }
}
