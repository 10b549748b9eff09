// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import Testing

@testable import TextInput

/// The command panel while ⌘ is held, in virtual time.
@Suite struct CommandPanelTests {
  private let desk = Desk()

  // MARK: When

  @Test(
    "CMD-19a, CMD-19b holding ⌘ alone shows the panel after the delay, and not earlier",
    arguments: ["cmd", "right-cmd"], [300, 1000, 3000])
  func appears(key: String, milliseconds: Int) throws {
    try desk.declare("open cmd+o")
    desk.engine.settings.discoverabilityDelay = milliseconds
    desk.down(key)
    desk.wait(Int64(milliseconds) - 1)
    desk.send(Desk.keystroke(key), .repeat)
    #expect(desk.engine.commandPanel == nil && desk.facts("hud.shown").isEmpty)
    desk.wait(1)
    #expect(desk.panel == ["[application]", "⌘O open"])
    #expect(desk.facts("hud.shown").count == 1)
    desk.wait(10_000)
    #expect(desk.engine.takeUpdates().isEmpty && desk.engine.nextDeadline == nil)
    desk.up(key)
    #expect(desk.facts("hud.hidden").count == 1 && desk.engine.isIdle)
  }

  @Test("CMD-19a the time of the next key shows the panel if no timer fired before")
  func lateWakeUp() throws {
    try desk.declare("open cmd+o")
    desk.down("cmd")
    var late = Desk.keystroke("cmd").phase(.release)
    late.event.time = Timestamp(microseconds: 1_000_001)
    desk.engine.handle(late)
    #expect(desk.engine.takeUpdates().map(\.name) == ["hud.shown", "hud.hidden"])
  }

  @Test(
    "CMD-19c any other key before the delay cancels the panel, even a modifier",
    arguments: ["⌘K", "⌘O", "x", "shift", "cmd+shift", "caps", "globe", "right-cmd", "⎋"])
  func cancelled(key: String) throws {
    try desk.declare("open cmd+o")
    desk.down("cmd")
    desk.wait(999)
    desk.down(key)
    desk.up(key)
    desk.wait(5000)
    #expect(desk.engine.commandPanel == nil && desk.facts("hud.shown").isEmpty)
    desk.up("cmd")
    #expect(desk.engine.nextDeadline == nil && desk.engine.isIdle)
    desk.hold()
    #expect(desk.engine.commandPanel != nil, "holding ⌘ again shows the panel")
  }

  @Test(
    "CMD-19a, CMD-19c ⌘ after another modifier, ⌘ released early, and a repeating key show nothing"
  )
  func notAlone() throws {
    try desk.declare("open cmd+o")
    desk.down("shift")
    desk.down("shift+cmd")
    desk.wait(5000)
    #expect(desk.engine.commandPanel == nil)
    desk.up("shift+cmd")
    desk.up("shift")
    desk.down("cmd")
    desk.wait(999)
    desk.up("cmd")
    desk.wait(5000)
    #expect(desk.engine.commandPanel == nil)
    desk.down("x")
    desk.down("cmd")
    desk.repeats("x")
    desk.wait(5000)
    #expect(desk.engine.commandPanel == nil)
    desk.up("cmd")
    desk.down("cmd")
    desk.up("x")
    desk.wait(1000)
    #expect(desk.engine.commandPanel != nil, "the release of a key does not cancel the panel")
  }

  @Test("CMD-19c a cancelled key hides the panel only if it is on the keyboard of ⌘")
  func keyboardGoes() throws {
    try desk.declare("open cmd+o")
    var elsewhere = Desk.keystroke("x")
    elsewhere.event.device = DeviceID(rawValue: 9)
    desk.hold()
    desk.send(elsewhere, .cancel)
    #expect(desk.engine.commandPanel != nil)
    desk.send(Desk.keystroke("x"), .cancel)
    #expect(desk.engine.commandPanel == nil && desk.facts("hud.hidden").count == 1)
    desk.up("cmd")
    desk.down("cmd")
    desk.send(elsewhere, .cancel)
    #expect(desk.engine.nextDeadline != nil)
    desk.send(Desk.keystroke("x"), .cancel)
    #expect(desk.engine.nextDeadline == nil)
    desk.wait(5000)
    #expect(desk.engine.commandPanel == nil)
  }

  @Test("CMD-13b, CMD-19a ⌘ alone cannot be claimed, though responders receive the press")
  func unclaimed() throws {
    let greedy = RecordingResponder("greedy")
    greedy.offersPresses = true
    greedy.takesPresses = true
    greedy.performable = ["open"]
    let desk = Desk(application: greedy)
    greedy.commands = CommandRegistry([try Desk.command("open cmd+o")])
    desk.hold()
    #expect(desk.panel == ["[greedy]", "⌘O open"] && greedy.log == ["began "])
  }

  // MARK: Contents

  @Test(
    "CMD-20a, CMD-20b, CMD-20c, CMD-20d hidden, disabled, untitled, unusable commands are omitted"
  )
  func contents() throws {
    let application = RecordingResponder("application")
    let desk = Desk(application: application)
    var long = try Desk.command("long cmd+l")
    long.discoverabilityTitle = "Something Long"
    var hidden = try Desk.command("hidden cmd+h")
    hidden.attributes = .hidden
    var disabled = try Desk.command("disabled cmd+d")
    disabled.attributes = .disabled
    var untitled = try Desk.command("untitled cmd+u")
    untitled.title = ""
    var emptyLong = try Desk.command("short cmd+s")
    emptyLong.discoverabilityTitle = ""
    application.commands = CommandRegistry([
      long, hidden, disabled, untitled, emptyLong, try Desk.command("far cmd+f"),
      try Desk.command("covered cmd+l"),
    ])
    application.performable = ["long", "hidden", "disabled", "untitled", "short", "covered"]
    desk.hold()
    #expect(desk.panel == ["[application]", "⌘L Something Long", "⌘S short"])
    #expect(desk.press("⌘H") == .command(id: "hidden"), "hidden commands still run")
  }

  @Test("CMD-8b, CMD-20a a row shows the command's current state and title")
  func states() throws {
    let screen = Validating(name: "screen")
    desk.engine.window.rootViewController = screen
    screen.addKeyCommand(try Desk.command("mute cmd+m")) { _ in }
    desk.hold()
    let row = try #require(desk.engine.commandPanel?.groups.first?.rows.first)
    #expect(row.title == "Unmute" && row.state == .mixed && row.id == "mute")
  }

  @Test(
    "CMD-21a, CMD-21b, CMD-21c the program's groups are first, then the menus in menu bar order"
  )
  func groups() throws {
    let application = RecordingResponder("application")
    let desk = Desk(application: application)
    desk.engine.programName = "Notes"
    application.commands = CommandRegistry(
      try ["open cmd+o", "bold cmd+b Format", "dice cmd+9 Games"].map(Desk.command))
    application.performable = [
      "open", "bold", "dice", "help", "close", "zoom", "tags", "font", "new", "quit", "more",
      "undo-all", "covered", "loose",
    ]
    let words: [(MenuIdentifier, String)] = [
      (.help, "help cmd+1"), (.window, "close cmd+2"), (.view, "zoom cmd+3"),
      ("tags", "tags cmd+4"), (.undoRedo, "undo-all cmd+8"), (.alignment, "font cmd+t Edit"),
      (.file, "new cmd+n"), (.application, "quit cmd+q"), ("games", "more cmd+5"),
      (.file, "covered cmd+o"), (.root, "loose cmd+6"),
    ]
    let commands = try words.map { ($0, try Desk.command($1)) }
    application.menu = { builder in
      builder.insertSibling(Menu("tags", title: "Tags"), afterMenu: .view)
      builder.insertSibling(Menu("games", title: "Games"), beforeMenu: .file)
      for (menu, command) in commands {
        builder.insertElements([.command(command)], atEndOfMenu: menu)
      }
    }
    desk.hold()
    #expect(
      desk.panel == [
        "[Notes]", "⌘O open", "⌘Q quit", "⌘6 loose", "[Games]", "⌘9 dice", "⌘5 more", "[File]",
        "⌘N new",
        "[Edit]", "⌘8 undo-all", "[Format]", "⌘B bold", "⌘T font", "[View]", "⌘3 zoom", "[Tags]",
        "⌘4 tags", "[Window]", "⌘2 close", "[Help]", "⌘1 help",
      ])
  }

  @Test("BND-12c the panel shows a user's binding, whether it replaces one or is added")
  func userBindings() {
    final class Canvas: View {
      var ran: [String] = []
      override var canBecomeFirstResponder: Bool { true }
      override func canPerform(_ command: KeyCommand) -> Bool {
        ["undo", "select-all"].contains(command.id)
      }
      override func perform(_ command: KeyCommand) { ran.append(command.id) }
    }
    let canvas = Canvas(name: "canvas")
    desk.engine.window.addSubview(canvas)
    canvas.becomeFirstResponder()
    desk.hold()
    #expect(desk.panel.contains("⌘Z Undo") && desk.panel.contains("⌘A Select All"))
    desk.up("cmd")
    desk.engine.bindings.bind(Chord("z", .command), to: nil)
    desk.engine.bindings.bind(Chord("u", [.control, .command]), to: .undo)
    desk.engine.bindings.bind(Chord(.function(7)), to: .selectAll)
    desk.hold()
    #expect(desk.panel.contains("⌃⌘U Undo") && !desk.panel.contains("⌘Z Undo"))
    #expect(desk.panel.contains("F7 Select All"))
    desk.up("cmd")
    #expect(desk.press("⌃⌘U") == .command(id: "undo") && canvas.ran == ["undo"])
    #expect(desk.press("⌘Z") == .unhandled && desk.press("F7") == .command(id: "select-all"))
  }

  @Test("CMD-21a a program without a name is shown with its application's name")
  func defaultName() throws {
    let desk = Desk(application: Application(name: "Notes"))
    try desk.declare("open cmd+o")
    desk.hold()
    #expect(desk.panel.first == "[Notes]")
  }

  @Test(
    "CMD-22a, CMD-22b a row shows modifiers in the order ⌃⌥⇧⌘, then the key, then the title",
    arguments: [
      ("cmd+shift+opt+ctrl+left", "⌃⌥⇧⌘←", "ctrl+opt+shift+cmd+left"),
      ("cmd+shift+z", "⇧⌘Z", "shift+cmd+z"), ("opt+f5", "⌥F5", "opt+f5"),
      ("shift+return", "⇧⏎", "shift+return"), ("cmd+plus", "⌘+", "cmd+plus"),
    ])
  func spelling(chord: String, symbols: String, words: String) throws {
    try desk.declare("go \(chord)")
    desk.hold()
    #expect(desk.panel == ["[application]", "\(symbols) go"])
    let row = try #require(desk.engine.commandPanel?.groups.first?.rows.first)
    #expect(row.keys(in: .words) == words && row.chords(in: .words) == words)
  }

  @Test("CMD-23 the panel does not appear if there is nothing to list")
  func nothing() throws {
    desk.hold()
    var hidden = try Desk.command("hidden cmd+h")
    hidden.attributes = .hidden
    desk.engine.application.addKeyCommand(hidden) { _ in }
    desk.up("cmd")
    desk.hold()
    #expect(desk.facts("hud.shown").isEmpty && desk.engine.commandPanel == nil)
    desk.up("cmd")
    #expect(desk.facts("hud.hidden").isEmpty)
  }

  @Test("CMD-23 hasNoCommandToShow is true while ⌘ is held with nothing to list")
  func sayingNothing() throws {
    #expect(!desk.engine.hasNoCommandToShow)
    desk.hold()
    #expect(desk.engine.hasNoCommandToShow)
    desk.up("cmd")
    #expect(!desk.engine.hasNoCommandToShow)
    desk.hold()
    desk.press("x")
    #expect(!desk.engine.hasNoCommandToShow)
    desk.up("cmd")
    try desk.declare("go cmd+g")
    desk.hold()
    #expect(!desk.engine.hasNoCommandToShow && desk.engine.commandPanel != nil)
  }

  @Test(
    "CMD-26 a command that text precedes is omitted while text has the focus, except with priority")
  func text() throws {
    try desk.declare("next cmd+down", "find cmd+f", "tab tab")
    var urgent = try Desk.command("urgent cmd+up")
    urgent.wantsPriority = true
    desk.perform(urgent)
    desk.hold()
    #expect(
      desk.panel == ["[application]", "⌘↓ next", "⌘F find", "⇥ tab", "⌘↑ urgent"])
    desk.up("cmd")
    desk.add(TextView(name: "view"))
    desk.hold()
    #expect(desk.panel == ["[application]", "⌘F find", "⌘↑ urgent"])
  }

  @Test("An open panel keeps the commands that were active when it opened")
  func moment() throws {
    try desk.declare("open cmd+o")
    desk.hold()
    try desk.declare("late cmd+l")
    desk.wait(1000)
    #expect(desk.panel == ["[application]", "⌘O open"])
    #expect(
      desk.press("⌘L") == .command(id: "late"), "a command declared after the panel opened runs too"
    )
  }

  // MARK: Closing

  @Test("CMD-24a a listed combination closes the panel and runs, even with further modifiers held")
  func listed() throws {
    try desk.declare("open cmd+o", "redo cmd+shift+z", "wild ctrl+opt+shift+cmd+x")
    for (keys, id) in [("⌘O", "open"), ("⇧⌘Z", "redo"), ("⌃⌥⇧⌘X", "wild")] {
      desk.hold()
      _ = desk.facts()
      desk.down("cmd+shift")
      #expect(desk.engine.commandPanel != nil, "a further modifier does not close the panel")
      #expect(desk.down(keys) == .command(id: id))
      #expect(desk.facts() == ["hud.hidden", "command \(id) application"])
      desk.up(keys)
      desk.wait(5000)
      #expect(
        desk.engine.commandPanel == nil, "the panel does not open again until ⌘ is pressed again")
      desk.up("cmd")
      #expect(desk.facts() == [] && desk.engine.isIdle)
    }
  }

  @Test("CMD-24a every listed row runs by its displayed keys")
  func everyRow() throws {
    try desk.declare(
      "a cmd+a", "b opt+f5", "c return", "d shift+cmd+left", "e ctrl+k", "f cmd+9", "g cmd+pageup")
    desk.hold()
    let rows = try #require(desk.engine.commandPanel).groups.flatMap(\.rows)
    #expect(rows.count == 7)
    desk.up("cmd")
    for row in rows {
      desk.hold()
      #expect(desk.press(row.keys(in: .symbols)) == .command(id: row.id))
      #expect(desk.engine.commandPanel == nil)
      desk.up("cmd")
    }
  }

  @Test("CMD-24b any other key closes the panel and has its usual effect; releasing ⌘ closes it")
  func otherKeys() throws {
    try desk.declare("open cmd+o")
    let field = desk.field()
    desk.hold()
    #expect(desk.press("x") == .insertedText && field.text == "x")
    #expect(desk.engine.commandPanel == nil)
    desk.up("cmd")
    desk.hold()
    #expect(desk.press("⌘←") == .binding(.moveLineLeft))
    #expect(desk.engine.commandPanel == nil)
    desk.up("cmd")
    desk.hold()
    #expect(desk.press("⌘B") == .unhandled && desk.engine.commandPanel == nil)
    desk.up("cmd")
    desk.hold()
    _ = desk.facts()
    desk.down("right-cmd")
    desk.up("right-cmd")
    #expect(desk.engine.commandPanel != nil, "the other ⌘ is treated like any modifier")
    desk.up("cmd")
    #expect(desk.facts() == ["hud.hidden"])
  }

  @Test("CMD-24b unplugging the keyboard that holds ⌘ closes the panel, another keyboard does not")
  func unplugged() throws {
    try desk.declare("open cmd+o")
    desk.hold()
    var other = Desk.keystroke("cmd")
    other.event.device = DeviceID(rawValue: 9)
    desk.send(other, .cancel)
    desk.send(other, .release)
    #expect(desk.engine.commandPanel != nil)
    desk.send(Desk.keystroke("cmd"), .cancel)
    #expect(desk.engine.commandPanel == nil)
    desk.down("cmd")
    desk.send(Desk.keystroke("cmd"), .cancel)
    desk.wait(5000)
    #expect(desk.engine.commandPanel == nil && desk.engine.nextDeadline == nil)
  }

  @Test(
    "The panel closes when the focus moves, the key window changes, or the engine is deactivated")
  func elsewhere() throws {
    try desk.declare("open cmd+o")
    let field = TextField(name: "field")
    desk.engine.window.addSubview(field)
    let other = desk.engine.makeWindow(name: "other")
    let ends: [() -> Void] = [
      { field.becomeFirstResponder() }, { field.resignFirstResponder() }, { other.makeKey() },
      { other.close() }, { self.desk.engine.setActive(false) },
    ]
    for end in ends {
      desk.hold()
      #expect(desk.engine.commandPanel != nil)
      end()
      #expect(desk.engine.commandPanel == nil && desk.facts("hud.hidden").count == 1)
      desk.wait(5000)
      #expect(desk.engine.commandPanel == nil && desk.engine.nextDeadline == nil)
      desk.up("cmd")
    }
    desk.hold()
    #expect(desk.engine.commandPanel == nil, "an inactive engine shows no panel")
    desk.engine.setActive(true)
    desk.wait(5000)
    #expect(desk.engine.commandPanel == nil, "⌘ was pressed while the engine was inactive")
  }

  @Test("A command whose validation moves the focus does not open the panel there")
  func askedAndGone() throws {
    let screen = Validating(name: "screen")
    let field = TextField(name: "field")
    desk.engine.window.rootViewController = screen
    screen.view.addSubview(field)
    screen.addKeyCommand(try Desk.command("mute cmd+m")) { _ in }
    screen.asked = { field.becomeFirstResponder() }
    desk.hold()
    #expect(desk.engine.commandPanel == nil && desk.facts("hud.shown").isEmpty)
  }

  // MARK: Focus and composition

  @Test(
    "CMD-25a, CMD-25b the panel does not take the focus, and the composition continues behind it")
  func composition() throws {
    try desk.declare("open cmd+o")
    let field = desk.field()
    desk.send(Typist.composing(.pending(preview: "´")), .press)
    desk.send(Typist.composing(.pending(preview: "´")), .release)
    let drawn = Typist.draw(field)
    #expect(drawn == "{´‸}")
    _ = desk.facts()
    desk.hold()
    desk.up("cmd")
    #expect(desk.facts() == ["hud.shown", "hud.hidden"], "the key had no other effect")
    #expect(field.isFirstResponder && Typist.draw(field) == drawn)
    desk.send(Typist.composing(.completed, text: "é"), .press)
    #expect(field.text == "é" && field.markedRange == nil)
  }

  @Test("CMD-25b a list of candidates stays open behind the panel")
  func candidates() throws {
    try desk.declare("open cmd+o")
    let field = desk.field()
    desk.down("e")
    desk.wait(600)
    let list = desk.list
    #expect(list.hasPrefix("[è]"))
    desk.hold()
    #expect(desk.engine.commandPanel != nil && desk.list == list && field.text == "e")
    desk.up("cmd")
    #expect(desk.list == list)
    desk.up("e")
  }
}

/// A screen whose validation calls a closure.
private final class Validating: ViewController {
  var asked: () -> Void = {}

  override func validate(_ command: inout KeyCommand) {
    command.title = "Unmute"
    command.state = .mixed
    asked()
  }
}
