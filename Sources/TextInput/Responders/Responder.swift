// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

/// Something that key presses and commands can be offered to; UIKit's counterpart is `UIResponder`.
///
/// Responders form a chain: what one does not take goes to its ``next``, up to the application.
open class Responder {
  /// What the wire calls it, as the target of a command.
  public let name: String
  /// Who is asked after this one (RSP-7); the engine sets the application behind a container.
  ///
  /// It is kept alive; who keeps its children alive too clears this when it lets them go. A chain
  /// must not lead back into itself.
  public final var next: Responder? {
    get { follower }
    set { follower = newValue }
  }
  private final var follower: Responder?

  /// Makes a responder.
  public init(name: String, next: Responder? = nil) {
    self.name = name
    follower = next
  }

  /// Whether it may have the focus (RSP-1); a plain responder may not.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether it lets the focus go (RSP-1).
  open var canResignFirstResponder: Bool { true }

  /// Learns that it has the focus.
  open func didBecomeFirstResponder(into updates: inout [Update]) {}

  /// Learns that it has lost the focus.
  open func didResignFirstResponder(into updates: inout [Update]) {}

  /// Its own commands, asked for anew at each press (CMD-4, CMD-5); nil for none.
  open var keyCommands: CommandRegistry? { nil }

  /// Whether it can perform a command now (CMD-8).
  ///
  /// A responder that cannot does not keep a later one from performing it (RSP-9).
  open func canPerform(_ command: KeyCommand) -> Bool { false }

  /// Performs a command that ``canPerform(_:)`` agreed to.
  ///
  /// `command.invoked` has been reported before; what the command changes is appended behind it.
  open func perform(_ command: KeyCommand, into updates: inout [Update]) {}

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
