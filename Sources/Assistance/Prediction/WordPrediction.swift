// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Predicts the word that is being typed, or the next one (reference 10.4, 10.5).
package final class WordPrediction {
  private let vocabularies: any VocabularySource
  private let personalWords: PersonalWords
  /// Has searched for the correction that is offered.
  private let corrections: WordCorrection

  /// The number of words for the row: a slot's text may equal the literal or the correction.
  private static let count = 4
  /// The number of the user's own words among them.
  private static let ownCount = 2
  /// The number of letters that are typed before a continuation is shown: after fewer letters most
  /// continuations are wrong.
  private static let lettersBeforeContinuation = 3
  /// How likely a continuation must be.
  private static let leastCertainty = 0.7
  /// The minimum length of a continuation, in characters; typing a shorter one is as fast.
  private static let shortestContinuation = 2

  /// The words for the text that was asked for last: the row and the continuation have the same.
  private var last: (subject: CorrectionSearch.Subject, before: [String], found: Completions)?

  init(
    _ vocabularies: any VocabularySource, _ personalWords: PersonalWords,
    after corrections: WordCorrection
  ) {
    (self.vocabularies, self.personalWords) = (vocabularies, personalWords)
    self.corrections = corrections
  }

  // MARK: The row

  /// Returns the words for the prediction row; nil for none (AST-22).
  func predictions(in context: TypingContext) -> WordPredictions? {
    // The vocabulary comes last, so that no file is opened before there is a letter.
    guard let language = context.knownLanguage, context.selection.isCaret,
      let found = place(in: context), !found.word.isEmpty || found.followsLetter,
      let vocabulary = vocabularies.vocabulary(of: language)
    else { return nil }
    let previous = found.previous
    var words: [String]
    if context.correction != nil {
      // The alternatives of the correction come before longer words.
      words = corrections.alternatives(
        to: found, in: context, language, of: vocabulary, count: Self.count)
    } else {
      words = personalWords.completions(
        of: found.word, after: previous.last, in: language, count: Self.ownCount)
    }
    if words.count < Self.count {
      words += completions(of: found, after: previous, in: context, language, vocabulary).words
    }
    let letterCase = self.letterCase(of: found, in: context)
    var seen: Set<String> = [found.word]
    words = words.map { letterCase.applied(to: $0, in: language) }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
    guard !words.isEmpty else { return nil }
    return WordPredictions(found.range, words: Array(words.prefix(Self.count)))
  }

  /// Returns the words that begin with the typed letters, which are searched for once.
  private func completions(
    of found: WordBeforeCaret, after previous: [String], in context: TypingContext,
    _ language: LanguageTag, _ vocabulary: any Vocabulary
  ) -> Completions {
    let subject = CorrectionSearch.Subject(
      word: found.word, previous: previous.last, language: language, container: context.container)
    if let last, last.subject == subject, last.before == previous { return last.found }
    let words = vocabulary.likeliest(of: found.word, after: previous, count: Self.count)
    last = (subject, previous, words)
    return words
  }

  /// Forgets the last words, because other words may be installed.
  func vocabulariesDidChange() { last = nil }

  /// Forgets what was searched for in a text that has become secret (FLD-2).
  func textBecameSecret(_ container: ContainerID) {
    if last?.subject.container == container { last = nil }
  }

  /// The word that is being typed, or the place of the next word; nil in a number, an address or
  /// similar.
  private func place(in context: TypingContext) -> WordBeforeCaret? {
    let caret = context.selection.head
    let found =
      WordBeforeCaret(in: context.storage, at: caret)
      ?? WordBeforeCaret(nextIn: context.storage, at: caret)
    guard let found, !found.isPartOfCode else { return nil }
    return found
  }

  /// The case for the words: that of the typed letters, or else that of the field and the sentence.
  private func letterCase(of found: WordBeforeCaret, in context: TypingContext) -> LetterCase {
    guard found.word.isEmpty else { return LetterCase(of: found.word) }
    return switch context.resolvedTraits.autocapitalization {
    case .allCharacters: .upper
    case .words: .capitalized
    case .sentences: found.previous.isEmpty ? .capitalized : .lower
    case .none: .lower
    }
  }

  // MARK: The continuation

  /// Returns the continuation of the word before the caret; nil for none (AST-28).
  ///
  /// ␠ may accept a continuation. So one is shown only if it is much likelier than all other words,
  /// among them the typed letters themselves.
  func inlinePrediction(in context: TypingContext) -> InlinePrediction? {
    guard let language = context.knownLanguage, context.selection.isCaret,
      let found = WordBeforeCaret(in: context.storage, at: context.selection.head),
      found.isCorrectable, found.word.count >= Self.lettersBeforeContinuation,
      !personalWords.contains(found.word, in: language),
      let vocabulary = vocabularies.vocabulary(of: language)
    else { return nil }
    let previous = found.previous
    var words =
      vocabulary.contains(found.word)
      ? []
      : personalWords.completions(of: found.word, after: previous.last, in: language, count: 1)
    let likeliest = completions(of: found, after: previous, in: context, language, vocabulary)
    if likeliest.certainty >= Self.leastCertainty { words += likeliest.words.prefix(1) }
    let letterCase = LetterCase(of: found.word)
    for word in words.map({ letterCase.applied(to: $0, in: language) }) {
      guard word.utf16.starts(with: found.word.utf16) else { continue }
      let rest = String(decoding: word.utf16.dropFirst(found.word.utf16.count), as: UTF16.self)
      guard rest.count >= Self.shortestContinuation else { continue }
      return InlinePrediction(start: found.range.start, text: rest)
    }
    return nil
  }

  /// Returns whether ␠ and ⇥ end the word before the caret (AST-29).
  ///
  /// A person who does not look at the continuation expects a space from ␠, and the next field from
  /// ⇥.
  func mayEndWord(in context: TypingContext) -> Bool {
    guard let language = context.knownLanguage,
      let found = WordBeforeCaret(in: context.storage, at: context.selection.head),
      let vocabulary = vocabularies.vocabulary(of: language)
    else { return false }
    return personalWords.contains(found.word, in: language)
      || completions(of: found, after: found.previous, in: context, language, vocabulary)
        .isStartMeant
  }
}
