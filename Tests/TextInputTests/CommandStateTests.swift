// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Layouts
import Testing

@testable import TextInput

/// The state after, and the list during, combinations of sequences, keyboards and reserved keys.
@Suite struct CommandStateTests {
  private let desk = Desk()
  private var engine: TextEngine { desk.engine }
  private var listed: [String] { engine.activeCommands.map(\.command.id) }

  // MARK: Sequences

  @Test("A sequence runs once: its held last key does not run its own command")
  func heldSequence() throws {
    let view = desk.add(TextView(name: "view"))
    engine.pasteboard.text = "x"
    try desk.declare("run cmd+k cmd+v")
    desk.press("⌘K")
    #expect(desk.down("⌘V") == .command(id: "run"))
    #expect(desk.repeats("⌘V") == .ignored && view.text.isEmpty)
    desk.up("⌘V")
    #expect(engine.isIdle && desk.press("⌘V") == .binding(.paste))
  }

  @Test("CMD-12 presenting a screen while a sequence waits makes the commands below unreachable")
  func modal() throws {
    var ran = 0
    let root = ViewController(name: "root")
    engine.window.rootViewController = root
    root.addKeyCommand(try Desk.command("below cmd+k cmd+c")) { _ in ran += 1 }
    #expect(desk.press("⌘K") == .prefix)
    root.present(ViewController(name: "sheet"))
    #expect(desk.press("⌘C") == .unhandled && ran == 0)
    root.dismiss()
    #expect(desk.press("⌘K ⌘C") == .command(id: "below") && ran == 1)
  }

  @Test(
    "CMD-7a a sequence is performed by the responder that can when its last key is pressed")
  func laterPerformer() throws {
    let root = ViewController(name: "root")
    engine.window.rootViewController = root
    var ran: [String] = []
    let command = try Desk.command("do cmd+k cmd+c")
    root.addKeyCommand(command) { _ in ran.append("root") }
    desk.press("⌘K")
    engine.application.addKeyCommand(command) { _ in ran.append("application") }
    root.removeKeyCommand(id: "do")
    #expect(desk.press("⌘C") == .command(id: "do") && ran == ["application"])
  }

  @Test(
    "A global sequence that began while the terminal had no focus ends when it regains the focus")
  func globalSequence() throws {
    var ran = 0
    var command = try Desk.command("two f7 f6")
    command.isGlobal = true
    let user = Responder(name: "user")
    user.addKeyCommand(command) { _ in ran += 1 }
    engine.userCommands = user
    desk.add(TextView(name: "view"))
    engine.setActive(false)
    #expect(desk.press("F7") == .prefix)
    engine.setActive(true)
    #expect(engine.nextDeadline == nil && desk.press("F6") == .unhandled && ran == 0)
  }

  @Test(
    "CMD-9a, CMD-9b if text uses the first key, only commands with priority continue the sequence")
  func priorityPrefix() throws {
    let view = desk.add(TextView(name: "view"))
    var first = try Desk.command("first j k")
    first.wantsPriority = true
    desk.perform(first)
    try desk.declare("second j l")
    #expect(desk.press("j k") == .command(id: "first"))
    #expect(desk.press("j l") == .insertedText && view.text == "l")
    #expect(listed == ["first"])
  }

  // MARK: Layouts

  @Test("CMD-20a a ⌥X sequence is listed in a text, and begins, if ⌥ types no third level")
  func option() throws {
    for (policy, isText) in [(OptionAsThirdLevel.never, false), (.always, true)] {
      let desk = try LayoutDesk("de", optionAsThirdLevel: policy)
      let view = TextView(name: "view")
      desk.engine.window.addSubview(view)
      view.becomeFirstResponder()
      try desk.declare("opt+q", "opt+e opt+q")
      #expect(
        desk.engine.activeCommands.map(\.command.id) == (isText ? [] : ["opt+q", "opt+e opt+q"]))
      #expect((desk.tap(16, holding: [.leftAlt]) == .command(id: "opt+q")) != isText)
      #expect((desk.tap(18, holding: [.leftAlt]) == .prefix) != isText)
      #expect((desk.tap(16, holding: [.leftAlt]) == .command(id: "opt+e opt+q")) != isText)
      #expect(view.text == (isText ? "@€@" : ""))
    }
  }

  // MARK: Reserved keys

  @Test("CMD-13a, CMD-13d a command on reserved keys does not run and is not listed")
  func reserved() throws {
    let desk = Desk(modes: "en-US sv-SE")
    let engine = desk.engine
    desk.add(TextView(name: "view"))
    try engine.reservedCommands.add(try Desk.command("reserved f5"))
    engine.application.addKeyCommand(try Desk.command("reserved cmd+5")) { _ in }
    for chords in [
      "ctrl+space", "fn", "cmd+fn", "cmd+k ctrl+space", "cmd+j ctrl+f2", "ctrl+f2", "f5",
      "cmd+u f5",
    ] {
      var command = try Desk.command("never \(chords)")
      command.wantsPriority = true
      desk.perform(command)
    }
    #expect(engine.activeCommands.map(\.command.id) == ["reserved"])
    #expect(desk.press("⌃␠") == .mode && desk.press("⌘K ⌃␠") != .command(id: "never"))
    #expect(desk.press("F5") == .command(id: "reserved"))
    #expect(desk.press("⌃F2") == .overlay)
    desk.press("⌃F2")
    engine.bindings.bind(Chord(" ", .control), to: .undo)
    engine.bindings.bind(Chord(.function(2), .control), to: .selectAll)
    #expect(!engine.activeBindings.contains { $0.chords.contains(Chord(" ", .control)) })
    #expect(
      !engine.activeBindings.contains {
        $0.chords.contains(Chord(.function(2), .control))
      })
  }

  @Test("⌃F2 runs a command if there is no menu to open")
  func menuKey() throws {
    try desk.declare("mine ctrl+f2")
    #expect(listed == ["mine"] && desk.press("⌃F2") == .command(id: "mine"))
  }

  @Test("CMD-29b listing commands does not refresh a stale open menu")
  func staleMenu() throws {
    desk.add(TextView(name: "view"))
    try desk.declare("mine ctrl+f2")
    let noted = Noted()
    engine.application.addKeyCommand(try Desk.command("note f9")) { [engine] _ in
      engine.mainMenu.setNeedsRevalidate()
      noted.commands = engine.activeCommands.map(\.command.id)
      noted.isStale = engine.mainMenu.isStale
    }
    desk.press("⌃F2")
    let note = try #require(engine.activeCommands.first { $0.command.id == "note" })
    #expect(engine.perform(note.command))
    #expect(noted.commands == ["note"] && noted.isStale)
  }

  private final class Noted {
    var commands: [String] = []
    var isStale = false
  }

  // MARK: Lists

  @Test("Text commands are listed without the keys that mirrored commands use")
  func mirrored() throws {
    let desk = try LayoutDesk("us", writing: "ar")
    let view = TextView(name: "view")
    desk.engine.window.addSubview(view)
    view.becomeFirstResponder()
    try desk.declare("cmd+left") { $0.wantsPriority = true }
    func chords(_ command: EditingCommand) -> [Chord] {
      desk.engine.activeBindings.first { $0.command == command }?.chords ?? []
    }
    #expect(chords(.moveLineLeft).contains(Chord(.leftArrow, .command)))
    #expect(!chords(.moveLineRight).contains(Chord(.rightArrow, .command)))
  }

  @Test("Removing a command does not remove another one with the id of its alternate")
  func alternates() throws {
    let responder = Responder(name: "list")
    var ran: [String] = []
    var reload = try Desk.command("reload cmd+r")
    reload.alternates = [CommandAlternate(modifiers: .option, id: "all", title: "All")]
    responder.addKeyCommand(reload) { ran.append($0.id) }
    let all = try Desk.command("all cmd+a")
    responder.addKeyCommand(all) { ran.append($0.id) }
    responder.removeKeyCommand(id: "reload")
    #expect(responder.canPerform(all) && !responder.canPerform(reload))
    responder.perform(all)
    #expect(ran == ["all"])
    responder.addKeyCommand(reload) { ran.append($0.id) }
    responder.removeKeyCommand(id: "all")
    #expect(reload.variants.allSatisfy(responder.canPerform))
  }
}
