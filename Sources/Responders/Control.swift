// SPDX-License-Identifier: Apache-2.0

/// A view for user interaction; the UIKit counterpart is `UIControl`.
open class Control: View {
  /// An event that a control reports; the UIKit counterpart is `UIControl.Event`.
  @nonexhaustive
  public enum Event: Hashable, Sendable {
    /// Editing began.
    case editingDidBegin
    /// A key changed the text (4.3).
    case editingChanged
    /// The text or the text being composed changed (INP-11); for search while typing.
    case queryChanged
    /// Editing ended.
    case editingDidEnd
    /// Return was pressed, and the delegate allowed it (FLD-14).
    case editingDidEndOnExit
    /// The control was activated, for example a button of an accessory view.
    case primaryActionTriggered
  }

  /// Whether the control is enabled; a disabled control cannot have focus (RSP-10), and disabling
  /// ends its editing.
  public final var isEnabled = true {
    didSet { if !isEnabled, oldValue { endEditing(force: true) } }
  }
  private final var handlers: [Event: [() -> Void]] = [:] {
    didSet { hasHandlers = !handlers.isEmpty }
  }
  private final var hasHandlers = false

  /// Adds an action for an event, after the actions already added.
  ///
  /// - Parameters:
  ///   - event: the event that triggers the action.
  ///   - action: the function to call.
  public final func addAction(for event: Event, _ action: @escaping () -> Void) {
    handlers[event, default: []].append(action)
  }

  /// Removes all actions for an event.
  ///
  /// - Parameter event: the event whose actions are removed.
  public final func removeActions(for event: Event) {
    handlers[event] = nil
  }

  /// Reports whether an event has actions.
  ///
  /// - Parameter event: the event to check.
  /// - Returns: whether an action was added for it.
  public final func hasActions(for event: Event) -> Bool {
    handlers[event] != nil
  }

  /// Calls the actions for an event, in the order in which they were added.
  ///
  /// - Parameter event: the event whose actions are called.
  public final func sendActions(for event: Event) {
    for handler in handlers[event] ?? [] { handler() }
  }

  /// Whether any event has actions.
  package final var hasAnyActions: Bool { hasHandlers }
}
