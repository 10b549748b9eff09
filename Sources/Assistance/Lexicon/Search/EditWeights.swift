// SPDX-License-Identifier: Apache-2.0

/// The costs of mistakes, in factors of ten: a mistake of cost 2 happens once in a hundred words
/// that could have it.
///
/// The values were found by measurement (`make bench-language`).
package struct EditWeights: Hashable, Sendable {
  /// Another letter than the one meant.
  package var substitution = 3.0
  /// A letter on a neighbouring key.
  package var neighbor = 2.0
  /// The same letter with another accent, or with none.
  package var accent = 0.5
  /// One vowel in place of another.
  package var vowel = 1.3
  /// A letter that often sounds alike.
  package var sound = 1.6
  /// Letters that sound alike in a language, such as `f` and `ph`.
  package var spelling = 1.4
  /// Two letters in the wrong order.
  package var transposition = 1.3
  /// Two consonants in each other’s place, with a vowel between them.
  package var exchange = 2.2
  /// Two to four letters typed twice.
  package var repetition = 1.8
  /// A letter too few.
  package var missing = 1.5
  /// A vowel too few.
  package var missingVowel = 1.5
  /// One letter of a double letter too few.
  package var missingDouble = 0.8
  /// No apostrophe.
  package var missingApostrophe = 0.3
  /// No space between two words.
  package var missingSpace = 0.7
  /// A letter too many.
  package var extra = 2.1
  /// A letter too many that is next to one before or after it, as if two keys were pressed.
  package var extraNeighbor = 1.7
  /// A letter typed twice.
  package var extraDouble = 1.0
  /// The cost that is added for any mistake in the first letter.
  package var firstLetter = 0.9
  /// The cost of a word that another word may be meant by.
  package var doubtful = 0.8
  /// The cost of a word that a dictionary of the language does not have, if one was asked.
  package var unconfirmed = 0.3
  /// How much the frequency of a word counts, compared with the costs.
  package var frequency = 0.65
  /// How much the word before counts, compared with the costs.
  package var context = 0.4

  package init() {}
}
