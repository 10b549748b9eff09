// SPDX-License-Identifier: Apache-2.0

/// The text that is being typed, and its surroundings.
public struct TypingContext: Sendable {
  /// The text before the input is inserted; a copy is cheap.
  public var storage: TextStorage
  /// The caret or selection; the input replaces it.
  public var selection: Selection
  /// The input; empty if focus leaves, if Return is pressed in a field, or if nothing is typed.
  public var text: String
  /// The traits of the container.
  public var traits: TextInputTraits
  /// The language of the input mode, a BCP 47 tag; nil if unknown.
  public var language: String?
  /// The effective behaviour: the traits with the user's settings and the mode's language
  /// (reference 3.6).
  public var resolvedTraits: ResolvedTraits {
    ResolvedTraits(traits, settings: settings, language: languageTag)
  }

  /// The language of the input mode; English if unknown.
  package var languageTag: LanguageTag
  /// Whether words of the text may be learned: if the user's setting and the traits allow it.
  ///
  /// In a secure field, they never may.
  public var mayLearn: Bool {
    settings.learning
      && ResolvedTraits(traits, language: languageTag).autocorrection
  }

  /// The correction that is offered; nil for none.
  public internal(set) var correction: TextCorrection?
  /// The typed words whose correction the user refused in this document, in lower case (AST-13).
  public internal(set) var refusedWords: Set<String> = []

  /// The user's settings.
  package var settings: TextInputSettings
  /// The container of the text.
  package var container: ContainerID
  /// The revision of the text.
  package var revision: Int
  /// The user of the program that the text belongs to; nil for the user of this process.
  package var user: UInt32?
}

/// An assistant that helps with typing: corrections, capitals, quotes, dashes, replacements.
///
/// The engine calls it when text is typed with keys, and notifies it of the results of its
/// corrections. An offer is requested after the key's notifications are delivered, so that typed
/// text never waits for a dictionary; an even later offer is passed to
/// ``TextEngine/suggest(_:for:)``. The assistant also adjusts the spaces around text that is cut,
/// deleted or pasted. It is not called for text that is or was secret, nor for other changes: text
/// that is undone, composed by an input method or changed by the program. Without an assistant
/// there is no cost.
public protocol TypingAssistant: AnyObject {
  /// Reports whether the user's settings leave the assistant anything to do.
  ///
  /// - Parameter settings: the user's settings.
  /// - Returns: false if all help is off; the assistant is then not called while they apply.
  func helps(with settings: TextInputSettings) -> Bool

  /// Returns substitutions for typed text before it is inserted, and, with an empty text, before
  /// editing ends (FLD-9).
  ///
  /// - Parameter context: the text and the input.
  /// - Returns: the substitutions, in the order of the text; see ``TextSubstitution/range``.
  func substitutions(for context: TypingContext) -> [TextSubstitution]

  /// Records that the capital of a typed letter was not typed, because the keyboard, the limits of
  /// the text or a delegate refused it.
  ///
  /// - Parameter substitution: the substitution with the capital, the last one that was returned.
  func capitalWasRefused(_ substitution: TextSubstitution)

  /// Records that ⌫ deleted the character after the caret (AST-4).
  ///
  /// - Parameter context: the text after the deletion; its input is empty.
  func characterWasDeleted(in context: TypingContext)

  /// Returns the range to delete for a selection that is cut or deleted (AST-42, AST-43), or for ⌫
  /// at a caret.
  ///
  /// - Parameter context: the text with the selection; its input is empty.
  /// - Returns: the selection, or a range that contains it; for a caret what ⌫ deletes before it at
  ///   least, which is empty if that is one character.
  func rangeToDelete(in context: TypingContext) -> TextRange

  /// Returns the text to insert for a text that is pasted (AST-44, AST-45).
  ///
  /// - Parameter context: the text with the selection, and the pasted text as its input.
  /// - Returns: the pasted text, or a text that contains it.
  func textToPaste(in context: TypingContext) -> String

  /// Returns the correction that would be applied at the end of the word; called after typing and
  /// deleting (AST-11, AST-14).
  ///
  /// - Parameter context: the text; its input is empty.
  /// - Returns: the correction to offer; nil for none, or for one that comes later. The text is not
  ///   changed.
  func correction(in context: TypingContext) -> TextCorrection?

  /// Receives the outcome of an offered correction (AST-18, AST-19).
  ///
  /// - Parameters:
  ///   - correction: the correction.
  ///   - outcome: how it ended.
  ///   - context: the text after that; its input is empty.
  func correction(
    _ correction: TextCorrection, had outcome: TextCorrection.Outcome, in context: TypingContext)

  /// Receives the outcome of an offered correction, without the text; called by the default
  /// implementation of ``correction(_:had:in:)``.
  ///
  /// - Parameters:
  ///   - correction: the correction.
  ///   - outcome: how it ended.
  func correction(_ correction: TextCorrection, had outcome: TextCorrection.Outcome)

  /// Returns the misspelled words of a part of a text, to be marked (AST-51); called after typing,
  /// for the changed words only.
  ///
  /// - Parameter context: the text and the part to check.
  /// - Returns: the ranges of the words, in order; nil if the spelling of the language cannot be
  ///   checked, which removes all marks.
  func misspelledWords(in context: SpellingContext) -> [TextRange]?

  /// Returns the words for the prediction row (AST-22); called after ``correction(in:)``, and only
  /// if the row is shown or entered.
  ///
  /// - Parameter context: the text, with the correction that is offered; its input is empty.
  /// - Returns: the words, the likeliest first; nil for none.
  func predictions(in context: TypingContext) -> WordPredictions?

  /// Returns the continuation to show after the caret (AST-28); called after ``correction(in:)``,
  /// and only if it is shown.
  ///
  /// - Parameter context: the text; its input is empty.
  /// - Returns: the continuation; nil for none.
  func inlinePrediction(in context: TypingContext) -> InlinePrediction?

  /// Returns whether the letters before the caret are a word that may be meant, so that ␠ and ⇥ end
  /// it instead of accepting the continuation that is shown (AST-29).
  ///
  /// - Parameter context: the text; its input is empty.
  /// - Returns: whether they are; false is the default.
  func mayEndWord(in context: TypingContext) -> Bool

  /// Returns corrections of a misspelled word, the best first (AST-53).
  ///
  /// - Parameter context: the text; its range is the word.
  /// - Returns: the words; empty for none.
  func spellingGuesses(in context: SpellingContext) -> [String]

  /// Adds a word to the user's dictionary, for all documents (AST-53).
  ///
  /// - Parameter context: the text; its range is the word.
  func learnSpelling(in context: SpellingContext)

  /// Ignores a word in its document (AST-53).
  ///
  /// - Parameter context: the text; its range is the word.
  func ignoreSpelling(in context: SpellingContext)

  /// Forgets what was learned from the text of a container, because the text has become secret; no
  /// function is called for it any more (IME-20).
  ///
  /// - Parameter container: the container of the text.
  func textBecameSecret(_ container: ContainerID)
}

extension TypingAssistant {
  /// Returns true: some help does not depend on settings.
  public func helps(with settings: TextInputSettings) -> Bool { true }
  /// Does nothing.
  public func capitalWasRefused(_ substitution: TextSubstitution) {}
  /// Does nothing.
  public func characterWasDeleted(in context: TypingContext) {}
  /// Returns the selection.
  public func rangeToDelete(in context: TypingContext) -> TextRange { context.selection.range }
  /// Returns the pasted text unchanged.
  public func textToPaste(in context: TypingContext) -> String { context.text }
  /// Offers no correction.
  public func correction(in context: TypingContext) -> TextCorrection? { nil }
  /// Calls ``correction(_:had:)``.
  public func correction(
    _ correction: TextCorrection, had outcome: TextCorrection.Outcome, in context: TypingContext
  ) {
    self.correction(correction, had: outcome)
  }
  /// Does nothing.
  public func correction(_ correction: TextCorrection, had outcome: TextCorrection.Outcome) {}
  /// Checks no spelling.
  public func misspelledWords(in context: SpellingContext) -> [TextRange]? { nil }
  /// Predicts no words.
  public func predictions(in context: TypingContext) -> WordPredictions? { nil }
  /// Predicts no continuation.
  public func inlinePrediction(in context: TypingContext) -> InlinePrediction? { nil }
  /// Returns false: ␠ and ⇥ accept every continuation.
  public func mayEndWord(in context: TypingContext) -> Bool { false }
  /// Has no corrections.
  public func spellingGuesses(in context: SpellingContext) -> [String] { [] }
  /// Does nothing.
  public func learnSpelling(in context: SpellingContext) {}
  /// Does nothing.
  public func ignoreSpelling(in context: SpellingContext) {}
  /// Does nothing.
  public func textBecameSecret(_ container: ContainerID) {}
}
