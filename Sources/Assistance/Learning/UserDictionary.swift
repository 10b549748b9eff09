// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The words that the user added to the dictionary, and those of the settings file.
struct UserDictionary {
  /// The words by language; the empty language is for all.
  private var added: [String: SortedWords] = [:]
  private var configured: [String: SortedWords] = [:]

  /// Creates a dictionary from the stored words.
  init(_ stored: [DictionaryWord]) {
    added = Self.sorted(stored)
  }

  /// The words of the settings file.
  mutating func configure(_ words: [DictionaryWord]) {
    configured = Self.sorted(words)
  }

  private static func sorted(_ words: [DictionaryWord]) -> [String: SortedWords] {
    Dictionary(grouping: words, by: \.language).mapValues { words in
      SortedWords(words.map { (key($0), $0.text) })
    }
  }

  /// Reports whether a word is in the dictionary of a language, regardless of its case.
  func contains(_ word: String, in language: LanguageTag) -> Bool {
    guard !added.isEmpty || !configured.isEmpty else { return false }
    for (name, key) in [
      ("", WordKey(word)), (language.language, WordKey(word, in: language)),
    ] where added[name]?[key] != nil || configured[name]?[key] != nil {
      return true
    }
    return false
  }

  /// Returns the words that begin with a text, in alphabetical order regardless of case.
  ///
  /// - Parameters:
  ///   - start: the text.
  ///   - language: the language of the input mode.
  ///   - count: the maximum number of words.
  /// - Returns: the words.
  func completions(of start: String, in language: LanguageTag, count: Int) -> [String] {
    var found: [(key: WordKey, text: String)] = []
    for words in [added, configured] {
      for (name, tag) in [("", nil), (language.language, language)] {
        found += words[name]?.words(beginningWith: WordKey(start, in: tag), count: count) ?? []
      }
    }
    var keys: Set<WordKey> = []
    return found.sorted { ($0.key.text, $0.text) < ($1.key.text, $1.text) }
      .filter { keys.insert($0.key).inserted }.prefix(count).map(\.text)
  }

  /// The number of words that the user added.
  var addedCount: Int { added.values.reduce(0) { $0 + $1.count } }

  /// The words with their sources, sorted by language and text.
  var list: [(word: DictionaryWord, isConfigured: Bool)] {
    [(added, false), (configured, true)].flatMap { words, isConfigured in
      words.flatMap { language, entries in
        entries.texts.map { (DictionaryWord($0, language: language), isConfigured) }
      }
    }.sorted {
      ($0.0.language, $0.0.text, $0.1 ? 1 : 0) < ($1.0.language, $1.0.text, $1.1 ? 1 : 0)
    }
  }

  /// Reports whether the settings file contains a word.
  func isConfigured(_ word: DictionaryWord) -> Bool {
    configured[word.language]?[Self.key(word)] != nil
  }

  /// Adds a word.
  ///
  /// - Returns: whether it is new.
  @discardableResult
  mutating func add(_ word: DictionaryWord) -> Bool {
    added[word.language, default: SortedWords([])].add(Self.key(word), word.text)
  }

  /// Removes a word.
  ///
  /// - Returns: the word as it was added; nil if it was not there.
  mutating func remove(_ word: DictionaryWord) -> DictionaryWord? {
    let text = added[word.language]?.remove(Self.key(word))
    if added[word.language]?.isEmpty == true { added[word.language] = nil }
    return text.map { DictionaryWord($0, language: word.language) }
  }

  private static func key(_ word: DictionaryWord) -> WordKey {
    WordKey(word.text, in: LanguageTag(word.language))
  }
}
