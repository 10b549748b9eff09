// SPDX-License-Identifier: Apache-2.0

/// A memory that is lost when the process ends.
public final class VolatileMemory: InputMemory {
  /// The mode that was used last in any context (MOD-6).
  public var lastModeIdentifier: String?

  private var modes: [CodeUnits: String] = [:]
  private var learned: [LearnedInput: [LearnedEntry]] = [:]
  private var settings: [CodeUnits: String] = [:]
  private var wordTable = WordTable()

  private struct LearnedInput: Hashable {
    var kind: CodeUnits
    var input: CodeUnits
  }

  /// One choice; the choices of an input are in the order of their last use.
  private struct LearnedEntry {
    var choice: CodeUnits
    var count: Int
  }

  /// Creates an empty memory.
  public init() {}

  // MARK: Modes

  /// Returns the mode of a context (MOD-4).
  ///
  /// - Parameter contextIdentifier: the context.
  /// - Returns: the mode's identifier; nil for none.
  public func modeIdentifier(inContext contextIdentifier: String) -> String? {
    modes[CodeUnits(contextIdentifier)]
  }

  /// Remembers the mode of a context.
  ///
  /// - Parameters:
  ///   - modeIdentifier: the mode's identifier.
  ///   - contextIdentifier: the context.
  public func setModeIdentifier(
    _ modeIdentifier: String, inContext contextIdentifier: String
  ) {
    modes[CodeUnits(contextIdentifier)] = modeIdentifier
  }

  /// Removes the mode of a context.
  ///
  /// - Parameter contextIdentifier: the context.
  public func clearContext(_ contextIdentifier: String) {
    modes[CodeUnits(contextIdentifier)] = nil
  }

  // MARK: Choices

  /// Returns the choices made for an input, the best first (IME-10).
  ///
  /// - Parameters:
  ///   - input: the typed input that the choices belong to.
  ///   - kind: the kind of choice.
  /// - Returns: the choices; empty for none.
  public func choices(for input: String, kind: LearnedKind) -> [LearnedChoice] {
    let entries = learned[learnedInput(input, kind), default: []]
    // The sort is stable, so equal counts keep their order.
    return entries.reversed().sorted { $0.count > $1.count }
      .map { LearnedChoice(text: $0.choice.text, count: $0.count) }
  }

  /// Records a choice.
  ///
  /// - Parameters:
  ///   - choice: the text that was chosen.
  ///   - input: the typed input that the choices belong to.
  ///   - kind: the kind of choice.
  public func noteChoice(_ choice: String, for input: String, kind: LearnedKind) {
    let before = learned[learnedInput(input, kind)]?.first { $0.choice == CodeUnits(choice) }
    let count = 1 + (before?.count ?? 0)
    noteChoice(LearnedChoice(text: choice, count: count), for: input, kind: kind)
  }

  /// Copies a choice from another memory, as the last one made for its input.
  package func noteChoice(_ choice: LearnedChoice, for input: String, kind: LearnedKind) {
    forgetChoice(choice.text, for: input, kind: kind)
    let entry = LearnedEntry(choice: CodeUnits(choice.text), count: choice.count)
    learned[learnedInput(input, kind), default: []].append(entry)
  }

  /// Removes a choice.
  ///
  /// - Parameters:
  ///   - choice: the text that was chosen.
  ///   - input: the typed input that the choices belong to.
  ///   - kind: the kind of choice.
  public func forgetChoice(_ choice: String, for input: String, kind: LearnedKind) {
    learned[learnedInput(input, kind)]?.removeAll { $0.choice == CodeUnits(choice) }
  }

  /// Removes all choices.
  public func forgetChoices() {
    learned = [:]
  }

  private func learnedInput(_ input: String, _ kind: LearnedKind) -> LearnedInput {
    LearnedInput(kind: CodeUnits(kind.rawValue), input: CodeUnits(input))
  }

  // MARK: Settings

  /// Returns the value of a setting.
  ///
  /// - Parameter key: the name of the setting.
  /// - Returns: the value; nil for none.
  public func setting(_ key: String) -> String? {
    settings[CodeUnits(key)]
  }

  /// Stores the value of a setting.
  ///
  /// - Parameters:
  ///   - key: the name of the setting.
  ///   - value: the value; nil removes the setting.
  public func setSetting(_ key: String, to value: String?) {
    settings[CodeUnits(key)] = value
  }
}

/// The words, as in a ``WordTable``.
extension VolatileMemory {
  /// The words of the user's dictionary, sorted.
  public var dictionaryWords: [DictionaryWord] { wordTable.dictionaryWords }

  /// Adds a word to the user's dictionary, or removes it.
  ///
  /// - Parameters:
  ///   - word: the word with its language.
  ///   - isKnown: whether to add the word; if not, it is removed.
  public func setDictionaryWord(_ word: DictionaryWord, isKnown: Bool) {
    wordTable.set(word, isKnown: isKnown)
  }

  /// Returns the words and pairs that were typed in a language, the most recent last.
  ///
  /// - Parameter language: the language, such as `en`.
  /// - Returns: the words and pairs; empty for none.
  public func learnedWords(in language: String) -> [LearnedWord] { wordTable.words(in: language) }

  /// The languages of the learned words, sorted.
  public var learnedLanguages: [String] { wordTable.languages }

  /// Adds to the counts of words and pairs.
  ///
  /// - Parameters:
  ///   - words: the words and pairs, each with the count to add.
  ///   - language: the language, such as `en`.
  public func noteWords(_ words: [LearnedWord], in language: String) {
    for word in words { wordTable.add(word, in: language) }
  }

  /// Drops the oldest and rarest words and pairs of a language beyond the limits.
  ///
  /// - Parameters:
  ///   - language: the language, such as `en`.
  ///   - limits: the numbers of words and pairs to keep.
  public func trimWords(in language: String, to limits: LearnedWordLimits) {
    wordTable.trim(language, to: limits)
  }

  /// Removes a learned word, and the pairs that contain it.
  ///
  /// - Parameters:
  ///   - word: the word, as ``learnedWords(in:)`` returns it.
  ///   - language: the language, such as `en`.
  public func forgetWord(_ word: String, in language: String) {
    wordTable.forget(word, in: language)
  }

  /// Removes all learned words of all languages; the user's dictionary stays.
  public func forgetWords() { wordTable.forgetAll() }
}
