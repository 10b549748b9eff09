// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// The main menu: what is in it is said by the application and its delegate, in `buildMenu(with:)`
/// (CMD-28); UIKit's counterpart is `UIMenuSystem.main`.
///
/// There is no menu bar (CMD-30): its commands run by their keys, behind those of the responder chain
/// (CMD-4), and show in the panel of ⌘ and in the menu of ⌃F2.
public final class MenuSystem {
  private let queue: UpdateQueue
  private var built = BuiltMenu(MenuBuilder(Menu(.root), for: .main)) {
    didSet { registryInUse = built.registry }
  }
  private var registryInUse = CommandRegistry()
  private var needsRebuild = true
  private var isBuilding = false
  /// Whether an open menu may say what is no longer true.
  private(set) var isStale = false

  /// Makes the menu of the engine that a queue is of.
  init(of queue: UpdateQueue) {
    self.queue = queue
  }

  // MARK: Changes

  /// Has the menu made anew before it is next looked into, however often this is called (CMD-29).
  public func setNeedsRebuild() {
    needsRebuild = true
    isStale = true
  }

  /// Has the commands of an open menu validated anew; the menu stays as it is built (CMD-29).
  ///
  /// A command that is run by its key is validated each time (CMD-8).
  public func setNeedsRevalidate() {
    isStale = true
  }

  /// Makes the menu now, so that no key waits for it.
  func prepare() {
    if needsRebuild, !isBuilding { rebuild() }
  }

  /// An open menu says what is true now.
  func settle() {
    isStale = false
  }

  // MARK: What it is

  /// The menu as it is built: the root, in which are the menus that a bar would show.
  public var menu: Menu { current.root }
  /// What was asked for in building it and was not done, such as a second command on a chord (CMD-6).
  public var warnings: [MenuWarning] { current.warnings }
  /// Its commands by their keys; every press asks, so that nothing else of the menu is copied.
  var registry: CommandRegistry {
    prepare()
    return registryInUse
  }

  /// The menu that a bar would show a command in; nil for one that stands in the root.
  func owner(of command: KeyCommand) -> MenuIdentifier? { current.owners[command.chords] }

  private var current: BuiltMenu {
    prepare()
    return built
  }

  private func rebuild() {
    guard let engine = queue.engine else { return }
    isBuilding = true
    var builder = MenuBuilder(
      .standard(engine.bindings).translated(by: engine.translator), for: .main)
    // CMD-28: the application, and behind it its delegate.
    for responder in sequence(first: engine.application, next: \.next) {
      responder.buildMenu(with: &builder)
    }
    built = BuiltMenu(builder)
    // What was asked for meanwhile is what has been built.
    needsRebuild = false
    isBuilding = false
  }
}

/// A main menu with what is looked up in it.
private struct BuiltMenu {
  let root: Menu
  let warnings: [MenuWarning]
  let registry: CommandRegistry
  /// The menus of a bar, by the keys of the commands in them, which are there once.
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
