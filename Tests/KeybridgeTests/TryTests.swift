// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Keys that are typed at the terminal itself, in a tmux pane, which has no keyboard protocol.
@Suite(.serialized, .needs("tmux"), .awayFromTestbed) struct TryTests {
  /// A pane with `keybridge try`.
  private func start(_ command: String, after: String = "", rows: Int = 8) throws -> Pane {
    let pane = try Pane(columns: 70, rows: rows)
    let folder = Self.folder(of: pane)
    mkdir(folder, 0o777)
    chmod(folder, 0o777)
    chmod(pane.folder.path, 0o711)
    let variables = Program.environment.filter { $0.key != "TERM" }
      .map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    // No device of the machine is needed, and none of its rights.
    let prefix = Program.unprivileged.joined(separator: " ")
    pane.type(
      "clear; \(prefix) env -u XDG_RUNTIME_DIR TMPDIR='\(folder)' \(variables)"
        + " '\(Program.path)' try"
        + " \(command); echo status $?\(after)")
    try pane.expect { $0.contains("to exit") }
    return pane
  }

  /// The folder for temporary files, which another user may write.
  private static func folder(of pane: Pane) -> String { pane.folder.path + "/temporary" }

  private func send(_ pane: Pane, _ keys: String...) throws {
    for key in keys { try pane.tmux("send-keys", key) }
  }

  private func write(_ pane: Pane, _ text: String) throws {
    try pane.tmux("send-keys", "-l", text)
  }

  @Test("try shows a document with what is typed, pasted and done with ⌃], until ⌃C")
  func document() throws {
    let pane = try start("")
    #expect(pane.screen.contains("This terminal has no ⌘: press ⌃], then the key"))
    try write(pane, "One twö €")
    try pane.expect { $0.hasPrefix("One twö €\n") }
    try send(pane, "Left", "Left", "BSpace")
    try pane.expect { $0.hasPrefix("One tw €\n") }
    try send(pane, "C-]", "a", "C-]", "x")
    try pane.expect { !$0.contains("One") }
    try send(pane, "C-]", "v", "C-]", "v")
    try pane.expect { $0.hasPrefix("One tw €One tw €\n") }
    try pane.tmux("set-buffer", "two\nlines")
    try pane.tmux("paste-buffer", "-p")
    try pane.expect { $0.hasPrefix("One tw €One tw €two\nlines\n") }
    try send(pane, "C-c")
    try pane.expect { $0.contains("lines\nstatus 0") }
    #expect(!pane.isAlternate)
    try pane.expectEcho()
  }

  @Test("⌘ is held after ⌃], so that its commands are shown")
  func panel() throws {
    let pane = try start("")
    try send(pane, "C-]")
    try pane.expect { $0.contains("No command can run now") }
    try send(pane, "Escape")
    try pane.expect { !$0.contains("No command can run now") }
    try write(pane, "x")
    try pane.expect { $0.hasPrefix("x\n") }
    try send(pane, "C-c")
    try pane.expect { $0.contains("status 0") }
  }

  @Test("a character is typed on the layout of the options")
  func layout() throws {
    let pane = try start("--layout ru")
    try write(pane, "Ghbdtn")
    try pane.expect { $0.hasPrefix("Привет\n") }
    try send(pane, "C-c")
    try pane.expect { $0.contains("Привет\nstatus 0") }
  }

  @Test("try exec runs a program, which gets the keys, ⌃C and pastes, and ends it")
  func program() throws {
    let pane = try start("exec -- env PS1=% sh -i")
    try pane.expect { $0.hasPrefix("%") }
    try write(pane, "echo one é")
    try send(pane, "Enter")
    try pane.expect { $0.contains("%echo one é\none é\n%") }
    try write(pane, "cat")
    try send(pane, "Enter")
    try pane.tmux("set-buffer", "pasted")
    try pane.tmux("paste-buffer", "-p")
    try pane.expect { $0.contains("cat\npasted") }
    try send(pane, "C-c")
    try pane.expect { $0.contains("pasted^C\n%") }
    try write(pane, "exit 7")
    try send(pane, "Enter")
    try pane.expect { $0.contains("status 7") }
    #expect(!pane.isAlternate)
    try pane.expectEcho()
  }

  @Test("⌃] ⌃C ends try exec while its program runs, and the program gets SIGHUP")
  func interrupted() throws {
    let pane = try start("exec -- sh -c 'stty raw; echo ready; sleep 60'")
    try pane.expect { $0.contains("ready") }
    try send(pane, "C-c", "C-]", "C-c")
    try pane.expect { $0.contains("status") }
    #expect(!pane.isAlternate)
    try pane.expectEcho()
  }

  @Test("try exec is refused inside exec, and try without a terminal")
  func refused() throws {
    let pane = try start("exec -- sh -c '\"\(Program.path)\" try exec; sleep 60'")
    try pane.expect { $0.contains("already runs in 'keybridge exec'") }
    try send(pane, "C-]", "C-c")
    try pane.expect { $0.contains("status") }
    let child = try Program.run("try")
    #expect(child.status == 2 && child.errors.contains("must be a terminal"))
    let other = try Program.run("try", "vim")
    #expect(other.status == 2 && other.errors.contains("expected run, exec or kiosk"))
    #expect(try Program.run("try", "run", "vim").errors.contains("unexpected argument 'vim'"))
  }

  @Test("try kiosk fills in a form of a program in Python, and leaves nothing behind")
  func kiosk() throws {
    let pane = try start("kiosk", rows: 10)
    try pane.expect { $0.contains("E-mail") }
    for text in ["jo", "a@b.c", "12x", "99"] {
      try write(pane, text)
      try send(pane, "Tab")
    }
    try pane.expect { $0.contains("Amount  12\n") && $0.contains("a@b.c") }
    let folders = try Child.run(["sh", "-c", "ls -d '\(Self.folder(of: pane))'/keybridge-try.*"])
    #expect(folders.lines.count == 1)
    #expect(
      try Child.run(["stat", "-c", "%a", folders.lines.first ?? ""]).output == "700\n")
    try send(pane, "F2")
    try pane.expect { $0.contains("submitted") && !$0.contains("a@b.c") }
    try send(pane, "C-c")
    try pane.expect { $0.contains("status 0") }
    #expect(
      try Child.run(["sh", "-c", "ls -d '\(Self.folder(of: pane))'/keybridge-try.*"]).status != 0)
    #expect(
      try Child.run(["pgrep", "-f", Self.folder(of: pane) + "/keybridge-try"]).output.isEmpty)
    try pane.expectEcho()
  }

  @Test("try kiosk without Python names the package")
  func withoutPython() throws {
    let pane = try Pane(columns: 100)
    pane.type(
      "clear; env -u XDG_RUNTIME_DIR PATH=/nonexistent LC_ALL=C.UTF-8 TMPDIR='\(pane.folder.path)'"
        + " '\(Program.path)' try kiosk; echo status $?")
    try pane.expect { $0.contains("needs Python") && $0.contains("status 1") }
    #expect(pane.screen.contains("apt-get install python3") && !pane.isAlternate)
    #expect(
      try Child.run(["sh", "-c", "ls -d '\(pane.folder.path)'/keybridge-try.*"]).status != 0)
  }

  @Test("run --or-try says why no keyboard can be read, and tries after Return")
  func offered() throws {
    let pane = try Pane(columns: 100)
    let variables = Program.environment.filter { $0.key != "TERM" }
      .map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    pane.type(
      "clear; env \(variables) '\(Program.path)' run --device name=None --or-try"
        + " --or-replay '\(Program.root)/Documentation/Captures/hello.evemu'; echo status $?")
    try pane.expect { $0.contains("press Return to type with the keys of this terminal") }
    #expect(!pane.isAlternate)
    try send(pane, "Enter")
    try pane.expect { $0.contains("to exit") }
    try write(pane, "typed")
    try pane.expect { $0.hasPrefix("typed\n") }
    try send(pane, "C-c")
    try pane.expect { $0.contains("typed\nstatus 0") }
  }
}
