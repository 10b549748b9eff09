// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// The result of a keystroke.
@nonexhaustive
public enum Disposition: Hashable, Sendable {
  /// The keystroke typed its text.
  case insertedText
  /// The keystroke was an editing command of the focused container.
  case binding(EditingCommand)
  /// The keystroke ran the key command with this identifier.
  case command(id: String)
  /// The keystroke is a chord of a sequence such as ⌘K ⌘C, but not the last one; or it cancelled a
  /// sequence.
  case prefix
  /// The keystroke became part of a composition: a dead key, a compose sequence, an input method.
  case composing
  /// An overlay in front of the text handled the keystroke.
  case overlay
  /// The keystroke switched modes, or is part of a mode switch (MOD-8).
  case mode
  /// The keystroke moved focus.
  case movedFocus
  /// A responder handled the raw press.
  case press
  /// The key press was not handled.
  case unhandled
  /// The keystroke only changed the modifiers.
  case modifier
  /// The key was released.
  case released
  /// The keystroke is suspended until a delegate answers; ``TextEngine/keystrokeDidEnd`` reports
  /// the result.
  case waiting(PendingKeystroke)
  /// The keystroke is queued after a suspended one.
  case queued
  /// The keystroke has no meaning: the key was found down, or repeats such a key (KEY-11), or the
  /// engine is inactive.
  case ignored
}
