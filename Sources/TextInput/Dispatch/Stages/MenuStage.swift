// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
import Keys

/// Step 1 of the dispatch order: ⌃F2 opens and closes the main menu, if a command in it can run
/// (CMD-30).
///
/// The stage also builds context menus for the focused responder (CMD-28).
final class MenuStage: EnginePart {
  /// The value of ``TextEngine/mainMenu``.
  let system: MenuSystem

  init(of link: HostLink) { system = MenuSystem(of: link) }

  func offer(_ press: OfferedPress) -> Disposition? {
    let keystroke = press.keystroke
    guard keystroke.modifiers.intersection(.chord) == TextEngine.menuKey.modifiers,
      keystroke.charactersIgnoringModifiers == TextEngine.menuKey.input
    else { return nil }
    if let open {
      open.close()
    } else {
      guard let panel = makePanel() else { return nil }
      engine.stages.sequence.end()
      engine.stages.overlay.open(MenuOverlay(panel, in: engine))
      engine.queue.append(.menuShown(panel))
    }
    // A held key must not reopen the menu that it has closed.
    if keystroke.event.phase == .press { engine.stages.rawPresses.beginSilent(keystroke) }
    return .overlay
  }

  /// The open menu; nil while it is closed.
  var open: MenuOverlay? { engine.stages.overlay.current as? MenuOverlay }

  /// Updates an open menu to the current state of its commands (CMD-29).
  func settle() {
    if system.isStale { open?.refresh() }
  }

  // MARK: Contents

  /// Makes the current main menu with its first menu open; nil if no command in it would run.
  func makePanel() -> MenuPanel? {
    let lists = lists
    system.settle()
    return MenuPanel(lists)
  }

  /// The menus of the bar with their items.
  var lists: [MenuPanel.List] {
    // Shared by all menus, because it tries every key of the keyboard.
    menuLists(engine.keyboardMap.map { KeyPressFinder($0) })
  }

  /// Whether ⌃F2 would open the menu now; the open menu, if any, is not considered.
  var hasMenu: Bool { menuLists(nil).contains { $0.items.contains(where: \.isSelectable) } }

  private func menuLists(_ finder: KeyPressFinder?) -> [MenuPanel.List] {
    system.menu.submenus.compactMap { menu -> MenuPanel.List? in
      var menu = menu
      if menu.identifier == .application { menu.title = programName }
      return list(of: menu, finder)
    }
  }

  /// The title of the program's own menu: a window that changes the menu is a separate program.
  private var programName: String {
    guard let window = engine.keyWindow, window.buildsMainMenu != nil else {
      return engine.programName
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
    let items = items(of: menu, finder, from: responder ?? engine.firstOfChain)
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
    shown.title = engine.translator(shown.title)
    guard !shown.attributes.contains(.hidden), !shown.title.isEmpty else { return nil }
    return MenuPanel.Row(
      command: shown, isEnabled: command.map { !$0.attributes.contains(.disabled) } ?? false,
      declared: declared, presses: declared.hasChord ? presses(for: declared, finder) : [])
  }

  /// Returns the keys to press for a command; its own chords if the keyboard in use cannot press
  /// them.
  private func presses(for command: KeyCommand, _ finder: KeyPressFinder?) -> [KeyPress] {
    command.chords(isMirrored: engine.isMirrored).map {
      finder?.presses(for: $0).first ?? KeyPress($0)
    }
  }

  /// Returns a command as validated by the first responder that can perform it; nil if none can.
  private func live(_ command: KeyCommand, from responder: Responder) -> KeyCommand? {
    let commands = engine.stages.commands
    guard commands.holds(command.condition),
      let performer = commands.performer(of: command, from: responder)
    else { return nil }
    var command = command
    performer.validate(&command)
    return command
  }

  // MARK: Context menus

  /// Implements ``TextEngine/contextMenu(for:)``.
  func contextMenu(for responder: Responder) -> Menu {
    var builder = MenuBuilder(
      .standardContext(engine.bindings).translated(by: engine.translator), for: .context)
    for asked in Array(sequence(first: responder, next: \.next)).reversed() {
      asked.buildMenu(with: &builder)
    }
    return live(builder.root, from: responder)
  }

  /// Makes the context menu of a responder as a list; nil if nothing can be done.
  func contextList(for responder: Responder) -> MenuPanel.List? {
    list(
      of: contextMenu(for: responder), engine.keyboardMap.map { KeyPressFinder($0) },
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

extension TextEngine {
  /// The chord that opens and closes the menu, unless the menu is empty (CMD-13, CMD-30).
  public static let menuKey = Chord(.function(2), .control)

  /// The main menu, whose commands are matched after the chain's (CMD-4).
  public var mainMenu: MenuSystem { stages.menu.system }

  /// The menus of the bar as an open main menu would show them.
  package var menuLists: [MenuPanel.List] { stages.menu.lists }

  /// Returns the context menu of a responder as a menu of the bar would show it; nil if nothing can
  /// be done.
  package func contextMenuList(for responder: Responder) -> MenuPanel.List? {
    stages.menu.contextList(for: responder)
  }

  /// Makes a builder of the menu that programs change: the main menu without the key window's
  /// changes, or a context menu without any.
  package func menuBuilder(for system: MenuBuilder.System) -> MenuBuilder {
    switch system {
    case .main: mainMenu.makeBuilder(for: self)
    case .context:
      MenuBuilder(.standardContext(bindings).translated(by: translator), for: .context)
    }
  }

  /// The open main menu; nil while it is closed.
  public var menuPanel: MenuPanel? { stages.menu.open?.panel }

  /// Builds the main menu now, which would otherwise delay the first key.
  ///
  /// It has no other effect.
  public func prepare() {
    mainMenu.prepare()
  }

  /// Builds the context menu of a responder; the UIKit counterpart is the edit menu.
  ///
  /// Every responder of the chain may change it in `buildMenu(with:)`, the application first and
  /// the given responder last, so that the nearest responder decides. Commands that no responder of
  /// the chain can perform are omitted, and so are hidden ones; disabled ones are included, to be
  /// shown dimmed (CMD-28).
  ///
  /// - Parameter responder: the responder; nil for the focused one.
  /// - Returns: the root, whose children are groups; without children if nothing can be done. Run a
  ///   chosen command with ``perform(_:from:)``.
  public func contextMenu(for responder: Responder? = nil) -> Menu {
    stages.menu.contextMenu(for: responder ?? firstOfChain)
  }
}
