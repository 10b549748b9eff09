// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// Which commands apply, and how they are validated.
struct CommandTests {
  private let desk = Desk()

  private func command(
    _ id: String, _ chords: String, priority: Bool = false, attributes: KeyCommand.Attributes = [],
    alternates: [CommandAlternate] = []
  ) throws -> KeyCommand {
    let chords = try chords.split(separator: " ").map { try Chord(parsing: String($0)) }
    return KeyCommand(id: id, chords: chords, title: id) {
      $0.attributes = attributes
      $0.alternates = alternates
      $0.wantsPriority = priority
    }
  }

  /// A screen that records which of its commands ran.
  private final class Screen: ViewController {
    var ran: [String] = []
    var listed: [KeyCommand]?
    var change: (inout KeyCommand) -> Void = { _ in }

    override var keyCommands: [KeyCommand]? { listed }
    override func canPerform(_ command: KeyCommand) -> Bool {
      listed?.flatMap(\.variants).contains { $0.id == command.id } == true
        || super.canPerform(command)
    }
    override func validate(_ command: inout KeyCommand) { change(&command) }
    override func perform(_ command: KeyCommand) {
      ran.append(command.title)
      super.perform(command)
    }
  }

  private func screen(_ commands: [KeyCommand]) -> Screen {
    let screen = Screen(name: "screen")
    screen.listed = commands
    desk.engine.window.rootViewController = screen
    return screen
  }

  // MARK: Collection

  @Test(
    "CMD-5a a list that is changed in place, or made at each key, has its commands found at once")
  func changedList() throws {
    let screen = screen([try command("first", "cmd+j")])
    let registry = try #require(screen.ownRegistry)
    #expect(desk.press("⌘J") == .command(id: "first"))
    #expect(screen.ownRegistry === registry, "the same list keeps its registry")
    screen.listed = [try command("first", "cmd+j")]
    #expect(screen.ownRegistry === registry, "an equal list keeps its registry")
    screen.listed?[0] = try command("other", "cmd+k")
    #expect(desk.press("⌘J") == .unhandled && desk.press("⌘K") == .command(id: "other"))
    screen.listed?.append(try command("more", "cmd+j"))
    #expect(desk.press("⌘J") == .command(id: "more"))
    screen.listed = []
    #expect(desk.press("⌘J") == .unhandled)
  }

  @Test("CMD-5a a responder's registry is used in place of its list")
  func ownRegistry() throws {
    let screen = screen([try command("listed", "cmd+j")])
    let registry = CommandRegistry([try command("kept", "cmd+k")])
    screen.commandRegistry = registry
    #expect(desk.press("⌘J") == .unhandled && screen.ownRegistry === registry)
    screen.listed = registry.commands
    #expect(desk.press("⌘K") == .command(id: "kept"))
    screen.commandRegistry = nil
    screen.listed = [try command("listed", "cmd+j")]
    #expect(desk.press("⌘J") == .command(id: "listed"))
  }

  @Test("CMD-4b a responder's own list precedes the commands added to it, and both apply")
  func added() throws {
    let screen = screen([try command("listed", "cmd+k"), try command("other", "cmd+o")])
    var added = 0
    screen.addKeyCommand(try command("added", "cmd+k")) { _ in added += 1 }
    screen.addKeyCommand(try command("more", "cmd+m")) { _ in added += 1 }
    #expect(desk.press("⌘K") == .command(id: "listed") && added == 0)
    #expect(desk.press("⌘M") == .command(id: "more") && added == 1)
    screen.listed = nil
    #expect(desk.press("⌘K") == .command(id: "added") && added == 2)
    screen.removeKeyCommand(id: "added")
    #expect(desk.press("⌘K") == .unhandled)
  }

  @Test(
    "CMD-8a, CMD-8c canPerform is called first, and validate only if the command can be performed")
  func askedInOrder() throws {
    final class Asked: ViewController {
      var log: [String] = []
      var can = true
      override func canPerform(_ command: KeyCommand) -> Bool {
        log.append("canPerform \(command.id)")
        return can
      }
      override func validate(_ command: inout KeyCommand) { log.append("validate \(command.id)") }
      override func perform(_ command: KeyCommand) { log.append("perform \(command.id)") }
    }
    let screen = Asked(name: "screen")
    let first = try command("first", "cmd+m")
    screen.addKeyCommand(first) { _ in }
    desk.engine.window.rootViewController = screen
    #expect(desk.press("⌘M") == .command(id: "first"))
    let order = ["canPerform", "validate", "perform"].map { word in
      screen.log.firstIndex { $0.hasPrefix(word) } ?? .max
    }
    #expect(order == order.sorted() && screen.log.last == "perform first", "\(screen.log)")
    (screen.can, screen.log) = (false, [])
    #expect(desk.press("⌘M") == .unhandled)
    #expect(Set(screen.log) == ["canPerform first"])
  }

  @Test(
    "CMD-8b, CMD-8c the performing responder determines title, state and whether the command runs"
  )
  func validation() throws {
    let screen = screen([try command("mute", "cmd+m"), try command("mark", "cmd+m")])
    screen.change = {
      guard $0.id == "mute" else { return }
      $0.title = "Unmute"
      $0.state = .on
    }
    desk.press("⌘M")
    #expect(desk.facts("command.invoked") == ["command mute screen"] && screen.ran == ["Unmute"])
    #expect(desk.engine.activeCommands.map(\.command.state) == [.on])
    screen.change = { if $0.id == "mute" { $0.attributes = .disabled } }
    #expect(desk.press("⌘M") == .command(id: "mark"), "the next candidate is tried")
    screen.change = { $0.attributes = .disabled }
    #expect(desk.press("⌘M") == .unhandled)
    #expect(desk.engine.activeCommands.isEmpty)
  }

  @Test("CMD-8b validation may enable a command that is declared disabled")
  func enabled() throws {
    let screen = screen([try command("k", "cmd+k", attributes: .disabled)])
    #expect(desk.press("⌘K") == .unhandled)
    screen.change = { $0.attributes = [] }
    #expect(desk.press("⌘K") == .command(id: "k"))
  }

  @Test("CMD-1d an alternate has the same key with further modifiers, another action and title")
  func alternates() throws {
    let reload = try command(
      "reload", "cmd+r",
      alternates: [CommandAlternate(modifiers: .option, id: "reload-all", title: "Reload All")])
    let screen = screen([reload])
    #expect(desk.press("⌘R") == .command(id: "reload"))
    #expect(desk.press("⌥⌘R") == .command(id: "reload-all"))
    #expect(screen.ran == ["reload", "Reload All"])
    #expect(desk.engine.activeCommands.map(\.command.chord.words) == ["cmd+r", "opt+cmd+r"])
    let plain = Responder(name: "plain")
    plain.addKeyCommand(reload) { _ in }
    #expect(reload.variants.allSatisfy(plain.canPerform))
    plain.removeKeyCommand(id: "reload")
    #expect(!reload.variants.contains(where: plain.canPerform))
  }

  @Test("CMD-1e the property list distinguishes commands with one action, and is passed to it")
  func propertyLists() throws {
    var found: [String?] = []
    let application = desk.engine.application
    for (index, name) in ["left", "right"].enumerated() {
      var command = try command("go", "cmd+\(index + 1)")
      command.propertyList = name
      application.addKeyCommand(command) { found.append($0.propertyList) }
    }
    desk.press("⌘2 ⌘1")
    #expect(found == ["right", "left"])
  }

  @Test("The keyboard that ran a command is known while it is performed")
  func keyboard() throws {
    let device = DeviceInfo(id: DeviceID(rawValue: 0), name: "Board")
    var names: [String?] = []
    desk.engine.application.addKeyCommand(try command("k", "cmd+k")) { [engine = desk.engine] _ in
      names.append(engine.keyboard?.name)
    }
    desk.press("⌘K")
    desk.engine.keyboardAttached(device)
    desk.press("⌘K")
    #expect(names == [nil, "Board"])
  }

  // MARK: Active commands

  @Test(
    "CMD-20a, CMD-26 the nearest command on its keys is listed, unless text precedes it"
  )
  func active() throws {
    let screen = screen([
      try command("next", "cmd+down"), try command("urgent", "cmd+up", priority: true),
      try command("one", "cmd+1"), try command("open", "return"), try command("letter", "x"),
      try command("hidden", "cmd+h", attributes: .hidden), try command("seek", "f3"),
      try command("tab", "tab"), try command("done", "ctrl+tab"),
    ])
    let listed = [try command("menu-one", "cmd+1"), try command("menu", "cmd+p")]
    let delegate = RecordingResponder("delegate")
    delegate.performable = []
    delegate.menu = {
      $0.insertElements(listed.map(MenuElement.command), atEndOfMenu: .file)
    }
    (desk.engine.application as? Application)?.delegate = delegate
    desk.engine.application.addKeyCommand(try command("menu", "cmd+9")) { _ in }
    let ids = { desk.engine.activeCommands.map(\.command.id) }
    let all = [
      "next", "urgent", "one", "open", "letter", "hidden", "seek", "tab", "done", "menu", "menu",
    ]
    #expect(ids() == all)
    #expect(desk.engine.activeCommands.last?.source == .menu)
    let view = desk.add(TextView(name: "text"))
    screen.view.addSubview(view)
    view.becomeFirstResponder()
    #expect(ids() == ["urgent", "one", "hidden", "seek", "done", "menu", "menu"])
    view.isEditable = false
    #expect(
      ids() == ["urgent", "one", "open", "letter", "hidden", "seek", "tab", "done", "menu", "menu"])
    let field = TextField(name: "field")
    screen.view.addSubview(field)
    field.becomeFirstResponder()
    #expect(
      ids() == ["urgent", "one", "hidden", "seek", "menu", "menu"], "⇥ and ⌃⇥ move the focus")
    desk.engine.setActive(false)
    #expect(ids() == [])
  }

  @Test("CMD-20a exactly the listed commands of a screen run when their keys are pressed")
  func listedRuns() throws {
    let chords = ["cmd+down", "cmd+k", "return", "x", "f7", "ctrl+k", "opt+up", "cmd+left", "tab"]
    let screen = screen(try chords.map { try command($0, $0) })
    let view = TextView(name: "text")
    for hasFocus in [false, true] {
      if hasFocus {
        screen.view.addSubview(view)
        view.becomeFirstResponder()
        view.text = "some text"
        view.select(Selection(caret: 3))
      }
      let listed = Set(desk.engine.activeCommands.map(\.command.id))
      for chord in chords {
        let words = try Chord(parsing: chord).description
        let disposition = desk.press(words == "X" ? "x" : words)
        #expect((disposition == .command(id: chord)) == listed.contains(chord), "\(chord)")
      }
      #expect(listed.count == (hasFocus ? 2 : chords.count), "⌘K and F7 remain in a text")
    }
  }

  // MARK: Sequences

  private func sequences() throws -> Screen {
    screen([
      try command("comment", "cmd+k cmd+c"), try command("fold", "cmd+k cmd+0"),
      try command("deep", "cmd+k cmd+d cmd+e"), try command("single", "cmd+s"),
    ])
  }

  @Test("A sequence runs at its last chord, whether ⌘ stays down or not")
  func sequence() throws {
    let screen = try sequences()
    #expect(desk.press("⌘K") == .prefix && screen.ran == [])
    #expect(desk.press("⌘C") == .command(id: "comment"))
    desk.down("⌘K")
    #expect(desk.repeats("⌘K") == .prefix)
    desk.up("⌘K")
    #expect(desk.press("⌘D") == .prefix && desk.press("⌘E") == .command(id: "deep"))
    #expect(desk.press("⌘C") == .unhandled, "the sequence has ended")
    #expect(screen.ran == ["comment", "deep"] && desk.engine.isIdle)
    #expect(desk.engine.nextDeadline == nil)
  }

  @Test("A key that continues no sequence ends it and has its usual effect")
  func brokenSequence() throws {
    let screen = try sequences()
    let field = TextField(name: "field")
    screen.view.addSubview(field)
    field.becomeFirstResponder()
    #expect(desk.press("⌘K") == .prefix)
    #expect(desk.press("x") == .insertedText && field.text == "x")
    #expect(desk.press("⌘K ⌘S") == .command(id: "single"))
    #expect(desk.press("⌘K ⌘K") == .prefix, "⌘K begins another sequence")
    #expect(desk.press("⌘C") == .command(id: "comment"))
    #expect(
      desk.press("⌘K ⎋") == .prefix && field.isFirstResponder,
      "⎋ ends the sequence and has no other effect")
    #expect(desk.press("c") == .insertedText && field.text == "xc")
  }

  @Test("A sequence ends after its timeout, or when the focus moves")
  func sequenceEnds() throws {
    let screen = try sequences()
    desk.press("⌘K")
    desk.wait(2999)
    #expect(desk.press("⌘C") == .command(id: "comment"))
    desk.press("⌘K")
    desk.wait(3000)
    #expect(desk.press("⌘C") == .unhandled)
    desk.engine.settings.sequenceTimeout = 400
    desk.press("⌘K")
    desk.wait(401)
    #expect(desk.press("⌘C") == .unhandled)
    let field = TextField(name: "field")
    screen.view.addSubview(field)
    desk.press("⌘K")
    field.becomeFirstResponder()
    #expect(desk.press("⌘0") == .unhandled)
    desk.press("⌘K")
    desk.engine.setActive(false)
    desk.engine.setActive(true)
    #expect(desk.press("⌘0") == .unhandled && desk.engine.nextDeadline == nil)
  }

  @Test(
    "CMD-8c if a sequence cannot be performed any more, its last key has its usual effect")
  func sequenceInvalid() throws {
    let screen = try sequences()
    desk.press("⌘K")
    screen.change = { $0.attributes = .disabled }
    #expect(desk.press("⌘C") == .unhandled && screen.ran == [])
    #expect(desk.press("⌘K") == .unhandled, "a sequence whose commands are disabled does not begin")
  }

  @Test("CMD-6c ⌘K and ⌘K ⌘C conflict: a menu refuses the second, and a listing reports both")
  func sequenceConflicts() throws {
    let registry = CommandRegistry([
      try command("long", "cmd+k cmd+c"), try command("other", "cmd+k cmd+u"),
      try command("short", "cmd+k"),
    ])
    #expect(
      registry.conflicts.map { $0.commands.map(\.id) } == [["long", "other", "short"]])
    let menu = CommandRegistry(refusesConflicts: true)
    try menu.add(try command("long", "cmd+k cmd+c"))
    try menu.add(try command("other", "cmd+k cmd+u"))
    #expect(throws: KeyCommandError.self) { try menu.add(try command("short", "cmd+k")) }
    #expect(throws: KeyCommandError.self) { try menu.add(try command("more", "cmd+k cmd+c cmd+x")) }
    #expect(menu.commands.map(\.id) == ["long", "other"])
  }
}
