// SPDX-License-Identifier: Apache-2.0

/// A titled list of commands and menus.
///
/// UIKit's counterpart is `UIMenu`.
public struct Menu: Hashable, Sendable {
  /// The menu's identifier.
  public let identifier: MenuIdentifier
  /// The menu's title; an inline menu needs none.
  public var title: String
  /// Whether the children are displayed in the parent menu, between separators; UIKit's
  /// `displayInline`.
  public var isInline: Bool
  /// The commands and menus, in order.
  public var children: [MenuElement]

  /// Creates a menu.
  ///
  /// - Parameters:
  ///   - identifier: the identifier; a ``MenuBuilder`` accepts only one menu with it.
  ///   - title: the title; an inline menu needs none.
  ///   - isInline: whether the children are displayed in the parent menu.
  ///   - children: the commands and menus, in order.
  public init(
    _ identifier: MenuIdentifier, title: String = "", isInline: Bool = false,
    children: [MenuElement] = []
  ) {
    self.identifier = identifier
    self.title = title
    self.isInline = isInline
    self.children = children
  }

  /// Creates a menu of commands.
  ///
  /// - Parameters:
  ///   - identifier: the identifier; a ``MenuBuilder`` accepts only one menu with it.
  ///   - title: the title; an inline menu needs none.
  ///   - isInline: whether the commands are displayed in the parent menu.
  ///   - commands: the commands, in order.
  public init(
    _ identifier: MenuIdentifier, title: String = "", isInline: Bool = false,
    commands: [KeyCommand]
  ) {
    self.init(
      identifier, title: title, isInline: isInline, children: commands.map(MenuElement.command))
  }
}

/// An element of a menu.
///
/// UIKit's counterpart is `UIMenuElement`.
@nonexhaustive
public enum MenuElement: Hashable, Sendable {
  /// A command, with or without a chord.
  case command(KeyCommand)
  /// Another menu.
  case menu(Menu)
}

extension Menu {
  /// All commands in the menu and its submenus, in order.
  public var commands: [KeyCommand] {
    children.flatMap { child in
      switch child {
      case .command(let command): [command]
      case .menu(let menu): menu.commands
      }
    }
  }

  /// The direct submenus, in order.
  public var submenus: [Menu] {
    children.compactMap { if case .menu(let menu) = $0 { menu } else { nil } }
  }

  /// The identifiers of the menu and of all menus inside it, in order.
  public var identifiers: [MenuIdentifier] {
    [identifier] + submenus.flatMap(\.identifiers)
  }

  /// Returns this menu, or the menu inside it with an identifier.
  ///
  /// - Parameter identifier: the identifier to look for, at any depth.
  /// - Returns: the menu; nil if there is none.
  public func menu(for identifier: MenuIdentifier) -> Menu? {
    if identifier == self.identifier { return self }
    return submenus.lazy.compactMap { $0.menu(for: identifier) }.first
  }

  /// Returns the first command with an identifier in the menu and its submenus.
  ///
  /// - Parameters:
  ///   - id: the identifier to look for, at any depth.
  ///   - propertyList: the property list that the command must have; nil for any.
  /// - Returns: the command; nil if there is none. Alternates are not found.
  public func command(for id: String, propertyList: String? = nil) -> KeyCommand? {
    commands.first {
      $0.id == id && (propertyList == nil || $0.propertyList == propertyList)
    }
  }

  /// Translates the titles of the menu, its submenus and its commands (CMD-14).
  ///
  /// - Parameter translator: the translator; a text that it does not know stays unchanged.
  /// - Returns: the translated menu.
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
  /// Creates a command that is run from a menu only, without a chord.
  ///
  /// UIKit's counterpart is `UICommand`.
  ///
  /// - Parameters:
  ///   - id: the stable public identifier of the action.
  ///   - title: the menu title.
  ///   - configure: sets further properties.
  public init(
    id: String, title: String, configure: (inout KeyCommand) -> Void = { _ in }
  ) {
    self.init(id: id, chords: [], title: title, configure: configure)
  }

  /// Whether the command has a chord.
  public var hasChord: Bool { !chord.input.isEmpty }
}
