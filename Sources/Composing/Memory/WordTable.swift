// SPDX-License-Identifier: Apache-2.0

/// The words of a ``VolatileMemory``: the user's dictionary, and the words learned from typing.
struct WordTable {
  /// A word with the word before it; equal only if the code units are.
  private struct Key: Hashable {
    var previous: CodeUnits
    var text: CodeUnits

    init(_ word: LearnedWord) {
      (previous, text) = (CodeUnits(word.previous), CodeUnits(word.text))
    }
  }

  private struct Known: Hashable {
    var language: CodeUnits
    var text: CodeUnits
  }

  private var known: Set<Known> = []
  private var learned: [CodeUnits: [Key: LearnedWord]] = [:]

  // MARK: Dictionary

  /// The words of the dictionary, sorted by language and text.
  var dictionaryWords: [DictionaryWord] {
    known.sorted { ($0.language, $0.text) < ($1.language, $1.text) }
      .map { DictionaryWord($0.text.text, language: $0.language.text) }
  }

  /// Adds or removes a word of the dictionary.
  mutating func set(_ word: DictionaryWord, isKnown: Bool) {
    let entry = Known(language: CodeUnits(word.language), text: CodeUnits(word.text))
    if isKnown { known.insert(entry) } else { known.remove(entry) }
  }

  // MARK: Learned words

  /// The languages that have words, sorted.
  var languages: [String] { learned.keys.sorted().map(\.text) }

  /// Returns the words and pairs of a language, the most recent last.
  func words(in language: String) -> [LearnedWord] {
    learned[CodeUnits(language), default: [:]].values.sorted { left, right in
      guard left.lastUse == right.lastUse else { return left.lastUse < right.lastUse }
      return Self.isBefore(left, right)
    }
  }

  /// Adds to the count of a word or pair.
  mutating func add(_ word: LearnedWord, in language: String) {
    var word = word
    let before = learned[CodeUnits(language)]?[Key(word)]
    word.count += before?.count ?? 0
    word.lastUse = max(word.lastUse, before?.lastUse ?? word.lastUse)
    learned[CodeUnits(language), default: [:]][Key(word)] = word
  }

  /// Drops the words and pairs of the lowest ranks.
  mutating func trim(_ language: String, to limits: LearnedWordLimits) {
    guard let all = learned[CodeUnits(language)] else { return }
    let ranked = all.values.sorted { left, right in
      guard left.rank == right.rank else { return left.rank > right.rank }
      return Self.isBefore(left, right)
    }
    let words = ranked.filter(\.previous.isEmpty).prefix(limits.words)
    let pairs = ranked.filter { !$0.previous.isEmpty }.prefix(limits.pairs)
    let kept = (words + pairs).map { (Key($0), $0) }
    learned[CodeUnits(language)] =
      kept.isEmpty ? nil : Dictionary(kept, uniquingKeysWith: { first, _ in first })
  }

  /// Removes a word, and the pairs that contain it.
  mutating func forget(_ word: String, in language: String) {
    let word = CodeUnits(word)
    let kept = learned[CodeUnits(language)]?.filter {
      $0.key.text != word && $0.key.previous != word
    }
    learned[CodeUnits(language)] = kept?.isEmpty == true ? nil : kept
  }

  /// Removes all learned words.
  mutating func forgetAll() { learned = [:] }

  private static func isBefore(_ left: LearnedWord, _ right: LearnedWord) -> Bool {
    (CodeUnits(left.previous), CodeUnits(left.text))
      < (CodeUnits(right.previous), CodeUnits(right.text))
  }
}
