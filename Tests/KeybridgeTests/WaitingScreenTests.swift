// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import Testing
import TestTraits

/// The screen of a service that no program uses yet.
@Suite(.serialized, .needs("tmux")) struct WaitingScreenTests {
  @Test(
    "a terminal mirror with a socket shows that it waits for a program")
  func waiting() throws {
    let pane = try Pane(columns: 80, rows: 10)
    let path = pane.folder.path + "/keys.sock"
    pane.type("'\(Program.path)' run --no-grab -s '\(path)' -m terminal --device name=none")
    try pane.expect { $0.contains("Waiting for a program to connect to \(path)") }
    try pane.tmux("send-keys", "C-c")
    try pane.expect { !$0.contains("Waiting for a program") || $0.contains("$ ") }
  }
}
