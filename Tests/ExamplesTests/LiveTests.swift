// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The examples on attached keyboards, in a terminal and into a pipe.
@Suite(.onTestbed, .notInFastRuns) struct LiveTests {
  private static let (escape, command, down): (UInt16, UInt16, UInt16) = (1, 125, 108)
  private static let up: UInt16 = 103
  private let machine = Machine()

  init() throws {
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  private func start(_ name: String, _ arguments: String...) throws -> LiveChild {
    let child = try machine.start(
      ["--mirror", "text"] + arguments, of: BuiltProgram.path(of: name))
    try eventually("the grab") { machine.isGrabbed(1) }
    return child
  }

  private func press(_ code: UInt16, holding modifier: UInt16? = nil) {
    if let modifier { machine.key(1, modifier, 1) }
    machine.key(1, code, 1)
    machine.key(1, code, 0)
    if let modifier { machine.key(1, modifier, 0) }
  }

  @Test("The colour field responds at once, and keeps the keyboard between two colours")
  func colour() throws {
    let child = try start("ColourField")
    machine.type(1, "\nred\n")
    #expect(try child.line() == "The area is red.")
    #expect(machine.isGrabbed(1))
    machine.type(1, "\nmauve\n")
    #expect(try child.line() == "I know no colour \"mauve\".")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    #expect(!machine.isGrabbed(1))
  }

  @Test("⌘↓ selects the next conversation from the list, but from a text only with priority")
  func conversations() throws {
    let child = try start("ConversationList", "--layout", "de")
    press(Self.down, holding: Self.command)
    #expect(try child.line() == "chosen: Ben")
    machine.type(1, "\nzy")
    #expect(try child.line() == "writing to Ben")
    press(Self.down, holding: Self.command)
    press(Self.escape)
    #expect(try child.line() == "to Ben: \"yz\"")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    let other = try start("ConversationList", "--priority")
    machine.type(1, "\n")
    #expect(try other.line() == "writing to Ann")
    press(Self.down, holding: Self.command)
    #expect(try other.line() == "chosen: Ben")
    #expect(try other.line() == "writing to Ben")
  }

  @Test(
    "CMD-14a, CMD-14b, 8.3 the conversations' commands are reported in the user's language",
    arguments: [
      ("en_US.UTF-8", "Go to the Next Conversation", "Go to the Previous Conversation"),
      ("sv_SE.UTF-8", "Gå till nästa konversation", "Gå till föregående konversation"),
      ("ja_JP.UTF-8", "次の会話へ移動", "前の会話へ移動"),
      ("eo", "GO_TO_NEXT_CONVERSATION", "GO_TO_PREV_CONVERSATION"),
      ("C", "Go to the Next Conversation", "Go to the Previous Conversation"),
    ])
  func titles(_ locale: String, _ next: String, _ previous: String) throws {
    let locales = try CompiledLocales("en", "sv", "ja")
    let language = ["env", "LC_ALL=\(locale)", "LANGUAGE=", "KEYBRIDGE_LOCALES=\(locales.path)"]
    let child = try machine.start(
      ["--mirror", "json"], of: BuiltProgram.path(of: "ConversationList"), prefix: language)
    try eventually("the grab") { machine.isGrabbed(1) }
    func fact(_ id: String, _ title: String) -> String {
      #"{"event":"command.invoked","id":"\#(id)","target":"conversations","title":"\#(title)"}"#
    }
    press(Self.down, holding: Self.command)
    try child.expectOutput(fact("next-conversation", next))
    press(Self.up, holding: Self.command)
    try child.expectOutput(fact("previous-conversation", previous))
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    let capture = Program.root + "/Examples/ConversationList/draft.evemu"
    for (options, count) in [([String](), 1), (["--priority"], 2)] {
      let replay = try Child.run(
        language + [
          BuiltProgram.path(of: "ConversationList"), "--replay", capture, "--mirror", "json",
        ] + options, environment: Program.environment.filter { $0.key != "LC_ALL" })
      #expect(replay.status == 0)
      let lines = replay.output.split(separator: "\n").map(String.init)
      // In the text the caret keys come first, unless the commands want priority.
      #expect(lines.filter { $0 == fact("next-conversation", next) }.count >= count)
      #expect(lines.contains(fact("previous-conversation", previous)))
    }
  }

  @Test(
    "CMD-19a, CMD-22b, F100 holding ⌘ in the list shows its commands in the user's language",
    .needs("tmux"),
    arguments: [
      ("sv_SE", "Gå till nästa konversation", "Gå till föregående konversation"),
      ("ja_JP", "次の会話へ移動", "前の会話へ移動"),
    ])
  func panelInTerminal(_ language: String, _ next: String, _ previous: String) throws {
    let locales = try CompiledLocales(String(language.prefix(2)))
    let pane = try Pane(columns: 60, rows: 12)
    pane.type(
      "clear; \(machine.shellPrefix) LC_ALL=\(language).UTF-8 KEYBRIDGE_LOCALES=\(locales.path)"
        + " '\(BuiltProgram.path(of: "ConversationList"))'")
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.key(1, Self.command, 1)
    try pane.expect {
      $0.contains("ConversationList") && $0.contains("⌘↓") && $0.contains(next)
        && $0.contains(previous)
    }
    machine.key(1, Self.command, 0)
    try pane.expect { !$0.contains(next) }
    try pane.tmux("send-keys", "C-c")
  }

  @Test("The form ends with Done, and releases the keyboard")
  func form() throws {
    let child = try start("TableForm")
    machine.type(1, "ann\n1\nteh.org\npw\n")
    #expect(try child.end() == 0)
    #expect(
      child.output == "Name: ann\nAge: 1\nHomepage: teh.org\nPassword: 2 characters\n")
    #expect(!machine.isGrabbed(1))
  }

  // MARK: In a terminal

  private func startInPane(_ name: String, columns: Int = 46, rows: Int = 11) throws -> Pane {
    let pane = try Pane(columns: columns, rows: rows)
    pane.type("clear; \(machine.shellPrefix) '\(BuiltProgram.path(of: name))'; echo status $?")
    try eventually("the grab") { machine.isGrabbed(1) }
    return pane
  }

  @Test(
    "The colour field is drawn with placeholder, frame, clear button and area",
    .needs("tmux"))
  func colourInTerminal() throws {
    let pane = try startInPane("ColourField")
    try pane.expect { $0.contains("[Color ") && $0.contains("Name a colour") }
    machine.type(1, "red")
    try pane.expect { $0.contains("[red ") && !$0.contains("█") }
    machine.type(1, "\n")
    try pane.expect { $0.contains("████████████████████████") && $0.contains("The area is red.") }
    try pane.tmux("resize-window", "-x", "16", "-y", "11")
    try pane.expect { $0.contains(" ██████████████\n") }
    try pane.tmux("send-keys", "C-c")
    try pane.expect { $0.contains("red\nThe area is red.\nstatus 0") }
  }

  @Test("The conversations are drawn in a terminal", .needs("tmux"))
  func conversationsInTerminal() throws {
    let pane = try startInPane("ConversationList")
    try pane.expect { $0.contains("▸ Ann") && $0.contains("To Ann") }
    press(Self.down, holding: Self.command)
    machine.type(1, "\nhello\nben")
    try pane.expect {
      $0.contains("▸ Ben") && $0.contains("To Ben") && $0.contains("hello") && $0.contains("  ben")
    }
    try pane.tmux("send-keys", "C-c")
    try pane.expect { $0.contains("status 0") }
  }

  @Test(
    "F120, F121, F122 the form is drawn with dots for the password, and the clear button",
    .needs("tmux"))
  func formInTerminal() throws {
    let pane = try startInPane("TableForm")
    try pane.expect { $0.contains("Name      first and last") && $0.contains("Password") }
    machine.type(1, "ann teh\n1\nteh.org\npw1")
    try pane.expect {
      $0.contains("Name      ann teh") && $0.contains("Age       1") && $0.contains("Password  ••")
    }
    let row = pane.screen.split(separator: "\n").first { $0.hasPrefix("Homepage  teh.org") }
    #expect(row.map { $0.count > "Homepage  teh.org".count } == true, "the clear mark")
    machine.type(1, "\n")
    try pane.expect { $0.contains("Password: 3 characters\nstatus 0") }
  }
}
