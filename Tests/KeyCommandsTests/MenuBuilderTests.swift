// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

/// The changes that a builder makes or refuses.
@Suite struct MenuBuilderTests {
  /// A menu drawn as `a b(c d[e])`: commands, menus in parentheses, inline ones in brackets.
  private static func draw(_ menu: Menu) -> String {
    menu.children.map { child in
      switch child {
      case .command(let command): command.id
      case .menu(let menu):
        menu.identifier.rawValue
          + (menu.isInline ? "[\(draw(menu))]" : "(\(draw(menu)))")
      }
    }.joined(separator: " ")
  }

  private static func command(_ id: String, _ chord: String? = nil) -> KeyCommand {
    guard let chord = chord.flatMap({ try? Chord(parsing: $0) }) else {
      return KeyCommand(id: id, title: id)
    }
    return KeyCommand(id: id, input: chord.input, modifiers: chord.modifiers, title: id)
  }

  /// `x m(y n(z))`.
  private static let start = Menu(
    .root,
    children: [
      .command(command("x")),
      .menu(
        Menu(
          "m",
          children: [.command(command("y")), .menu(Menu("n", commands: [command("z")]))])),
    ])
  private static let new = Menu("new", isInline: true, commands: [command("a")])
  private static let elements = [MenuElement.command(command("b")), .menu(new)]

  private static func built(
    _ system: MenuBuilder.System = .main, _ change: (inout MenuBuilder) -> Void
  ) -> (String, [MenuWarning]) {
    var builder = MenuBuilder(start, for: system)
    change(&builder)
    return (draw(builder.root), builder.warnings)
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var result: String
    var change: @Sendable (inout MenuBuilder) -> Void

    init(
      _ name: String, _ result: String, _ change: @escaping @Sendable (inout MenuBuilder) -> Void
    ) {
      (testDescription, self.result, self.change) = (name, result, change)
    }
  }

  private static let changes = [
    Change("before a sibling", "x m(y new[a] n(z))") {
      $0.insertSibling(new, beforeMenu: "n")
    },
    Change("after a sibling", "x m(y n(z)) new[a]") { $0.insertSibling(new, afterMenu: "m") },
    Change("at the start of a parent", "x m(y n(new[a] z))") {
      $0.insertChild(new, atStartOfMenu: "n")
    },
    Change("at the end of a parent", "x m(y n(z) new[a])") {
      $0.insertChild(new, atEndOfMenu: "m")
    },
    Change("at the end of all", "x m(y n(z)) new[a]") {
      $0.insertChild(new, atEndOfMenu: .root)
    },
    Change("commands before a menu", "x b new[a] m(y n(z))") {
      $0.insertElements(elements, beforeMenu: "m")
    },
    Change("commands after a menu", "x m(y n(z) b new[a])") {
      $0.insertElements(elements, afterMenu: "n")
    },
    Change("before a command", "x m(b new[a] y n(z))") {
      $0.insertElements(elements, beforeCommand: "y")
    },
    Change("after a command", "x m(y n(z b new[a]))") {
      $0.insertElements(elements, afterCommand: "z")
    },
    Change("commands at the start", "b new[a] x m(y n(z))") {
      $0.insertElements(elements, atStartOfMenu: .root)
    },
    Change("commands at the end", "x m(y n(z b new[a]))") {
      $0.insertElements(elements, atEndOfMenu: "n")
    },
    Change("replacing a menu", "x m(y new[a])") { $0.replace(menu: "n", with: new) },
    Change("replacing a menu by one with its name", "x m()") {
      $0.replace(menu: "m", with: Menu("m"))
    },
    Change("replacing a menu by one with a name from inside it", "x n(a)") {
      $0.replace(menu: "m", with: Menu("n", commands: [command("a")]))
    },
    Change("replacing children", "x m(n(z) y)") {
      $0.replaceChildren(ofMenu: "m") { $0.reversed() }
    },
    Change("replacing all", "b new[a]") { $0.replaceChildren(ofMenu: .root) { _ in elements } },
    Change("removing a menu", "x") { $0.remove(menu: "m") },
    Change("removing an inner menu", "x m(y)") { $0.remove(menu: "n") },
    Change("removing a command", "x m(y n())") { $0.remove(command: "z") },
    Change("nothing", "x m(y n(z))") { _ in },
  ]

  @Test(
    "CMD-28a, CMD-28b, CMD-28c a builder inserts, replaces and removes by identifier",
    arguments: changes)
  func changing(_ change: Change) {
    let (result, warnings) = Self.built(.main, change.change)
    #expect(result == change.result && warnings == [])
    #expect(Self.built(.context, change.change) == (change.result, []))
  }

  private static let refusals: [(MenuWarning, Change)] = [
    (.unknownMenu("?"), Change("before", "") { $0.insertSibling(new, beforeMenu: "?") }),
    (.unknownMenu("?"), Change("after", "") { $0.insertSibling(new, afterMenu: "?") }),
    (.unknownMenu("?"), Change("start", "") { $0.insertChild(new, atStartOfMenu: "?") }),
    (.unknownMenu("?"), Change("end", "") { $0.insertChild(new, atEndOfMenu: "?") }),
    (.unknownMenu("?"), Change("replace", "") { $0.replace(menu: "?", with: new) }),
    (.unknownMenu("?"), Change("children", "") { $0.replaceChildren(ofMenu: "?") { $0 } }),
    (.unknownMenu("?"), Change("remove", "") { $0.remove(menu: "?") }),
    (.unknownCommand("?"), Change("command", "") { $0.remove(command: "?") }),
    (
      .unknownCommand("?"),
      Change("at command", "") { $0.insertElements(elements, afterCommand: "?") }
    ),
    (.rootStays, Change("beside the root", "") { $0.insertSibling(new, afterMenu: .root) }),
    (.rootStays, Change("without a root", "") { $0.remove(menu: .root) }),
    (.rootStays, Change("another root", "") { $0.replace(menu: .root, with: new) }),
    (
      .menuTwice("n"), Change("twice", "") { $0.insertChild(Menu("n"), atEndOfMenu: .root) }
    ),
    (
      .menuTwice(.root),
      Change("a second root", "") { $0.insertChild(Menu(.root), atEndOfMenu: "n") }
    ),
    (
      .menuTwice("m"),
      Change("replaced by one that is elsewhere", "") {
        $0.replace(menu: "n", with: Menu("m"))
      }
    ),
  ]

  @Test(
    "CMD-28a, CMD-28b, CMD-28c an unknown or duplicate identifier is reported and changes nothing",
    arguments: refusals)
  func refusing(warning: MenuWarning, change: Change) {
    let (result, warnings) = Self.built(.main, change.change)
    #expect(result == "x m(y n(z))" && warnings == [warning])
  }

  @Test("A menu with a duplicate identifier inside loses the second element and its content")
  func twiceInside() {
    let menu = Menu(
      "o", children: [.menu(Menu("p")), .menu(Menu("p", commands: [Self.command("lost")]))])
    let (result, warnings) = Self.built { $0.insertChild(menu, atEndOfMenu: .root) }
    #expect(result == "x m(y n(z)) o(p())" && warnings == [.menuTwice("p")])
    let builder = MenuBuilder(Menu(.root, children: [.menu(menu), .menu(menu)]), for: .main)
    #expect(Self.draw(builder.root) == "o(p())")
    #expect(builder.warnings == [.menuTwice("p"), .menuTwice("o")])
  }

  // MARK: Keys

  @Test("CMD-6c in the main menu a second command on the same keys is refused with a warning")
  func sameKeys() {
    let mine = Self.command("mine", "⌘C")
    let chords = [Chord("c", .command)]
    var builder = MenuBuilder(.standard(), for: .main)
    builder.insertElements([.command(mine)], atEndOfMenu: .file)
    #expect(
      builder.warnings == [
        .commandRefused(.chordTaken(chords, by: "copy", refused: "mine"))
      ])
    #expect(builder.command(for: "mine") == nil && builder.command(for: "copy") != nil)
    builder.remove(command: "copy")
    builder.insertElements(
      [.command(mine), .command(Self.command("late", "⌘C"))], atEndOfMenu: .file)
    #expect(builder.command(for: "mine") == mine && builder.command(for: "late") == nil)
    #expect(
      builder.warnings.last
        == .commandRefused(.chordTaken(chords, by: "mine", refused: "late")))
  }

  @Test("CMD-6c a prefix of a sequence and the keys of an alternate also conflict")
  func longerKeys() {
    let sequence = KeyCommand(id: "sequence", input: "k", modifiers: .command, title: "Sequence") {
      $0.continuation = [Chord("c", .command)]
    }
    let prefix = Self.command("prefix", "⌘K")
    var reload = Self.command("reload", "⌘R")
    reload.alternates = [CommandAlternate(modifiers: .option, id: "all", title: "All")]
    let alternate = Self.command("alternate", "⌥⌘R")
    let elements = [sequence, prefix, reload, alternate].map(MenuElement.command)
    let (result, warnings) = Self.built { $0.insertElements(elements, atStartOfMenu: "n") }
    #expect(result == "x m(y n(sequence reload z))" && warnings.count == 2)
    #expect(
      Self.built(.context) { $0.insertElements(elements, atStartOfMenu: "n") }
        == ("x m(y n(sequence prefix reload alternate z))", []),
      "the keys of a context menu's commands are not checked")
  }

  @Test("A replacement may use the keys of the replaced commands")
  func replacedKeys() {
    var builder = MenuBuilder(.standard(), for: .main)
    builder.replace(menu: .undoRedo, with: Menu("mine", commands: [Self.command("back", "⌘Z")]))
    builder.replaceChildren(ofMenu: .textStyle) { _ in [.command(Self.command("loud", "⌘B"))] }
    #expect(builder.warnings == [])
    #expect(builder.command(for: "back") != nil && builder.command(for: "loud") != nil)
    #expect(builder.menu(for: .undoRedo) == nil)
  }

  // MARK: Random changes

  @Test(
    "CMD-6c, CMD-28a, CMD-28b, CMD-28c random changes keep identifiers and keys unique",
    arguments: 1...40 as ClosedRange<UInt64>)
  func walk(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let system = seed % 3 == 0 ? MenuBuilder.System.context : .main
    var builder = MenuBuilder(.standard(), for: system)
    for step in 0..<120 {
      let before = builder
      Self.change(&builder, &random)
      let identifiers = builder.root.identifiers
      #expect(Set(identifiers).count == identifiers.count, "seed \(seed), step \(step)")
      #expect(identifiers.first == .root)
      if system == .main {
        let registry = CommandRegistry(builder.root.commands)
        #expect(registry.conflicts == [], "seed \(seed), step \(step)")
      }
      for identifier in identifiers { #expect(builder.menu(for: identifier) != nil) }
      #expect(builder.warnings.starts(with: before.warnings))
    }
    #expect(!builder.warnings.isEmpty, "some changes were refused")
  }

  private static func change(_ builder: inout MenuBuilder, _ random: inout SeededGenerator) {
    let names: [MenuIdentifier] = [
      .root, .file, .edit, .undoRedo, .format, .help, "a", "b", "c", "d", "e", "?",
    ]
    func name() -> MenuIdentifier { names.randomElement(using: &random) ?? .root }
    func key() -> KeyCommand {
      let letter = "zxcvbnm123".randomElement(using: &random) ?? "z"
      let number = Int.random(in: 0..<8, using: &random)
      return number == 0 ? command("bare") : command("go-\(letter)", "⌘\(letter)")
    }
    func menu(_ depth: Int) -> Menu {
      var children = [MenuElement.command(key()), .command(key())]
      if depth > 0 { children.append(.menu(menu(depth - 1))) }
      return Menu(name(), isInline: Bool.random(using: &random), children: children)
    }
    let elements = [MenuElement.menu(menu(2)), .command(key())]
    switch Int.random(in: 0..<11, using: &random) {
    case 0: builder.insertSibling(menu(1), beforeMenu: name())
    case 1: builder.insertSibling(menu(2), afterMenu: name())
    case 2: builder.insertChild(menu(1), atStartOfMenu: name())
    case 3: builder.insertChild(menu(2), atEndOfMenu: name())
    case 4: builder.insertElements(elements, beforeCommand: key().id)
    case 5: builder.insertElements(elements, afterCommand: key().id)
    case 6: builder.replace(menu: name(), with: menu(2))
    case 7: builder.replaceChildren(ofMenu: name()) { $0.reversed() + elements }
    case 8: builder.remove(menu: name())
    default: builder.remove(command: key().id)
    }
  }
}
