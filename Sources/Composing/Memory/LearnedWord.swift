// SPDX-License-Identifier: Apache-2.0

/// A word that the user typed, or a word that the user typed after another one.
public struct LearnedWord: Hashable, Sendable {
  /// The word.
  public var text: String
  /// The word before it; empty if the value counts the word itself and not a pair.
  public var previous: String
  /// The number of times it was typed; at least 1.
  public var count: Int
  /// A number that is higher the more recently the word was typed; not a time.
  public var lastUse: Int

  /// Creates a value from its parts.
  ///
  /// - Parameters:
  ///   - text: the word.
  ///   - previous: the word before it; empty to count the word itself.
  ///   - count: the number of times it was typed, at least 1.
  ///   - lastUse: a number that is higher the more recently the word was typed.
  public init(_ text: String, after previous: String = "", count: Int, lastUse: Int) {
    self.text = text
    self.previous = previous
    self.count = count
    self.lastUse = lastUse
  }

  /// The rank that decides which words are dropped first: a word that was typed once more outlives
  /// a thousand words that were typed later.
  package var rank: Int { min(lastUse, 1 << 53) + 1000 * min(count, 100) }
}

extension LearnedWord {
  /// Whether the word precedes another one in the order of the previous words and the words, by
  /// their bytes in UTF-8, as a database compares them.
  package func isBefore(_ other: LearnedWord) -> Bool {
    if previous.utf8.elementsEqual(other.previous.utf8) {
      return text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }
    return previous.utf8.lexicographicallyPrecedes(other.previous.utf8)
  }
}

/// A part of the learned words of a language.
public struct LearnedWordPart: Hashable, Sendable {
  /// The words and pairs.
  public var words: [LearnedWord]
  /// Whether no words follow.
  public var isLast: Bool

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - words: the words and pairs.
  ///   - isLast: whether no words follow.
  public init(_ words: [LearnedWord], isLast: Bool) {
    self.words = words
    self.isLast = isLast
  }
}

/// A word of the user's dictionary.
public struct DictionaryWord: Hashable, Sendable {
  /// The word.
  public var text: String
  /// The language, such as `en`; empty for all languages.
  public var language: String

  /// Creates a value from its parts.
  ///
  /// - Parameters:
  ///   - text: the word.
  ///   - language: the language, such as `en`; empty for all languages.
  public init(_ text: String, language: String = "") {
    self.text = text
    self.language = language
  }
}

/// The numbers of words and pairs of a language that a memory keeps.
public struct LearnedWordLimits: Hashable, Sendable {
  /// The number of words.
  public var words: Int
  /// The number of pairs of words.
  public var pairs: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - words: the number of words.
  ///   - pairs: the number of pairs of words.
  public init(words: Int, pairs: Int) {
    self.words = words
    self.pairs = pairs
  }
}
