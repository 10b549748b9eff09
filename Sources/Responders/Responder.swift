// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

/// An object that receives key presses and commands; the UIKit counterpart is `UIResponder`.
///
/// Responders form a chain: what a responder does not handle is passed to its ``next``, up to the
/// application.
open class Responder {
  /// The responder's name on the wire, as the target of a command; it need not be unique.
  public let name: String
  private final var follower: Responder? { didSet { DispatchRevision.advance() } }
  /// The commands of ``keyCommands`` when they were last read.
  private final var listed: ListedCommands?
  private final var addedCommands: CommandRegistry? { didSet { DispatchRevision.advance() } }
  private final var actions: [String: (KeyCommand) -> Void] = [:]

  /// Creates a responder.
  ///
  /// - Parameters:
  ///   - name: the responder's name on the wire; it need not be unique.
  ///   - next: the next responder, which is retained; nil for the default one.
  public init(name: String = "", next: Responder? = nil) {
    self.name = name
    follower = next
    notesChanges = type(of: self) == Responder.self
  }

  // MARK: The chain

  /// The next responder in the chain (RSP-7).
  ///
  /// Views, controllers, windows and the application have a default next responder; a value that is
  /// set overrides it. It is retained, and the chain must not contain a cycle.
  public final var next: Responder? {
    get { follower ?? naturalNext }
    set { follower = newValue }
  }

  /// The default next responder, from the structure of views and controllers.
  var naturalNext: Responder? { nil }

  /// The next responder for key commands; a modal presentation ends this chain early (CMD-12).
  package var nextForCommands: Responder? { next }

  /// The window as seen by the views in it, for the window itself; nil for other responders.
  var asRoot: (any ViewRoot)? { nil }

  // MARK: Focus

  /// Whether the responder may have focus (RSP-1); false by default.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether the responder may lose focus when it is asked to (RSP-1).
  open var canResignFirstResponder: Bool { true }

  /// Called after the responder got focus.
  open func didBecomeFirstResponder() {}

  /// Called after the responder lost focus.
  open func didResignFirstResponder() {}

  /// The action of ⎋ while a text whose chain contains this responder has focus and ⎋ has nothing
  /// else to dismiss.
  ///
  /// Editing first ends as cancelled (FLD-7). If nil, ⎋ is left to other responders.
  public final var cancelAction: (() -> Void)? {
    didSet {
      actions[EditingCommand.cancel.rawValue] = cancelAction.map { action in { _ in action() } }
    }
  }

  // MARK: Input views

  /// The view above the keyboard area while this responder, or one before it in the chain, has
  /// focus (CIV-1, CIV-3); nil for none.
  open var inputAccessoryView: View? { nil }

  /// The view in place of the keyboard area (CIV-1); nil for none.
  open var inputView: View? { nil }

  /// The controller of ``inputAccessoryView``, if it has one.
  open var inputAccessoryViewController: ViewController? { nil }

  /// The controller of ``inputView``, if it has one.
  open var inputViewController: ViewController? { nil }

  /// The identifier of the context whose input mode is remembered (MOD-4); nil to use the next
  /// responder's.
  open var textInputContextIdentifier: String? { nil }

  /// The preferred language of input, a BCP 47 tag (MOD-3); nil for no preference.
  open var preferredInputModeLanguage: String? { nil }

  // MARK: Key commands

  /// The responder's commands, read at each key press (CMD-5); nil for none.
  ///
  /// The commands of ``addKeyCommand(_:action:)`` follow them (CMD-4). Return an array that is
  /// kept, because one that is made at each key press is compared with the one before. The UIKit
  /// counterpart is `UIResponder.keyCommands`.
  open var keyCommands: [KeyCommand]? { nil }

  /// The responder's commands in a registry that is kept, in place of ``keyCommands``; nil for
  /// none.
  ///
  /// For thousands of commands that change often, which the registry of an array would have to be
  /// made anew for.
  public final var commandRegistry: CommandRegistry? {
    get { keptRegistry }
    set { keptRegistry = newValue }
  }
  // Stored privately, because every key reads it (decision 5).
  private final var keptRegistry: CommandRegistry? { didSet { DispatchRevision.advance() } }

  /// The responder's own commands, as keys find them.
  package final var ownRegistry: CommandRegistry? {
    if let keptRegistry { return keptRegistry }
    guard let commands = keyCommands, !commands.isEmpty else { return nil }
    if let listed, listed.hasStorage(of: commands) { return listed.registry }
    return registry(of: commands)
  }

  private final func registry(of commands: [KeyCommand]) -> CommandRegistry {
    let known = listed.flatMap { $0.commands == commands ? $0.registry : nil }
    let registry = known ?? CommandRegistry(commands)
    listed = ListedCommands(commands, registry)
    return registry
  }

  /// The responder's own commands, then those added to it.
  package final var registries: [CommandRegistry?] { [ownRegistry, addedCommands] }
  /// The chords of the responder's commands with priority.
  package final var priorityFilter: ChordFilter {
    var filter = ownRegistry?.priorityFilter ?? ChordFilter()
    if let addedCommands { filter.formUnion(addedCommands.priorityFilter) }
    return filter
  }

  /// Adds a command and its action to this responder.
  ///
  /// - Parameters:
  ///   - command: the command; its alternates share the action, each under its own name.
  ///   - action: the function that performs the command.
  public final func addKeyCommand(
    _ command: KeyCommand, action: @escaping (KeyCommand) -> Void
  ) {
    let registry = addedCommands ?? CommandRegistry([])
    // Adding cannot fail, because this registry accepts conflicting commands.
    try? registry.add(command)
    addedCommands = registry
    for variant in command.variants { actions[variant.id] = action }
  }

  /// Removes an added command and its action.
  ///
  /// - Parameter id: the identifier of the command.
  public final func removeKeyCommand(id: String) {
    let names = (addedCommands?.commands ?? []).filter { $0.id == id }.flatMap(\.variants).map(\.id)
    addedCommands?.remove(id: id)
    // Another command may have the same identifier, or an alternate with it.
    let kept = Set((addedCommands?.commands ?? []).flatMap(\.variants).map(\.id))
    for name in names + [id] where !kept.contains(name) { actions[name] = nil }
  }

  /// Reports whether the responder can perform a command now (CMD-8).
  ///
  /// If it cannot, a later responder may still perform the command (RSP-9). The default result is
  /// true for commands added with ``addKeyCommand(_:action:)``.
  ///
  /// - Parameter command: the command to check.
  /// - Returns: whether it can perform the command.
  open func canPerform(_ command: KeyCommand) -> Bool { actions[command.id] != nil }

  /// Updates a command's title, state and attributes before it is performed or listed (CMD-8).
  ///
  /// Called on the responder that would perform the command. If the command is disabled here, that
  /// responder is skipped.
  ///
  /// - Parameter command: the command to update.
  open func validate(_ command: inout KeyCommand) {}

  /// Performs a command for which ``canPerform(_:)`` returned true; `command.invoked` was reported
  /// before.
  ///
  /// - Parameter command: the command to perform.
  open func perform(_ command: KeyCommand) {
    actions[command.id]?(command)
  }

  // MARK: Menus

  /// Adds to a menu and removes from it (CMD-28); does nothing by default.
  ///
  /// For the main menu, only the application and its delegate are called, before the menu is next
  /// read (``MenuSystem/setNeedsRebuild()``). For a context menu, the whole chain is called each
  /// time. The builder's `system` tells the two apart.
  ///
  /// - Parameter builder: the menu being built.
  open func buildMenu(with builder: inout MenuBuilder) {}

  // MARK: Presses

  /// Whether the responder receives raw key presses.
  open var wantsPresses: Bool { false }

  /// Whether the responder's commands and its wish for presses change only together with
  /// ``DispatchRevision``, so that they need not be read at each key.
  ///
  /// True for the classes of this package themselves, which set it when they are created. A
  /// subclass may override ``keyCommands`` and ``wantsPresses``, whose changes are not known.
  package final var notesChanges = false

  /// Whether a responder that wants presses also receives those of keys that the focused text would
  /// handle, before the text (step 4 of the dispatch order); true by default.
  ///
  /// If false, it receives only presses that neither text nor commands handle (CMD-31).
  open var wantsPressesOfText: Bool { true }

  /// Whether a dead key whose press the responder handles stays pending, so that the press that
  /// completes the sequence has the composed text (CMD-33); false by default.
  open var composesPresses: Bool { false }

  /// Receives a raw key press, once however long the key repeats (KEY-7).
  ///
  /// - Parameter keystroke: the press.
  /// - Returns: whether the press is handled; it then types no text and is not passed on (CMD-17).
  open func pressBegan(_ keystroke: Keystroke) -> Bool { false }

  /// Receives a repeat of a press that it handled; does nothing by default.
  ///
  /// UIKit has no counterpart, because its presses are begun once (KEY-7).
  ///
  /// - Parameter keystroke: the repeat.
  open func pressRepeated(_ keystroke: Keystroke) {}

  /// Receives the end of a press that it received (CMD-16).
  ///
  /// - Parameter keystroke: the release.
  open func pressEnded(_ keystroke: Keystroke) {}

  /// Receives the cancellation of a press that it received, because focus moved or the keyboard
  /// disconnected (CMD-16).
  ///
  /// - Parameter keystroke: the press.
  open func pressCancelled(_ keystroke: Keystroke) {}
}
