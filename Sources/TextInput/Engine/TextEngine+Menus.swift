// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// The main menu and context menus, as programs list and change them.
extension TextEngine {
  /// The chord that opens and closes the menu, unless the menu is empty (CMD-13, CMD-30).
  public static let menuKey = MenuContents.openingChord

  /// The main menu, whose commands are matched after the chain's (CMD-4).
  public var mainMenu: MenuSystem { state.mainMenu }

  /// The menus of the bar as an open main menu would show them.
  package var menuLists: [MenuPanel.List] { stages.menus.lists }

  /// Returns the context menu of a responder as a menu of the bar would show it; nil if nothing can
  /// be done.
  package func contextMenuList(for responder: Responder) -> MenuPanel.List? {
    stages.menus.contextList(for: responder)
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
    stages.menus.contextMenu(for: responder ?? firstOfChain)
  }
}
