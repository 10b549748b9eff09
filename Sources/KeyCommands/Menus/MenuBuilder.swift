// SPDX-License-Identifier: Apache-2.0

/// Changes a menu by the identifiers of its elements (CMD-28).
///
/// UIKit's counterpart is `UIMenuBuilder`.
///
/// The identifiers of menus are unique, and so are the chords in a main menu. A change that would
/// violate this, or that refers to a missing element, is not made and is recorded in ``warnings``.
/// UIKit raises an exception instead.
///
/// ```swift
/// let new = KeyCommand(id: "new", input: "n", modifiers: .command, title: "New")
/// builder.insertElements([.command(new)], atStartOfMenu: .file)
/// builder.remove(menu: .format)
/// ```
public struct MenuBuilder: Sendable {
  /// The purpose of the menu.
  ///
  /// UIKit's counterpart is `UIMenuSystem`.
  public enum System: Hashable, Sendable {
    /// The program's main menu, whose chords work everywhere.
    case main
    /// The menu of actions for the responder that has the focus.
    case context
  }

  /// The purpose of the menu.
  public let system: System
  /// The current menu.
  public private(set) var root: Menu
  /// The changes that were not made, in order.
  public private(set) var warnings: [MenuWarning] = []

  /// Creates a builder for a menu, from which conflicting elements are removed at once.
  ///
  /// - Parameters:
  ///   - menu: the initial menu; only its children are used.
  ///   - system: the purpose of the menu; in a main menu chords must be unique.
  public init(_ menu: Menu, for system: System) {
    self.system = system
    root = Menu(.root)
    root.children = admitted(menu.children, beside: root)
  }

  // MARK: Queries

  /// Returns the menu with an identifier.
  ///
  /// - Parameter identifier: the identifier to look for, at any depth.
  /// - Returns: the menu; nil if there is none.
  public func menu(for identifier: MenuIdentifier) -> Menu? {
    root.menu(for: identifier)
  }

  /// Returns the first command with an identifier.
  ///
  /// - Parameters:
  ///   - id: the identifier to look for, at any depth.
  ///   - propertyList: the property list that the command must have; nil for any.
  /// - Returns: the command; nil if there is none. Alternates are not found.
  public func command(for id: String, propertyList: String? = nil) -> KeyCommand? {
    root.command(for: id, propertyList: propertyList)
  }

  // MARK: Inserting

  /// Inserts a menu before another.
  ///
  /// - Parameters:
  ///   - menu: the menu to insert; it is omitted with a warning if another menu has its identifier.
  ///   - sibling: the menu before which it is inserted; an unknown menu or the root gives a
  ///     warning.
  public mutating func insertSibling(_ menu: Menu, beforeMenu sibling: MenuIdentifier) {
    insertElements([.menu(menu)], beforeMenu: sibling)
  }

  /// Inserts a menu after another.
  ///
  /// - Parameters:
  ///   - menu: the menu to insert; it is omitted with a warning if another menu has its identifier.
  ///   - sibling: the menu after which it is inserted; an unknown menu or the root gives a warning.
  public mutating func insertSibling(_ menu: Menu, afterMenu sibling: MenuIdentifier) {
    insertElements([.menu(menu)], afterMenu: sibling)
  }

  /// Inserts a menu as the first child of another.
  ///
  /// - Parameters:
  ///   - menu: the menu to insert; it is omitted with a warning if another menu has its identifier.
  ///   - parent: the menu to extend; an unknown one gives a warning.
  public mutating func insertChild(_ menu: Menu, atStartOfMenu parent: MenuIdentifier) {
    insertElements([.menu(menu)], atStartOfMenu: parent)
  }

  /// Inserts a menu as the last child of another.
  ///
  /// - Parameters:
  ///   - menu: the menu to insert; it is omitted with a warning if another menu has its identifier.
  ///   - parent: the menu to extend; an unknown one gives a warning.
  public mutating func insertChild(_ menu: Menu, atEndOfMenu parent: MenuIdentifier) {
    insertElements([.menu(menu)], atEndOfMenu: parent)
  }

  /// Inserts commands and menus before a menu.
  ///
  /// - Parameters:
  ///   - elements: the elements, in order; those in conflict with the menu are omitted with a
  ///     warning.
  ///   - sibling: the menu before which they are inserted; an unknown menu or the root gives a
  ///     warning.
  public mutating func insertElements(
    _ elements: [MenuElement], beforeMenu sibling: MenuIdentifier
  ) {
    insert(elements, at: .sibling(.menu(sibling), 0))
  }

  /// Inserts commands and menus after a menu.
  ///
  /// - Parameters:
  ///   - elements: the elements, in order; those in conflict with the menu are omitted with a
  ///     warning.
  ///   - sibling: the menu after which they are inserted; an unknown menu or the root gives a
  ///     warning.
  public mutating func insertElements(
    _ elements: [MenuElement], afterMenu sibling: MenuIdentifier
  ) {
    insert(elements, at: .sibling(.menu(sibling), 1))
  }

  /// Inserts commands and menus before the first command with an identifier.
  ///
  /// - Parameters:
  ///   - elements: the elements, in order; those in conflict with the menu are omitted with a
  ///     warning.
  ///   - id: the identifier of the command before which they are inserted; an unknown one gives a
  ///     warning.
  public mutating func insertElements(_ elements: [MenuElement], beforeCommand id: String) {
    insert(elements, at: .sibling(.command(id), 0))
  }

  /// Inserts commands and menus after the first command with an identifier.
  ///
  /// - Parameters:
  ///   - elements: the elements, in order; those in conflict with the menu are omitted with a
  ///     warning.
  ///   - id: the identifier of the command after which they are inserted; an unknown one gives a
  ///     warning.
  public mutating func insertElements(_ elements: [MenuElement], afterCommand id: String) {
    insert(elements, at: .sibling(.command(id), 1))
  }

  /// Inserts commands and menus at the start of a menu.
  ///
  /// - Parameters:
  ///   - elements: the elements, in order; those in conflict with the menu are omitted with a
  ///     warning.
  ///   - parent: the menu to extend; an unknown one gives a warning.
  public mutating func insertElements(
    _ elements: [MenuElement], atStartOfMenu parent: MenuIdentifier
  ) {
    insert(elements, at: .start(of: parent))
  }

  /// Inserts commands and menus at the end of a menu.
  ///
  /// - Parameters:
  ///   - elements: the elements, in order; those in conflict with the menu are omitted with a
  ///     warning.
  ///   - parent: the menu to extend; an unknown one gives a warning.
  public mutating func insertElements(
    _ elements: [MenuElement], atEndOfMenu parent: MenuIdentifier
  ) {
    insert(elements, at: .end(of: parent))
  }

  // MARK: Replacing and removing

  /// Replaces a menu.
  ///
  /// - Parameters:
  ///   - identifier: the menu to replace; an unknown menu or the root gives a warning.
  ///   - menu: the new menu, which may have another identifier. If another menu has it, the old
  ///     menu is kept; children in conflict with the rest are omitted, each with a warning.
  public mutating func replace(menu identifier: MenuIdentifier, with menu: Menu) {
    guard has(.menu(identifier)) else { return }
    var rest = root
    rest.changeSiblings(of: .menu(identifier)) { $0.remove(at: $1) }
    guard let element = admitted([.menu(menu)], beside: rest).first else { return }
    root.changeSiblings(of: .menu(identifier)) { $0[$1] = element }
  }

  /// Replaces the children of a menu by the result of `body`.
  ///
  /// - Parameters:
  ///   - parent: the menu to change, which may be the root; for an unknown one `body` is not
  ///     called.
  ///   - body: returns the new children for the current ones; those in conflict with the rest of
  ///     the menu are omitted with a warning.
  public mutating func replaceChildren(
    ofMenu parent: MenuIdentifier, from body: ([MenuElement]) -> [MenuElement]
  ) {
    guard let menu = menu(for: parent) else { return warnings.append(.unknownMenu(parent)) }
    var rest = root
    rest.changeChildren(of: parent) { $0 = [] }
    let children = admitted(body(menu.children), beside: rest)
    root.changeChildren(of: parent) { $0 = children }
  }

  /// Removes a menu and everything in it.
  ///
  /// - Parameter identifier: the menu to remove; an unknown menu or the root gives a warning.
  public mutating func remove(menu identifier: MenuIdentifier) {
    guard has(.menu(identifier)) else { return }
    root.changeSiblings(of: .menu(identifier)) { $0.remove(at: $1) }
  }

  /// Removes the first command with an identifier.
  ///
  /// - Parameter id: the identifier of the command; an unknown one gives a warning.
  public mutating func remove(command id: String) {
    guard has(.command(id)) else { return }
    root.changeSiblings(of: .command(id)) { $0.remove(at: $1) }
  }

  // MARK: Places

  private enum Place {
    /// The position of an element, plus an offset.
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

  /// Whether an element exists and has siblings; records a warning if not.
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

  // MARK: Conflicts

  /// Returns the elements that do not conflict with a menu, and records warnings for the others.
  private mutating func admitted(_ elements: [MenuElement], beside menu: Menu) -> [MenuElement] {
    var admission = Admission(beside: menu, in: system)
    defer { warnings += admission.warnings }
    return admission.admit(elements)
  }
}

/// Accepts elements as long as their identifiers and chords are unique.
private struct Admission {
  private var identifiers: Set<MenuIdentifier>
  /// The chords in use; nil if chords need not be unique.
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
  /// Identifies an element among its siblings.
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

  /// Calls `body` with the first matching element's siblings and its index among them.
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
