// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Finds misspelled words (reference 10.10).
///
/// A word is marked if it is neither in the vocabulary of the input mode's language, nor in the
/// user's dictionary, nor a shortcut of a text replacement, nor ignored in its document.
package final class Spelling {
  /// The user's text replacements, whose shortcuts are no mistakes.
  package var replacements = TextReplacements()
  /// Returns which keys of the layout in use are next to each other, for guesses.
  package var keys: () -> KeyNeighbors = { KeyNeighbors() }

  private let vocabularies: any VocabularySource
  private let personalWords: PersonalWords
  /// The words that are ignored in each document, by the order in which documents got the first.
  private var ignored: [IgnoredWords] = []

  private struct IgnoredWords {
    var container: ContainerID
    var words: Set<WordKey> = []
  }

  /// The number of documents of which ignored words are kept, and of ignored words in each.
  private static let documentLimit = 64
  private static let ignoredLimit = 1000
  /// The number of guesses for a word.
  private static let guessCount = 7

  /// Creates a checker.
  ///
  /// - Parameters:
  ///   - vocabularies: the words of each language.
  ///   - personalWords: the user's own words.
  package init(_ vocabularies: any VocabularySource, _ personalWords: PersonalWords) {
    self.vocabularies = vocabularies
    self.personalWords = personalWords
  }

  /// Returns the misspelled words of a part of a text.
  ///
  /// - Parameter context: the text and the part to check.
  /// - Returns: the ranges of the words, in order; nil if the language has no vocabulary, or if its
  ///   words cannot be checked one by one (MOD-12).
  package func misspelledWords(in context: SpellingContext) -> [TextRange]? {
    guard let language = context.languageTag else { return nil }
    // Before there is a letter, no file is opened.
    var text = context.storage.substring(context.range)
    guard text.withUTF8({ $0.contains(where: Self.mayBeLetter) }) else { return [] }
    guard let vocabulary = vocabularies.vocabulary(of: language) else { return nil }
    // After most letters the word at the caret is all that changed, and it is not checked yet.
    if let caret = context.caret, context.range.start <= caret, caret <= context.range.end,
      text.withUTF8({ $0.allSatisfy(Self.isASCIILetter) })
    {
      return []
    }
    let ignored = ignored.first { $0.container == context.container }?.words ?? []
    return SpellingWords.words(of: text, in: context).compactMap { word, range in
      isKnown(word, in: vocabulary, language, ignoring: ignored) ? nil : range
    }
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Whether a byte of UTF-8 is a letter, or part of a code point that may be one.
  private static func mayBeLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: false
    }
  }

  /// Ignores a word in one document (AST-53).
  ///
  /// - Parameters:
  ///   - word: the word; its case does not matter.
  ///   - container: the container of the document.
  package func ignore(_ word: String, in container: ContainerID) {
    let index = ignored.firstIndex { $0.container == container }
    var entry = index.map { ignored.remove(at: $0) } ?? IgnoredWords(container: container)
    if entry.words.count < Self.ignoredLimit { entry.words.insert(WordKey(word)) }
    ignored.append(entry)
    if ignored.count > Self.documentLimit { ignored.removeFirst() }
  }

  /// Returns corrections of the word in a context, the best first.
  ///
  /// - Parameter context: the text; its range is the word.
  /// - Returns: the guesses; empty if there are none.
  package func guesses(in context: SpellingContext) -> [String] {
    guard let language = context.languageTag else { return [] }
    return guesses(
      for: context.storage.substring(context.range), after: nil, in: language, on: keys(),
      count: Self.guessCount)
  }

  /// Returns corrections of a misspelled word, the best first (AST-53).
  ///
  /// - Parameters:
  ///   - word: the word as it is in the text.
  ///   - previous: the word before it in the same sentence; nil for none.
  ///   - language: the language of the input mode.
  ///   - keys: which keys of the layout in use are next to each other.
  ///   - count: the maximum number of guesses.
  /// - Returns: the guesses; empty if there are none.
  package func guesses(
    for word: String, after previous: String?, in language: LanguageTag, on keys: KeyNeighbors,
    count: Int
  ) -> [String] {
    guard let vocabulary = vocabularies.vocabulary(of: language) else { return [] }
    return vocabulary.guesses(for: word, after: previous, on: keys, count: count)
  }

  private func isKnown(
    _ word: String, in vocabulary: any Vocabulary, _ language: LanguageTag,
    ignoring ignored: Set<WordKey>
  ) -> Bool {
    vocabulary.contains(word) || personalWords.contains(word, in: language)
      || replacements.phrase(for: word) != nil
      || !ignored.isEmpty && ignored.contains(WordKey(word)) || personalWords.isName(word)
      || language.language == "en" && Self.isPossessive(word)
        && isKnown(String(word.dropLast(2)), in: vocabulary, language, ignoring: ignored)
  }

  /// Whether an English name or word has the ending that dictionaries leave out: `Ann’s`.
  private static func isPossessive(_ word: String) -> Bool {
    word.count > 3 && (word.hasSuffix("'s") || word.hasSuffix("’s"))
  }
}
