// SPDX-License-Identifier: Apache-2.0
import Service

/// The user's words as plain lists; it refuses what a test tells it to.
final class ScriptedLanguage: LanguageService {
  var dictionary: [DictionaryListing.Word] = []
  var replacements: [ReplacementListing.Replacement] = []
  var learned: [LearnedListing.Language] = []
  var languages: [LanguageListing.Language] = [
    LanguageListing.Language(
      mode: "en-US", language: "en-US", hasWords: true, file: "/lexicon.en", words: 3),
    LanguageListing.Language(
      mode: "pl-PL", language: "pl-PL", hasWords: false, problem: "not installed"),
  ]
  /// The refusal of every change.
  var refusal: LanguageRefusal?
  /// The changes, in order.
  private(set) var changes: [String] = []

  private func change(_ words: String?...) throws(LanguageRefusal) {
    if let refusal { throw refusal }
    changes.append(words.map { $0 ?? "-" }.joined(separator: " "))
  }

  func learn(_ word: String, in language: String) throws(LanguageRefusal) {
    try change("learn", word, language)
    dictionary.append(
      DictionaryListing.Word(
        word: word, language: language.isEmpty ? nil : language, source: .user))
  }

  func unlearn(_ word: String, in language: String) throws(LanguageRefusal) {
    try change("unlearn", word, language)
  }

  func ignore(_ word: String) throws(LanguageRefusal) { try change("ignore", word) }

  func guesses(
    for word: String, in language: String?, count: Int
  ) throws(LanguageRefusal) -> [String] {
    try change("guess", word, language, "\(count)")
    return ["party", "pretty"]
  }

  func supplementaryLexicon(in language: String?) -> [SupplementaryListing.Entry] {
    replacements.map {
      SupplementaryListing.Entry(userInput: $0.shortcut, documentText: $0.phrase)
    }
  }

  func setReplacement(_ shortcut: String, _ phrase: String) throws(LanguageRefusal) {
    try change("set", shortcut, phrase)
    replacements.append(
      ReplacementListing.Replacement(shortcut: shortcut, phrase: phrase, source: .user))
  }

  func removeReplacement(_ shortcut: String) throws(LanguageRefusal) {
    try change("remove", shortcut)
  }

  func learnedWords(
    in language: String?, pause: () -> Void
  ) -> [LearnedListing.Language] {
    pause()
    return language.map { name in learned.filter { $0.language == name } } ?? learned
  }

  func forget(
    _ word: String?, in language: String?, pause: () -> Void
  ) throws(LanguageRefusal) {
    pause()
    try change("forget", word, language)
  }

  func choices(
    for reading: String, of kind: String
  ) throws(LanguageRefusal) -> [ChoiceListing.Choice] {
    try change("choices", kind, reading)
    return [ChoiceListing.Choice(text: "种", count: 2)]
  }

  func forgetChoice(
    _ text: String?, for reading: String, of kind: String
  ) throws(LanguageRefusal) {
    try change("forget choice", kind, reading, text)
  }
}
