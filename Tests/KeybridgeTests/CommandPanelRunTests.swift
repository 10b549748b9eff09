// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The command panel in a real terminal, whose screen is read with `tmux capture-pane`.
@Suite(.onTestbed, .notInFastRuns, .needs("tmux")) struct CommandPanelRunTests {
  private static let (meta, pageDown, k): (UInt16, UInt16, UInt16) = (125, 109, 37)
  private let machine = Machine()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try #require(testbed_active())
    machine.plug(1, "Board")
    machine.keepsTime = true
  }

  /// Starts the program in a pane of the given size, with commands of the settings file.
  private func start(_ columns: Int, _ rows: Int, _ settings: String) throws -> Pane {
    let file = try folder.write(settings.utf8, to: "till.yaml")
    let pane = try Pane(columns: columns, rows: rows)
    pane.type(
      "clear; \(machine.shellPrefix) '\(Program.path)' run --config \(file); echo status $?")
    try eventually("the grab") { machine.isGrabbed(1) }
    return pane
  }

  private func end(_ pane: Pane) throws {
    try pane.tmux("send-keys", "C-c")
    try pane.expect { $0.contains("status 0") }
  }

  /// Sixty commands under three headings.
  private static let many =
    "discoverability-delay: 300\ncommands:\n"
    + (0..<60).map { index in
      let letters = Array("abcdefghijklmnopqrstuvwxyz1234567890")
      let chord = index < 24 ? "ctrl+opt+f\(index + 1)" : "ctrl+opt+cmd+\(letters[index - 24])"
      return "  - {command: c\(index), chord: \(chord), title: Do number \(index),"
        + " group: \(["Doors", "Lights", "Tills"][index / 20])}\n"
    }.joined()

  @Test("CMD-19a, CMD-21a, CMD-22a, CMD-22b at 80 by 24 the panel has one column and pages by ⌘⇟")
  func narrow() throws {
    let pane = try start(80, 24, Self.many)
    machine.key(1, Self.meta, 1)
    try pane.expect { $0.contains("Doors") && $0.contains("⌃⌥F1 ") && $0.contains("Do number 0 ") }
    let lines = pane.screen.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    #expect(lines[0].contains("┌") && lines[0].contains("┐"))
    // No row has two commands, and the first page does not have all of them.
    #expect(lines.allSatisfy { $0.ranges(of: "Do number").count <= 1 })
    #expect(!pane.screen.contains("Tills"))
    machine.key(1, Self.pageDown, 1)
    machine.key(1, Self.pageDown, 0)
    try pane.expect { $0.contains("Lights") && !$0.contains("Do number 0 ") }
    machine.key(1, Self.meta, 0)
    try pane.expect { !$0.contains("Lights") }
    try end(pane)
  }

  @Test("CMD-19a, CMD-21a at 132 by 43 the panel shows all commands in two columns")
  func wide() throws {
    let pane = try start(132, 43, Self.many)
    machine.key(1, Self.meta, 1)
    try pane.expect { $0.contains("Doors") && $0.contains("Tills") && $0.contains("Do number 59") }
    let screen = pane.screen
    for index in 0..<60 { #expect(screen.contains("Do number \(index) "), "\(index)") }
    let lines = screen.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.ranges(of: "Do number").count == 2 })
    machine.key(1, Self.meta, 0)
    try pane.expect { !$0.contains("Tills") }
    try end(pane)
  }

  @Test(
    "8.1, CMD-22b the panel shows the keys that run a command on the current layout",
    arguments: [
      ("de", "cmd+/", "⇧⌘7", [42, 8] as [UInt16]), ("fr", "cmd+/", "⇧⌘:", [42, 52]),
      ("us", "cmd+/", "⌘/", [53]), ("fr", "cmd+[", "⌘^", [26]), ("us", "cmd+[", "⌘[", [26]),
    ])
  func pressed(_ layout: String, _ chord: String, _ keys: String, _ codes: [UInt16]) throws {
    let pane = try start(
      80, 24,
      """
      layout: \(layout)
      discoverability-delay: 300
      commands:
        - {command: back, chord: "\(chord)", title: Go back}
      """)
    machine.key(1, Self.meta, 1)
    try pane.expect { $0.contains("\(keys) ") && $0.contains("Go back") && $0.contains("┌") }
    for code in codes { machine.key(1, code, 1) }
    for code in codes.reversed() { machine.key(1, code, 0) }
    machine.key(1, Self.meta, 0)
    // The status row shows the title of the command that ran, and the panel is hidden.
    try pane.expect { $0.contains("Go back") && !$0.contains("┌") }
    try end(pane)
  }

  @Test("The keys that can follow ⌘K, and no others, are shown after a delay")
  func continuation() throws {
    let pane = try start(
      80, 24,
      """
      continuation-delay: 100
      commands:
        - {command: comment, chord: cmd+k cmd+c, title: Comment}
        - {command: fold, chord: cmd+k cmd+0, title: Fold all}
        - {command: other, chord: cmd+1, title: Other, priority: true}
      """)
    machine.type(1, "k", holding: Self.meta)
    try pane.expect {
      $0.contains("⌘C") && $0.contains("Comment") && $0.contains("⌘0") && !$0.contains("Other")
    }
    machine.type(1, "c", holding: Self.meta)
    try pane.expect { $0.contains("Comment") && !$0.contains("Fold all") }
    try end(pane)
  }
}
