// SPDX-License-Identifier: Apache-2.0

/// The data of an engine that may outlive the process: modes, learned choices and words, settings.
///
/// The engine performs no input or output of its own; the embedding program decides where the data
/// is stored. ``VolatileMemory`` keeps it until the process ends. UIKit has no public counterpart,
/// but uses such data for `textInputContextIdentifier` and for learned candidates.
///
/// Storage problems never prevent typing: no function throws, and a value that was set is returned
/// at least until the process ends. Strings are equal only if their code units are, so that both
/// forms of é are different choices.
///
/// - Important: The contents of a secure field must never be stored here, neither as a choice nor
///   as a context (IME-10). A memory cannot detect them, so this is the caller's duty.
public protocol InputMemory: AnyObject {
  // MARK: Modes

  /// Returns the mode remembered for a context (MOD-4).
  ///
  /// - Parameter contextIdentifier: the identifier, as in `UIResponder.textInputContextIdentifier`.
  /// - Returns: the mode's identifier; nil if the user never switched modes in the context.
  func modeIdentifier(inContext contextIdentifier: String) -> String?

  /// Remembers the mode that the user chose in a context (MOD-4).
  ///
  /// - Parameters:
  ///   - modeIdentifier: the mode's identifier.
  ///   - contextIdentifier: the context.
  func setModeIdentifier(_ modeIdentifier: String, inContext contextIdentifier: String)

  /// Removes the mode of a context; `UIResponder.clearTextInputContextIdentifier(_:)`.
  ///
  /// - Parameter contextIdentifier: the context.
  func clearContext(_ contextIdentifier: String)

  /// The mode that was used last in any context (MOD-6); nil if there is none, and to remove it.
  var lastModeIdentifier: String? { get set }

  // MARK: Choices

  /// Returns the choices made for an input, the best first (IME-10).
  ///
  /// Choices are ordered by their count, and choices with equal counts by their last use, without a
  /// clock.
  ///
  /// - Parameters:
  ///   - input: the typed input that the choices belong to.
  ///   - kind: the kind of choice.
  /// - Returns: the choices; empty for none.
  func choices(for input: String, kind: LearnedKind) -> [LearnedChoice]

  /// Records a choice that the user made for an input.
  ///
  /// - Parameters:
  ///   - choice: the text that was chosen.
  ///   - input: the typed input that the choices belong to.
  ///   - kind: the kind of choice.
  func noteChoice(_ choice: String, for input: String, kind: LearnedKind)

  /// Removes a choice and its count.
  ///
  /// - Parameters:
  ///   - choice: the text that was chosen.
  ///   - input: the typed input that the choices belong to.
  ///   - kind: the kind of choice.
  func forgetChoice(_ choice: String, for input: String, kind: LearnedKind)

  /// Removes all choices of all kinds.
  func forgetChoices()

  // MARK: Words

  /// The words of the user's dictionary, which are neither corrected nor marked (AST-17, AST-51).
  var dictionaryWords: [DictionaryWord] { get }

  /// Adds a word to the user's dictionary, or removes it.
  ///
  /// - Parameters:
  ///   - word: the word with its language.
  ///   - isKnown: whether to add the word; if not, it is removed.
  func setDictionaryWord(_ word: DictionaryWord, isKnown: Bool)

  /// Returns the words and pairs that were typed in a language, the most recent last.
  ///
  /// - Parameter language: the language, such as `en`.
  /// - Returns: the words and pairs; empty for none.
  func learnedWords(in language: String) -> [LearnedWord]

  /// Returns a part of the words and pairs of a language, so that no key waits for all of them.
  ///
  /// By default, all that follow are one part.
  ///
  /// - Parameters:
  ///   - language: the language, such as `en`.
  ///   - last: the last word of the part before; nil for the first part.
  ///   - limit: how many words the part has about at most.
  /// - Returns: the words and pairs; those of later parts follow in the order of the previous words
  ///   and the words, by their bytes in UTF-8.
  func learnedWords(in language: String, after last: LearnedWord?, limit: Int) -> LearnedWordPart

  /// The languages of the learned words, sorted.
  var learnedLanguages: [String] { get }

  /// Adds to the counts of words and pairs.
  ///
  /// - Parameters:
  ///   - words: the words and pairs, each with the count to add.
  ///   - language: the language, such as `en`.
  func noteWords(_ words: [LearnedWord], in language: String)

  /// Drops the oldest and rarest words and pairs of a language beyond the limits.
  ///
  /// - Parameters:
  ///   - language: the language, such as `en`.
  ///   - limits: the numbers of words and pairs to keep.
  func trimWords(in language: String, to limits: LearnedWordLimits)

  /// Removes a learned word, and the pairs that contain it.
  ///
  /// - Parameters:
  ///   - word: the word, as ``learnedWords(in:)`` returns it.
  ///   - language: the language, such as `en`.
  func forgetWord(_ word: String, in language: String)

  /// Removes all learned words of all languages; the user's dictionary stays.
  func forgetWords()

  // MARK: Settings

  /// Returns the value of a setting.
  ///
  /// - Parameter key: the name of the setting.
  /// - Returns: the value; nil if it was never set.
  func setting(_ key: String) -> String?

  /// Stores the value of a setting.
  ///
  /// - Parameters:
  ///   - key: the name of the setting.
  ///   - value: the value; nil removes the setting.
  func setSetting(_ key: String, to value: String?)
}

/// A memory that stores no words: nothing is learned from typing, and the user's dictionary lasts
/// until the process ends.
extension InputMemory {
  /// No words.
  public var dictionaryWords: [DictionaryWord] { [] }
  /// Does nothing.
  public func setDictionaryWord(_ word: DictionaryWord, isKnown: Bool) {}
  /// Returns no words.
  public func learnedWords(in language: String) -> [LearnedWord] { [] }
  /// Returns all words and pairs that follow another one.
  public func learnedWords(
    in language: String, after last: LearnedWord?, limit: Int
  ) -> LearnedWordPart {
    let all = learnedWords(in: language)
    guard let last else { return LearnedWordPart(all, isLast: true) }
    return LearnedWordPart(all.filter(last.isBefore), isLast: true)
  }
  /// No languages.
  public var learnedLanguages: [String] { [] }
  /// Does nothing.
  public func noteWords(_ words: [LearnedWord], in language: String) {}
  /// Does nothing.
  public func trimWords(in language: String, to limits: LearnedWordLimits) {}
  /// Does nothing.
  public func forgetWord(_ word: String, in language: String) {}
  /// Does nothing.
  public func forgetWords() {}
}
