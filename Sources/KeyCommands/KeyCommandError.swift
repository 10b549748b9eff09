// SPDX-License-Identifier: Apache-2.0

/// What can be wrong with a chord or a command.
public enum KeyCommandError: Error, Hashable, Sendable {
  /// A chord was written without a key: `cmd+`.
  case noKey(in: String)
  /// A word before a `+` is no modifier.
  case unknownModifier(String, in: String)
  /// The last word is no key.
  case unknownKey(String, in: String)
  /// A registry that refuses conflicts already has a command on the chord (CMD-6).
  case chordTaken([Chord], by: String, refused: String)
}
