// SPDX-License-Identifier: Apache-2.0
import Mirrors

/// The user's words and text replacements, and the data of each language, which clients of the
/// control socket list and change.
///
/// Programs and observers have no access.
package protocol LanguageService: AnyObject {
  /// The words of the user's dictionary.
  var dictionary: [DictionaryListing.Word] { get }

  /// Adds a word to the dictionary; for an empty language, of all languages.
  func learn(_ word: String, in language: String) throws(LanguageRefusal)

  /// Removes a word from the dictionary.
  func unlearn(_ word: String, in language: String) throws(LanguageRefusal)

  /// Ignores a word in the text that has the focus.
  func ignore(_ word: String) throws(LanguageRefusal)

  /// Returns corrections of a word, the best first; nil for the language of the input mode.
  func guesses(
    for word: String, in language: String?, count: Int
  ) throws(LanguageRefusal) -> [String]

  /// The text replacements.
  var replacements: [ReplacementListing.Replacement] { get }

  /// Returns the pairs for input methods of other processes; nil for the words of all languages.
  func supplementaryLexicon(in language: String?) -> [SupplementaryListing.Entry]

  /// Adds a replacement or changes its phrase.
  func setReplacement(_ shortcut: String, _ phrase: String) throws(LanguageRefusal)

  /// Removes a replacement.
  func removeReplacement(_ shortcut: String) throws(LanguageRefusal)

  /// Returns the words that were learned from typing; nil for all languages.
  ///
  /// There may be any number of them, so it calls `pause` again and again.
  func learnedWords(in language: String?, pause: () -> Void) -> [LearnedListing.Language]

  /// Forgets a learned word, in one or all languages; for nil, everything that was learned.
  ///
  /// It calls `pause` again and again.
  func forget(
    _ word: String?, in language: String?, pause: () -> Void
  ) throws(LanguageRefusal)

  /// Returns the candidates that were chosen for a reading in input methods, the best first.
  func choices(
    for reading: String, of kind: String
  ) throws(LanguageRefusal) -> [ChoiceListing.Choice]

  /// Forgets a candidate that was chosen for a reading; for nil, all of them.
  func forgetChoice(
    _ text: String?, for reading: String, of kind: String
  ) throws(LanguageRefusal)

  /// The modes of the user, with the data for their languages.
  var languages: [LanguageListing.Language] { get }
}

/// Why a request about words was refused.
package struct LanguageRefusal: Error, Hashable, Sendable {
  /// The kind of reason.
  package enum Kind: Hashable, Sendable {
    /// The member of the request has an invalid value.
    case invalid
    /// There is no such word, shortcut or language.
    case unknown
    /// There are too many already.
    case full
    /// The settings file decides, or nothing has the focus.
    case failed
  }

  /// The kind of reason.
  package var kind: Kind
  /// The member of the request; nil for the whole request.
  package var member: String?
  /// The mistake and the hint, without a full stop.
  package var message: String

  /// Creates a refusal.
  package init(_ kind: Kind, _ message: String, member: String? = nil) {
    (self.kind, self.message, self.member) = (kind, message, member)
  }
}

/// The response to `dictionary.list`.
package struct DictionaryListing: Encodable, Hashable, Sendable {
  /// A word of the dictionary.
  package struct Word: Encodable, Hashable, Sendable {
    package var word: String
    /// The language, such as `en`; nil for all languages.
    package var language: String?
    /// Where the word comes from.
    package var source: WordSource

    package init(word: String, language: String?, source: WordSource) {
      (self.word, self.language, self.source) = (word, language, source)
    }
  }

  package var words: [Word]
}

/// Where a word or a replacement comes from.
package enum WordSource: String, Encodable, Sendable {
  /// The settings file, which alone can change it.
  case settings
  /// The user, through a command or a request.
  case user
}

/// The response to `replacements.list`.
package struct ReplacementListing: Encodable, Hashable, Sendable {
  /// A text replacement.
  package struct Replacement: Encodable, Hashable, Sendable {
    package var shortcut: String
    package var phrase: String
    /// Where the replacement comes from.
    package var source: WordSource

    package init(shortcut: String, phrase: String, source: WordSource) {
      (self.shortcut, self.phrase, self.source) = (shortcut, phrase, source)
    }
  }

  package var replacements: [Replacement]
}

/// The response to `supplementaryLexicon.list`.
package struct SupplementaryListing: Encodable, Hashable, Sendable {
  /// A typed text and the text that it stands for.
  package struct Entry: Encodable, Hashable, Sendable {
    package var userInput: String
    package var documentText: String

    package init(userInput: String, documentText: String) {
      (self.userInput, self.documentText) = (userInput, documentText)
    }
  }

  package var entries: [Entry]
}

/// The response to `learning.list`.
package struct LearnedListing: Hashable, Sendable {
  /// The words of a language.
  package struct Language: Hashable, Sendable {
    package var language: String
    /// The user in whose programs the words were typed; nil for the user of the service.
    package var user: UInt32?
    /// The words, the most recent first.
    package var words: [Word]
    /// The number of pairs of words.
    package var pairs: Int

    package init(language: String, user: UInt32? = nil, words: [Word], pairs: Int) {
      (self.language, self.user, self.words, self.pairs) = (language, user, words, pairs)
    }
  }

  /// A word with the number of times it was typed.
  package struct Word: Hashable, Sendable {
    package var word: String
    package var count: Int

    package init(word: String, count: Int) {
      (self.word, self.count) = (word, count)
    }
  }

  package var languages: [Language]

  /// Returns the response as JSON.
  ///
  /// - Parameter pause: called after each word.
  /// - Returns: the JSON.
  func written(pause: () -> Void) -> JSONValue {
    let languages = JSONWriter.objects(languages) { language, object in
      object.add("language", language.language)
      object.add("pairs", number: language.pairs)
      if let user = language.user { object.add("user", number: Int(user)) }
      let words = JSONWriter.objects(language.words) { word, object in
        object.add("count", number: word.count)
        object.add("word", word.word)
        pause()
      }
      object.add("words", words)
    }
    return .object(["languages": languages])
  }
}

/// The response to `choices.list`.
package struct ChoiceListing: Encodable, Hashable, Sendable {
  /// A candidate with the number of times it was chosen.
  package struct Choice: Encodable, Hashable, Sendable {
    package var text: String
    package var count: Int

    package init(text: String, count: Int) {
      (self.text, self.count) = (text, count)
    }
  }

  package var choices: [Choice]
}

/// The response to `languages.list`.
package struct LanguageListing: Encodable, Hashable, Sendable {
  /// The data for the language of a mode.
  package struct Language: Encodable, Hashable, Sendable {
    package var mode: String
    package var language: String
    /// Whether words of the language can be corrected and checked.
    package var hasWords: Bool
    /// The file with the words; nil if there is none.
    package var file: String?
    /// The number of words in the file; nil if unknown.
    package var words: Int?
    /// Why the words cannot be used; nil if they can.
    package var problem: String?

    package init(
      mode: String, language: String, hasWords: Bool, file: String? = nil, words: Int? = nil,
      problem: String? = nil
    ) {
      (self.mode, self.language, self.hasWords) = (mode, language, hasWords)
      (self.file, self.words, self.problem) = (file, words, problem)
    }
  }

  package var languages: [Language]
}

/// The response to `spelling.guesses`.
struct GuessListing: Encodable {
  var guesses: [String]
}
