// SPDX-License-Identifier: Apache-2.0
import TextInput

@testable import Assistance

/// A vocabulary whose answers are written in a test.
final class ScriptedVocabulary: Vocabulary, VocabularySource {
  /// The correction of each mistake.
  var corrections = ["teh": "the", "adn": "and", "im": "I'm", "wrld": "world", "ihr": "hier"]
  /// The words that are taken for others, each with the meant ones.
  var phrases: [String: String] = [:]
  /// The probability of the first completion; nil for the default.
  var certainty: Double?
  /// All words, the likeliest first.
  var words = [
    "the", "they", "there", "hello", "help", "held", "world", "and", "party", "Paris", "tech",
  ]
  /// The next words after a word.
  var next = ["hello": ["world", "there", "again"], "the": ["party"]]
  /// The alternatives for each mistake.
  var guesses = ["teh": ["the", "tech", "ten"]]
  /// The language that has these words; nil for all.
  var language: String?
  /// How often the vocabulary was requested; a real one opens files then.
  private(set) var requests = 0
  /// The calls, each as its name and the text.
  private(set) var calls: [String] = []

  func vocabulary(of language: LanguageTag) -> (any Vocabulary)? {
    requests += 1
    return self.language == nil || self.language == language.language ? self : nil
  }

  func reload() {}

  func contains(_ word: String) -> Bool {
    words.contains(word) || words.contains(word.lowercased())
  }

  func correction(of word: String, after previous: String?, on keys: KeyNeighbors) -> String? {
    calls.append("correction \(word)")
    return contains(word) ? nil : corrections[word.lowercased()]
  }

  func guesses(for word: String, after previous: String?, on keys: KeyNeighbors, count: Int)
    -> [String]
  {
    calls.append("guesses \(word)")
    return Array((guesses[word.lowercased()] ?? []).prefix(count))
  }

  func completions(of start: String, after previous: [String], count: Int) -> [String] {
    calls.append("completions \(start)")
    let list =
      start.isEmpty
      ? next[previous.last ?? ""] ?? []
      : words.filter { $0.hasPrefix(start.lowercased()) && $0 != start.lowercased() }
    return Array(list.prefix(count))
  }

  func phrase(endingIn words: [String], before end: Unicode.Scalar?) -> Phrase? {
    for count in 2...3 where words.count >= count {
      let typed = words.suffix(count).joined(separator: " ").lowercased()
      if let text = phrases[typed] { return Phrase(wordCount: count, text: text) }
    }
    return nil
  }

  func likeliest(of start: String, after previous: [String], count: Int) -> Completions {
    Completions(
      words: completions(of: start, after: previous, count: count),
      certainty: certainty ?? (contains(start) ? 0 : 1), isStartMeant: contains(start))
  }

  func forgetCalls() { calls = [] }
}
