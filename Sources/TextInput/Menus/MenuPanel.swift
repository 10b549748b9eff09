// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// The main menu while it is open: a bar of titles, and one menu of it open with its submenus (CMD-30).
///
/// A value: what a key does to it is another one. UIKit shows the like itself and has no name for it.
public struct MenuPanel: Hashable, Sendable {
  /// A menu with its items.
  public struct List: Hashable, Sendable {
    /// What it is known by.
    public var identifier: MenuIdentifier
    /// What it is called.
    public var title: String
    /// What is in it; never empty, and never with a separator at an end or beside another.
    public var items: [Item]
  }

  /// A line of a menu.
  @nonexhaustive
  public enum Item: Hashable, Sendable {
    /// A command.
    case command(Row)
    /// A menu that opens beside this one.
    case submenu(List)
    /// A line between two groups.
    case separator

    /// Whether it can be highlighted: somebody would perform the command, or something in the submenu.
    public var isSelectable: Bool {
      switch self {
      case .command(let row): row.isEnabled
      case .submenu(let list): list.items.contains(where: \.isSelectable)
      case .separator: false
      }
    }

    /// What it says; empty for a separator.
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
    /// The command, as who performs it says that it is now (CMD-8).
    public var command: KeyCommand
    /// Whether somebody would perform it now; else it shows dimmed.
    public var isEnabled: Bool
    /// The command as the menu has it.
    var declared: KeyCommand
    /// What is pressed for it on the keyboard in use; empty for a command without keys.
    var presses: [KeyPress]

    /// What is pressed for it without the menu on the keyboard in use, its chords separated by spaces;
    /// empty for nothing.
    public func keys(in spelling: CommandPanel.Spelling) -> String { spelling.text(presses) }
  }

  /// The menus whose titles the bar has; never empty.
  public let menus: [List]
  /// Which of them is open, counted from 0.
  public private(set) var openMenu = 0
  /// The item that is highlighted in the open menu and in each open submenu, the last one's last; nil where
  /// a menu has nothing to highlight.
  public private(set) var highlights: [Int?] = []

  /// The open menu and its open submenus, from the bar on; each has its place in ``highlights``.
  public var openLists: [List] {
    var lists = [menus[openMenu]]
    for highlight in highlights.dropLast() {
      guard let highlight, case .submenu(let list)? = lists.last?.items[highlight] else { break }
      lists.append(list)
    }
    return lists
  }

  /// What ⏎ would run or open; nil for nothing.
  public var choice: Item? {
    guard let items = openLists.last?.items, case let highlight?? = highlights.last else {
      return nil
    }
    return items[highlight]
  }
}

// MARK: Opening

extension MenuPanel {
  /// Opens the first of some menus that has something to highlight; nil where none has.
  init?(_ menus: [List]) {
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

  /// The same menus as they are now: open is what was open, as far as it is still there.
  func following(_ old: MenuPanel) -> MenuPanel {
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
  /// Whether it is about the same command or menu, whatever that is called now.
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
  /// A way to move in the menus.
  public enum Move: Hashable, Sendable {
    /// ↓: the next item that can be highlighted, behind the last one the first.
    case down
    /// ↑: the item before, before the first one the last.
    case up
    /// →: into a submenu, elsewhere to the next menu of the bar.
    case forward
    /// ←: out of a submenu, elsewhere to the menu before.
    case back
    /// Into the highlighted submenu.
    case enter
    /// Home: the first item.
    case first
    /// End: the last item.
    case last
    /// A letter: the next item whose title begins with it, whether capital or small.
    case letter(Character)
  }

  /// Moves in the menus.
  ///
  /// - Returns: the panel after the move; the same where there is nothing to move to.
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

  /// The first item in a direction, past the end from the other end on, that can be highlighted.
  private static func nearest(
    _ items: [Item], behind current: Int?, by step: Int,
    where isWanted: (Item) -> Bool = { _ in true }
  ) -> Int? {
    let start = current ?? (step > 0 ? -1 : items.count)
    let places = (1...items.count).map { (start + step * $0 + 2 * items.count) % items.count }
    return places.first { items[$0].isSelectable && isWanted(items[$0]) }
  }
}
