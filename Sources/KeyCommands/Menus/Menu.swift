// SPDX-License-Identifier: Apache-2.0

/// Commands and menus under a title; UIKit's counterpart is `UIMenu`.
public struct Menu: Hashable, Sendable {
  /// What it is known by.
  public let identifier: MenuIdentifier
  /// What it is called; one that is inline needs no title.
  public var title: String
  /// Whether its children stand in the menu around it, set apart by lines; UIKit's `displayInline`.
  public var isInline: Bool
  /// What is in it, in order.
  public var children: [MenuElement]

  /// Makes a menu.
  public init(
    _ identifier: MenuIdentifier, title: String = "", isInline: Bool = false,
    children: [MenuElement] = []
  ) {
    self.identifier = identifier
    self.title = title
    self.isInline = isInline
    self.children = children
  }

  /// Makes a menu of commands.
  public init(
    _ identifier: MenuIdentifier, title: String = "", isInline: Bool = false,
    commands: [KeyCommand]
  ) {
    self.init(
      identifier, title: title, isInline: isInline, children: commands.map(MenuElement.command))
  }
}

/// What can be in a menu; UIKit's counterpart is `UIMenuElement`.
@nonexhaustive
public enum MenuElement: Hashable, Sendable {
  /// A command, with a chord or without.
  case command(KeyCommand)
  /// Another menu.
  case menu(Menu)
}

extension Menu {
  /// Every command in it and in the menus inside, in order.
  public var commands: [KeyCommand] {
    children.flatMap { child in
      switch child {
      case .command(let command): [command]
      case .menu(let menu): menu.commands
      }
    }
  }

  /// The menus in it, in order; not those inside of them.
  public var submenus: [Menu] {
    children.compactMap { if case .menu(let menu) = $0 { menu } else { nil } }
  }

  /// The identifiers of the menu and of all inside, in order.
  public var identifiers: [MenuIdentifier] {
    [identifier] + submenus.flatMap(\.identifiers)
  }

  /// This menu or the one inside with an identifier; nil for none.
  public func menu(for identifier: MenuIdentifier) -> Menu? {
    if identifier == self.identifier { return self }
    return submenus.lazy.compactMap { $0.menu(for: identifier) }.first
  }

  /// The first command in it with an identifier, and with a property list where one is given; nil for
  /// none.
  public func command(for id: String, propertyList: String? = nil) -> KeyCommand? {
    commands.first {
      $0.id == id && (propertyList == nil || $0.propertyList == propertyList)
    }
  }

  /// The menu with its titles in the user's language; what the translator lacks stays (CMD-14).
  public func translated(by translator: Translator) -> Menu {
    var menu = self
    if !title.isEmpty { menu.title = translator(title, context: CatalogueMessage.group) }
    menu.children = children.map { child in
      switch child {
      case .command(let command): .command(command.translated(by: translator))
      case .menu(let menu): .menu(menu.translated(by: translator))
      }
    }
    return menu
  }
}

extension KeyCommand {
  /// Makes a command that no key runs, only a menu; UIKit's counterpart is `UICommand`.
  ///
  /// - Parameters:
  ///   - id: the stable public word for the action.
  ///   - title: the menu title.
  ///   - configure: sets further properties.
  public init(
    id: String, title: String, configure: (inout KeyCommand) -> Void = { _ in }
  ) {
    self.init(id: id, chords: [], title: title, configure: configure)
  }

  /// Whether any key runs it.
  public var hasChord: Bool { !chord.input.isEmpty }
}
