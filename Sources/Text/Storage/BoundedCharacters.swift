// SPDX-License-Identifier: Apache-2.0

/// The characters of a string, divided like those of a storage: a character with more than
/// ``TextUnitLimit/character`` code units ends there, and each further code point of it is a
/// character of its own (INP-16).
package struct BoundedCharacters: Sequence, IteratorProtocol {
  private var characters: Substring.Iterator
  /// The rest of a character that is too long.
  private var rest = Substring.UnicodeScalarView()

  package init(_ text: some StringProtocol) {
    characters = Substring(text).makeIterator()
  }

  package mutating func next() -> Character? {
    if let scalar = rest.popFirst() { return Character(scalar) }
    guard let character = characters.next() else { return nil }
    // No text has more code units than bytes.
    let isShort = character.utf8.count <= TextUnitLimit.character
    return isShort || character.utf16.count <= TextUnitLimit.character ? character : cut(character)
  }

  private mutating func cut(_ character: Character) -> Character {
    rest = Substring(String(character)).unicodeScalars
    var first = String.UnicodeScalarView()
    var units = 0
    while let scalar = rest.first, units + UTF16.width(scalar) <= TextUnitLimit.character {
      units += UTF16.width(scalar)
      first.append(rest.removeFirst())
    }
    // The beginning of a character is one character.
    return Character(String(first))
  }
}

extension StringProtocol {
  /// The characters, divided like those of a storage.
  package var boundedCharacters: BoundedCharacters { BoundedCharacters(self) }
}
