// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// The engine, as its main menu sees it.
protocol MenuHost: EditingHost {
  /// The chords that edit text.
  var bindings: TextBindings { get }
  /// The translator of titles into the user's language.
  var translator: Translator { get }
}

/// The main menu; the application, its delegate, and then the program of the key window define it
/// (CMD-28).
///
/// There is no menu bar (CMD-30): the menu's commands run by their keys, after those of the
/// responder chain (CMD-4), and are shown in the panel of ⌘ and in the menu of ⌃F2. The UIKit
/// counterpart is `UIMenuSystem.main`.
public final class MenuSystem {
  private let link: HostLink
  private var built = BuiltMenu(MenuBuilder(Menu(.root), for: .main)) {
    didSet {
      registryInUse = built.registry
      DispatchRevision.advance()
    }
  }
  private var registryInUse = CommandRegistry()
  private var needsRebuild = true
  private var isBuilding = false
  /// Whether an open menu may be out of date.
  private(set) var isStale = false

  /// Creates the menu for the engine of a connection.
  init(of link: HostLink) {
    self.link = link
  }

  // MARK: Changes

  /// Requests that the menu is built again before its next use; repeated calls have no further
  /// effect (CMD-29).
  public func setNeedsRebuild() {
    needsRebuild = true
    isStale = true
    DispatchRevision.advance()
  }

  /// Requests that the commands of an open menu are validated again, without rebuilding the menu
  /// (CMD-29).
  ///
  /// A command that is run by its key is always validated (CMD-8).
  public func setNeedsRevalidate() {
    isStale = true
  }

  /// Builds the menu now, so that no key is delayed by it.
  func prepare() {
    if needsRebuild, !isBuilding { rebuild() }
  }

  /// Called after an open menu was updated.
  func openMenuWasUpdated() {
    isStale = false
  }

  // MARK: Contents

  /// The menu as built: the root, which contains the menus of a bar.
  public var menu: Menu { current.root }
  /// The requests during building that were refused, such as a second command on a chord (CMD-6).
  public var warnings: [MenuWarning] { current.warnings }
  /// The commands by their keys.
  ///
  /// They are read at every press, so nothing else of the menu is copied for it.
  var registry: CommandRegistry {
    prepare()
    return registryInUse
  }

  /// Returns the menu of the bar that contains a command; nil for a command in the root.
  func owner(of command: KeyCommand) -> MenuIdentifier? { current.owners[command.chords] }

  private var current: BuiltMenu {
    prepare()
    return built
  }

  private func rebuild() {
    guard let host = link.host as? any MenuHost else { return }
    var builder = makeBuilder(for: host)
    isBuilding = true
    host.keyWindow?.buildsMainMenu?(&builder)
    built = BuiltMenu(builder)
    // Reset now, because this rebuild includes all requests made so far.
    needsRebuild = false
    isBuilding = false
  }

  /// Creates a builder of the menu with which every program begins: the standard menu with the
  /// changes of the application and its delegate (CMD-28).
  func makeBuilder(for host: any MenuHost) -> MenuBuilder {
    isBuilding = true
    defer { isBuilding = false }
    var builder = MenuBuilder(
      .standard(host.bindings).translated(by: host.translator), for: .main)
    for responder in sequence(first: host.application, next: \.next) {
      responder.buildMenu(with: &builder)
    }
    return builder
  }
}

/// A main menu with its lookup tables.
private struct BuiltMenu {
  let root: Menu
  let warnings: [MenuWarning]
  let registry: CommandRegistry
  /// The menus of the bar by the keys of their commands, which are unique.
  let owners: [[Chord]: MenuIdentifier]

  init(_ builder: MenuBuilder) {
    root = builder.root
    warnings = builder.warnings
    registry = CommandRegistry(root.commands)
    let pairs = root.submenus.flatMap { menu in
      menu.commands.flatMap(\.variants).filter(\.hasChord).map { ($0.chords, menu.identifier) }
    }
    owners = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
