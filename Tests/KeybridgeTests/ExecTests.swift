// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// Programs behind the engine, typed at with keyboards of a testbed and seen in a tmux pane.
@Suite(.serialized, .needs("tmux"), .onTestbed, .notInFastRuns) struct ExecTests {
  @Test("a shell shows what is typed, and its exit status is that of exec")
  func shell() throws {
    let hosted = try ExecPane("PS1=% sh -i")
    try hosted.pane.expect { $0.hasPrefix("%") }
    hosted.type("echo one\n")
    try hosted.pane.expect { $0.contains("%echo one\none\n%") }
    hosted.type("exit 7")
    hosted.stroke(28)
    try hosted.pane.expect { $0.contains("status 7") }
    #expect(!hosted.pane.isAlternate && !hosted.machine.isGrabbed(1))
    #expect(!hosted.pane.screen.contains("echo one"))
    try hosted.pane.expectEcho()
  }

  @Test("the status is 128 and the number of the signal that ended the program")
  func signal() throws {
    let hosted = try ExecPane("sh -c 'sleep 0.3; kill -KILL $$'")
    try hosted.pane.expect { $0.contains("status 137") }
    try hosted.pane.expectEcho()
  }

  @Test(
    "MOD-8g with one mode ⌃␠ and ⌃⌥␠ reach the program in every encoding of keys",
    arguments: [
      ("", "00", "1b\n 00"),
      (
        #"\033[>4;2m"#, "1b\n 5b\n 32\n 37\n 3b\n 35\n 3b\n 33\n 32\n 7e",
        "1b\n 5b\n 32\n 37\n 3b\n 37\n 3b\n 33\n 32\n 7e"
      ),
      (#"\033[>1u"#, "1b\n 5b\n 33\n 32\n 3b\n 35\n 75", "1b\n 5b\n 33\n 32\n 3b\n 37\n 75"),
    ])
  func controlSpace(_ encoding: String, _ alone: String, _ withOption: String) throws {
    let hosted = try ExecPane(ExecPane.bytes(encoding), columns: 40, rows: 30)
    try hosted.pane.expect { $0.contains("ready") }
    hosted.stroke(ExecPane.control, 57)
    try hosted.pane.expect { $0.contains("ready \(alone)\n") }
    hosted.stroke(ExecPane.control, 56, 57)
    try hosted.pane.expect { $0.contains("\(alone)\n \(withOption)\n") }
  }

  @Test("⇧PageUp and ⇧PageDown reach a program on the alternate screen")
  func shiftedPages() throws {
    let hosted = try ExecPane(ExecPane.bytes(#"\033[?1049h"#), columns: 40, rows: 30)
    try hosted.pane.expect { $0.contains("ready") }
    hosted.stroke(Typing.shift, 104)
    try hosted.pane.expect { $0.contains("1b\n 5b\n 35\n 3b\n 32\n 7e") }
    hosted.stroke(Typing.shift, 109)
    try hosted.pane.expect { $0.contains("1b\n 5b\n 36\n 3b\n 32\n 7e") }
  }

  @Test(
    "⌃⌥F1 to ⌃⌥F12 reach the program where there is no console, in every encoding of keys",
    arguments: ["", #"\033[>4;2m"#, #"\033[>1u"#])
  func consoleKeys(_ encoding: String) throws {
    let hosted = try ExecPane(ExecPane.bytes(encoding), columns: 40, rows: 100)
    try hosted.pane.expect { $0.contains("ready") }
    let sequences = [
      59: "1b\n 5b\n 31\n 3b\n 37\n 50", 63: "31\n 35\n 3b\n 37\n 7e",
      88: "32\n 34\n 3b\n 37\n 7e",
    ]
    for (code, sequence) in sequences.sorted(by: { $0.key < $1.key }) {
      hosted.stroke(ExecPane.control, 56, UInt16(code))
      try hosted.pane.expect { $0.contains(sequence) }
    }
  }

  @Test("keys that are not text reach the program as sequences, with their repeats")
  func keys() throws {
    let hosted = try ExecPane(ExecPane.bytes(""))
    try hosted.pane.expect { $0.contains("ready") }
    hosted.stroke(103)
    try hosted.pane.expect { $0.contains("1b\n 5b\n 41") }
    hosted.stroke(ExecPane.control, 46)
    try hosted.pane.expect { $0.contains("41\n 03") }
    hosted.machine.key(1, 106, 1)
    hosted.machine.key(1, 106, 2)
    hosted.machine.key(1, 106, 0)
    try hosted.pane.expect { $0.contains("43\n 1b\n 5b\n 43") }
    hosted.stroke(15)
    hosted.stroke(28)
    hosted.stroke(14)
    try hosted.pane.expect { $0.contains(" 09\n 0d\n 7f") }
    hosted.machine.unplug(1)
  }

  @Test("Num Lock reaches a program with the kitty keyboard protocol")
  func numLock() throws {
    let hosted = try ExecPane(
      "sh -c 'stty raw -echo; printf \"\\033[>8uready\"; stdbuf -o0 tr \"\\033\" e'",
      columns: 80)
    try hosted.pane.expect { $0.contains("ready") }
    hosted.type("a")
    try hosted.pane.expect { $0.contains("readye[97u") }
    hosted.stroke(69)
    hosted.type("b")
    try hosted.pane.expect { $0.contains("e[98;129u") }
    hosted.stroke(69)
    hosted.type("c")
    try hosted.pane.expect { $0.contains("e[99u") }
  }

  @Test("a kind of underline is shown by an outer terminal that can show it")
  func underlines() throws {
    let hosted = try ExecPane(
      "sh -c 'printf \"\\033[4:3mwavy\\033[0m\"; cat'", before: "export TERM=tmux-256color; ")
    try hosted.pane.expect { $0.contains("wavy") }
    #expect(try hosted.pane.tmux("capture-pane", "-ep").output.contains("4:3mwavy"))
  }

  @Test("a program gets the colours of the outer terminal, before the answers to later queries")
  func colors() throws {
    let hosted = try ExecPane(
      "bash -c 'stty raw -echo; printf \"\\033]11;?\\a\\033]10;?\\a\\033[c\";"
        + " IFS= read -rsd c a; stty sane; printf %q\"\\n\" \"$a\"; cat'",
      before: "export TERM=tmux-256color; tmux set -p window-style bg=#102030,fg=#405060; ",
      columns: 99)
    try hosted.pane.expect {
      $0.contains(#"]11;rgb:1010/2020/3030\a\E]10;rgb:4040/5050/6060\a\E[?64;6;21;22;28'"#)
    }
  }

  @Test("the program's screen is one row smaller than the pane, also after two resizes")
  func size() throws {
    let hosted = try ExecPane("sh -i")
    hosted.type("stty size\n")
    try hosted.pane.expect { $0.contains("7 40\n") }
    try hosted.resize(30, 6)
    hosted.type("stty size\n")
    try hosted.pane.expect { $0.contains("5 30\n") }
    try hosted.resize(50, 12)
    hosted.type("stty size\n")
    try hosted.pane.expect { $0.contains("11 50\n") }
  }

  @Test("without a status row the program has all rows")
  func allRows() throws {
    let hosted = try ExecPane("sh -i", options: "--status none")
    hosted.type("stty size\n")
    try hosted.pane.expect { $0.contains("8 40\n") }
  }

  @Test("the program gets SIGHUP when exec is ended, and the terminal is as before")
  func hangUp() throws {
    let folder = try TemporaryFolder()
    let mark = folder.path + "/gone"
    let hosted = try ExecPane(
      "sh -c 'trap \"echo gone >\(mark); exit\" HUP; while :; do sleep 0.1; done'")
    hosted.machine.key(1, 14, 1)
    hosted.machine.key(1, 1, 1)
    hosted.machine.key(1, 28, 1)
    try hosted.pane.expect { $0.contains("status") }
    try eventually("the end of the program") { access(mark, F_OK) == 0 }
    #expect(!hosted.pane.isAlternate && !hosted.machine.isGrabbed(1))
    try hosted.pane.expectEcho()
  }

  @Test("SIGKILL leaves the terminal and its cursor as before, and ends the program with SIGHUP")
  func kill() throws {
    let folder = try TemporaryFolder()
    let (before, after, mark) = (
      folder.path + "/before", folder.path + "/after", folder.path + "/gone"
    )
    let hosted = try ExecPane(
      "sh -c 'trap \"echo gone >\(mark); exit\" HUP; echo $PPID >\(folder.path)/exec;"
        + " while :; do sleep 0.1; done'",
      before: "export TERM=tmux-256color; stty -g >\(before); ",
      after: "; sleep 0.5; stty -g >\(after)")
    hosted.machine.key(1, 103, 1)
    let number = try #require(pid_t(try line(of: folder.path + "/exec")))
    // tmux does not report the shape of the cursor.
    let output = folder.path + "/output"
    try hosted.pane.tmux("pipe-pane", "cat >\(output)")
    try eventually("the recording") { access(output, F_OK) == 0 }
    Glibc.kill(number, SIGKILL)
    // The shell may print its line before the terminal is restored.
    #expect(try line(of: mark) == "gone")
    #expect(try line(of: after) == line(of: before))
    try eventually("the release") { !hosted.machine.isGrabbed(1) }
    try eventually("the shell's screen") { !hosted.pane.isAlternate }
    try eventually("the shape of the cursor") {
      contents(of: output).contains("\u{1b}[0 q")
    }
    try hosted.pane.expectEcho()
    #expect(try Child.run(["pgrep", "-g", "\(number)"]).output.isEmpty)
    #expect(try Child.run(["pgrep", "-f", mark]).output.isEmpty)
  }

  @Test("after the end of the program the modes of the terminal are as before")
  func modes() throws {
    let folder = try TemporaryFolder()
    let (before, after) = (folder.path + "/before", folder.path + "/after")
    let hosted = try ExecPane(
      "sh -c 'echo $PPID >\(folder.path)/exec; stty raw;"
        + " until [ -e \(folder.path)/end ]; do sleep 0.05; done; kill -KILL $$'",
      before: "stty -g >\(before); ", after: "; sleep 0.5; stty -g >\(after)")
    let number = try line(of: folder.path + "/exec")
    var guardian = ""
    // It takes its name after it has started.
    try eventually("the guard") {
      let found = try Child.run(["pgrep", "-P", number, "-x", "keybridge-guard"]).output
      guardian = found.split(separator: "\n").first.map(String.init) ?? ""
      return !guardian.isEmpty
    }
    _ = try folder.write([], to: "end")
    try hosted.pane.expect { $0.contains("status 137") }
    #expect(try line(of: after) == line(of: before))
    #expect(!hosted.machine.isGrabbed(1))
    // Other runs of the tests on the machine have guards, too.
    try eventually("the end of the guard") { access("/proc/\(guardian)", F_OK) != 0 }
  }

  /// Waits until a file has a line, and returns it.
  private func line(of path: String) throws -> String {
    var line: Substring?
    try eventually(path) {
      let text = contents(of: path)
      line = text.hasSuffix("\n") ? text.split(separator: "\n").first : nil
      return line != nil
    }
    return String(line ?? "")
  }

  @Test("without a keyboard exec is refused, because nothing could be typed")
  func refusedWithoutKeyboard() throws {
    let pane = try Pane()
    let machine = Machine()
    pane.type(
      "clear; \(machine.shellPrefix) '\(Program.path)' exec -- sh -c 'exit 3'; echo status $?")
    try pane.expect { $0.contains("no keyboard is attached") && $0.contains("status 1") }
  }

  @Test("without a keyboard --or-plain runs the program directly")
  func plain() throws {
    let pane = try Pane()
    let machine = Machine()
    pane.type(
      "clear; \(machine.shellPrefix) '\(Program.path)' exec --or-plain --"
        + " sh -c 'echo plain; exit 3'; echo status $?")
    try pane.expect { $0.contains("plain\nstatus 3") }
  }

  @Test(
    "--or-plain runs the program directly if the keys of this machine are not meant",
    arguments: [
      ("KEYBRIDGE_EXEC=1", ""), ("SSH_CONNECTION=1", ""), ("SSH_TTY=1", ""), ("", "</dev/null"),
      ("", "| cat"),
    ])
  func plainElsewhere(_ variable: String, _ redirection: String) throws {
    let pane = try Pane()
    let machine = Machine()
    machine.plug(1, "Board")
    pane.type(
      "clear; \(variable) \(machine.shellPrefix) '\(Program.path)' exec --or-plain --"
        + " sh -c 'echo plain; echo $0 3' status \(redirection)")
    try pane.expect { $0.contains("plain\nstatus 3") }
    #expect(!machine.isGrabbed(1))
  }

  @Test(
    "--or-plain prints what keeps exec from running, and runs the program directly",
    arguments: [
      ("", "--layout nowhere", "nowhere"), ("TERM=nonexistent ", "", "nonexistent"),
      ("", "--config /dev/null/x", "/dev/null/x"),
    ])
  func plainAfterError(_ variables: String, _ options: String, _ message: String) throws {
    let pane = try Pane(columns: 70)
    let machine = Machine()
    machine.plug(1, "Board")
    pane.type(
      "clear; \(variables)\(machine.shellPrefix) '\(Program.path)' exec --or-plain \(options) --"
        + " sh -c 'kill -PIPE $$; echo plain'; echo status $?")
    // The program gets the signals that Keybridge ignores.
    try pane.expect { $0.contains(message) && $0.contains("\nstatus 141") }
    #expect(!machine.isGrabbed(1))
    try pane.expectEcho()
  }

  @Test("--or-plain says that every keyboard is grabbed, and runs the program directly")
  func plainWithoutGrab() throws {
    let hosted = try ExecPane("sleep 60")
    let pane = try Pane(columns: 90)
    pane.type(
      "clear; \(hosted.machine.shellPrefix) '\(Program.path)' exec --or-plain --"
        + " sh -c 'echo plain; exit 3'; echo status $?")
    try pane.expect {
      $0.contains("another program has grabbed every keyboard") && $0.contains("plain\nstatus 3")
    }
    #expect(hosted.machine.isGrabbed(1))
  }

  @Test("the program cannot run another exec, and has no variables of the outer terminal")
  func nested() throws {
    let hosted = try ExecPane(
      "sh -c 'env | grep -E \"^(KEYBRIDGE_EXEC|TMUX|STY|TERM_PROGRAM|VTE_VERSION|KITTY_)\";"
        + " \"\(Program.path)\" exec true; echo status $?; exec cat'",
      variables: [
        "TMUX_PANE": "%1", "STY": "1", "TERM_PROGRAM": "tmux", "VTE_VERSION": "1",
        "KITTY_WINDOW_ID": "1",
      ], columns: 90, rows: 60)
    try hosted.pane.expect { $0.contains("already runs in 'keybridge exec'\n") }
    try hosted.pane.expect { $0.contains("status 1") && $0.hasPrefix("KEYBRIDGE_EXEC=1\n") }
    for name in ["TMUX", "STY", "TERM_PROGRAM", "VTE_VERSION", "KITTY_"] {
      #expect(!"\n\(hosted.pane.screen)".contains("\n" + name), "\(name)")
    }
  }

  @Test("a program that closes its terminal and opens it again goes on")
  func reopened() throws {
    let hosted = try ExecPane(
      "sh -c 'tty=$(tty); exec <&- >&- 2>&-; sleep 0.3; exec <$tty >$tty; echo again; exec cat'")
    try hosted.pane.expect { $0.contains("again") }
    hosted.type("still\n")
    try hosted.pane.expect { $0.contains("still\nstill\n") }
  }

  @Test("blinking text of the program blinks")
  func blink() throws {
    let hosted = try ExecPane(#"sh -c 'printf "\033[5mblinks\033[m"; read line'"#)
    try hosted.pane.expect { $0.contains("blinks") }
    #expect(try hosted.pane.tmux("capture-pane", "-p", "-e").output.contains("\u{1b}[5mblinks"))
  }

  @Test("Control-C from a keyboard that is not grabbed does not end exec")
  func interrupt() throws {
    let hosted = try ExecPane("cat")
    try hosted.pane.tmux("send-keys", "C-c")
    hosted.type("still\n")
    try hosted.pane.expect { $0.hasPrefix("still\nstill\n") }
  }

  @Test("a program that does not exist is an error, and the terminal is as before")
  func missing() throws {
    let pane = try Pane(columns: 70)
    let machine = Machine()
    machine.plug(1, "Board")
    pane.type(
      "clear; \(machine.shellPrefix) '\(Program.path)' exec -- nonexistent-program;"
        + " echo status $?")
    try pane.expect { $0.contains("cannot start 'nonexistent-program'") && $0.contains("status 1") }
    try pane.expectEcho()
  }
}
