// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import TextInput

/// A program's changes of a menu: first it inserts items, in order, then it removes menus (CMD-28).
struct MenuChanges {
  /// A command by its name, or a menu.
  indirect enum Item {
    case command(String)
    case menu(MenuIdentifier, title: String, isInline: Bool, [Item])
  }

  /// Where items go.
  enum Place {
    case before(MenuIdentifier)
    case after(MenuIdentifier)
    case startOf(MenuIdentifier)
    case endOf(MenuIdentifier)
  }

  /// The maximum number of insertions, and of removals, of one program.
  ///
  /// Each change is checked against the whole menu, also when another program gets the keyboard.
  static let limit = 16

  /// The items, each list with its place.
  var insertions: [(items: [Item], place: Place)] = []
  /// The menus to remove after all insertions.
  var removed: [MenuIdentifier] = []

  /// Whether nothing changes.
  var isEmpty: Bool { insertions.isEmpty && removed.isEmpty }

  /// Applies the changes to a menu.
  ///
  /// - Parameters:
  ///   - builder: the menu.
  ///   - commands: finds a command by its name; items of commands that do not exist are left out.
  func apply(to builder: inout MenuBuilder, _ commands: (String) -> KeyCommand?) {
    for (items, place) in insertions {
      let elements = Self.elements(items, commands)
      switch place {
      case .before(let menu): builder.insertElements(elements, beforeMenu: menu)
      case .after(let menu): builder.insertElements(elements, afterMenu: menu)
      case .startOf(let menu): builder.insertElements(elements, atStartOfMenu: menu)
      case .endOf(let menu): builder.insertElements(elements, atEndOfMenu: menu)
      }
    }
    for menu in removed { builder.remove(menu: menu) }
  }

  private static func elements(
    _ items: [Item], _ commands: (String) -> KeyCommand?
  ) -> [MenuElement] {
    items.compactMap { item in
      switch item {
      case .command(let name): commands(name).map(MenuElement.command)
      case .menu(let identifier, let title, let isInline, let items):
        .menu(
          Menu(
            identifier, title: title, isInline: isInline, children: elements(items, commands)))
      }
    }
  }
}
