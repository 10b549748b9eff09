// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The typing assistant: asks each part in the order of reference 10.
///
/// A part looks at a ``TypingContext`` and returns at most one substitution. The assistant holds
/// the order only; each part is a type of its own.
package final class Assistant: TypingAssistant {
  /// Capitals, the period shortcut, dashes and quotes, which need no dictionary.
  package var typedText = TypedText()
  /// Corrections and replacements of whole words.
  package let words: WordCorrection
  /// The marks of misspelled words.
  package let spelling: Spelling
  /// The user's own words.
  package let personalWords: PersonalWords
  private let prediction: WordPrediction
  private var typedWords = TypedWords()

  /// Creates an assistant.
  ///
  /// - Parameters:
  ///   - vocabularies: the words of each language; nothing is opened before a word needs it.
  ///   - personalWords: the user's own words.
  package init(
    vocabularies: any VocabularySource = NoVocabularies(),
    personalWords: PersonalWords = PersonalWords()
  ) {
    let words = WordCorrection(vocabularies, personalWords)
    self.words = words
    prediction = WordPrediction(vocabularies, personalWords) { words.keys() }
    spelling = Spelling(vocabularies, personalWords)
    self.personalWords = personalWords
  }

  /// Returns which keys of the layout in use are next to each other; called when a correction is
  /// searched for.
  package var keys: () -> KeyNeighbors {
    get { words.keys }
    set {
      words.keys = newValue
      spelling.keys = newValue
    }
  }

  /// The user's text replacements.
  package var replacements: TextReplacements {
    get { words.replacements }
    set {
      words.replacements = newValue
      spelling.replacements = newValue
    }
  }

  /// Forgets what was computed from the words of a language, because other words may be installed.
  package func vocabulariesDidChange() { words.vocabulariesDidChange() }

  package func helps(with settings: TextInputSettings) -> Bool {
    settings.autocapitalization || settings.periodShortcut || settings.smartPunctuation
      || settings.smartEllipsis || settings.smartInsertDelete || settings.autocorrection
      || settings.predictions || settings.spellChecking || !words.replacements.list.isEmpty
  }

  package func substitutions(for context: TypingContext) -> [TextSubstitution] {
    personalWords.isLearning = context.settings.learning
    personalWords.user = context.user
    typedWords.willType(context.text)
    // A word is corrected before the character that ends it is inserted (reference 10).
    let finished = words.substitution(for: context)
    let typed = typedText.substitution(for: context, after: finished)
    if context.text.isEmpty, finished == nil { typedWords.willEnd(context, to: personalWords) }
    return [finished, typed].compactMap(\.self)
  }

  package func capitalWasRefused(_ substitution: TextSubstitution) {
    typedText.capitalWasRefused()
  }

  package func characterWasDeleted(in context: TypingContext) {
    typedText.characterWasDeleted(in: context)
  }

  package func rangeToDelete(in context: TypingContext) -> TextRange {
    context.selection.isCaret
      ? SmartQuotes.rangeToDelete(in: context) : SmartSpaces.rangeToDelete(in: context)
  }

  package func textToPaste(in context: TypingContext) -> String {
    SmartSpaces.textToPaste(in: context)
  }

  package func correction(in context: TypingContext) -> TextCorrection? {
    personalWords.user = context.user
    typedWords.didType(context, to: personalWords)
    return words.correction(in: context)
  }

  package func correction(
    _ correction: TextCorrection, had outcome: TextCorrection.Outcome, in context: TypingContext
  ) {
    words.correction(correction, had: outcome, in: context)
  }

  package func predictions(in context: TypingContext) -> WordPredictions? {
    personalWords.user = context.user
    return prediction.predictions(in: context)
  }

  package func inlinePrediction(in context: TypingContext) -> InlinePrediction? {
    personalWords.user = context.user
    return prediction.inlinePrediction(in: context)
  }

  package func misspelledWords(in context: SpellingContext) -> [TextRange]? {
    spelling.misspelledWords(in: context)
  }

  package func spellingGuesses(in context: SpellingContext) -> [String] {
    spelling.guesses(in: context)
  }

  package func learnSpelling(in context: SpellingContext) {
    personalWords.learn(DictionaryWord(context.storage.substring(context.range)))
  }

  package func textBecameSecret(_ container: ContainerID) {
    personalWords.textBecameSecret(container)
  }

  package func ignoreSpelling(in context: SpellingContext) {
    spelling.ignore(context.storage.substring(context.range), in: context.container)
  }
}
