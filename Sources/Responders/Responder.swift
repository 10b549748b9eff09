// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

/// Something that key presses and commands can be offered to; UIKit's counterpart is `UIResponder`.
///
/// Responders form a chain: what one does not take goes to its ``next``, up to the application.
open class Responder {
  /// What the wire calls it, as the target of a command; need not be unique.
  public let name: String
  private final var follower: Responder?
  private final var ownCommands: CommandRegistry?
  private final var actions: [String: (KeyCommand) -> Void] = [:]

  /// Makes a responder.
  public init(name: String = "", next: Responder? = nil) {
    self.name = name
    follower = next
  }

  // MARK: The chain

  /// Who is asked after this one (RSP-7).
  ///
  /// Views, controllers, windows and the application find theirs by themselves; what is set goes
  /// before that. It is kept alive, and a chain must not lead back into itself.
  public final var next: Responder? {
    get { follower ?? naturalNext }
    set { follower = newValue }
  }

  /// Who comes next by the structure of views and controllers.
  var naturalNext: Responder? { nil }

  /// Who comes next for key commands; a modal presentation ends the chain early (CMD-12).
  package var nextForCommands: Responder? { next }

  /// The window that this responder's chain goes through; nil where it goes through none.
  public final var window: Window? {
    var candidate: Responder? = self
    while let responder = candidate {
      if let window = responder as? Window { return window }
      candidate = responder.next
    }
    return nil
  }

  // MARK: Focus

  /// Whether it may have the focus (RSP-1); a plain responder may not.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether it lets the focus go (RSP-1).
  open var canResignFirstResponder: Bool { true }

  /// Whether it has its window's focus.
  public final var isFirstResponder: Bool { window?.firstResponder === self }

  /// Asks for the focus (RSP-3, RSP-4).
  ///
  /// - Returns: whether it has the focus now; false where it is in no window.
  @discardableResult
  public final func becomeFirstResponder() -> Bool {
    window?.focus(self) ?? false
  }

  /// Lets the focus go, if it is willing to (RSP-1).
  ///
  /// - Returns: whether it is without the focus now.
  @discardableResult
  public final func resignFirstResponder() -> Bool {
    guard let window, window.firstResponder === self else { return true }
    return window.focus(nil)
  }

  /// Learns that it has the focus.
  open func didBecomeFirstResponder() {}

  /// Learns that it has lost the focus.
  open func didResignFirstResponder() {}

  /// What ⎋ does while text in its part of the chain has the focus and has nothing else to give up:
  /// the editing ends as cancelled, then this happens (FLD-7); nil leaves ⎋ to others.
  public final var cancelAction: (() -> Void)? {
    didSet {
      actions[EditingCommand.cancel.rawValue] = cancelAction.map { action in { _ in action() } }
    }
  }

  // MARK: Input views

  /// What is shown above the keyboard area while this responder or one before it in the chain has
  /// the focus (CIV-1, CIV-3); nil for nothing of its own.
  open var inputAccessoryView: View? { nil }

  /// What is shown in place of the keyboard area (CIV-1); nil for nothing of its own.
  open var inputView: View? { nil }

  /// The controller of ``inputAccessoryView``, where a controller supplies it.
  open var inputAccessoryViewController: ViewController? { nil }

  /// The controller of ``inputView``, where a controller supplies it.
  open var inputViewController: ViewController? { nil }

  /// Has the accessory and the input view asked for anew (CIV-6); at once, if they are shown now.
  public final func reloadInputViews() {
    window?.host?.reloadInputViews()
  }

  /// Names the context whose input mode is remembered (MOD-4); nil leaves it to the chain.
  open var textInputContextIdentifier: String? { nil }

  /// The language it would like to be typed in, a BCP 47 tag (MOD-3); nil for no wish.
  open var preferredInputModeLanguage: String? { nil }

  // MARK: Key commands

  /// Its own commands, asked for anew at each press (CMD-5); nil for none.
  ///
  /// Those of ``addKeyCommand(_:action:)`` come behind them (CMD-4).
  open var keyCommands: CommandRegistry? { nil }

  /// Its commands, those that were added to it last.
  package final var registries: [CommandRegistry?] { [keyCommands, ownCommands] }
  /// Whether any of its commands may be meant; false is certain.
  package final func mayMatch(_ hint: ChordHint, withPriority: Bool) -> Bool {
    keyCommands?.mayMatch(hint, withPriority: withPriority) == true
      || ownCommands?.mayMatch(hint, withPriority: withPriority) == true
  }

  /// Adds a command of its own and what it does; its alternates do the same, each by its own name.
  public final func addKeyCommand(
    _ command: KeyCommand, action: @escaping (KeyCommand) -> Void
  ) {
    let registry = ownCommands ?? CommandRegistry([])
    // A registry that refuses no conflicts takes every command.
    try? registry.add(command)
    ownCommands = registry
    for variant in command.variants { actions[variant.id] = action }
  }

  /// Takes a command out again, and what it does.
  public final func removeKeyCommand(id: String) {
    let names = (ownCommands?.commands ?? []).filter { $0.id == id }.flatMap(\.variants).map(\.id)
    ownCommands?.remove(id: id)
    // Another command may have an alternate of that name, or the name of an alternate.
    let kept = Set((ownCommands?.commands ?? []).flatMap(\.variants).map(\.id))
    for name in names + [id] where !kept.contains(name) { actions[name] = nil }
  }

  /// Whether it can perform a command now (CMD-8).
  ///
  /// A responder that cannot does not keep a later one from performing it (RSP-9). By default it
  /// can what ``addKeyCommand(_:action:)`` said.
  open func canPerform(_ command: KeyCommand) -> Bool { actions[command.id] != nil }

  /// Says what a command is like now, before it runs or is listed: its title, state and attributes
  /// (CMD-8).
  ///
  /// Asked of the responder that would perform it. A command that is disabled here is passed over.
  open func validate(_ command: inout KeyCommand) {}

  /// Performs a command that ``canPerform(_:)`` agreed to; `command.invoked` has been reported.
  open func perform(_ command: KeyCommand) {
    actions[command.id]?(command)
  }

  // MARK: Menus

  /// Adds to a menu and takes from it (CMD-28); by default it does nothing.
  ///
  /// Only the application and its delegate are asked about the main menu, before it is next looked into
  /// (``MenuSystem/setNeedsRebuild()``). About a context menu the whole chain is asked each time; the
  /// builder's `system` says which it is.
  open func buildMenu(with builder: inout MenuBuilder) {}

  // MARK: Presses

  /// Whether raw key presses are offered to it.
  open var wantsPresses: Bool { false }

  /// Is offered a raw key press, once however long the key repeats (KEY-7).
  ///
  /// - Returns: whether it takes the press: then the key types no text and goes no further
  ///   (CMD-17).
  open func pressBegan(_ keystroke: Keystroke) -> Bool { false }

  /// Learns that a press it was offered is over (CMD-16).
  open func pressEnded(_ keystroke: Keystroke) {}

  /// Learns that focus or keyboard went away during a press it was offered (CMD-16).
  open func pressCancelled(_ keystroke: Keystroke) {}
}
