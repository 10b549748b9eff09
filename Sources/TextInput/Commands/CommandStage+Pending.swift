// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The pending text of the focused container when a command is invoked (CMD-35).
extension CommandStage {
  /// Commits what is pending before a command, and returns the command to run.
  ///
  /// If anything was committed, the command is searched again: a delegate that was consulted may
  /// have changed the text or moved the focus (CMD-5, CMD-8).
  ///
  /// - Parameters:
  ///   - keystroke: the key that invokes the command; nil for none.
  ///   - search: returns the command that would run now.
  /// - Returns: the command; nil if none can be performed.
  func committing(
    for keystroke: Keystroke? = nil, _ search: () -> PerformableCommand?
  ) -> PerformableCommand? {
    guard let found = search() else { return nil }
    return commitPending(before: found, for: keystroke) ? search() : found
  }

  /// Commits what is pending before a command.
  ///
  /// A command that the text performs itself handles it as the command's own keys do.
  ///
  /// - Returns: whether anything was committed.
  func commitPending(before found: PerformableCommand, for keystroke: Keystroke?) -> Bool {
    // The repeats of a command that runs once do not invoke it (CMD-11).
    if keystroke?.event.phase == .repeat, !found.command.isRepeating { return false }
    if let text = engine.textContainer, found.target === text, text.isEditing(found.command) {
      return false
    }
    return engine.stages.composition.commitPending()
  }
}
