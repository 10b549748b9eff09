// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Decides when a word is corrected or replaced, and remembers which corrections were refused
/// (reference 10.3, 10.9).
package final class WordCorrection {
  /// The user's text replacements.
  package var replacements = TextReplacements()
  private let vocabularies: any VocabularySource
  private let personalWords: PersonalWords

  init(_ vocabularies: any VocabularySource, _ personalWords: PersonalWords) {
    self.vocabularies = vocabularies
    self.personalWords = personalWords
  }

  /// Returns the substitution for the word that the typed text ends; nil for none.
  func substitution(for context: TypingContext) -> TextSubstitution? { nil }

  /// Returns the correction to offer for the word before the caret; nil for none.
  func correction(in context: TypingContext) -> TextCorrection? { nil }

  /// Receives the result of a correction (AST-18, AST-19).
  func correction(_ correction: TextCorrection, did stage: TextCorrection.Stage) {}
}
