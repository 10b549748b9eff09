// SPDX-License-Identifier: Apache-2.0

/// The engine, as the keyboard area sees it.
package protocol KeyboardHost: ComposingHost, TypingHost {
  /// The initial window; a program with a single window needs no other.
  var window: Window { get }
  /// Whether the current mode has an input method, which the focused text accepts.
  var hasInputMethod: Bool { get }
  /// Whether room for ink is kept, because some was drawn and more may follow.
  var keepsRoomForInk: Bool { get }
  /// The ink that a method shows; nil for none.
  var ink: Ink? { get }
  /// Whether keys are for this program; if not, nothing of its texts may be chosen.
  var isActive: Bool { get }
  /// Whether an action that takes the place of a key would have to wait.
  var mustQueue: Bool { get }
  /// Whether a keystroke waits for an answer.
  var hasPendingKeystroke: Bool { get }

  /// Opens a list of candidates that does not depend on a text.
  func open(_ list: CandidateList, choose: @escaping (Int) -> Void)
  /// Performs an action that takes the place of a key: keys typed while it waits are queued.
  func performLikeKey(_ body: @escaping () -> Void)
  /// Commits what is pending in the focused text, as before a command (CMD-35).
  func commitPending()
  /// Called when other views are shown in the keyboard area, or none.
  func inputViewsDidChange()
}

extension View {
  /// The engine of the view's window; nil for none.
  final var keyboardHost: (any KeyboardHost)? { window?.host as? any KeyboardHost }
}
