// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The contents of the main menu and of context menus, as far as they can be performed now.
final class MenuContents {
  /// The chord that opens and closes the main menu (CMD-30).
  static let openingChord = Chord(.function(2), .control)

  private let state: EngineState
  private let search: CommandSearch

  init(_ search: CommandSearch) {
    state = search.state
    self.search = search
  }

  // MARK: Main menu

  /// Makes the current main menu with its first menu open; nil if no command in it would run.
  func makePanel() -> MenuPanel? {
    let lists = lists
    state.mainMenu.openMenuWasUpdated()
    return MenuPanel(lists)
  }

  /// The menus of the bar with their items.
  var lists: [MenuPanel.List] {
    // Shared by all menus, because it tries every key of the keyboard.
    menuLists(state.keyboardMap.map { KeyPressFinder($0) })
  }

  /// Whether ⌃F2 would open the menu now; the open menu, if any, is not considered.
  var hasMenu: Bool { menuLists(nil).contains { $0.items.contains(where: \.isSelectable) } }

  private func menuLists(_ finder: KeyPressFinder?) -> [MenuPanel.List] {
    state.mainMenu.menu.submenus.compactMap { menu -> MenuPanel.List? in
      var menu = menu
      if menu.identifier == .application { menu.title = programName }
      return list(of: menu, finder)
    }
  }

  /// The title of the program's own menu: a window that changes the menu is a separate program.
  private var programName: String {
    guard let window = state.keyWindow, window.buildsMainMenu != nil else {
      return state.programName
    }
    return window.name
  }

  /// Makes the list of a menu's items; nil if there are none.
  ///
  /// - Parameters:
  ///   - menu: the menu to list.
  ///   - finder: finds the keys to press on the keyboard in use; nil to use the declared chords.
  ///   - responder: the first responder that is asked; nil for the focused one.
  /// - Returns: the list; nil for a menu without items.
  private func list(
    of menu: Menu, _ finder: KeyPressFinder?, from responder: Responder? = nil
  ) -> MenuPanel.List? {
    let items = items(of: menu, finder, from: responder ?? state.firstOfChain)
    return items.isEmpty
      ? nil : MenuPanel.List(identifier: menu.identifier, title: menu.title, items: items)
  }

  private func items(
    of menu: Menu, _ finder: KeyPressFinder?, from responder: Responder
  ) -> [MenuPanel.Item] {
    var items: [MenuPanel.Item] = []
    var needsLine = false
    for child in menu.children {
      let added: [MenuPanel.Item]
      var isGroup = false
      switch child {
      case .command(let command):
        added = row(of: command, finder, from: responder).map { [.command($0)] } ?? []
      case .menu(let menu) where menu.isInline:
        added = self.items(of: menu, finder, from: responder)
        isGroup = true
      case .menu(let menu):
        added = list(of: menu, finder, from: responder).map { [.submenu($0)] } ?? []
      }
      guard !added.isEmpty else { continue }
      if !items.isEmpty, needsLine || isGroup { items.append(.separator) }
      items += added
      needsLine = isGroup
    }
    return items
  }

  /// Makes the row of a command, dimmed if it cannot be performed; nil if it is not listed.
  private func row(
    of declared: KeyCommand, _ finder: KeyPressFinder?, from responder: Responder
  ) -> MenuPanel.Row? {
    let command = live(declared, from: responder)
    var shown = command ?? declared
    shown.title = state.translator(shown.title)
    guard !shown.attributes.contains(.hidden), !shown.title.isEmpty else { return nil }
    return MenuPanel.Row(
      command: shown, isEnabled: command.map { !$0.attributes.contains(.disabled) } ?? false,
      declared: declared, presses: declared.hasChord ? presses(for: declared, finder) : [])
  }

  /// Returns the keys to press for a command; its own chords if the keyboard in use cannot press
  /// them.
  private func presses(for command: KeyCommand, _ finder: KeyPressFinder?) -> [KeyPress] {
    command.chords(isMirrored: state.isMirrored).map {
      finder?.presses(for: $0).first ?? KeyPress($0)
    }
  }

  /// Returns a command as validated by the first responder that can perform it; nil if none can.
  private func live(_ command: KeyCommand, from responder: Responder) -> KeyCommand? {
    guard search.holds(command.condition),
      let performer = search.performer(of: command, from: responder)
    else { return nil }
    var command = command
    performer.validate(&command)
    return command
  }

  // MARK: Context menus

  /// Implements ``TextEngine/contextMenu(for:)``.
  func contextMenu(for responder: Responder) -> Menu {
    var builder = MenuBuilder(
      .standardContext(state.bindings).translated(by: state.translator), for: .context)
    for asked in Array(sequence(first: responder, next: \.next)).reversed() {
      asked.buildMenu(with: &builder)
    }
    return live(builder.root, from: responder)
  }

  /// Makes the context menu of a responder as a list; nil if nothing can be done.
  func contextList(for responder: Responder) -> MenuPanel.List? {
    list(
      of: contextMenu(for: responder), state.keyboardMap.map { KeyPressFinder($0) },
      from: responder)
  }

  private func live(_ menu: Menu, from responder: Responder) -> Menu {
    var menu = menu
    menu.children = menu.children.compactMap { child in
      switch child {
      case .command(let command):
        guard let command = live(command, from: responder),
          !command.attributes.contains(.hidden), !command.title.isEmpty
        else { return nil }
        return .command(command)
      case .menu(let inside):
        let inside = live(inside, from: responder)
        return inside.children.isEmpty ? nil : .menu(inside)
      }
    }
    return menu
  }
}
