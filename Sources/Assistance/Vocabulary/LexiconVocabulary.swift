// SPDX-License-Identifier: Apache-2.0

/// The words of a lexicon.
package final class LexiconVocabulary: Vocabulary {
  /// The lexicon.
  package let lexicon: Lexicon

  /// Creates a vocabulary.
  ///
  /// - Parameter lexicon: an open lexicon.
  package init(_ lexicon: Lexicon) { self.lexicon = lexicon }

  package func contains(_ word: String) -> Bool { lexicon.number(of: word) != nil }

  package func correction(
    of word: String, after previous: String?, on keys: KeyNeighbors
  ) -> String? { nil }

  package func guesses(
    for word: String, after previous: String?, on keys: KeyNeighbors, count: Int
  ) -> [String] { [] }

  package func completions(of start: String, after previous: [String], count: Int) -> [String] {
    lexicon.likeliest(below: start, count: count).map { lexicon.spelling(of: $0.word, $0.labels) }
  }
}
