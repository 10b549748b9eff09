// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The words that the user added to the dictionary, and those of the settings file.
struct UserDictionary {
  /// The words by language; the empty language is for all.
  private var added: [String: [WordKey: String]] = [:]
  private var configured: [String: [WordKey: String]] = [:]

  /// Creates a dictionary from the stored words.
  init(_ stored: [DictionaryWord]) {
    for word in stored { add(word) }
  }

  /// The words of the settings file.
  mutating func configure(_ words: [DictionaryWord]) {
    configured = [:]
    for word in words { Self.add(word, to: &configured) }
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

  /// Returns the words that begin with a text, in alphabetical order.
  func completions(of start: String, in language: LanguageTag) -> [String] {
    var found: [String] = []
    for words in [added, configured] {
      for (name, tag) in [("", nil), (language.language, language)] {
        let start = WordKey(start, in: tag)
        found += words[name, default: [:]].filter {
          $0.key.text.hasPrefix(start.text) && $0.key != start
        }.map(\.value)
      }
    }
    return found.sorted()
  }

  /// The number of words that the user added.
  var addedCount: Int { added.values.reduce(0) { $0 + $1.count } }

  /// The words with their sources, sorted by language and text.
  var list: [(word: DictionaryWord, isConfigured: Bool)] {
    [(added, false), (configured, true)].flatMap { words, isConfigured in
      words.flatMap { language, entries in
        entries.values.map { (DictionaryWord($0, language: language), isConfigured) }
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
  mutating func add(_ word: DictionaryWord) -> Bool { Self.add(word, to: &added) }

  /// Removes a word.
  ///
  /// - Returns: the word as it was added; nil if it was not there.
  mutating func remove(_ word: DictionaryWord) -> DictionaryWord? {
    let text = added[word.language]?.removeValue(forKey: Self.key(word))
    if added[word.language]?.isEmpty == true { added[word.language] = nil }
    return text.map { DictionaryWord($0, language: word.language) }
  }

  @discardableResult
  private static func add(
    _ word: DictionaryWord, to words: inout [String: [WordKey: String]]
  ) -> Bool {
    let key = key(word)
    guard words[word.language]?[key] == nil else { return false }
    words[word.language, default: [:]][key] = word.text
    return true
  }

  private static func key(_ word: DictionaryWord) -> WordKey {
    WordKey(word.text, in: LanguageTag(word.language))
  }
}
