// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// What the engine did with a keystroke.
@nonexhaustive
public enum Disposition: Hashable, Sendable {
  /// It typed its text.
  case insertedText
  /// It was an editing command of the focused container.
  case binding(EditingCommand)
  /// It ran a key command: its identifier.
  case command(id: String)
  /// It was the first chord of a sequence such as ⌘K ⌘C, or one in its middle, or gave one up.
  case prefix
  /// It was taken into a composition: a dead key, a compose sequence, an input method.
  case composing
  /// Something open in front of the text took it.
  case overlay
  /// It switched the mode, or is a key that does (MOD-8).
  case mode
  /// It moved the focus.
  case movedFocus
  /// A responder took the raw press.
  case press
  /// Nobody wanted it.
  case unhandled
  /// It only changed the modifiers.
  case modifier
  /// The key came up.
  case released
  /// It waits for a delegate that answers later; ``TextEngine/keystrokeDidEnd`` says what was done with it.
  case waiting(PendingKeystroke)
  /// It is queued behind a keystroke that waits.
  case queued
  /// It means nothing: the key was found down, or repeats one that was (KEY-11), or the engine is not
  /// active.
  case ignored
}
