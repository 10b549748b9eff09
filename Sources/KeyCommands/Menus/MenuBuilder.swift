// SPDX-License-Identifier: Apache-2.0

/// Changes a menu by the identifiers of what is in it (CMD-28); UIKit's counterpart is `UIMenuBuilder`.
///
/// No identifier of a menu is there twice, and in a main menu no keys are. Whatever would make it so, and
/// whatever names something that is not there, is not done, and told in ``warnings``; UIKit raises an
/// exception.
///
/// ```swift
/// let new = KeyCommand(id: "new", input: "n", modifiers: .command, title: "New")
/// builder.insertElements([.command(new)], atStartOfMenu: .file)
/// builder.remove(menu: .format)
/// ```
public struct MenuBuilder: Sendable {
  /// What the menu is for; UIKit's counterpart is `UIMenuSystem`.
  public enum System: Hashable, Sendable {
    /// The program's own, whose keys work everywhere.
    case main
    /// What can be done with what has the focus.
    case context
  }

  /// What the menu is for.
  public let system: System
  /// The menu as it is now.
  public private(set) var root: Menu
  /// What was not done, in order.
  public private(set) var warnings: [MenuWarning] = []

  /// Makes a builder of a menu; what may not be in it together is left out at once.
  public init(_ menu: Menu, for system: System) {
    self.system = system
    root = Menu(.root)
    root.children = admitted(menu.children, beside: root)
  }

  // MARK: Asking

  /// The menu with an identifier; nil for none.
  public func menu(for identifier: MenuIdentifier) -> Menu? {
    root.menu(for: identifier)
  }

  /// The first command with an identifier, and with a property list where one is given; nil for none.
  public func command(for id: String, propertyList: String? = nil) -> KeyCommand? {
    root.command(for: id, propertyList: propertyList)
  }

  // MARK: Inserting

  /// Puts a menu before another.
  public mutating func insertSibling(_ menu: Menu, beforeMenu sibling: MenuIdentifier) {
    insertElements([.menu(menu)], beforeMenu: sibling)
  }

  /// Puts a menu behind another.
  public mutating func insertSibling(_ menu: Menu, afterMenu sibling: MenuIdentifier) {
    insertElements([.menu(menu)], afterMenu: sibling)
  }

  /// Puts a menu into another, as its first child.
  public mutating func insertChild(_ menu: Menu, atStartOfMenu parent: MenuIdentifier) {
    insertElements([.menu(menu)], atStartOfMenu: parent)
  }

  /// Puts a menu into another, as its last child.
  public mutating func insertChild(_ menu: Menu, atEndOfMenu parent: MenuIdentifier) {
    insertElements([.menu(menu)], atEndOfMenu: parent)
  }

  /// Puts commands and menus before a menu.
  public mutating func insertElements(
    _ elements: [MenuElement], beforeMenu sibling: MenuIdentifier
  ) {
    insert(elements, at: .sibling(.menu(sibling), 0))
  }

  /// Puts commands and menus behind a menu.
  public mutating func insertElements(
    _ elements: [MenuElement], afterMenu sibling: MenuIdentifier
  ) {
    insert(elements, at: .sibling(.menu(sibling), 1))
  }

  /// Puts commands and menus before the first command with an identifier.
  public mutating func insertElements(_ elements: [MenuElement], beforeCommand id: String) {
    insert(elements, at: .sibling(.command(id), 0))
  }

  /// Puts commands and menus behind the first command with an identifier.
  public mutating func insertElements(_ elements: [MenuElement], afterCommand id: String) {
    insert(elements, at: .sibling(.command(id), 1))
  }

  /// Puts commands and menus into a menu, before all that is there.
  public mutating func insertElements(
    _ elements: [MenuElement], atStartOfMenu parent: MenuIdentifier
  ) {
    insert(elements, at: .start(of: parent))
  }

  /// Puts commands and menus into a menu, behind all that is there.
  public mutating func insertElements(
    _ elements: [MenuElement], atEndOfMenu parent: MenuIdentifier
  ) {
    insert(elements, at: .end(of: parent))
  }

  // MARK: Replacing and removing

  /// Puts a menu in the place of another; where it cannot be there, the other stays.
  public mutating func replace(menu identifier: MenuIdentifier, with menu: Menu) {
    guard has(.menu(identifier)) else { return }
    var rest = root
    rest.changeSiblings(of: .menu(identifier)) { $0.remove(at: $1) }
    guard let element = admitted([.menu(menu)], beside: rest).first else { return }
    root.changeSiblings(of: .menu(identifier)) { $0[$1] = element }
  }

  /// Gives a menu the children that `body` makes of those it has.
  public mutating func replaceChildren(
    ofMenu parent: MenuIdentifier, from body: ([MenuElement]) -> [MenuElement]
  ) {
    guard let menu = menu(for: parent) else { return warnings.append(.unknownMenu(parent)) }
    var rest = root
    rest.changeChildren(of: parent) { $0 = [] }
    let children = admitted(body(menu.children), beside: rest)
    root.changeChildren(of: parent) { $0 = children }
  }

  /// Takes a menu out, with all that is in it.
  public mutating func remove(menu identifier: MenuIdentifier) {
    guard has(.menu(identifier)) else { return }
    root.changeSiblings(of: .menu(identifier)) { $0.remove(at: $1) }
  }

  /// Takes out the first command with an identifier.
  public mutating func remove(command id: String) {
    guard has(.command(id)) else { return }
    root.changeSiblings(of: .command(id)) { $0.remove(at: $1) }
  }

  // MARK: Places

  private enum Place {
    /// So many places behind the place of an element.
    case sibling(Menu.Child, Int)
    case start(of: MenuIdentifier)
    case end(of: MenuIdentifier)
  }

  private mutating func insert(_ elements: [MenuElement], at place: Place) {
    switch place {
    case .sibling(let sibling, let offset):
      guard has(sibling) else { return }
      let elements = admitted(elements, beside: root)
      root.changeSiblings(of: sibling) { $0.insert(contentsOf: elements, at: $1 + offset) }
    case .start(let parent), .end(let parent):
      guard menu(for: parent) != nil else { return warnings.append(.unknownMenu(parent)) }
      let elements = admitted(elements, beside: root)
      root.changeChildren(of: parent) {
        if case .start = place { $0 = elements + $0 } else { $0 += elements }
      }
    }
  }

  /// Whether something has siblings; what has none is told.
  private mutating func has(_ child: Menu.Child) -> Bool {
    switch child {
    case .menu(.root): warnings.append(.rootStays)
    case .menu(let identifier) where menu(for: identifier) == nil:
      warnings.append(.unknownMenu(identifier))
    case .command(let id) where command(for: id) == nil: warnings.append(.unknownCommand(id))
    default: return true
    }
    return false
  }

  // MARK: What may be there

  /// What of some elements may be beside what a menu has; the rest is told.
  private mutating func admitted(_ elements: [MenuElement], beside menu: Menu) -> [MenuElement] {
    var admission = Admission(beside: menu, in: system)
    defer { warnings += admission.warnings }
    return admission.admit(elements)
  }
}

/// Lets elements in as long as none is there twice.
private struct Admission {
  private var identifiers: Set<MenuIdentifier>
  /// The keys that are taken; nil where they may be taken twice.
  private let registry: CommandRegistry?
  private(set) var warnings: [MenuWarning] = []

  init(beside menu: Menu, in system: MenuBuilder.System) {
    identifiers = Set(menu.identifiers)
    registry = system == .main ? CommandRegistry(refusesConflicts: true) : nil
    for command in menu.commands { try? registry?.add(command) }
  }

  mutating func admit(_ elements: [MenuElement]) -> [MenuElement] {
    var admitted: [MenuElement] = []
    for element in elements {
      switch element {
      case .command(let command):
        do throws(KeyCommandError) {
          try registry?.add(command)
          admitted.append(element)
        } catch {
          warnings.append(.commandRefused(error))
        }
      case .menu(var menu):
        guard identifiers.insert(menu.identifier).inserted else {
          warnings.append(.menuTwice(menu.identifier))
          continue
        }
        menu.children = admit(menu.children)
        admitted.append(.menu(menu))
      }
    }
    return admitted
  }
}

// MARK: Changing a tree

extension Menu {
  /// What an element among others is known by.
  fileprivate enum Child {
    case menu(MenuIdentifier)
    case command(String)

    func isKnown(to element: MenuElement) -> Bool {
      switch (self, element) {
      case (.menu(let identifier), .menu(let menu)): menu.identifier == identifier
      case (.command(let id), .command(let command)): command.id == id
      default: false
      }
    }
  }

  /// Changes the children among which an element is, the first in the order of the menu; `body` is
  /// given them and the element's place.
  @discardableResult
  fileprivate mutating func changeSiblings(
    of child: Child, _ body: (inout [MenuElement], Int) -> Void
  ) -> Bool {
    for index in children.indices {
      if child.isKnown(to: children[index]) {
        body(&children, index)
        return true
      }
      if case .menu(var menu) = children[index], menu.changeSiblings(of: child, body) {
        children[index] = .menu(menu)
        return true
      }
    }
    return false
  }

  /// Changes the children of the menu with an identifier.
  @discardableResult
  fileprivate mutating func changeChildren(
    of identifier: MenuIdentifier, _ body: (inout [MenuElement]) -> Void
  ) -> Bool {
    if identifier == self.identifier {
      body(&children)
      return true
    }
    for index in children.indices {
      if case .menu(var menu) = children[index], menu.changeChildren(of: identifier, body) {
        children[index] = .menu(menu)
        return true
      }
    }
    return false
  }
}
