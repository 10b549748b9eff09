// SPDX-License-Identifier: Apache-2.0
public import TextInput

/// The typing assistant: asks each part in the order of reference 10.
///
/// A part looks at a `TypingContext` and returns at most one substitution. The assistant holds the
/// order only; each part is a type of its own.
///
/// ```swift
/// engine.assistant = Assistant(for: engine, lexicons: LexiconFolders.ofThisMachine)
/// ```
public final class Assistant: TypingAssistant {
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
    prediction = WordPrediction(vocabularies, personalWords, after: words)
    spelling = Spelling(vocabularies, personalWords)
    self.personalWords = personalWords
  }

  /// Creates the assistant of an engine, which learns words in the engine's memory.
  ///
  /// Capitals, periods, dashes and quotes need no words. Corrections, predictions and marks of
  /// misspelled words need the lexicon of a language.
  ///
  /// - Parameters:
  ///   - engine: the engine; it is not retained.
  ///   - folders: the folders with lexicon files, in the order in which they are searched. A file
  ///     is opened when its language is first typed in.
  ///   - report: receives each problem with a lexicon once.
  public convenience init(
    for engine: TextEngine, lexicons folders: [String] = [],
    report: @escaping (LexiconError) -> Void = { _ in }
  ) {
    self.init(
      vocabularies: folders.isEmpty
        ? NoVocabularies()
        : InstalledVocabularies(folders: folders, notice: report),
      personalWords: PersonalWords(memory: engine.memory))
    var cache = KeyNeighborsCache()
    keys = { [reference = engine.reference] in
      reference.object?.keyboardMap.map { cache.neighbors(on: $0) } ?? KeyNeighbors()
    }
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
  package func vocabulariesDidChange() {
    words.vocabulariesDidChange()
    prediction.vocabulariesDidChange()
  }

  /// Reports whether any kind of assistance is on, or the user has text replacements.
  public func helps(with settings: TextInputSettings) -> Bool {
    settings.autocapitalization || settings.periodShortcut || settings.smartPunctuation
      || settings.smartEllipsis || settings.smartInsertDelete || settings.autocorrection
      || settings.predictions || settings.spellChecking || !words.replacements.list.isEmpty
  }

  /// Returns the correction of a finished word, then what replaces the typed text.
  public func substitutions(for context: TypingContext) -> [TextSubstitution] {
    personalWords.isLearning = context.settings.learning
    personalWords.user = context.user
    typedWords.willType(context.text)
    // A word is corrected before the character that ends it is inserted (reference 10).
    let finished = words.substitution(for: context)
    let typed = typedText.substitution(for: context, after: finished)
    if context.text.isEmpty, finished == nil { typedWords.willEnd(context, to: personalWords) }
    return [finished, typed].compactMap(\.self)
  }

  /// Records that a capital was not typed, so that the next letter is not capitalized instead.
  public func capitalWasRefused(_ substitution: TextSubstitution) {
    typedText.capitalWasRefused()
  }

  /// Records that ⌫ deleted a character (AST-4).
  public func characterWasDeleted(in context: TypingContext) {
    typedText.characterWasDeleted(in: context)
  }

  /// Returns the selection with the space that is left over (AST-42, AST-43).
  public func rangeToDelete(in context: TypingContext) -> TextRange {
    context.selection.isCaret
      ? SmartQuotes.rangeToDelete(in: context) : SmartSpaces.rangeToDelete(in: context)
  }

  /// Returns a pasted text with the spaces that separate it (AST-44, AST-45).
  public func textToPaste(in context: TypingContext) -> String {
    SmartSpaces.textToPaste(in: context)
  }

  /// Returns the correction of the word before the caret; nil for none (AST-11).
  public func correction(in context: TypingContext) -> TextCorrection? {
    personalWords.user = context.user
    typedWords.didType(context, to: personalWords)
    return words.correction(in: context)
  }

  /// Learns from the outcome of a correction (AST-18, AST-19).
  public func correction(
    _ correction: TextCorrection, had outcome: TextCorrection.Outcome, in context: TypingContext
  ) {
    words.correction(correction, had: outcome, in: context)
  }

  /// Returns the words for the prediction row; nil for none (AST-22).
  public func predictions(in context: TypingContext) -> WordPredictions? {
    personalWords.user = context.user
    return prediction.predictions(in: context)
  }

  /// Returns the continuation to show after the caret; nil for none (AST-28).
  public func inlinePrediction(in context: TypingContext) -> InlinePrediction? {
    personalWords.user = context.user
    return prediction.inlinePrediction(in: context)
  }

  /// Returns whether ␠ and ⇥ end the word before the caret instead of accepting a continuation
  /// (AST-29).
  public func mayEndWord(in context: TypingContext) -> Bool {
    personalWords.user = context.user
    return prediction.mayEndWord(in: context)
  }

  /// Returns the misspelled words of a part of a text; nil without a lexicon (AST-51).
  public func misspelledWords(in context: SpellingContext) -> [TextRange]? {
    spelling.misspelledWords(in: context)
  }

  /// Returns corrections of a misspelled word, the best first (AST-53).
  public func spellingGuesses(in context: SpellingContext) -> [String] {
    spelling.guesses(in: context)
  }

  /// Adds a word to the user's dictionary (AST-53).
  public func learnSpelling(in context: SpellingContext) {
    personalWords.learn(DictionaryWord(context.storage.substring(context.range)))
  }

  /// Forgets what was learned from a text that has become secret (IME-20).
  public func textBecameSecret(_ container: ContainerID) {
    personalWords.textBecameSecret(container)
    words.textBecameSecret(container)
    prediction.textBecameSecret(container)
  }

  /// Ignores a word in its document (AST-53).
  public func ignoreSpelling(in context: SpellingContext) {
    spelling.ignore(context.storage.substring(context.range), in: context.container)
  }
}
