// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The user's own words: the ones of the user's dictionary, and those learned from typing.
package final class PersonalWords {
  private var words: Set<String> = []
  private var refusals: [String: Int] = [:]

  package init() {}

  /// Reports whether a word is in the user's dictionary, and thus neither corrected nor marked
  /// (AST-17, AST-51).
  ///
  /// - Parameters:
  ///   - word: the word as typed.
  ///   - language: the language of the input mode.
  /// - Returns: whether it is in the dictionary.
  package func contains(_ word: String, in language: LanguageTag) -> Bool {
    words.contains(word.lowercased())
  }

  /// Records that the user rejected or reverted the correction of a word; the second time adds the
  /// word to the dictionary (AST-18).
  ///
  /// - Parameters:
  ///   - word: the word as typed.
  ///   - language: the language of the input mode.
  package func correctionWasRefused(of word: String, in language: LanguageTag) {
    refusals[word, default: 0] += 1
    if refusals[word, default: 0] >= 2 { words.insert(word.lowercased()) }
  }

  /// Records a finished word that was kept, and the word before it, for predictions.
  ///
  /// - Parameters:
  ///   - word: the word as it is in the text.
  ///   - previous: the word before it in the same sentence; nil for none.
  ///   - language: the language of the input mode.
  package func wordWasTyped(_ word: String, after previous: String?, in language: LanguageTag) {}

  /// Returns the user's own words that begin with a text, the likeliest first; with an empty text,
  /// the words that the user typed after the previous one.
  ///
  /// - Parameters:
  ///   - start: the text as typed; may be empty.
  ///   - previous: the word before it in the same sentence; nil for none.
  ///   - language: the language of the input mode.
  ///   - count: the maximum number of words.
  /// - Returns: whole words.
  package func completions(
    of start: String, after previous: String?, in language: LanguageTag, count: Int
  ) -> [String] { [] }
}
