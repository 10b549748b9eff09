// SPDX-License-Identifier: Apache-2.0

/// The engine, as input methods see it.
package protocol ComposingHost: FocusHost {
  /// The user's modes.
  var modes: InputModes { get }
  /// Whether a sequence of dead or compose keys is shown as marked text.
  var isComposingSequence: Bool { get }
  /// Whether a keystroke is suspended.
  var hasSuspendedKey: Bool { get }

  /// Waits for the reply of a method; only its keystroke waits.
  ///
  /// - Parameters:
  ///   - container: the container that the reply is about; if it loses focus or is removed, the
  ///     outcome is ``AnswerOutcome/cancelled``.
  ///   - send: sends the request.
  /// - Returns: the outcome.
  func waitForReply(
    in container: TextContainer, send: @escaping (AnswerToken) -> Void
  ) -> AnswerOutcome
  /// Called when a method that may answer later has become active.
  func methodMayAnswerLate()
  /// Called when a method waits for the delivery of its reply, or no longer does.
  func replyIsUndelivered(_ isUndelivered: Bool)
  /// Commits the text that is being composed as it is shown.
  func commitComposition()
  /// Called when the candidates of a method, or the need for a row for them, may have changed.
  func candidatesMayHaveChanged()
  /// Called when the ink that a method shows has changed; nil if there is none any more.
  func inkDidChange(to ink: Ink?)
  /// Called when the need for room for ink has changed.
  func inkRoomDidChange()
  /// Performs an action in which delegates may answer later.
  func performUnasked(_ body: @escaping () -> Void)
}
