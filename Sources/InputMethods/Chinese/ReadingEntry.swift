// SPDX-License-Identifier: Apache-2.0
package import Keys

/// A reading that is typed while its candidates are shown: pinyin, Zhuyin, or strokes.
package protocol ReadingEntry {
  /// The text as shown, which ⏎ commits.
  var text: String { get }
  /// The reading that the converter receives; candidates replace its first characters.
  var reading: String { get }
  /// The parts of ``text``, each marked as a segment of its own.
  var parts: [String] { get }

  /// The keys that typed the reading if they are the letters of Latin text, too; else empty.
  var letters: String { get }

  /// Adds a key.
  ///
  /// - Parameter keystroke: a press without a chord.
  /// - Returns: whether the key belongs to a reading; if not, nothing changes.
  mutating func type(_ keystroke: Keystroke) -> Bool
  /// Removes what the last key added.
  mutating func deleteBackward()
  /// Removes the part that a candidate replaced.
  ///
  /// - Parameter length: the number of characters of ``reading``, from its start.
  mutating func removeFirst(_ length: Int)
  /// Whether a character that does not belong to a reading begins the next one.
  ///
  /// - Parameter character: the typed character.
  /// - Returns: whether an empty reading should take it; by default false.
  func restarts(with character: Character) -> Bool
  /// Whether a character shows that ``letters`` are Latin text and no reading.
  ///
  /// - Parameter character: the typed character.
  /// - Returns: whether the letters and the character are Latin text.
  func isLatin(before character: Character) -> Bool
}

extension ReadingEntry {
  package var letters: String { "" }
  package func restarts(with character: Character) -> Bool { false }
  package func isLatin(before character: Character) -> Bool { false }
}
