// SPDX-License-Identifier: Apache-2.0
public import Keys

/// What an input method says to a key press.
public enum InputMethodAnswer: Hashable, Sendable {
  /// It took the press; the press goes no further.
  case handled
  /// The press is for the rest of the engine; no other method is asked.
  case declined
  /// It has nothing to do with the press; the next method is asked.
  case noOpinion
}

/// Something that turns keystrokes into text which the keyboard does not have.
///
/// While it composes it shows its work as marked text of the container. Methods are asked before
/// commands with priority (step 2 of reference 8.3, IME-2).
public protocol InputMethod: AnyObject {
  /// Is offered a press or an autorepeat while a container has the focus.
  ///
  /// What it changes through the container's own methods is reported by the engine.
  ///
  /// - Parameters:
  ///   - keystroke: what was pressed.
  ///   - container: the focused container, to read the text around the caret from, to mark text in
  ///     and to insert into.
  /// - Returns: whose the press is.
  func handle(_ keystroke: Keystroke, in container: TextContainer) -> InputMethodAnswer

  /// Brings its composition to an end, because the focus leaves or the mode changes (IME-5).
  ///
  /// It may insert what it would have; what is marked afterwards stays as it is shown. By default it
  /// does nothing more. ``contextDidChange(in:)`` follows where the focus has left.
  func finish(in container: TextContainer)

  /// Learns that text or selection changed by something else than this method (INP-12).
  ///
  /// Where text was marked it is committed by now: the method forgets its composition.
  func contextDidChange(in container: TextContainer)
}

extension InputMethod {
  /// Keeps what is shown.
  public func finish(in container: TextContainer) {}
}
