// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Decides when a word is corrected or replaced (reference 10.3, 10.9).
///
/// The engine remembers which corrections were refused in a document, and passes them with each
/// context.
package final class WordCorrection {
  /// The user's text replacements.
  package var replacements = TextReplacements()
  /// Returns which keys of the layout in use are next to each other.
  package var keys: () -> KeyNeighbors = { KeyNeighbors() }
  private let vocabularies: any VocabularySource
  private let personalWords: PersonalWords
  /// The last search in a vocabulary; nil for none.
  private(set) var search: CorrectionSearch?

  init(_ vocabularies: any VocabularySource, _ personalWords: PersonalWords) {
    self.vocabularies = vocabularies
    self.personalWords = personalWords
  }

  /// Forgets the last search, because another vocabulary may have another result.
  func vocabulariesDidChange() { search = nil }

  /// Forgets what was searched for in a text that has become secret (FLD-2).
  func textBecameSecret(_ container: ContainerID) {
    if search?.subject.container == container { search = nil }
  }

  /// Returns the substitution for the word that the typed text ends, or that ends because focus
  /// leaves (AST-12); nil for none.
  func substitution(for context: TypingContext) -> TextSubstitution? {
    if let typed = context.text.unicodeScalars.first, !typed.endsWord { return nil }
    // A double quote in a Hebrew word rather stands before its last letter than after it.
    if context.text == "\"", context.languageTag.script == .hebrew { return nil }
    guard
      let correction = correction(
        at: context.selection.range.start, in: context, isFinished: true)
    else { return nil }
    return TextSubstitution(
      correction.range, with: correction.replacement, kind: correction.kind)
  }

  /// Returns the correction to offer for the word before the caret; nil for none (AST-11).
  func correction(in context: TypingContext) -> TextCorrection? {
    guard context.selection.isCaret else { return nil }
    return correction(at: context.selection.head, in: context, isFinished: false)
  }

  /// Receives the outcome of a correction: a word whose correction was refused twice is learned
  /// (AST-18).
  ///
  /// ⎋, the quoted literal and ⌘Z say that the word is right. Moving the caret away also rejects
  /// the correction in this document, but does not count: the user may go on to fix the word.
  func correction(
    _ correction: TextCorrection, had outcome: TextCorrection.Outcome, in context: TypingContext
  ) {
    guard correction.kind == .correction, let language = context.knownLanguage else { return }
    switch outcome {
    case .rejected where context.selection != Selection(caret: correction.range.end): break
    case .rejected, .reverted:
      personalWords.correctionWasRefused(
        of: correction.typed, in: language, container: context.container)
    case .accepted, .ignored, .edited: break
    }
  }

  private func correction(
    at caret: Int, in context: TypingContext, isFinished: Bool
  ) -> TextCorrection? {
    // The user's own abbreviations come first, and work without correction (AST-49).
    if let replacement = replacement(at: caret, in: context) { return replacement }
    guard context.resolvedTraits.autocorrection, let language = context.knownLanguage,
      let found = isFinished
        ? WordBeforeCaret(finishedIn: context.storage, at: caret)
        : WordBeforeCaret(in: context.storage, at: caret),
      found.isCorrectable,
      !context.refusedWords.contains(found.word.lowercased()),
      !personalWords.contains(found.word, in: language)
    else { return nil }
    // The words before are read once.
    let previous = isFinished ? found.previous : nil
    if let previous, let phrase = phrase(endingIn: found, after: previous, in: context, language) {
      return phrase
    }
    // The first letter of "i.e.", which is not the end of a sentence.
    if context.text == ".", found.word == "i" { return nil }
    guard
      let replacement = replacement(
        of: found, after: previous, in: language, of: context.container),
      // Asked last, because hardly any word gets here.
      !personalWords.isName(found.word)
    else { return nil }
    return TextCorrection(found.range, typed: found.word, replacement: replacement)
  }

  // MARK: Corrections

  /// Returns the correction of a word in the case in which it was typed (AST-16).
  ///
  /// While the word is typed, none is searched for if a frequent word begins with it.
  ///
  /// - Parameters:
  ///   - found: the word.
  ///   - previous: the words before a finished word; nil while the word is typed.
  ///   - language: the language of the word.
  ///   - container: the container of the text.
  /// - Returns: the correction; nil for none.
  private func replacement(
    of found: WordBeforeCaret, after previous: [String]?, in language: LanguageTag,
    of container: ContainerID
  ) -> String? {
    guard let vocabulary = vocabularies.vocabulary(of: language),
      previous != nil || !vocabulary.mayContinue(found.word)
    else { return nil }
    let subject = CorrectionSearch.Subject(
      word: found.word, previous: (previous ?? found.previous).last, language: language,
      container: container)
    if let search, search.subject == subject { return search.correction }
    let made = CorrectionSearch(for: subject, in: vocabulary, on: keys())
    search = made
    return made.correction
  }

  /// Returns the words that may be meant by a word with a correction, the likeliest first (AST-22).
  ///
  /// They were compared for the correction, or are searched for if it needed no comparison.
  ///
  /// - Parameters:
  ///   - found: the word.
  ///   - context: the text.
  ///   - language: the language of the word.
  ///   - vocabulary: the words of the language.
  ///   - count: the maximum number of words.
  /// - Returns: the words.
  func alternatives(
    to found: WordBeforeCaret, in context: TypingContext, _ language: LanguageTag,
    of vocabulary: any Vocabulary, count: Int
  ) -> [String] {
    let subject = CorrectionSearch.Subject(found, in: language, of: context.container)
    if let search, search.subject == subject, let alternatives = search.alternatives {
      return alternatives(count)
    }
    return vocabulary.guesses(
      for: found.word, after: found.previous.last, on: keys(), count: count)
  }

  /// Returns the correction of a finished word with one or two words before it that single spaces
  /// separate; nil for none.
  private func phrase(
    endingIn found: WordBeforeCaret, after previous: [String], in context: TypingContext,
    _ language: LanguageTag
  ) -> TextCorrection? {
    guard !previous.isEmpty, let vocabulary = vocabularies.vocabulary(of: language),
      let phrase = vocabulary.phrase(
        endingIn: previous + [found.word], before: context.text.unicodeScalars.first)
    else { return nil }
    let words = Array((previous + [found.word]).suffix(phrase.wordCount))
    let typed = words.joined(separator: " ")
    let range = TextRange(found.range.end - typed.utf16.count, found.range.end)
    guard range.start >= 0, context.storage.substring(range) == typed,
      !context.refusedWords.contains(typed.lowercased())
    else { return nil }
    let meant = LetterCase(of: words[0]).applied(to: phrase.text, in: language)
    return TextCorrection(range, typed: typed, replacement: meant)
  }

  // MARK: Replacements

  /// Returns the phrase of the shortcut that ends at the caret (AST-48).
  private func replacement(at caret: Int, in context: TypingContext) -> TextCorrection? {
    guard !replacements.list.isEmpty, !context.traits.isSecureTextEntry,
      context.traits.textContentType != .code,
      let range = shortcut(endingAt: caret, in: context.storage)
    else { return nil }
    let typed = context.storage.substring(range)
    guard let phrase = replacements.phrase(for: typed), phrase != typed else { return nil }
    return TextCorrection(range, typed: typed, replacement: phrase, kind: .replacement)
  }

  /// Returns the text before the caret up to white space, without the brackets and quotes at its
  /// start: a shortcut may contain digits and signs.
  private func shortcut(endingAt caret: Int, in storage: TextStorage) -> TextRange? {
    let after = storage.substring(TextRange(caret, caret + 1)).unicodeScalars.first
    if let after, after.isLetter { return nil }
    let limit = WordBeforeCaret.limit
    let before = storage.substring(TextRange(max(0, caret - limit - 1), caret)).unicodeScalars
    var token = before.suffix(while: { !$0.isSpace })
    while let first = token.first, first.separatesWords { token.removeFirst() }
    let length = String(String.UnicodeScalarView(token)).utf16.count
    return length > 0 && length <= limit ? TextRange(caret - length, caret) : nil
  }
}

extension TypingContext {
  /// The language of the input mode; nil if unknown.
  var knownLanguage: LanguageTag? { language == nil ? nil : languageTag }
}

extension BidirectionalCollection {
  /// Returns the longest end of the collection whose elements all fit.
  fileprivate func suffix(while fits: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, fits(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
