// SPDX-License-Identifier: Apache-2.0

/// A view that a person works with; UIKit's counterpart is `UIControl`.
open class Control: View {
  /// What a control tells those who listen; UIKit's counterpart is `UIControl.Event`.
  @nonexhaustive
  public enum Event: Hashable, Sendable {
    /// Editing began.
    case editingDidBegin
    /// A key changed the text (4.3).
    case editingChanged
    /// The text changed, or what is being composed in it (INP-11): for search while typing.
    case queryChanged
    /// Editing ended.
    case editingDidEnd
    /// Return was pressed and the delegate agreed to it (FLD-14).
    case editingDidEndOnExit
    /// It was activated: a button of an accessory.
    case primaryActionTriggered
  }

  /// Whether it takes part; a disabled control cannot have the focus (RSP-10).
  public final var isEnabled = true {
    didSet { if !isEnabled, oldValue { endEditing(force: true) } }
  }
  private final var handlers: [Event: [() -> Void]] = [:] {
    didSet { hasHandlers = !handlers.isEmpty }
  }
  private final var hasHandlers = false

  /// Adds what happens at an event, behind what happens already.
  public final func addAction(for event: Event, _ action: @escaping () -> Void) {
    handlers[event, default: []].append(action)
  }

  /// Takes out all that happens at an event.
  public final func removeActions(for event: Event) {
    handlers[event] = nil
  }

  /// Whether anything happens at an event.
  public final func hasActions(for event: Event) -> Bool {
    handlers[event] != nil
  }

  /// Has happen what belongs to an event.
  public final func sendActions(for event: Event) {
    for handler in handlers[event] ?? [] { handler() }
  }

  /// Whether anybody listens at all.
  package final var hasAnyActions: Bool { hasHandlers }
}
