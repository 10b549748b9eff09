// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// The open main menu: a bar of titles, and one open menu with its open submenus (CMD-30).
///
/// A value type: a key produces another value. UIKit shows a similar menu itself and has no public
/// name for it.
public struct MenuPanel: Hashable, Sendable {
  /// A menu with its items.
  public struct List: Hashable, Sendable {
    /// The identifier of the menu.
    public var identifier: MenuIdentifier
    /// The title of the menu.
    public var title: String
    /// The items; never empty, and without leading, trailing or repeated separators.
    public var items: [Item]

    /// Creates a menu from its parts.
    package init(identifier: MenuIdentifier, title: String, items: [Item]) {
      self.identifier = identifier
      self.title = title
      self.items = items
    }
  }

  /// A line of a menu.
  @nonexhaustive
  public enum Item: Hashable, Sendable {
    /// A command.
    case command(Row)
    /// A submenu, which opens next to this menu.
    case submenu(List)
    /// A line between two groups.
    case separator

    /// Whether the item can be highlighted: its command can be performed, or its submenu has such
    /// an item.
    public var isSelectable: Bool {
      switch self {
      case .command(let row): row.isEnabled
      case .submenu(let list): list.items.contains(where: \.isSelectable)
      case .separator: false
      }
    }

    /// The title of the item; empty for a separator.
    public var title: String {
      switch self {
      case .command(let row): row.command.title
      case .submenu(let list): list.title
      case .separator: ""
      }
    }
  }

  /// A command in a menu.
  public struct Row: Hashable, Sendable {
    /// The command, validated by its target (CMD-8).
    public var command: KeyCommand
    /// Whether the command can be performed now; if not, it is shown dimmed.
    public var isEnabled: Bool
    /// The command as declared in the menu.
    package var declared: KeyCommand
    /// The keys to press for the command on the keyboard in use; empty for a command without keys.
    package var presses: [KeyPress]

    /// Creates a row from its parts.
    package init(
      command: KeyCommand, isEnabled: Bool, declared: KeyCommand, presses: [KeyPress]
    ) {
      self.command = command
      self.isEnabled = isEnabled
      self.declared = declared
      self.presses = presses
    }

    /// Returns the keys that run the command without the menu, on the keyboard in use, with its
    /// chords separated by spaces.
    ///
    /// - Parameter spelling: the notation.
    /// - Returns: the keys; empty for a command without keys.
    public func keys(in spelling: CommandPanel.Spelling) -> String { spelling.text(presses) }
  }

  /// The menus of the bar; never empty.
  public let menus: [List]
  /// The index of the open menu.
  public private(set) var openMenu = 0
  /// The index of the highlighted item in the open menu, then in each open submenu; nil in a menu
  /// without selectable items.
  public private(set) var highlights: [Int?] = []

  /// The open menu and its open submenus, starting at the bar; each has an entry in ``highlights``.
  public var openLists: [List] {
    var lists = [menus[openMenu]]
    for highlight in highlights.dropLast() {
      guard let highlight, case .submenu(let list)? = lists.last?.items[highlight] else { break }
      lists.append(list)
    }
    return lists
  }

  /// The item that ⏎ would run or open; nil for none.
  public var choice: Item? {
    guard let items = openLists.last?.items, case let highlight?? = highlights.last else {
      return nil
    }
    return items[highlight]
  }
}

// MARK: Opening

extension MenuPanel {
  /// Opens the first menu with a selectable item; nil if no menu has one.
  package init?(_ menus: [List]) {
    guard let first = menus.firstIndex(where: { $0.items.contains(where: \.isSelectable) }) else {
      return nil
    }
    self.menus = menus
    open(first)
  }

  private mutating func open(_ menu: Int) {
    openMenu = menu
    highlights = [menus[menu].items.firstIndex(where: \.isSelectable)]
  }

  /// Returns these menus with the open menus and highlights of an earlier panel, as far as they
  /// still exist.
  package func following(_ old: MenuPanel) -> MenuPanel {
    var panel = self
    let identifier = old.menus[old.openMenu].identifier
    guard let menu = menus.firstIndex(where: { $0.identifier == identifier }) else { return panel }
    panel.open(menu)
    for (list, highlight) in zip(old.openLists, old.highlights) {
      guard let highlight, let items = panel.openLists.last?.items,
        let same = items.firstIndex(where: {
          $0.isSelectable && $0.isSame(as: list.items[highlight])
        })
      else { return panel }
      panel.highlights[panel.highlights.count - 1] = same
      if panel.highlights.count < old.highlights.count { panel = panel.moved(.enter) }
    }
    return panel
  }
}

extension MenuPanel.Item {
  /// Whether the item is the same command or menu, regardless of its title.
  fileprivate func isSame(as other: MenuPanel.Item) -> Bool {
    switch (self, other) {
    case (.command(let row), .command(let old)): row.declared.isSame(as: old.declared)
    case (.submenu(let list), .submenu(let old)): list.identifier == old.identifier
    default: false
    }
  }
}

extension KeyCommand {
  fileprivate func isSame(as other: KeyCommand) -> Bool {
    id == other.id && chords == other.chords && propertyList == other.propertyList
  }
}

// MARK: Moving

extension MenuPanel {
  /// A movement in the menus.
  public enum Move: Hashable, Sendable {
    /// ↓: to the next selectable item; from the last to the first.
    case down
    /// ↑: to the previous selectable item; from the first to the last.
    case up
    /// →: into a submenu, or else to the next menu of the bar.
    case forward
    /// ←: out of a submenu, or else to the previous menu of the bar.
    case back
    /// Into the highlighted submenu.
    case enter
    /// Home: to the first item.
    case first
    /// End: to the last item.
    case last
    /// A letter: to the next item whose title begins with it, ignoring case.
    case letter(Character)
  }

  /// Computes the panel after a movement.
  ///
  /// - Parameter move: the movement.
  /// - Returns: the new panel; the same panel if there is nothing to move to.
  public func moved(_ move: Move) -> MenuPanel {
    var panel = self
    switch move {
    case .down: panel.highlight { Self.nearest($0, behind: $1, by: 1) }
    case .up: panel.highlight { Self.nearest($0, behind: $1, by: -1) }
    case .first: panel.highlight { items, _ in items.firstIndex(where: \.isSelectable) }
    case .last: panel.highlight { items, _ in items.lastIndex(where: \.isSelectable) }
    case .letter(let letter):
      panel.highlight {
        Self.nearest($0, behind: $1, by: 1) {
          $0.title.first?.lowercased() == letter.lowercased()
        }
      }
    case .enter: panel.enter()
    case .forward:
      if case .submenu? = choice { panel.enter() } else { panel.turn(by: 1) }
    case .back:
      if highlights.count > 1 { panel.highlights.removeLast() } else { panel.turn(by: -1) }
    }
    return panel
  }

  private mutating func turn(by step: Int) {
    open((openMenu + step + menus.count) % menus.count)
  }

  private mutating func enter() {
    guard case .submenu(let list)? = choice else { return }
    highlights.append(list.items.firstIndex(where: \.isSelectable))
  }

  private mutating func highlight(_ choose: ([Item], Int?) -> Int?) {
    guard let items = openLists.last?.items, let current = highlights.last,
      let index = choose(items, current)
    else { return }
    highlights[highlights.count - 1] = index
  }

  /// Finds the next selectable item in a direction, wrapping around at the ends.
  private static func nearest(
    _ items: [Item], behind current: Int?, by step: Int,
    where isWanted: (Item) -> Bool = { _ in true }
  ) -> Int? {
    let start = current ?? (step > 0 ? -1 : items.count)
    let places = (1...items.count).map { (start + step * $0 + 2 * items.count) % items.count }
    return places.first { items[$0].isSelectable && isWanted(items[$0]) }
  }
}
