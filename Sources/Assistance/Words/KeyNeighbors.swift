// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The letters whose keys are next to each other on the keyboard in use.
package struct KeyNeighbors: Hashable, Sendable {
  /// The letters in lower case, and for each the letters of the keys around it.
  package var around: [Character: Set<Character>]

  /// Creates a table.
  ///
  /// - Parameter around: the letters in lower case, and for each the letters of the keys around it.
  package init(_ around: [Character: Set<Character>] = [:]) { self.around = around }

  /// Creates the table of a keyboard from the letters that its three rows of letters type.
  ///
  /// - Parameter map: the keyboard with its layout.
  package init(_ map: any KeyboardMap) {
    let rows: [ClosedRange<UInt16>] = [16...27, 30...41, 44...53]
    self.init(rows: rows.map { row in row.map { Self.letter(of: KeyCode($0), on: map) } })
  }

  /// Returns the letter that a key types; a space for a key without one, which keeps its place.
  private static func letter(of key: KeyCode, on map: any KeyboardMap) -> Character {
    let press = map.keystroke(pressing: key, holding: [], andThirdLevel: false)
    guard let letter = press?.text.lowercased().first, letter.isLetter else { return " " }
    return letter
  }

  /// Creates the table of a keyboard from its rows of letters.
  ///
  /// - Parameter rows: the letters of each row in lower case, from the upper row to the lower one,
  ///   a code point for each key; a space is a key without a letter.
  package init(rows: [String]) {
    self.init(rows: rows.map { $0.unicodeScalars.map(Character.init) })
  }

  /// Creates the table of a keyboard from its rows of letters, each a quarter of a key and then
  /// half a key further to the right than the one above, as on nearly all keyboards.
  ///
  /// The letters are no text: a vowel sign of Hindi would join the letter before it.
  private init(rows: [[Character]]) {
    around = [:]
    let offsets = [0, 0.25, 0.75]
    var keys: [(letter: Character, x: Double, y: Int)] = []
    for (y, row) in rows.enumerated() {
      let offset = offsets[min(y, offsets.count - 1)]
      for (x, letter) in row.enumerated() where letter != " " {
        keys.append((letter, Double(x) + offset, y))
      }
    }
    for key in keys {
      for other in keys
      where other.letter != key.letter && abs(other.y - key.y) <= 1 && abs(other.x - key.x) <= 1 {
        around[key.letter, default: []].insert(other.letter)
      }
    }
  }
}
