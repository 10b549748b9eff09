// SPDX-License-Identifier: Apache-2.0

/// What can be wrong with a chord or a command.
@nonexhaustive
public enum KeyCommandError: Error, Hashable, Sendable {
  /// A chord was written without a key: `cmd+`.
  case noKey(in: String)
  /// A word before a `+` is no modifier.
  case unknownModifier(String, in: String)
  /// The last word is no key; `nearest` is what was probably meant.
  case unknownKey(String, nearest: String?, in: String)
  /// A registry that refuses conflicts already has a command on the chord (CMD-6).
  case chordTaken([Chord], by: String, refused: String)
}

/// What is wrong with a text of chords, and where.
public struct ChordSequenceError: Error, Hashable, Sendable {
  /// What is wrong with one of the chords.
  public let reason: KeyCommandError
  /// Where the word that is wrong begins, in UTF-16 units.
  public let offset: Int

  /// Makes an error from its parts.
  public init(reason: KeyCommandError, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
