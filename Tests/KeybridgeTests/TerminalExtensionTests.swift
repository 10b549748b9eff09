// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Input extensions on the screen of `keybridge run` in a terminal.
@Suite(
  .onTestbed, .notInFastRuns, .serialized, .needs("tmux"), .needs(file: "/usr/bin/python3"))
struct TerminalExtensionTests {
  private let run: ExtensionRun
  private let pane: Pane

  init() throws {
    run = try ExtensionRun()
    pane = try Pane(columns: 200)
  }

  private func start() throws {
    let words = (run.options + ["--mirror", "terminal"]).map { "'\($0)'" }
      .joined(separator: " ")
    pane.type("clear; \(run.machine.shellPrefix) '\(Program.path)' \(words); echo status $?")
    try eventually("the grab") { run.machine.isGrabbed(1) }
  }

  private func end() throws {
    try pane.tmux("send-keys", "C-c")
    try pane.expect { $0.contains("status 0") }
  }

  @Test("F103, F106, F107, F108, F112 an extension types what it sees, on the screen")
  func document() throws {
    try start()
    try run.use()
    run.machine.type(1, "cab")
    try pane.expect { $0.hasPrefix("ĉab") }
    run.machine.key(1, 42, 1)
    run.machine.key(1, 105, 1)
    run.machine.key(1, 105, 0)
    run.machine.key(1, 42, 0)
    run.machine.type(1, "sfi")
    try pane.expect { $0.hasPrefix("ĉa<b>none[") }
    #expect(try run.control("extensions", "grant", "rows", "pasteboard").status == 0)
    run.machine.type(1, "f")
    try pane.expect { $0.contains("]full") }
    try end()
  }

  @Test("F104, F105, F109 modes of an extension are on the screen once it is enabled")
  func modes() throws {
    try start()
    #expect(try run.control("mode", "rows.x").status == 1)
    try run.use()
    try pane.expect { $0.contains("Rows") }
    run.machine.type(1, "m")
    try pane.expect { $0.contains("English") && $0.contains("Rows") }
    // ⎋ closes the list.
    run.machine.key(1, 1, 1)
    run.machine.key(1, 1, 0)
    run.machine.type(1, "c")
    try pane.expect { $0.hasPrefix("ĉ") && !$0.contains("English") }
    try end()
  }

  @Test("F111 the language that an extension sets is in the status row")
  func language() throws {
    try start()
    try run.use()
    try pane.expect { $0.contains("Rows (eo)") }
    run.machine.type(1, "l")
    try pane.expect { $0.contains("Rows (fr)") }
    try end()
  }

  @Test("F114 the test of an extension without any grant, on the screen")
  func conformance() throws {
    let path = run.folder.path + "/extensions/rows"
    pane.type("clear; '\(Program.path)' extensions test '\(path)'; echo status $?")
    try pane.expect { $0.contains("0 failed") && $0.contains("status 0") }
  }

  @Test("F110, F113 the lexicon and a refused network, on the screen")
  func rights() throws {
    try start()
    try run.use()
    run.machine.type(1, "xn")
    try pane.expect { $0.hasPrefix("TrueE1") && $0.contains("asked for the network") }
    try end()
  }
}
