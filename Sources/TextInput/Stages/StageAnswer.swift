// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The answer of a stage to a key that it takes.
///
/// A stage changes its own state and the text. Its effects on other stages are actions, carried out
/// by ``ActionPerformer``.
struct StageAnswer {
  /// The result of the key; nil if it is the result of the command that an action invokes.
  ///
  /// If that command cannot be performed any more, the next stage receives the key.
  var disposition: Disposition?
  /// The effects on other stages, in order.
  var actions: [StageAction]

  init(_ disposition: Disposition?, _ actions: [StageAction] = []) {
    self.disposition = disposition
    self.actions = actions
  }

  /// Creates the answer to a key that invokes a command.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - again: answers the key again, after something pending was committed.
  /// - Returns: the answer, with the result of the command.
  static func invoking(
    _ command: PerformableCommand, again: @escaping () -> StageAnswer?
  ) -> StageAnswer {
    StageAnswer(nil, [.invoke(command, again: again)])
  }
}

/// An effect of a key on other stages than the one that takes it.
enum StageAction {
  // MARK: Commands

  /// Commits what is pending in the focused text, and runs a command.
  ///
  /// If anything was committed, the key is answered again instead: a delegate that was consulted
  /// may have changed the text or moved the focus (CMD-5, CMD-8, CMD-35).
  case invoke(PerformableCommand, again: () -> StageAnswer?)
  /// Begins a sequence of chords with this one; the priority tells whether only commands with
  /// priority were matched.
  case beginSequence(ChordMatcher.Reading, withPriority: Bool)
  /// Restarts the timeout of the pending sequence.
  case prolongSequence
  /// Ends the pending sequence.
  case endSequence
  /// Shows the commands, because ⌘ was held long enough.
  case listCommands

  // MARK: Overlays

  /// Opens an overlay in place of the open one.
  case open(any KeyOverlay)
  /// Closes the open overlay.
  case closeOverlay
  /// Takes a candidate of a list that has closed.
  case choose(Int, of: ListOverlay)

  // MARK: Composition and modes

  /// Commits the preview of a sequence of dead or compose keys, and resets that sequence.
  case abandonComposing
  /// Drops a pending dead key that no text shows.
  case dropDeadKey
  /// Notifies composition and input methods of a change of a text that was not made by them
  /// (INP-12), and scrolls to the caret if wanted.
  case textDidChange(TextContainer, showsCaret: Bool)
  /// Switches the mode for the user.
  case switchMode(ModeSwitch)

  // MARK: Keys

  /// Stops waiting for the key that is held for variants of its letter.
  case endHold
  /// Ends the press of the key, if one was begun.
  case endPress
  /// Ignores the key until it is released.
  case ignoreKey
}
