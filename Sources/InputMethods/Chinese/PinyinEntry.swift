// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Pinyin without tones, and `'` between syllables (reference 12.3).
package struct PinyinEntry: ReadingEntry, Hashable, Sendable {
  package private(set) var text = ""

  /// Starts empty.
  package init() {}

  package var reading: String { text }
  package var parts: [String] { PinyinSyllables.segment(text) }
  package var letters: String { text }

  package mutating func type(_ keystroke: Keystroke) -> Bool {
    guard let character = keystroke.typedCharacter,
      ("a"..."z").contains(character) || character == "'" && !text.isEmpty
    else { return false }
    text.append(character)
    return true
  }

  package mutating func deleteBackward() { _ = text.popLast() }

  package mutating func removeFirst(_ length: Int) {
    text.removeFirst(min(length, text.count))
    // A separator after the replaced part separates nothing.
    while text.hasPrefix("'") { text.removeFirst() }
  }

  package func isLatin(before character: Character) -> Bool {
    guard let first = text.first else { return false }
    if LatinText.continues(text, with: character) { return true }
    // No syllable begins with these letters, so a digit chooses nothing: `ip1`.
    if character.isASCII, character.isNumber { return "iuv".contains(first) }
    return LatinText.isCapital(character) && !PinyinSyllables.areComplete(text)
  }
}
