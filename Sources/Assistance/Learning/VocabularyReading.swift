// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The learned vocabulary of a language, read in parts, so that no key waits for all of it.
struct VocabularyReading {
  /// How many words and pairs are added at a time.
  static let portion = 500
  /// How many are read at most; another program may have written any number.
  private static let limit = 2 * (LearnedVocabulary.limits.words + LearnedVocabulary.limits.pairs)

  /// The name of the language, as ``LearnedLanguage/name``.
  let name: String
  /// The words that were read so far, and those that were typed since.
  var words: LearnedVocabulary
  /// Whether everything was read.
  private(set) var isComplete = false
  /// The words that were read and are not added yet.
  private var rest: ArraySlice<LearnedWord> = []
  private var last: LearnedWord?
  private var isLastPart = false
  private var readCount = 0

  /// Creates an empty vocabulary, of which nothing was read.
  ///
  /// - Parameters:
  ///   - name: the name of the language.
  ///   - language: the language, for the keys of words.
  init(_ name: String, in language: LanguageTag) {
    self.name = name
    words = LearnedVocabulary([], in: language)
  }

  /// Reads the next part, and adds a portion of words.
  ///
  /// - Parameter memory: stores the words.
  mutating func readMore(from memory: any InputMemory) {
    guard !isComplete else { return }
    if rest.isEmpty {
      let part = memory.learnedWords(in: name, after: last, limit: Self.portion)
      rest = part.words[...]
      isLastPart = part.isLast
      last = part.words.last ?? last
      readCount += part.words.count
    }
    for word in rest.prefix(Self.portion) { words.add(word) }
    rest = rest.dropFirst(Self.portion)
    isComplete = rest.isEmpty && (isLastPart || readCount >= Self.limit)
  }

  /// Marks words as used after all words that were read.
  ///
  /// - Parameter typed: words that were typed before everything was read.
  /// - Returns: the words with their new places in the order of use.
  mutating func moveToEnd(_ typed: [LearnedWord]) -> [LearnedWord] {
    guard let first = typed.first?.lastUse else { return typed }
    let distance = max(0, words.nextUse - first)
    return typed.map { word in
      var word = word
      word.lastUse += distance
      words.add(LearnedWord(word.text, after: word.previous, count: 0, lastUse: word.lastUse))
      return word
    }
  }
}
