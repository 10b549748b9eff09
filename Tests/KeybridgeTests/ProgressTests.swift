// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// The progress line of long replays and recordings, in a real terminal.
@Suite(.serialized, .needs("tmux")) struct ProgressTests {
  /// A shell command that reads standard input slowly until a folder contains the file `go`, or no
  /// longer exists, and then the rest.
  private func slowReader(_ folder: String) -> String {
    "(while test -d '\(folder)' -a ! -e '\(folder)/go'; do head -c 20000 >/dev/null; sleep 0.1; done;"
      + " cat >/dev/null)"
  }

  @Test("a replay of more than a second shows its progress on a terminal, and clears it at the end")
  func replay() throws {
    let pane = try Pane(columns: 80, rows: 24)
    let folder = pane.folder.path
    let capture = try pane.folder.write(
      Typing(String(repeating: "keybridge ", count: 2000)).bytes(.evemu), to: "capture")
    let command = "'\(Program.path)' replay '\(capture)' -m keystrokes"
    let reader = slowReader(folder)
    // The first replay starts earlier and is read equally slowly.
    let silent = "(\(command) 2>'\(folder)/errors' | \(reader)) &"
    pane.type("clear; \(silent) \(command) | \(reader); wait; echo both ended")
    try pane.expect { $0.contains(/keybridge: replayed [1-9][0-9]? %/) }
    #expect(access(folder + "/errors", F_OK) == 0)
    _ = try pane.folder.write([], to: "go")
    try pane.expect { $0.contains("both ended\n") }
    #expect(!pane.screen.contains("replayed"), "\(pane.screen)")
    #expect(contents(of: folder + "/errors") == "", "standard error is not a terminal")
    try pane.expectEcho()
  }

  @Test(
    "a recording into a file shows the number of events on a terminal",
    .onTestbed, .notInFastRuns)
  func recording() throws {
    let machine = Machine()
    try #require(testbed_active())
    machine.plug(1, "Board")
    let pane = try Pane(columns: 80, rows: 24)
    pane.type(
      "clear; \(machine.shellPrefix) '\(Program.path)' record -o '\(pane.folder.path)/capture';"
        + " echo status $?")
    try pane.expect { $0.contains("recording Board; Control-C ends it") }
    try pane.expect { screen in
      // The line is updated when keys are read, and appears after a second.
      machine.type(1, "a")
      return screen.contains(" events recorded")
    }
    try pane.tmux("send-keys", "C-c")
    try pane.expect { $0.contains("status 0\n") }
    #expect(!pane.screen.contains("events recorded"), "\(pane.screen)")
  }
}
