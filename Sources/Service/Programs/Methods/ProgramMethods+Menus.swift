// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Mirrors
import TextInput

extension ProgramMethods {
  /// The methods for the main menu, and for the context menus of texts (reference 8.5).
  static let menus: [String: Method<ProgramClient>] = [
    "menu.set": Method(["menu", "insert", "remove"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let engine = client.hub.engine
      let kind = try parameters.choice(ifThere: "menu", as: MenuName.self) ?? .main
      let (changes, refused) = try parameters.menuChanges(
        of: program, in: engine.menuBuilder(for: kind.system))
      switch kind {
      case .context: program.controller.contextMenuChanges = changes
      case .main:
        program.setMainMenu(changes)
        engine.mainMenu.setNeedsRebuild()
      }
      return Refused(refused: refused)
    },
    "menu.get": Method { (client, _) throws(RequestError) in
      let program = try client.program
      let lists = client.hub.turns.isHolder(program) ? client.hub.engine.menuLists : []
      return Bar(menus: lists.map(MenuListLine.init))
    },
    "menu.context": Method(["container"]) { (client, parameters) throws(RequestError) in
      let container = try client.program.container(parameters)
      let list = client.hub.engine.contextMenuList(for: container.text)
      return Context(menu: list.map(MenuListLine.init))
    },
    "menu.perform": Method(["command", "container"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let engine = client.hub.engine
      let id = try parameters.text("command")
      let responder =
        try parameters.text(ifThere: "container") != nil
        ? program.container(parameters).text : nil
      // The command acts on the text that has the keyboard, so only the program that has the
      // keyboard may perform it.
      guard client.hub.turns.isHolder(program) else { return Performed(performed: false) }
      let menu = responder.map { engine.contextMenu(for: $0) } ?? engine.mainMenu.menu
      guard let command = menu.command(for: id) else {
        throw .unknown(
          "command in the menu", id, among: menu.commands.map(\.id), parameters, "command")
      }
      return Performed(performed: engine.perform(command, from: responder))
    },
  ]

  /// The menus that a program changes.
  enum MenuName: String, CaseIterable {
    case context, main

    var system: MenuBuilder.System { self == .main ? .main : .context }
  }

  private struct Refused: Encodable {
    /// The commands that were left out because the menu already has their chord (CMD-6).
    var refused: [String]
  }

  private struct Bar: Encodable {
    var menus: [MenuListLine]
  }

  private struct Context: Encodable {
    /// The menu; nil if no command in it can run.
    var menu: MenuListLine?
  }

  private struct Performed: Encodable {
    var performed: Bool
  }
}

extension Program {
  /// Changes the main menu that is shown while the program has the keyboard.
  fileprivate func setMainMenu(_ changes: MenuChanges) {
    hasMainMenu = !changes.isEmpty
    window.buildsMainMenu =
      changes.isEmpty
      ? nil
      : { [weak self] builder in
        changes.apply(to: &builder) { self?.command(id: $0)?.command }
      }
  }
}

extension Parameters {
  /// The maximum depth of nested menus.
  private static let deepestMenu = 8
  private static let places = ["before", "after", "startOf", "endOf"]
  private static let itemMembers = ["command", "menu", "title", "inline", "items"]

  /// Returns a program's changes of a menu, and its commands that are left out because the menu
  /// already has their chords.
  fileprivate func menuChanges(
    of program: Program, in builder: MenuBuilder
  ) throws(RequestError) -> (changes: MenuChanges, refused: [String]) {
    var builder = builder
    var changes = MenuChanges()
    var refused: [String] = []
    /// Tries one change after the other, so that an error names the place of the wrong change.
    func attempt(_ change: MenuChanges, at place: String) throws(RequestError) {
      let known = builder.warnings.count
      let identifiers = builder.root.identifiers.map(\.rawValue)
      change.apply(to: &builder) { program.command(id: $0)?.command }
      for warning in builder.warnings.dropFirst(known) {
        guard let error = warning.requestError(at: place, among: identifiers) else {
          if case .commandRefused(.chordTaken(_, _, let id)) = warning { refused.append(id) }
          continue
        }
        throw error
      }
      changes.insertions += change.insertions
      changes.removed += change.removed
    }
    let insertions = try objects(ifThere: "insert", known: Self.places + ["items"]) ?? []
    let removals = try texts(ifThere: "remove") ?? []
    for (name, count) in [("insert", insertions.count), ("remove", removals.count)]
    where count > MenuChanges.limit {
      throw RequestError(
        .tooMany, "\(name) must have at most \(MenuChanges.limit) items", at: pointer(name))
    }
    for insertion in insertions {
      let items = try insertion.menuItems(of: program, depth: 1)
      let place = try insertion.menuPlace(in: builder.system)
      try attempt(MenuChanges(insertions: [(items, place)]), at: insertion.place)
    }
    for (index, name) in removals.enumerated() {
      try attempt(
        MenuChanges(removed: [MenuIdentifier(rawValue: name)]), at: "\(pointer("remove"))/\(index)")
    }
    return (changes, refused)
  }

  private func menuPlace(in system: MenuBuilder.System) throws(RequestError) -> MenuChanges.Place {
    let named = Self.places.filter(has)
    guard named.count <= 1 else {
      throw RequestError(
        .invalidParameter, "only one of before, after, startOf and endOf may name the place",
        at: pointer(named[1]))
    }
    guard let name = named.first, let menu = try text(ifThere: name) else {
      // As in UIKit, a program's own menus are placed before the window and help menus.
      return system == .main ? .before(.window) : .endOf(.root)
    }
    let identifier = MenuIdentifier(rawValue: menu)
    switch name {
    case "before": return .before(identifier)
    case "after": return .after(identifier)
    case "startOf": return .startOf(identifier)
    default: return .endOf(identifier)
    }
  }

  private func menuItems(
    of program: Program, depth: Int
  ) throws(RequestError) -> [MenuChanges.Item] {
    guard depth <= Self.deepestMenu else {
      throw RequestError(
        .tooMany, "menus may be nested at most \(Self.deepestMenu) deep", at: place)
    }
    guard let objects = try objects(ifThere: "items", known: Self.itemMembers) else {
      throw invalid("items", "a list of objects, each with command or menu")
    }
    var items: [MenuChanges.Item] = []
    for object in objects {
      if let name = try object.text(ifThere: "command") {
        // A command may have been removed since the menu was set, in an earlier run.
        guard program.isRestoring || program.command(id: name) != nil else {
          throw .unknown("command", name, among: program.commands.map(\.id), object, "command")
        }
        items.append(.command(name))
        continue
      }
      guard let name = try object.text(ifThere: "menu"), (1...200).contains(name.utf8.count) else {
        throw object.invalid("menu", "a name from 1 to 200 bytes (unless the item is a command)")
      }
      let isInline = try object.bool(ifThere: "inline") ?? false
      let title = try object.text(ifThere: "title")
      guard isInline || title?.isEmpty == false else {
        throw object.invalid("title", "a text (only an inline menu needs none)")
      }
      items.append(
        .menu(
          MenuIdentifier(rawValue: name), title: title ?? "", isInline: isInline,
          try object.menuItems(of: program, depth: depth + 1)))
    }
    return items
  }
}

extension MenuWarning {
  /// The error for a request; nil for a command whose chord is already in the menu.
  fileprivate func requestError(at place: String, among menus: [String]) -> RequestError? {
    switch self {
    case .unknownMenu(let menu):
      let hint = nearest(to: menu.rawValue, among: menus).map { "; did you mean \($0)?" } ?? ""
      return RequestError(
        .unknownName, "unknown menu \(menu.rawValue.excerpt)\(hint)", at: place)
    case .menuTwice(let menu):
      return RequestError(
        .nameInUse, "a menu \(menu.rawValue.excerpt) exists already", at: place)
    case .rootStays:
      return RequestError(
        .unsupported,
        "root contains all menus; it cannot be removed, and nothing is before or after it",
        at: place)
    case .unknownCommand, .commandRefused: return nil
    @unknown default: return nil
    }
  }
}
