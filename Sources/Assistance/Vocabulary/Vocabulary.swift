// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The words of a language, and what can be derived from them.
///
/// All words are in their usual spelling and may contain capitals, accents and apostrophes (`’` and
/// `'` are equal). The texts passed in are as typed.
package protocol Vocabulary: AnyObject {
  /// Reports whether a text is a word of the language, including clitics, compounds and endings;
  /// the strict test that spelling marks use.
  ///
  /// - Parameter word: the text as typed.
  /// - Returns: whether it is a word.
  func contains(_ word: String) -> Bool

  /// Returns the correction that may be made without a question; nil if the text is a word, or if
  /// no correction is likely enough.
  ///
  /// - Parameters:
  ///   - word: the text as typed; its case is kept (AST-16).
  ///   - previous: the word before it in the same sentence; nil for none.
  ///   - keys: which keys of the layout in use are next to each other.
  /// - Returns: the correction.
  func correction(of word: String, after previous: String?, on keys: KeyNeighbors) -> String?

  /// Reports whether a text is probably the beginning of a longer word, or a word, so that no
  /// correction need be searched for before the word ends.
  ///
  /// This keeps the cost of a key low: it is true for nearly all letters of correct prose.
  ///
  /// - Parameter start: the text as typed.
  /// - Returns: whether a frequent word begins with the text.
  func mayContinue(_ start: String) -> Bool

  /// Returns words that may be meant, the likeliest first, for choices and spelling guesses.
  ///
  /// - Parameters:
  ///   - word: the text as typed.
  ///   - previous: the word before it in the same sentence; nil for none.
  ///   - keys: which keys of the layout in use are next to each other.
  ///   - count: the maximum number of words.
  /// - Returns: the words, without the text itself.
  func guesses(for word: String, after previous: String?, on keys: KeyNeighbors, count: Int)
    -> [String]

  /// Searches for the correction of a word as ``correction(of:after:on:)`` does, and returns the
  /// words that it compared, too.
  ///
  /// - Parameters:
  ///   - word: the text as typed.
  ///   - previous: the word before it in the same sentence; nil for none.
  ///   - keys: which keys of the layout in use are next to each other.
  /// - Returns: what was found.
  func search(for word: String, after previous: String?, on keys: KeyNeighbors) -> FoundCorrection

  /// Returns what is meant by the last words of a text that are taken for others, such as “your
  /// welcome”; nil for nothing.
  ///
  /// - Parameters:
  ///   - words: up to three words with single spaces between them, as typed.
  ///   - end: the character that ends the last word; nil if it is still being typed.
  /// - Returns: what is meant, and by how many of the words.
  func phrase(endingIn words: [String], before end: Unicode.Scalar?) -> Phrase?

  /// Returns words that begin with a text, the likeliest first; with an empty text, the likeliest
  /// next words.
  ///
  /// - Parameters:
  ///   - start: the text as typed; may be empty.
  ///   - previous: up to two words before it in the same sentence, in the order of the text.
  ///   - count: the maximum number of words.
  /// - Returns: whole words, in the case of the typed text.
  func completions(of start: String, after previous: [String], count: Int) -> [String]

  /// Returns what ``completions(of:after:count:)`` does, with the probability of the first word.
  ///
  /// - Parameters:
  ///   - start: the text as typed; may be empty.
  ///   - previous: up to two words before it in the same sentence, in the order of the text.
  ///   - count: the maximum number of words.
  /// - Returns: the words and the probability.
  func likeliest(of start: String, after previous: [String], count: Int) -> Completions
}

extension Vocabulary {
  package func mayContinue(_ start: String) -> Bool { false }

  package func phrase(endingIn words: [String], before end: Unicode.Scalar?) -> Phrase? { nil }

  package func likeliest(of start: String, after previous: [String], count: Int) -> Completions {
    Completions(
      words: completions(of: start, after: previous, count: count),
      certainty: contains(start) ? 0 : 1, isStartMeant: contains(start))
  }

  package func search(
    for word: String, after previous: String?, on keys: KeyNeighbors
  ) -> FoundCorrection {
    FoundCorrection(correction(of: word, after: previous, on: keys))
  }
}

/// Words that begin with a text.
package struct Completions: Hashable {
  /// The words, the likeliest first.
  package var words: [String]
  /// The probability that the first word is meant, from 0 to 1.
  package var certainty: Double
  /// Whether the text itself is a word that a person may mean: in a list of words most beginnings
  /// of words are words too, such as `forw`, but rare ones.
  package var isStartMeant = false
}

/// The text that is meant by the last words before the caret.
package struct Phrase: Hashable {
  /// The number of words that it replaces.
  package var wordCount: Int
  /// The text, in lower case unless it always has capitals.
  package var text: String
}

/// The result of a search for the correction of a word.
package struct FoundCorrection {
  /// The correction that may be made without a question; nil for none.
  package var correction: String?
  /// Returns at most a number of the words that were compared, the likeliest first; nil if none
  /// were.
  package var alternatives: ((Int) -> [String])?

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - correction: the correction; nil for none.
  ///   - alternatives: returns the words that were compared; nil if none were.
  package init(_ correction: String?, alternatives: ((Int) -> [String])? = nil) {
    (self.correction, self.alternatives) = (correction, alternatives)
  }
}

/// The vocabularies that are installed.
package protocol VocabularySource: AnyObject {
  /// Returns the words of a language; nil if there are none, which disables correction and not
  /// typing (MOD-12).
  ///
  /// - Parameter language: the language of the input mode.
  /// - Returns: the words; opened when they are first requested.
  func vocabulary(of language: LanguageTag) -> (any Vocabulary)?

  /// Forgets what was opened, so that words that were installed or replaced since are found.
  func reload()
}

/// No vocabularies at all.
package final class NoVocabularies: VocabularySource {
  package init() {}
  package func vocabulary(of language: LanguageTag) -> (any Vocabulary)? { nil }
  package func reload() {}
}
