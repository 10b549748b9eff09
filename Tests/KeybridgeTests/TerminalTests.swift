// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The terminal mirror in a real terminal, whose screen is read with `tmux capture-pane`.
@Suite(.serialized, .needs("tmux")) struct TerminalTests {
  /// Two lines, a dead key, and a pause of half a minute.
  private func capture(in folder: TemporaryFolder, pauses: Bool) throws -> String {
    var bytes = Typing("one two\n=e").bytes(.evemu)
    if pauses { bytes += Array("E: 60.000000 0001 002d 1\nE: 60.000000 0000 0000 0\n".utf8) }
    return try folder.write(bytes, to: "capture")
  }

  @Test(
    "the document, the caret and the status row are shown, and then the shell's screen is restored")
  func document() throws {
    let pane = try Pane()
    let path = try capture(in: pane.folder, pauses: true)
    pane.type("'\(Program.path)' replay '\(path)' -l de -m terminal -r")
    try pane.expect { $0.hasPrefix("One two\nÉ") }
    #expect(pane.isAlternate)
    let rows = pane.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(!rows[7].isEmpty && !pane.screen.contains("before-42"), "\(rows)")
    try pane.tmux("send-keys", "C-c")
    try pane.expect { $0.contains("before-42") }
    #expect(!pane.isAlternate)
    try pane.expectEcho()
  }

  @Test("at the end of a replay the document stays on the shell's screen")
  func end() throws {
    let pane = try Pane()
    let path = try capture(in: pane.folder, pauses: false)
    pane.type("'\(Program.path)' replay '\(path)' -l de -m terminal; echo status $?")
    try pane.expect { $0.contains("status 0") }
    #expect(pane.screen.contains("One two\nÉ\nstatus 0"), "\(pane.screen)")
    #expect(!pane.isAlternate)
    try pane.expectEcho()
  }

  @Test(
    "a live run shows the document and Caps Lock, and discards the terminal's own input",
    .onTestbed, .notInFastRuns)
  func live() throws {
    let machine = Machine()
    machine.plug(1, "Board")
    let pane = try Pane()
    pane.type("clear; \(machine.shellPrefix) '\(Program.path)' run; echo status $?")
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.type(1, "live")
    try pane.expect { $0.hasPrefix("live\n") && !$0.lowercased().contains("caps") }
    machine.key(1, Typing.capsLock, 1)
    machine.key(1, Typing.capsLock, 0)
    machine.type(1, "x")
    try pane.expect { $0.hasPrefix("liveX\n") && $0.lowercased().contains("caps") }
    pane.type("stray")
    try pane.tmux("resize-window", "-x", "30", "-y", "6")
    machine.type(1, "y")
    try pane.expect { $0.hasPrefix("liveXY\n") && !$0.contains("stray") }
    try pane.tmux("send-keys", "C-c")
    try pane.expect { $0.contains("liveXY\nstatus 0\n") }
    #expect(!pane.isAlternate && !pane.screen.contains("stray"))
    #expect(!machine.isGrabbed(1))
    try pane.expectEcho()
  }

  @Test(
    "a live run in a tmux pane ungrabs while another pane is selected",
    .onTestbed, .notInFastRuns)
  func focus() throws {
    let machine = Machine()
    machine.plug(1, "Board")
    let pane = try Pane()
    try pane.tmux("set-option", "-g", "focus-events", "on")
    // Without a client no pane has the focus.
    let client = try LiveChild(["tmux", "-S", pane.folder.path + "/tmux", "-C", "attach"])
    try client.expectOutput("%session-changed")
    try pane.tmux("split-window", "-d", "-v", "cat")
    pane.type("clear; \(machine.shellPrefix) '\(Program.path)' run; echo status $?")
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.type(1, "one")
    try pane.expect { $0.hasPrefix("one\n") }
    for text in ["onetwo", "onetwotwo"] {
      try pane.tmux("select-pane", "-t", ":.1")
      try pane.expect { $0.contains("no focus") }
      #expect(!machine.isGrabbed(1))
      machine.type(1, "password")
      try pane.tmux("select-pane", "-t", ":.0")
      try eventually("the grab") { machine.isGrabbed(1) }
      machine.type(1, "two")
      try pane.expect { $0.hasPrefix(text + "\n") && !$0.contains("no focus") }
    }
    try pane.tmux("send-keys", "C-c")
    try pane.expect { $0.contains("status 0\n") }
    #expect(try pane.tmux("display-message", "-p", "-t", ":.0", "#{alternate_on}").output == "0\n")
    // Focus reports are off for the shell.
    try pane.tmux("select-pane", "-t", ":.1")
    try pane.tmux("select-pane", "-t", ":.0")
    try pane.expectEcho()
    #expect(!pane.screen.contains("[I") && !pane.screen.contains("[O"), "\(pane.screen)")
  }

  @Test(
    "a crash or a signal restores the terminal",
    arguments: [SIGSEGV, SIGTERM, SIGHUP, SIGABRT])
  func crash(_ signal: Int32) throws {
    let pane = try Pane()
    let path = try capture(in: pane.folder, pauses: true)
    let number = pane.folder.path + "/pid"
    pane.type(
      "SWIFT_BACKTRACE=enable=no sh -c 'echo $$ > \(number); exec \"$0\" \"$@\"'"
        + " '\(Program.path)' replay '\(path)' -l de -m terminal -r; echo ended")
    try pane.expect { $0.hasPrefix("One two\nÉ") }
    let pid = try #require(pid_t(contents(of: number).filter { $0 != "\n" }))
    kill(pid, signal)
    // The line with the prompt below it, because the command line contains the word too.
    try pane.expect { $0.contains("\nended\n$") }
    #expect(!pane.isAlternate)
    try pane.expectEcho()
  }

  @Test("without a terminal, or without cursor movement, the hint suggests another mirror")
  func noTerminal() throws {
    let capture = Typing("x").bytes(.evemu)
    let pipe = try Program.run(
      "replay", "-", "-m", "terminal", input: capture, environment: ["TERM": "xterm"])
    #expect(pipe.status == 1 && pipe.output == "")
    #expect(
      pipe.userErrors == [
        "keybridge: standard output is not a terminal",
        "keybridge:   use --mirror text, json or keystrokes",
      ])
    let dumb = try Program.run("replay", "-", "-m", "terminal", input: capture)
    #expect(
      dumb.status == 1 && dumb.errors.contains("this terminal cannot move its cursor (TERM=dumb)"))
  }

  @Test(
    "an unknown terminal is an error with a hint",
    arguments: [
      ("", "TERM is not set", "set TERM"),
      ("no-such-terminal", "no terminal 'no-such-terminal' (TERM)", "ncurses-term"),
      (String(repeating: "x", count: 5000), "'\(String(repeating: "x", count: 60))'", "toe -a"),
    ])
  func unknownTerminal(_ name: String, _ reason: String, _ hint: String) throws {
    let run = try Program.run(
      "replay", "-", "-m", "terminal", input: Typing("x").bytes(.evemu),
      environment: ["TERM": name])
    #expect(run.status == 1 && run.output == "")
    #expect(run.userErrors.count == 2)
    #expect(run.userErrors.first?.contains(reason) == true, "\(run.errors)")
    #expect(run.userErrors.last?.contains(hint) == true, "\(run.errors)")
    #expect(run.userErrors.last?.contains("--mirror text") == true, "\(run.errors)")
  }

  @Test(
    "without the terminfo library the terminal mirror's error names the package to install",
    .needsRoot)
  func noLibrary() throws {
    let path = try #require(
      ["/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu"].map { $0 + "/libtinfo.so.6" }
        .first { access($0, R_OK) == 0 })
    func replay(_ mirror: String) throws -> Child {
      // An empty file replaces the library, for this process only.
      try Child.run(
        [
          "unshare", "--mount", "sh", "-ec",
          "mount --bind /dev/null \"$(realpath \(path))\"; exec \"$0\" \"$@\"",
          Program.path, "replay", "-", "-m", mirror,
        ],
        input: Typing("x").bytes(.evemu),
        environment: Program.environment.merging(["TERM": "xterm"]) { $1 })
    }
    let text = try replay("text")
    #expect(text.status == 0 && text.document == "X", "\(text.errors)")
    let run = try replay("terminal")
    #expect(run.status == 1 && run.output == "")
    #expect(run.errors.contains("cannot load the terminfo library libtinfo.so.6"), "\(run.errors)")
    #expect(run.errors.contains("libtinfo6"), "\(run.errors)")
  }
}
