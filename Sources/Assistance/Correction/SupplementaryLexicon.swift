// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The user's words that an input method of another process may know: pairs of a typed text and the
/// text that it stands for (reference 13.2, F110).
///
/// A text replacement stands for its phrase, and a word of the user's dictionary for itself. Words
/// that were learned from typing are not included.
package struct SupplementaryLexicon: Hashable, Sendable {
  /// A typed text and the text that it stands for.
  package struct Entry: Hashable, Sendable {
    /// The text that the user types.
    package var userInput: String
    /// The text for the document.
    package var documentText: String

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - userInput: the text that the user types.
    ///   - documentText: the text for the document.
    package init(_ userInput: String, _ documentText: String) {
      (self.userInput, self.documentText) = (userInput, documentText)
    }
  }

  /// The replacements in the user's order, then the words of the dictionary.
  ///
  /// Each `userInput` occurs once.
  package let entries: [Entry]

  /// Collects the entries.
  ///
  /// - Parameters:
  ///   - replacements: the user's text replacements.
  ///   - dictionary: the words of the user's dictionary.
  ///   - language: the language, such as `en`, whose words are included with those of all
  ///     languages; nil for the words of every language.
  package init(
    replacements: TextReplacements, dictionary: [DictionaryWord], language: String? = nil
  ) {
    let words = dictionary.filter { word in
      word.language.isEmpty || language == nil || word.language == language
    }
    var seen: Set<String> = []
    entries =
      (replacements.list.map { Entry($0.shortcut, $0.phrase) }
      + words.map { Entry($0.text, $0.text) }).filter { seen.insert($0.userInput).inserted }
  }
}
