// SPDX-License-Identifier: Apache-2.0

/// The letters of an alphabet without their accents.
struct LetterBases {
  /// For each letter the one without an accent, or the letter itself.
  let letters: [Character]

  init(_ letters: [Character]) {
    var bases = letters
    var indexes: [Character: Int] = [:]
    for (index, letter) in letters.enumerated() { indexes[letter] = index }
    // A letter and a combining mark are equal to the accented letter, so no table is needed.
    for letter in letters {
      for mark in Self.marks {
        if let index = indexes[Character("\(letter)\(mark)")] { bases[index] = letter }
      }
    }
    for (letter, base) in Self.others {
      if let index = indexes[letter] { bases[index] = base }
    }
    self.letters = bases
  }

  /// Grave to diaeresis, ring, double acute, caron, comma below, cedilla, ogonek.
  private static let marks: [Unicode.Scalar] = [
    "\u{300}", "\u{301}", "\u{302}", "\u{303}", "\u{304}", "\u{306}", "\u{307}", "\u{308}",
    "\u{30A}", "\u{30B}", "\u{30C}", "\u{326}", "\u{327}", "\u{328}",
  ]

  /// Letters that Unicode does not decompose.
  private static let others: [Character: Character] = [
    "ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "a", "œ": "o", "ß": "s", "ґ": "г", "і": "и",
  ]
}
