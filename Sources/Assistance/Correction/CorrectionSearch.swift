// SPDX-License-Identifier: Apache-2.0
import TextInput

/// A search for the correction of a word in a vocabulary, and its result.
///
/// A word is searched for once, while it is typed. The offer shows the correction, the prediction
/// row the words that were compared, and the key that ends the word takes the same correction.
struct CorrectionSearch {
  /// The word that was searched for.
  struct Subject: Equatable {
    let word: String
    /// The word before it in the same sentence; nil for none.
    let previous: String?
    let language: LanguageTag
    /// The container of the text.
    let container: ContainerID

    init(word: String, previous: String?, language: LanguageTag, container: ContainerID) {
      (self.word, self.previous) = (word, previous)
      (self.language, self.container) = (language, container)
    }

    init(_ found: WordBeforeCaret, in language: LanguageTag, of container: ContainerID) {
      (word, previous) = (found.word, found.previous.last)
      (self.language, self.container) = (language, container)
    }
  }

  let subject: Subject
  /// The correction in the case in which the word was typed; nil if the word stays as it is.
  let correction: String?
  /// Returns at most a number of the words that were compared; nil if none were.
  let alternatives: ((Int) -> [String])?

  /// Searches for the correction of a word.
  init(for subject: Subject, in vocabulary: any Vocabulary, on keys: KeyNeighbors) {
    self.subject = subject
    let found = vocabulary.search(for: subject.word, after: subject.previous, on: keys)
    let result = found.correction.map {
      LetterCase(of: subject.word).applied(to: $0, in: subject.language)
    }
    correction = result == subject.word ? nil : result
    alternatives = found.alternatives
  }
}
