// SPDX-License-Identifier: Apache-2.0
import CTestbed
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// `layouts show --live` in a real terminal, whose screen is read with `tmux capture-pane`.
@Suite(.onTestbed, .notInFastRuns, .needs("tmux")) struct LivePictureTests {
  private static let letterA: UInt16 = 30

  /// The pieces of the screen in reverse video.
  private func marks(in pane: Pane) throws -> [String] {
    let screen = try pane.tmux("capture-pane", "-p", "-e", "-t", ":.0").output
    return screen.split(separator: "\u{1b}[7m").dropFirst().map { piece in
      String(piece.prefix { $0 != "\u{1b}" })
    }
  }

  @Test("layouts show --live marks a key while it is held, and does not grab the keyboard")
  func held() throws {
    let machine = Machine()
    try #require(testbed_active())
    machine.plug(1, "Board")
    let pane = try Pane(columns: 80, rows: 24)
    pane.type(
      "clear; \(machine.shellPrefix) '\(Program.path)' layouts show us --model pc104 --live;"
        + " echo status $?")
    try pane.expect { $0.contains("│A   │") }
    try eventually("the keyboard to be read") { machine.clock(1) >= 0 }
    #expect(try marks(in: pane) == [])
    machine.key(1, Self.letterA, 1)
    try eventually("the mark of A") { try marks(in: pane) == ["A   ", "a   "] }
    machine.key(1, Typing.shift, 1)
    try eventually("two marks") { try marks(in: pane).count == 4 }
    machine.key(1, Self.letterA, 0)
    try eventually("the mark of Shift alone") { try marks(in: pane).count == 2 }
    #expect(try !marks(in: pane).contains("A   "))
    machine.unplug(1)
    try eventually("no mark of an unplugged keyboard") { try marks(in: pane) == [] }
    #expect(pane.screen.split(separator: "│A   │").count == 2, "one picture: \(pane.screen)")
    #expect(!machine.isGrabbed(1))
    try pane.tmux("send-keys", "C-c")
    try pane.expect { $0.contains("status 0\n") }
    try pane.expectEcho()
  }
}
