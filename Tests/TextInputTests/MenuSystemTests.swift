// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import TextInput

/// The main menu: which responders change it, when it is built, and what its commands do.
@Suite struct MenuSystemTests {
  private let application = RecordingResponder("application")
  private let desk: Desk

  init() {
    desk = Desk(application: application)
    application.performable = ["new", "open", "tidy"]
  }

  /// Lets a responder insert a command into a menu, and returns a count of its calls.
  private func put(
    _ words: String, into menu: MenuIdentifier = .file, by responder: RecordingResponder
  ) throws -> Counter {
    let command = try Desk.command(words)
    let counter = Counter()
    responder.menu = { builder in
      counter.systems.append(builder.system)
      builder.insertElements([.command(command)], atEndOfMenu: menu)
    }
    return counter
  }

  private final class Counter {
    var systems: [MenuBuilder.System] = []
    var count: Int { systems.count }
  }

  // MARK: Responders

  @Test("CMD-28d the application and its delegate change the main menu")
  func application_() throws {
    let delegate = RecordingResponder("delegate")
    let desk = Desk(application: Application(name: "Notes", delegate: delegate))
    let asked = try put("new cmd+n", by: delegate)
    #expect(desk.press("⌘N") == .command(id: "new"))
    #expect(asked.systems == [.main])
    #expect(desk.engine.mainMenu.menu.menu(for: .file)?.commands.map(\.id) == ["new"])
  }

  @Test("CMD-28d view controllers, views and windows are not consulted about the main menu")
  func others() throws {
    final class Screen: ViewController {
      var asked: [MenuBuilder.System] = []
      override func buildMenu(with builder: inout MenuBuilder) {
        asked.append(builder.system)
        builder.remove(menu: .undoRedo)
        builder.insertElements(
          [.command(KeyCommand(id: "done", title: "Done"))], atEndOfMenu: .root)
      }
    }
    let screen = Screen(name: "screen")
    desk.engine.window.rootViewController = screen
    screen.addKeyCommand(KeyCommand(id: "done", input: "d", title: "Done")) { _ in }
    let field = TextField(name: "field")
    screen.view.addSubview(field)
    field.becomeFirstResponder()
    #expect(desk.engine.mainMenu.menu == .standard() && screen.asked == [])
    let context = desk.engine.contextMenu()
    #expect(screen.asked == [.context])
    #expect(context.menu(for: .undoRedo) == nil && context.command(for: "done") != nil)
    #expect(desk.engine.mainMenu.menu == .standard())
  }

  @Test(
    "CMD-28d the nearest responder builds a context menu last, and only usable commands stay"
  )
  func context() throws {
    let desk = Desk(application: application)
    let near = RecordingResponder("near", next: application)
    near.performable = ["new", "open"]
    near.acceptsFocus = true
    application.menu = { builder in
      builder.insertChild(
        Menu(
          "group", isInline: true,
          commands: [
            KeyCommand(id: "new", title: "New"), KeyCommand(id: "tidy", title: "Tidy"),
            KeyCommand(id: "nobody", title: "Nobody"),
            KeyCommand(id: "open", title: "Open") { $0.attributes = .disabled },
            KeyCommand(id: "open", title: "Hidden") { $0.attributes = .hidden },
          ]), atStartOfMenu: .root)
    }
    near.menu = { $0.remove(command: "new") }
    let menu = desk.engine.contextMenu(for: near)
    #expect(menu.submenus.map(\.identifier) == ["group"])
    #expect(menu.commands.map(\.title) == ["Tidy", "Open"])
    let tidy = try #require(menu.command(for: "tidy"))
    #expect(desk.engine.perform(tidy, from: near) && application.log == ["perform tidy"])
    #expect(desk.facts() == ["command tidy application"])
    let open = try #require(menu.command(for: "open"))
    #expect(!desk.engine.perform(open, from: near), "the command is disabled")
    #expect(!desk.engine.perform(KeyCommand(id: "nobody", title: ""), from: near))
    desk.engine.setActive(false)
    #expect(!desk.engine.perform(tidy, from: near))
  }

  @Test("8.5 a text's context menu has the commands that are available now")
  func editMenu() {
    let (desk, view) = Desk.showing("a«bc‸»d")
    let ids = { desk.engine.contextMenu().commands.map(\.id) }
    #expect(ids() == ["cut", "copy", "select-all", "deselect"])
    desk.press("⌘X")
    #expect(ids() == ["undo", "paste", "paste-plain", "select-all", "deselect"])
    if let paste = desk.engine.contextMenu().command(for: "paste") { desk.engine.perform(paste) }
    #expect(Typist.draw(view) == "abc‸d")
    view.isEditable = false
    #expect(ids() == ["select-all", "deselect"])
  }

  // MARK: When

  @Test("CMD-29a the menu is built before the first lookup, and once for any number of requests")
  func rebuild() throws {
    let asked = try put("new cmd+n", by: application)
    #expect(asked.count == 0)
    #expect(desk.press("⌘N") == .command(id: "new"))
    desk.press("⌘N ⌘O x")
    desk.hold()
    desk.up("cmd")
    #expect(asked.count == 1)
    _ = try put("open cmd+o", by: application)
    #expect(desk.press("⌘O") == .unhandled, "the menu is rebuilt only on request")
    let next = try put("open cmd+o", by: application)
    for _ in 0..<5 { desk.engine.mainMenu.setNeedsRebuild() }
    #expect(next.count == 0, "the menu is rebuilt at the next lookup")
    #expect(desk.press("⌘O") == .command(id: "open") && desk.press("⌘N") == .unhandled)
    #expect(next.count == 1)
  }

  @Test(
    "CMD-29a requesting a rebuild or reading the menu during a build starts no second build"
  )
  func reentrancy() {
    var count = 0
    application.menu = { [desk] builder in
      count += 1
      desk.engine.mainMenu.setNeedsRebuild()
      #expect(desk.engine.mainMenu.menu == Menu(.root), "the earlier menu during the build")
      builder.remove(menu: .help)
    }
    desk.press("⌘N ⌘N")
    #expect(count == 1 && desk.engine.mainMenu.menu.menu(for: .help) == nil)
  }

  @Test(
    "CMD-29a, CMD-29b revalidating does not rebuild, and only an open menu has to be notified"
  )
  func revalidate() throws {
    let screen = Toggling(name: "application")
    let desk = Desk(application: screen)
    desk.press("⌃F2")
    #expect(desk.menu == ["screen ✓"] && screen.built == 1)
    screen.state = .off
    let validated = screen.validated
    #expect(desk.facts() == ["menu.shown"])
    desk.engine.advance(to: Timestamp(microseconds: 1))
    #expect(desk.facts() == [] && desk.menu == ["screen ✓"] && screen.validated == validated)
    for _ in 0..<3 { desk.engine.mainMenu.setNeedsRevalidate() }
    #expect(desk.facts() == ["menu.shown"])
    #expect(desk.menu == ["screen"] && screen.built == 1 && screen.validated == validated + 1)
    desk.engine.mainMenu.setNeedsRevalidate()
    #expect(desk.facts() == [], "an unchanged menu is not reported")
    screen.title = "Full"
    desk.engine.mainMenu.setNeedsRebuild()
    #expect(desk.facts() == ["menu.shown"] && screen.built == 2)
    #expect(desk.menu == ["Full"])
  }

  @Test("BND-12b changed bindings appear in the menu at once")
  func bindings() {
    #expect(desk.engine.mainMenu.menu.command(for: "undo")?.chord == Chord("z", .command))
    desk.engine.bindings.bind(Chord("9", .command), to: .undo)
    #expect(desk.engine.mainMenu.menu.command(for: "undo")?.chord == Chord("9", .command))
  }

  // MARK: Commands

  @Test("CMD-6c a second command on a chord is refused with a warning")
  func conflicts() throws {
    application.performable = nil
    let commands = try ["new cmd+n", "late cmd+n", "mine cmd+z"].map(Desk.command)
    application.menu = {
      $0.insertElements(commands.map(MenuElement.command), atEndOfMenu: .file)
    }
    #expect(desk.press("⌘N") == .command(id: "new") && desk.press("⌘Z") == .command(id: "undo"))
    #expect(
      desk.engine.mainMenu.warnings == [
        .commandRefused(.chordTaken([Chord("n", .command)], by: "new", refused: "late")),
        .commandRefused(.chordTaken([Chord("z", .command)], by: "undo", refused: "mine")),
      ])
  }

  @Test("CMD-4c, CMD-27 the menu's editing commands run after text and chain")
  func editing() {
    application.performable = ["undo", "copy"]
    #expect(desk.press("⌘C") == .command(id: "copy"), "no text has the focus")
    let field = desk.field()
    desk.type("a")
    #expect(desk.press("⌘Z") == .binding(.undo) && field.text == "")
    #expect(desk.press("⌘Z") == .command(id: "undo"), "the text has nothing to undo")
    #expect(desk.press("⌘V") == .unhandled)
  }

  @Test("CMD-26 the text's own commands are not in the panel, even with commands before text")
  func notTwice() {
    let (desk, view) = Desk.showing("a«bc‸»d")
    for first in [false, true] {
      desk.engine.settings.legacyCommandsFirst = first
      #expect(desk.engine.activeCommands.isEmpty)
      desk.hold()
      #expect(desk.engine.commandPanel == nil)
      desk.up("cmd")
      #expect(desk.press("⌘X") == .binding(.cut) && Typist.draw(view) == "a‸d")
      #expect(desk.press("⌘Z") == .binding(.undo) && Typist.draw(view) == "a«bc‸»d")
      #expect(desk.facts("command.invoked") == [])
    }
  }

  @Test("CMD-7a a program's own key may run an editing command on the focused text")
  func ownKey() throws {
    let (desk, view) = Desk.showing("abc‸")
    let all = try Desk.command("select-all f9")
    let delegate = RecordingResponder("delegate")
    delegate.performable = []
    delegate.menu = { builder in
      builder.remove(command: "select-all")
      builder.insertElements([.command(all)], atEndOfMenu: .edit)
    }
    (desk.engine.application as? Application)?.delegate = delegate
    #expect(desk.press("F9") == .command(id: "select-all"))
    #expect(Typist.draw(view) == "«abc‸»")
    #expect(desk.facts("command.invoked") == ["command select-all view"])
  }

  // MARK: Headings

  @Test("CMD-21a, CMD-30a the panel's groups are ordered by menu identifier, also in Swedish")
  func swedish() throws {
    let commands = try [
      (MenuIdentifier.help, "help cmd+1"), (.window, "close cmd+2"), (.view, "zoom cmd+3"),
      (.edit, "merge cmd+4"), (.format, "font cmd+t"), (.file, "new cmd+n"),
      (.application, "quit cmd+q"),
    ].map { ($0, try Desk.command($1)) }
    application.performable = nil
    application.menu = { builder in
      for menu in [MenuIdentifier.undoRedo, .standardEdit, .find, .spelling, .textStyle] {
        builder.remove(menu: menu)
      }
      for (menu, command) in commands {
        builder.insertElements([.command(command)], atEndOfMenu: menu)
      }
    }
    application.commands = CommandRegistry(
      try ["split cmd+s Edit", "join cmd+j Redigera", "mine cmd+m Mina", "print cmd+p File"]
        .map(Desk.command))
    desk.engine.programName = "Anteckningar"
    desk.hold()
    let english = desk.headings
    desk.up("cmd")
    #expect(
      english == [
        "Anteckningar", "Redigera", "Mina", "File", "Edit", "Format", "View", "Window", "Help",
      ])
    desk.engine.translator = try Self.swedishTitles()
    desk.hold()
    #expect(
      desk.panel == [
        "[Anteckningar]", "⌘Q quit", "[Mina]", "⌘M mine", "[Arkiv]", "⌘P print", "⌘N new",
        "[Redigera]", "⌘S split", "⌘J join", "⌘4 merge", "[Format]", "⌘T font", "[Visa]",
        "⌘3 zoom", "[Fönster]", "⌘2 close", "[Hjälp]", "⌘1 help",
      ])
  }

  static func swedishTitles() throws -> Translator {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let folder = try TemporaryFolder()
    for name in ["sv", "sv/LC_MESSAGES"] { try folder.makeFolder(name) }
    let child = try Child.run([
      "msgfmt", "-o", folder.path + "/sv/LC_MESSAGES/keybridge.mo",
      root + "/Sources/KeyCommands/Locales/sv.po",
    ])
    #expect(child.status == 0)
    return withExtendedLifetime(folder) {
      Translator(LocaleName.list("sv"), folders: [folder.path])
    }
  }
}

/// An application with one command, whose state is on or off.
private final class Toggling: Responder {
  var state = KeyCommand.State.on
  var title = "screen"
  var built = 0
  var validated = 0

  override func buildMenu(with builder: inout MenuBuilder) {
    built += 1
    for menu in [MenuIdentifier.edit, .format] { builder.remove(menu: menu) }
    builder.insertElements(
      [.command(KeyCommand(id: "toggle", title: title))], atEndOfMenu: .view)
  }
  override func canPerform(_ command: KeyCommand) -> Bool { true }
  override func validate(_ command: inout KeyCommand) {
    validated += 1
    command.state = state
  }
}
