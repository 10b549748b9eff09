// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
import Keys

/// The menu that ⌃F2 opens (CMD-30), and the menus of what has the focus (CMD-28).
extension TextEngine {
  /// What opens and closes the menu, where there is something in it (CMD-13, CMD-30).
  public static let menuKey = Chord(KeyInput.function(2), .control)

  /// The main menu while it is open; nil while it is not.
  public var menuPanel: MenuPanel? { (overlay as? MenuOverlay)?.panel }

  /// Does now what the first key would otherwise wait for: the main menu is made.
  ///
  /// Nothing is different afterwards but the time that the first key takes.
  public func prepare() {
    mainMenu.prepare()
  }

  // MARK: The key

  /// Step 1: ⌃F2 opens the menu, where there is something in it to run, and closes it.
  func offerToMenuKey(_ keystroke: Keystroke) -> Disposition? {
    guard keystroke.modifiers.intersection(.chord) == Self.menuKey.modifiers,
      keystroke.charactersIgnoringModifiers == Self.menuKey.input
    else { return nil }
    if let menu = overlay as? MenuOverlay {
      menu.close()
    } else {
      guard let panel = makeMenuPanel() else { return nil }
      endSequence()
      overlay?.focusWillMove()
      overlay = MenuOverlay(panel, in: self)
      queue.append(.menuShown(panel))
    }
    // The key that is held does not open what it has closed.
    if keystroke.event.phase == .press { beginSilentPress(keystroke) }
    return .overlay
  }

  /// An open menu follows what has become of its commands (CMD-29).
  func settleMenu() {
    guard mainMenu.isStale, let menu = overlay as? MenuOverlay else { return }
    menu.refresh()
  }

  // MARK: What shows

  /// The main menu as it is now, its first menu open; nil where nothing in it would run.
  func makeMenuPanel() -> MenuPanel? {
    // One for all: it tries every key of the keyboard.
    let lists = menuLists(keyboardMap.map { KeyPressFinder($0) })
    mainMenu.settle()
    return MenuPanel(lists)
  }

  /// Whether ⌃F2 would open the menu now; an open one is left as it is.
  var hasMenu: Bool { menuLists(nil).contains { $0.items.contains(where: \.isSelectable) } }

  private func menuLists(_ finder: KeyPressFinder?) -> [MenuPanel.List] {
    mainMenu.menu.submenus.compactMap { menu -> MenuPanel.List? in
      var menu = menu
      if menu.identifier == .application { menu.title = programName }
      return list(of: menu, finder)
    }
  }

  /// A menu's items; nil where there are none.
  private func list(of menu: Menu, _ finder: KeyPressFinder?) -> MenuPanel.List? {
    let items = items(of: menu, finder)
    return items.isEmpty
      ? nil : MenuPanel.List(identifier: menu.identifier, title: menu.title, items: items)
  }

  private func items(of menu: Menu, _ finder: KeyPressFinder?) -> [MenuPanel.Item] {
    var items: [MenuPanel.Item] = []
    var needsLine = false
    for child in menu.children {
      let added: [MenuPanel.Item]
      var isGroup = false
      switch child {
      case .command(let command): added = row(of: command, finder).map { [.command($0)] } ?? []
      case .menu(let menu) where menu.isInline:
        added = self.items(of: menu, finder)
        isGroup = true
      case .menu(let menu): added = list(of: menu, finder).map { [.submenu($0)] } ?? []
      }
      guard !added.isEmpty else { continue }
      if !items.isEmpty, needsLine || isGroup { items.append(.separator) }
      items += added
      needsLine = isGroup
    }
    return items
  }

  /// A command as it shows: dimmed where nobody would perform it; nil for one that is not listed.
  private func row(of declared: KeyCommand, _ finder: KeyPressFinder?) -> MenuPanel.Row? {
    let command = live(declared, from: firstOfChain)
    var shown = command ?? declared
    shown.title = translator(shown.title)
    guard !shown.attributes.contains(.hidden), !shown.title.isEmpty else { return nil }
    return MenuPanel.Row(
      command: shown, isEnabled: command.map { !$0.attributes.contains(.disabled) } ?? false,
      declared: declared, presses: declared.hasChord ? presses(for: declared, finder) : [])
  }

  /// What is pressed for a command; its own chords where the keyboard in use cannot press them.
  private func presses(for command: KeyCommand, _ finder: KeyPressFinder?) -> [KeyPress] {
    command.chords(isMirrored: isMirrored).map {
      finder?.presses(for: $0).first ?? KeyPress($0)
    }
  }

  /// A command as the first that can perform it, from a responder on, says that it is now; nil where
  /// nobody can.
  private func live(_ command: KeyCommand, from responder: Responder) -> KeyCommand? {
    guard holds(command.condition), let performer = performer(of: command, from: responder)
    else { return nil }
    var command = command
    performer.validate(&command)
    return command
  }

  // MARK: Context menus

  /// What can be done with a responder, nobody's keys asked: UIKit's counterpart is the edit menu.
  ///
  /// Every responder of the chain may change it in `buildMenu(with:)`, the application first and the
  /// responder last, so that the nearest has the last word. What nobody from the responder on can perform is
  /// left out, and so is what is hidden; what is disabled stays, to be shown dimmed (CMD-28).
  ///
  /// - Parameter responder: nil for whatever has the focus.
  /// - Returns: the root, whose children are groups; without any where nothing can be done. Whoever shows it
  ///   runs what is chosen with ``perform(_:from:)``.
  public func contextMenu(for responder: Responder? = nil) -> Menu {
    let responder = responder ?? firstOfChain
    var builder = MenuBuilder(
      .standardContext(bindings).translated(by: translator), for: .context)
    for asked in Array(sequence(first: responder, next: \.next)).reversed() {
      asked.buildMenu(with: &builder)
    }
    return live(builder.root, from: responder)
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

  /// Runs a command as its key would: whoever can perform it, from a responder on, does; UIKit's
  /// counterpart is `sendAction(_:to:from:for:)`.
  ///
  /// - Parameters:
  ///   - command: as its menu has it.
  ///   - responder: who is asked first; nil for whatever has the focus.
  /// - Returns: whether somebody performed it; nobody does where it is disabled or the engine not active.
  @discardableResult
  public func perform(_ command: KeyCommand, from responder: Responder? = nil) -> Bool {
    guard !isAway, let target = performer(of: command, from: responder ?? firstOfChain),
      let found = validated(command, by: target)
    else { return false }
    textContainer?.endRun()
    queue.append(
      .commandInvoked(
        id: found.command.id, title: translator(found.command.title), target: target.name,
        argument: found.command.propertyList))
    target.perform(found.command)
    return true
  }
}
