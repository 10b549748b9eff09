// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

/// Menus as values, and the standard ones.
@Suite struct MenuTests {
  /// The standard groups, and the menu that each is in.
  private static let groups: [(MenuIdentifier, in: MenuIdentifier)] = [
    (.application, .root), (.file, .root), (.edit, .root), (.undoRedo, .edit),
    (.standardEdit, .edit), (.find, .edit), (.replace, .edit), (.substitutions, .edit),
    (.spelling, .edit), (.transformations, .edit), (.speech, .edit), (.format, .root),
    (.font, .format), (.textStyle, .format), (.alignment, .format), (.view, .root),
    (.window, .root), (.help, .root),
  ]

  @Test("CMD-27 each standard group is in its menu", arguments: groups)
  func standard(group: MenuIdentifier, parent: MenuIdentifier) throws {
    let menu = try #require(Menu.standard().menu(for: parent))
    #expect(menu.submenus.contains { $0.identifier == group })
    #expect(Menu.standard().identifiers.filter { $0 == group }.count == 1)
  }

  @Test("CMD-27 the menus are ordered from application to help, and no others exist")
  func order() {
    let standard = Menu.standard()
    #expect(
      standard.submenus.map(\.identifier) == [
        .application, .file, .edit, .format, .view, .window, .help,
      ])
    #expect(standard.submenus.map(\.title) == BuiltinCommands.menuTitles)
    #expect(Set(standard.identifiers) == Set([.root] + Self.groups.map(\.0)))
    #expect(
      standard.submenus.map(\.identifier).map(Menu.standardTitle) == BuiltinCommands.menuTitles)
    #expect(Menu.standardTitle(of: .undoRedo) == nil)
  }

  @Test(
    "CMD-27 the editing commands are in their groups with their chords",
    arguments: [
      (MenuIdentifier.undoRedo, ["⌘Z undo", "⇧⌘Z redo"]),
      (
        .standardEdit,
        ["⌘X cut", "⌘C copy", "⌘V paste", "⌥⇧⌘V paste-plain", "⌘A select-all", "⇧⌘A deselect"]
      ),
      (
        .find,
        [
          "⌘F find", "⌘G find-next", "⇧⌘G find-previous", "⌘E use-selection-for-find",
          "⌘J scroll-to-selection",
        ]
      ),
      (.spelling, ["⌘: show-spelling", "⌘; next-misspelling"]),
      (.textStyle, ["⌘B toggle-bold", "⌘I toggle-italic", "⌘U toggle-underline"]),
    ])
  func commands(group: MenuIdentifier, commands: [String]) throws {
    let menu = try #require(Menu.standard().menu(for: group))
    #expect(menu.commands.map { "\($0.chord) \($0.id)" } == commands)
  }

  @Test("BND-12b the menu shows the user's bindings, and no keys for commands that lost them")
  func bindings() throws {
    var bindings = TextBindings.builtin
    bindings.bind(Chord("9", .command), to: .undo)
    bindings.bind(Chord("z", [.shift, .command]), to: nil)
    let menu = Menu.standard(bindings)
    #expect(menu.command(for: "undo")?.chord == Chord("9", .command))
    let redo = try #require(menu.command(for: "redo"))
    #expect(!redo.hasChord && redo.title == "Redo")
  }

  @Test("8.5 a context menu starts with the text's commands")
  func context() {
    let menu = Menu.standardContext()
    #expect(
      menu.submenus.map(\.identifier) == [
        .undoRedo, .standardEdit, .replace, .spelling, .textStyle,
      ])
    let ids = Set(menu.commands.map(\.id))
    #expect(ids.isSuperset(of: ["undo", "redo", "cut", "copy", "paste", "select-all"]))
  }

  @Test("CMD-14a standard titles are translated; inline groups need no title")
  func translated() throws {
    let folder = try Catalogues.compiled(["sv"])
    let swedish = Translator(LocaleName.list("sv"), folders: [folder.path])
    let menu = Menu.standard().translated(by: swedish)
    #expect(
      menu.submenus.map(\.title) == [
        "Program", "Arkiv", "Redigera", "Format", "Visa", "Fönster", "Hjälp",
      ])
    #expect(menu.command(for: "undo")?.title == "Ångra")
    #expect(menu.menu(for: .undoRedo)?.title == "" && menu.menu(for: .undoRedo)?.isInline == true)
    #expect(menu.identifiers == Menu.standard().identifiers)
  }

  // MARK: Commands without keys

  @Test("CMD-1c CMD-27 a command without a chord can be in a menu, and is not found by keys")
  func withoutChord() throws {
    let tidy = KeyCommand(id: "tidy", title: "Tidy Up") {
      $0.image = "broom"
      $0.state = .on
    }
    #expect(!tidy.hasChord && tidy.image == "broom" && tidy.state == .on)
    let registry = CommandRegistry(refusesConflicts: true)
    try registry.add(tidy)
    try registry.add(KeyCommand(id: "sweep", title: "Sweep"))
    #expect(registry.commands.map(\.id) == ["tidy", "sweep"] && registry.conflicts.isEmpty)
    let empty = Keystroke(
      event: KeyEvent(time: .zero, device: DeviceID(rawValue: 0), code: .a, phase: .press))
    #expect(empty.charactersIgnoringModifiers == "", "a key without a command")
    #expect(registry.first(for: empty, where: { $0 }) == nil)
    #expect(!registry.mayMatch(empty.chordHint))
  }

  @Test("Elements are found by identifier in all menus, and commands also by property list")
  func finding() {
    let first = KeyCommand(id: "go", title: "Left") { $0.propertyList = "left" }
    let second = KeyCommand(id: "go", title: "Right") { $0.propertyList = "right" }
    let menu = Menu(
      .root,
      children: [
        .menu(Menu("a", children: [.menu(Menu("b", commands: [first]))])),
        .command(second),
      ])
    #expect(menu.command(for: "go") == first)
    #expect(menu.command(for: "go", propertyList: "right") == second)
    #expect(menu.command(for: "go", propertyList: "up") == nil && menu.command(for: "x") == nil)
    #expect(menu.menu(for: "b")?.commands == [first] && menu.menu(for: "c") == nil)
    #expect(menu.identifiers == [.root, "a", "b"] && menu.commands == [first, second])
  }
}
