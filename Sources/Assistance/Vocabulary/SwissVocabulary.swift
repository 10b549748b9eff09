// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The German words as they are written in Switzerland and Liechtenstein: with ss for ß.
///
/// A lexicon that was combined with a dictionary of Germany has words with ß. They are looked up
/// for words with ss, and shown with ss.
final class SwissVocabulary: Vocabulary {
  private let german: any Vocabulary

  /// Creates the vocabulary from that of Germany.
  init(_ german: any Vocabulary) { self.german = german }

  /// Whether a language is German without ß.
  static func serves(_ language: LanguageTag) -> Bool {
    language.language == "de" && ["CH", "LI"].contains(language.region)
  }

  func contains(_ word: String) -> Bool {
    german.contains(word) || Self.withEszett(word).contains(where: german.contains)
  }

  func correction(of word: String, after previous: String?, on keys: KeyNeighbors) -> String? {
    swiss(german.correction(of: word, after: previous, on: keys), for: word)
  }

  func mayContinue(_ start: String) -> Bool {
    german.mayContinue(start) || Self.withEszett(start).contains(where: german.mayContinue)
  }

  func guesses(for word: String, after previous: String?, on keys: KeyNeighbors, count: Int)
    -> [String]
  {
    german.guesses(for: word, after: previous, on: keys, count: count).map(Self.swiss)
      .filter { $0 != word }
  }

  func search(for word: String, after previous: String?, on keys: KeyNeighbors) -> FoundCorrection {
    let found = german.search(for: word, after: previous, on: keys)
    return FoundCorrection(
      swiss(found.correction, for: word),
      alternatives: found.alternatives.map { words in { words($0).map(Self.swiss) } })
  }

  func phrase(endingIn words: [String], before end: Unicode.Scalar?) -> Phrase? {
    guard var phrase = german.phrase(endingIn: words, before: end) else { return nil }
    phrase.text = Self.swiss(phrase.text)
    return phrase
  }

  func completions(of start: String, after previous: [String], count: Int) -> [String] {
    german.completions(of: start, after: previous, count: count).map(Self.swiss)
  }

  func likeliest(of start: String, after previous: [String], count: Int) -> Completions {
    var found = german.likeliest(of: start, after: previous, count: count)
    found.words = found.words.map(Self.swiss)
    return found
  }

  /// Returns the Swiss spelling of a correction; nil if that is what was typed, or is right.
  private func swiss(_ correction: String?, for word: String) -> String? {
    guard let correction else { return nil }
    let text = Self.swiss(correction)
    return text == word || text != correction && contains(word) ? nil : text
  }

  private static func swiss(_ text: String) -> String {
    text.utf8.contains(0xC3) && text.contains("ß")
      ? text.map { $0 == "ß" ? "ss" : String($0) }.joined() : text
  }

  /// The spellings with ß for one of the ss of a word.
  private static func withEszett(_ word: String) -> [String] {
    let letters = Array(word)
    return letters.indices.dropLast().compactMap { index in
      guard letters[index] == "s", letters[index + 1] == "s" else { return nil }
      return String(letters[..<index]) + "ß" + String(letters[(index + 2)...])
    }
  }
}
