// SPDX-License-Identifier: Apache-2.0

/// An error in a chord or a command.
@nonexhaustive
public enum KeyCommandError: Error, Hashable, Sendable {
  /// The chord has no key: `cmd+`.
  case noKey(in: String)
  /// The word before a `+` is not a modifier.
  case unknownModifier(String, in: String)
  /// The last word is not a key; `nearest` is the key that was probably meant.
  case unknownKey(String, nearest: String?, in: String)
  /// The registry refuses conflicts, and another command has the chord (CMD-6).
  case chordTaken([Chord], by: String, refused: String)
}

/// An error in a text of chords, with its place.
public struct ChordSequenceError: Error, Hashable, Sendable {
  /// The error in one of the chords.
  public let reason: KeyCommandError
  /// An error in a text with one or several chords, and its place.
  public let offset: Int

  /// Creates an error from its parts.
  ///
  /// - Parameters:
  ///   - reason: the error in one of the chords.
  ///   - offset: the start of the invalid word in the text, in UTF-16 code units.
  public init(reason: KeyCommandError, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
