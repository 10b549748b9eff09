// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// Text on its way to a program behind the engine.
@Suite(.serialized, .needs("tmux"), .onTestbed, .notInFastRuns) struct ExecTextTests {
  @Test("the release of a key is sent when the terminal loses the focus")
  func focusLoss() throws {
    let hosted = try ExecPane(ExecPane.bytes(#"\033[>2u\033[?1004h"#), rows: 24)
    try hosted.pane.expect { $0.contains("ready") }
    hosted.machine.key(1, 103, 1)
    try hosted.pane.expect { $0.contains(" 1b\n 5b\n 41") }
    // CSI O, the report of the terminal.
    try hosted.pane.tmux("send-keys", "-H", "1b", "5b", "4f")
    // CSI 1 ; 1 : 3 A, and the report to the program.
    try hosted.pane.expect {
      $0.contains("41\n 1b\n 5b\n 31\n 3b\n 31\n 3a\n 33\n 41\n 1b\n 5b\n 4f")
    }
    #expect(!hosted.machine.isGrabbed(1))
    hosted.machine.key(1, 103, 0)
    try hosted.pane.tmux("send-keys", "-H", "1b", "5b", "49")
    try hosted.pane.expect { $0.contains("5b\n 4f\n 1b\n 5b\n 49\n") }
    try eventually("the grab") { hosted.machine.isGrabbed(1) }
  }

  @Test("the release of a key is sent once, also if the mode is switched while the key is down")
  func modeSwitch() throws {
    let folder = try TemporaryFolder()
    let settings = try folder.write("modes: [en-US, de-DE]\n".utf8, to: "settings.yaml")
    let hosted = try ExecPane(
      ExecPane.bytes(#"\033[>2u"#), options: "--config \(settings)",
      variables: ["XDG_STATE_HOME": folder.path], rows: 24)
    try hosted.pane.expect { $0.contains("ready") }
    hosted.machine.key(1, 103, 1)
    try hosted.pane.expect { $0.contains(" 1b\n 5b\n 41") }
    hosted.stroke(29, 57)
    hosted.machine.key(1, 103, 0)
    // The y of the other mode's layout.
    hosted.stroke(44)
    let release = "41\n 1b\n 5b\n 31\n 3b\n 31\n 3a\n 33\n 41\n"
    try hosted.pane.expect { $0.contains(release + " 79\n") }
  }

  // MARK: Pasting

  @Test("a paste at the outer terminal reaches the program as a paste; typed keys do not")
  func outerPaste() throws {
    let hosted = try ExecPane(ExecPane.bytes(#"\033[?2004h"#), rows: 40)
    try hosted.pane.expect { $0.contains("ready") }
    try hosted.pane.tmux("send-keys", "zz")
    try hosted.pane.tmux("set-buffer", "one\ntwo")
    try hosted.pane.tmux("paste-buffer", "-p")
    try hosted.pane.expect {
      $0.contains(
        "ready 1b\n 5b\n 32\n 30\n 30\n 7e\n 6f\n 6e\n 65\n 0a\n 74\n 77\n 6f"
          + "\n 1b\n 5b\n 32\n 30\n 31\n 7e\n")
    }
    hosted.type("y")
    try hosted.pane.expect { $0.contains("31\n 7e\n 79\n") }
  }

  @Test("several lines that are pasted at the outer terminal need ⌘V, which pastes them")
  func outerLines() throws {
    let hosted = try ExecPane(ExecPane.bytes(Self.copied), columns: 80, rows: 30)
    try hosted.pane.expect { $0.contains("ready") }
    try hosted.pane.tmux("set-buffer", "a\nb")
    try hosted.pane.tmux("paste-buffer", "-p")
    try hosted.pane.expect { $0.contains("Press ⌘V again") && $0.contains("ready\n") }
    hosted.stroke(ExecPane.command, 47)
    try hosted.pane.expect { $0.contains("ready 61\n 0d\n 62\n") }
    // The pasteboard is as the program left it.
    hosted.stroke(ExecPane.command, 47)
    hosted.stroke(ExecPane.command, 47)
    try hosted.pane.expect { $0.contains(" 62\n 6f\n 6e\n 65\n 0d\n") }
  }

  @Test("a paste at the outer terminal goes into the line editor if that has the focus")
  func pasteIntoEditor() throws {
    let hosted = try ExecPane(ExecPane.bytes(""), columns: 80, rows: 30)
    try hosted.pane.expect { $0.contains("ready") }
    hosted.stroke(ExecPane.command, 38)
    hosted.type("x")
    try hosted.pane.expect { $0.contains("\nx") }
    try hosted.pane.tmux("set-buffer", "pq")
    try hosted.pane.tmux("paste-buffer", "-p")
    try hosted.pane.expect { $0.contains("\nxpq") }
    hosted.stroke(28)
    try hosted.pane.expect { $0.contains("ready 78\n 70\n 71\n 0d\n") }
  }

  /// Makes the program copy `one`, a control character, and `two` on the next line.
  private static let copied = #"\033]52;c;b25lGwp0d28=\a"#

  @Test("a paste has brackets, if the program knows them, and no control characters")
  func bracketed() throws {
    let hosted = try ExecPane(ExecPane.bytes(Self.copied + #"\033[?2004h"#), rows: 30)
    try hosted.pane.expect { $0.contains("ready") }
    hosted.stroke(ExecPane.command, 47)
    try hosted.pane.expect {
      $0.contains(
        " 1b\n 5b\n 32\n 30\n 30\n 7e\n 6f\n 6e\n 65\n 0a\n 74\n 77\n 6f"
          + "\n 1b\n 5b\n 32\n 30\n 31\n 7e\n")
    }
  }

  @Test("several lines are pasted by a second press only, and their ends are Return")
  func severalLines() throws {
    let hosted = try ExecPane(ExecPane.bytes(Self.copied), columns: 80, rows: 20)
    try hosted.pane.expect { $0.contains("ready") }
    hosted.stroke(ExecPane.command, 47)
    try hosted.pane.expect { $0.contains("Press ⌘V again") }
    #expect(!hosted.pane.screen.contains(" 6f"))
    hosted.stroke(ExecPane.command, 47)
    try hosted.pane.expect { $0.contains("ready 6f\n 6e\n 65\n 0d\n 74\n 77\n 6f\n") }
  }

  @Test("the question about several lines ends with the next key")
  func unanswered() throws {
    let hosted = try ExecPane(ExecPane.bytes(Self.copied), columns: 80, rows: 20)
    try hosted.pane.expect { $0.contains("ready") }
    hosted.stroke(ExecPane.command, 47)
    try hosted.pane.expect { $0.contains("Press ⌘V again") }
    hosted.type("x")
    try hosted.pane.expect { $0.contains("ready 78\n") }
    hosted.stroke(ExecPane.command, 47)
    hosted.type("y")
    try hosted.pane.expect { $0.contains("ready 78\n 79\n") }
  }

  @Test("the question about several lines ends with another command")
  func unansweredCommand() throws {
    let hosted = try ExecPane(ExecPane.bytes(Self.copied), columns: 80, rows: 20)
    try hosted.pane.expect { $0.contains("ready") }
    hosted.stroke(ExecPane.command, 47)
    try hosted.pane.expect { $0.contains("Press ⌘V again") }
    // ⌘K clears the rows above the screen, of which there are none.
    hosted.stroke(ExecPane.command, 37)
    hosted.stroke(ExecPane.command, 47)
    hosted.type("y")
    try hosted.pane.expect { $0.contains("ready 79\n") }
  }

  // MARK: Assistance

  /// A settings file with typing assistance.
  private static func assisting(in folder: TemporaryFolder) throws -> String {
    try folder.write(
      "assistance: on\ntext-replacements: { omw: on my way }\n".utf8, to: "settings.yaml")
  }

  @Test("typed text is sent unchanged, although the settings assist")
  func unassisted() throws {
    let folder = try TemporaryFolder()
    let settings = try Self.assisting(in: folder)
    let hosted = try ExecPane("cat", options: "--config \(settings)", rows: 8)
    hosted.type("omw teh.  so... 'a' x--y\n")
    try hosted.pane.expect { $0.hasPrefix("omw teh.  so... 'a' x--y\nomw teh.  so... 'a' x--y\n") }
  }

  @Test("with --assist replacements are made, and capitals and quotes stay as they are typed")
  func assisted() throws {
    let folder = try TemporaryFolder()
    let settings = try Self.assisting(in: folder)
    let hosted = try ExecPane("cat", options: "--assist --config \(settings)", rows: 8)
    hosted.type("so omw")
    try hosted.pane.expect { $0.hasPrefix("so omw\n") }
    hosted.type(" 'a' x--y\n")
    try hosted.pane.expect { $0.hasPrefix("so on my way 'a' x--y\nso on my way 'a' x--y\n") }
  }

  // MARK: The line editor

  @Test("⌘L sends a line as it was typed, as the program receives what is typed")
  func literalLine() throws {
    let folder = try TemporaryFolder()
    let settings = try Self.assisting(in: folder)
    let hosted = try ExecPane("cat", options: "--config \(settings)")
    let line = "git commit -m don't --amend  omw hte"
    hosted.stroke(ExecPane.command, 38)
    hosted.type(line + "\n")
    try hosted.pane.expect { $0.hasPrefix("\(line)\n\(line)\n") }
  }

  @Test("⌘L edits a line with all bindings, with --assist also assistance, and Return sends it")
  func line() throws {
    let folder = try TemporaryFolder()
    let settings = try Self.assisting(in: folder)
    let hosted = try ExecPane("cat", options: "--assist --config \(settings)")
    hosted.type("a")
    try hosted.pane.expect { $0.hasPrefix("a\n") }
    hosted.stroke(ExecPane.command, 38)
    hosted.type("omw b c")
    hosted.stroke(105)
    hosted.stroke(14)
    try hosted.pane.expect { $0.contains("\non my way bc\n") }
    hosted.stroke(Typing.shift, 28)
    try hosted.pane.expect { $0.contains("\non my way b\nc\n") }
    #expect(hosted.pane.screen.hasPrefix("a\n\n"))
    hosted.stroke(14)
    hosted.stroke(28)
    try hosted.pane.expect { $0.hasPrefix("aon my way bc\naon my way bc\n\n") }
    hosted.type("d\n")
    try hosted.pane.expect { $0.hasPrefix("aon my way bc\naon my way bc\nd\nd\n") }
  }

  @Test("a line that the program does not read stays in the editor, with a message")
  func lineRefused() throws {
    // The program copies 45,000 digits, and then reads nothing.
    let hosted = try ExecPane(
      #"sh -c 'stty raw -echo; printf "\033]52;c;$(printf %045000d 0 | base64 -w0)\a";"#
        + " printf ready; sleep 60'", columns: 60)
    try hosted.pane.expect { $0.contains("ready") }
    for _ in 1...8 { hosted.stroke(ExecPane.command, 47) }
    try hosted.pane.expect { $0.contains("The program does not read its input") }
    hosted.stroke(ExecPane.command, 38)
    hosted.type("draft\n")
    try hosted.pane.expect { !$0.contains("draft") && $0.contains("does not read its input") }
    hosted.stroke(ExecPane.command, 38)
    try hosted.pane.expect { $0.contains("\ndraft\n") }
  }

  @Test("⎋ goes back to the program, and the text is still there at the next ⌘L")
  func lineClosed() throws {
    let hosted = try ExecPane("cat")
    hosted.stroke(ExecPane.command, 38)
    hosted.type("draft")
    try hosted.pane.expect { $0.contains("\ndraft\n") }
    hosted.stroke(1)
    try hosted.pane.expect { !$0.contains("draft") }
    hosted.type("x\n")
    try hosted.pane.expect { $0.hasPrefix("x\nx\n") }
    hosted.stroke(ExecPane.command, 38)
    try hosted.pane.expect { $0.contains("\ndraft\n") }
    hosted.stroke(28)
    try hosted.pane.expect { $0.hasPrefix("x\nx\ndraft\ndraft\n") }
  }

  @Test("a password closes the editor, and the text is still there after it")
  func lineBeforePassword() throws {
    let folder = try TemporaryFolder()
    let mark = folder.path + "/go"
    let hosted = try ExecPane(
      "sh -c 'printf ready; until [ -e \(mark) ]; do sleep 0.05; done;"
        + " stty -echo; printf word:; read -r x; stty echo; echo \"got $x\"; cat'")
    try hosted.pane.expect { $0.contains("ready") }
    hosted.stroke(ExecPane.command, 38)
    hosted.type("draft")
    try hosted.pane.expect { $0.contains("\ndraft\n") }
    _ = try folder.write([], to: "go")
    try hosted.pane.expect { $0.contains("word:") && !$0.contains("draft") }
    hosted.type("s\n")
    try hosted.pane.expect { $0.contains("got s\n") }
    hosted.stroke(ExecPane.command, 38)
    try hosted.pane.expect { $0.contains("\ndraft\n") }
    hosted.stroke(28)
    try hosted.pane.expect { $0.contains("got s\ndraft\ndraft\n") }
  }
}
