// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import TestSupport
import Testing

@testable import TextInput

/// The commands of the user's settings, and the conditions on commands.
struct UserCommandTests {
  private let desk = Desk()
  private var engine: TextEngine { desk.engine }

  private func command(
    _ id: String, _ chords: String, priority: Bool = false, isGlobal: Bool = false,
    argument: String? = nil, _ condition: CommandCondition = CommandCondition()
  ) throws -> KeyCommand {
    let chords = try chords.split(separator: " ").map { try Chord(parsing: String($0)) }
    return KeyCommand(id: id, chords: chords, title: id) {
      $0.propertyList = argument
      $0.wantsPriority = priority
      $0.condition = condition
      $0.isGlobal = isGlobal
    }
  }

  /// Gives the engine user commands, and records the ones that the user's responder performs.
  private func user(_ commands: KeyCommand...) -> Log {
    let log = Log()
    let user = Responder(name: "user")
    for command in commands { user.addKeyCommand(command) { [log] in log.ran.append($0.id) } }
    engine.userCommands = user
    return log
  }

  private final class Log {
    var ran: [String] = []
  }

  /// A responder without text that has the focus.
  private func list() -> List {
    let list = List(name: "list")
    engine.window.addSubview(list)
    list.becomeFirstResponder()
    _ = engine.takeUpdates()
    return list
  }

  private final class List: View {
    override var canBecomeFirstResponder: Bool { true }
  }

  // MARK: Performing

  @Test(
    "The user's commands precede those of the chain, and the user's responder performs the rest")
  func order() throws {
    let list = list()
    var near = 0
    list.addKeyCommand(try command("near", "cmd+k")) { _ in near += 1 }
    #expect(desk.press("⌘K") == .command(id: "near"))
    let log = user(try command("mine", "cmd+k", argument: "42"))
    #expect(desk.press("⌘K") == .command(id: "mine"))
    #expect(log.ran == ["mine"] && near == 1)
    let invoked = engine.takeUpdates().last { $0.name == "command.invoked" }
    #expect(
      invoked == .commandInvoked(id: "mine", title: "mine", target: "user", argument: "42"))
    engine.userCommands = nil
    #expect(desk.press("⌘K") == .command(id: "near"))
  }

  @Test("CMD-7a a user's command is performed by the responder that declares its id")
  func performed() throws {
    let list = list()
    var opened = 0
    list.addKeyCommand(try command("open", "cmd+o")) { _ in opened += 1 }
    let log = user(try command("open", "f9"))
    #expect(desk.press("F9") == .command(id: "open"))
    #expect(opened == 1 && log.ran.isEmpty)
    #expect(desk.facts("command.invoked") == ["command open list"])
  }

  @Test("BND-12a the user may bind an editing command to any keys, with conditions")
  func editing() throws {
    let view = desk.add(TextView(name: "view"))
    view.text = "one two"
    let log = user(
      try command(
        "delete-word-backward", "ctrl+w", priority: true, CommandCondition(focus: [.textView])))
    view.select(Selection(caret: 7))
    #expect(desk.press("⌃W") == .command(id: "delete-word-backward"))
    #expect(view.text == "one " && log.ran.isEmpty)
    desk.press("⌘Z")
    #expect(view.text == "one two", "both edits are one undo step")
    let field = desk.field()
    field.text = "one two"
    desk.press("⌃W")
    #expect(field.text == "one two")
  }

  @Test("FLD-3a a copying command copies nothing from a secret, for any owner of the binding")
  func secrets() throws {
    let field = desk.field { $0.isSecureTextEntry = true }
    field.text = "geheim"
    field.select(Selection(anchor: 0, head: 6))
    let log = user(try command("copy", "f9", priority: true))
    #expect(desk.press("F9") == .command(id: "copy"))
    // No responder of the chain could, so the user's responder got the command; it cannot copy.
    #expect(log.ran == ["copy"] && engine.pasteboard.text.isEmpty)
  }

  @Test("FLD-2d a letter typed into a secret never runs a command or begins a sequence")
  func secretLetters() throws {
    let field = desk.field { $0.isSecureTextEntry = true }
    let log = user(
      try command("letter", "x", priority: true), try command("two", "y z", priority: true),
      try command("chord", "cmd+k", priority: true), try command("tab", "tab", priority: true))
    for key in ["x", "y", "z"] { #expect(desk.press(key) == .insertedText) }
    #expect(field.text == "xyz" && log.ran.isEmpty)
    #expect(desk.facts("command.invoked").isEmpty)
    #expect(engine.activeCommands.map(\.command.id) == ["chord", "tab"])
    #expect(desk.press("⇥") == .command(id: "tab"), "⇥ is no letter")
    #expect(desk.press("⌘K") == .command(id: "chord"))
    let view = desk.add(TextView(name: "view"))
    #expect(desk.press("x") == .command(id: "letter") && view.text.isEmpty)
  }

  // MARK: Conditions

  @Test(
    "A condition on the focus names a kind of container, any text, or no text",
    arguments: [
      (CommandCondition.Focus.text, [true, true, true, false]),
      (.textField, [true, false, false, false]), (.textView, [false, true, false, false]),
      (.webField, [false, false, true, false]), (.other, [false, false, false, true]),
    ])
  func focus(_ focus: CommandCondition.Focus, _ expected: [Bool]) throws {
    _ = user(try command("k", "cmd+k", CommandCondition(focus: [focus])))
    let places: [() -> Void] = [
      { desk.field() }, { desk.add(TextView()) }, { desk.add(WebField()) }, { _ = list() },
    ]
    for (place, isMeant) in zip(places, expected) {
      place()
      #expect((desk.press("⌘K") == .command(id: "k")) == isMeant)
      #expect(engine.activeCommands.contains { $0.command.id == "k" } == isMeant)
    }
  }

  @Test("A condition on the surroundings names responders and contexts, with patterns")
  func contexts() throws {
    final class Chat: ViewController {
      override var textInputContextIdentifier: String? { "chat.ann" }
    }
    let chat = Chat(name: "conversation")
    engine.window.rootViewController = chat
    let field = TextField(name: "note")
    chat.view.addSubview(field)
    field.becomeFirstResponder()
    for (pattern, isMeant) in [
      ("chat.*", true), ("conv*", true), ("note", true), ("window", true), ("other", false),
    ] {
      _ = user(try command("k", "cmd+k", CommandCondition(contexts: ["none", pattern])))
      #expect((desk.press("⌘K") == .command(id: "k")) == isMeant, "\(pattern)")
    }
  }

  @Test("A condition on the keyboard applies only to keys pressed on it")
  func keyboards() throws {
    let log = user(
      try command("scan", "cmd+k", CommandCondition(keyboards: ["Scanner"])),
      try command("any", "cmd+k"))
    _ = list()
    for (id, name) in [(UInt32(0), "Scanner"), (1, "Board")] {
      engine.keyboardAttached(DeviceInfo(id: DeviceID(rawValue: id), name: name))
    }
    var keystroke = Typist.keystroke("⌘K")
    for id in [UInt32(0), 1] {
      keystroke.event.device = DeviceID(rawValue: id)
      desk.send(keystroke, .press)
      desk.send(keystroke, .release)
    }
    #expect(log.ran == ["scan", "any"])
    engine.isKeyboard = { _, _ in true }
    desk.send(keystroke, .press)
    #expect(log.ran.last == "scan", "the owner interprets the selector")
  }

  @Test("A condition is evaluated again for the last chord of a sequence")
  func sequence() throws {
    let log = user(
      try command("k", "cmd+k cmd+c", CommandCondition(keyboards: ["Scanner"])))
    _ = list()
    engine.keyboardAttached(DeviceInfo(id: DeviceID(rawValue: 0), name: "Scanner"))
    engine.keyboardAttached(DeviceInfo(id: DeviceID(rawValue: 1), name: "Board"))
    #expect(desk.press("⌘K") == .prefix)
    var other = Typist.keystroke("⌘C")
    other.event.device = DeviceID(rawValue: 1)
    #expect(desk.send(other, .press) == .unhandled && log.ran.isEmpty)
    desk.send(other, .release)
    desk.press("⌘K ⌘C")
    #expect(log.ran == ["k"])
  }

  // MARK: Without the focus

  @Test("Without the focus only global commands run, even while the engine is inactive")
  func global() throws {
    let log = user(
      try command("lights", "f9", isGlobal: true), try command("local", "f8"),
      try command("two", "f7 f6", isGlobal: true))
    #expect(desk.press("F8") == .unhandled)
    #expect(desk.press("F9") == .command(id: "lights"))
    let view = desk.add(TextView(name: "view"))
    #expect(desk.press("F8") == .command(id: "local"))
    engine.setActive(false)
    _ = engine.takeUpdates()
    #expect(desk.press("F8") == .ignored && desk.press("x") == .ignored)
    #expect(engine.takeUpdates().isEmpty && view.text.isEmpty)
    #expect(desk.press("F9") == .command(id: "lights"))
    #expect(desk.press("F7") == .prefix && desk.press("F6") == .command(id: "two"))
    #expect(log.ran == ["lights", "local", "lights", "two"])
    #expect(engine.activeCommands.map(\.command.id) == ["lights", "two"])
    engine.setActive(true)
    #expect(desk.press("x") == .insertedText && view.text == "x")
    #expect(engine.isIdle)
  }

  @Test("CMD-19a the panel does not open while the engine is inactive")
  func panelAway() throws {
    _ = user(
      try command("lights", "f9", isGlobal: true), try command("two", "f7 f6", isGlobal: true))
    desk.add(TextView())
    engine.setActive(false)
    desk.down("cmd")
    desk.wait(5000)
    #expect(engine.commandPanel == nil)
    desk.up("cmd")
    desk.press("F7")
    desk.wait(1000)
    #expect(engine.commandPanel == nil)
    desk.wait(5000)
    #expect(desk.press("F6") == .ignored, "the sequence has ended")
  }

  @Test("Reloaded settings end a waiting sequence, and apply at once")
  func replaced() throws {
    _ = user(try command("old", "cmd+k cmd+c"))
    _ = list()
    desk.press("⌘K")
    let log = user(try command("new", "cmd+c"))
    #expect(desk.press("⌘C") == .command(id: "new") && log.ran == ["new"])
    #expect(desk.press("⌘K") == .unhandled)
  }

  // MARK: Titles

  @Test(
    "CMD-14a, CMD-14b titles are shown in the user's language, or as they are if untranslated"
  )
  func titles() throws {
    let locales = try CompiledLocales("sv")
    engine.translator = Translator(LocaleName.list("sv"), folders: [locales.path])
    engine.programName = "Notes"
    var next = try command("next", "cmd+k")
    next.title = "GO_TO_NEXT_CONVERSATION"
    var other = try command("other", "cmd+j")
    other.title = "NOT_IN_ANY_CATALOGUE"
    other.group = "Window"
    _ = user(next, other)
    _ = list()
    desk.press("⌘K")
    guard case .commandInvoked(_, let title, _, _)? = engine.takeUpdates().first else {
      return #expect(Bool(false), "nothing ran")
    }
    #expect(title == "Gå till nästa konversation")
    desk.hold()
    let panel = try #require(engine.commandPanel)
    #expect(panel.groups.map(\.title) == ["Notes", "Fönster"])
    #expect(
      panel.groups.flatMap(\.rows).map(\.title)
        == ["Gå till nästa konversation", "NOT_IN_ANY_CATALOGUE"])
    desk.up("cmd")
  }
}
