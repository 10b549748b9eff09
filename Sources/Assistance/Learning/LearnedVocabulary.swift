// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The words and pairs of words that the user typed in one language, for predictions.
struct LearnedVocabulary {
  /// A word or the second word of a pair.
  private struct Use {
    var text: String
    /// The form in which the word is compared.
    var key: WordKey
    var count: Int
    var lastUse: Int

    /// The rank of ``LearnedWord``.
    var rank: Int { LearnedWord(text, count: count, lastUse: lastUse).rank }
  }

  /// The words and pairs that are kept, and the part of them that stays when there are more.
  ///
  /// A tenth leaves at a time, so that a full vocabulary is not trimmed at every word.
  static let limits = LearnedWordLimits(words: 5000, pairs: 20_000)
  static let limitsAfterTrimming = LearnedWordLimits(words: 4500, pairs: 18_000)
  /// The number of times a word must have been typed before it is offered, so that a single
  /// mistake is not.
  static let offeredCount = 2

  private let language: LanguageTag?
  /// The words by their first character, to find the ones that begin with a text.
  private var words: [Character: [String: Use]] = [:]
  /// The words after each word.
  private var followers: [WordKey: [String: Use]] = [:]
  private(set) var wordCount = 0
  private(set) var pairCount = 0
  /// The value of ``LearnedWord/lastUse`` for the next word.
  private(set) var nextUse = 1

  /// Creates a vocabulary from the stored words.
  init(_ stored: [LearnedWord], in language: LanguageTag?) {
    self.language = language
    for word in stored { add(word) }
  }

  /// Whether there are more words or pairs than the limits.
  var isFull: Bool { wordCount > Self.limits.words || pairCount > Self.limits.pairs }

  // MARK: Changes

  /// Records a word, and its pair if there is a word before it.
  ///
  /// - Returns: what to add to the stored words.
  mutating func note(_ word: String, after previous: String?) -> [LearnedWord] {
    let previous = previous.map { WordKey($0, in: language).text } ?? ""
    var noted = [LearnedWord(word, count: 1, lastUse: nextUse)]
    if !previous.isEmpty {
      noted.append(LearnedWord(word, after: previous, count: 1, lastUse: nextUse))
    }
    for word in noted { add(word) }
    return noted
  }

  /// Adds to the count of a word or pair.
  mutating func add(_ word: LearnedWord) {
    let key = WordKey(word.text, in: language)
    guard let first = key.first else { return }
    nextUse = max(nextUse, min(word.lastUse, 1 << 53) + 1)
    if word.previous.isEmpty {
      if Self.add(word, key, to: &words[first, default: [:]]) { wordCount += 1 }
    } else {
      let previous = WordKey(word.previous, in: language)
      if Self.add(word, key, to: &followers[previous, default: [:]]) { pairCount += 1 }
    }
  }

  private static func add(
    _ word: LearnedWord, _ key: WordKey, to uses: inout [String: Use]
  ) -> Bool {
    let old = uses[word.text]
    uses[word.text] = Use(
      text: word.text, key: key, count: word.count + (old?.count ?? 0),
      lastUse: max(word.lastUse, old?.lastUse ?? word.lastUse))
    return old == nil
  }

  /// Returns the count of a word in exactly this spelling.
  func count(of word: String) -> Int {
    WordKey(word, in: language).first.flatMap { words[$0]?[word]?.count } ?? 0
  }

  // MARK: Completions

  /// Returns the words that begin with a text, the likeliest first; with an empty text, the words
  /// after the previous one.
  func completions(of start: String, after previous: String?, count: Int) -> [String] {
    let key = WordKey(start, in: language)
    let pairs = previous.flatMap { followers[WordKey($0, in: language)] } ?? [:]
    var found = Likeliest(count: max(0, count))
    for use in pairs.values where begins(use, with: key) { found.add(use) }
    guard let first = key.first else { return found.uses.map(\.text) }
    var others = Likeliest(count: max(0, count))
    for use in words[first, default: [:]].values
    where begins(use, with: key) && pairs[use.text]?.count ?? 0 < Self.offeredCount {
      others.add(use)
    }
    let known = Set(found.uses.map(\.key))
    let distinct = found.uses + others.uses.filter { !known.contains($0.key) }
    return distinct.prefix(max(0, count)).map(\.text)
  }

  private func begins(_ use: Use, with start: WordKey) -> Bool {
    use.count >= Self.offeredCount && use.key.text.hasPrefix(start.text) && use.key != start
  }

  /// The likeliest of many words, in order; of several spellings of a word, the likeliest.
  private struct Likeliest {
    let count: Int
    private(set) var uses: [Use] = []

    init(count: Int) { self.count = count }

    mutating func add(_ use: Use) {
      guard count > 0 else { return }
      if uses.count == count, let last = uses.last, !LearnedVocabulary.isBefore(use, last) {
        return
      }
      if let same = uses.firstIndex(where: { $0.key == use.key }) {
        guard LearnedVocabulary.isBefore(use, uses[same]) else { return }
        uses.remove(at: same)
      }
      let place = uses.firstIndex { LearnedVocabulary.isBefore(use, $0) } ?? uses.count
      uses.insert(use, at: place)
      if uses.count > count { uses.removeLast() }
    }
  }

  private static func isBefore(_ left: Use, _ right: Use) -> Bool {
    (left.count, left.lastUse, right.text) > (right.count, right.lastUse, left.text)
  }
}
