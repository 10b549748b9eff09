// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Storage failures of `keybridge run` in a terminal, whose screen is read with
/// `tmux capture-pane`.
@Suite(.onTestbed, .notInFastRuns, .needs("tmux")) struct TerminalMemoryTests {
  private let machine = Machine()
  private let pane: Pane
  private let control: UInt16 = 29

  init() throws {
    // A warning with a long path fits one row.
    pane = try Pane(columns: 250)
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  /// Starts the program in the pane and types a word.
  private func start(state: String, through shell: String = "") throws {
    let settings = try pane.folder.write("modes: [en-US, sv-SE]\n".utf8, to: "settings.yaml")
    pane.type(
      "clear; \(machine.shellPrefix) XDG_STATE_HOME='\(state)' \(shell) '\(Program.path)'"
        + " run --config '\(settings)'; echo status $?")
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.type(1, "word")
    try pane.expect { $0.hasPrefix("Word\n") }
  }

  /// Switches to the previous mode, which reads and writes the storage, and types another word.
  private func `switch`() {
    machine.type(1, " ", holding: control)
    machine.type(1, "\nword")
  }

  /// The status row; nothing else on the screen mentions the storage.
  private func expectStatus(_ text: String) throws {
    try pane.expect { screen in
      let others = screen.split(separator: "\n").filter { $0 != "Word" }
      return screen.hasPrefix("Word\nWord\n") && others.count == 1
        && others.first?.contains(text) == true
    }
  }

  /// The program's last messages on the shell's screen.
  private func userErrors() throws -> [Substring] {
    try pane.tmux("send-keys", "C-c")
    try pane.expect { $0.contains("status 0") }
    #expect(!pane.isAlternate)
    return pane.screen.split(separator: "\n").filter { $0.hasPrefix("keybridge: ") }
  }

  @Test("a storage failure is shown in the status row, and again after the terminal is restored")
  func notKept() throws {
    let file = try pane.folder.write([], to: "file")
    try start(state: file)
    `switch`()
    try expectStatus("cannot create \(file)/keybridge")
    let userErrors = try userErrors()
    #expect(userErrors.count == 1)
    let expected = "keybridge: cannot create \(file)/keybridge: Not a directory;"
    #expect(userErrors.first?.hasPrefix(expected) == true)
  }

  @Test(
    "a postponed write is shown in the status row, and at exit if it still fails",
    arguments: [true, false])
  func postponed(passes: Bool) throws {
    let number = pane.folder.path + "/pid"
    try start(
      state: pane.folder.path,
      through: """
        sh -c 'echo $$ > \(number); trap "" XFSZ; ulimit -S -f 1; exec "$0" "$@"'
        """)
    `switch`()
    try expectStatus("written as soon as possible")
    guard passes else {
      let userErrors = try userErrors()
      #expect(userErrors.count == 1)
      #expect(userErrors.first?.hasSuffix("lost when this program ends") == true)
      return
    }
    let pid = contents(of: number).filter { $0 != "\n" }
    let room = try Child.run(["prlimit", "--pid", pid, "--fsize=unlimited"])
    try #require(room.status == 0, "\(room.errors)")
    for _ in 0..<4 { `switch`() }
    try expectStatus("nothing was lost")
    #expect(try userErrors() == [])
  }
}
