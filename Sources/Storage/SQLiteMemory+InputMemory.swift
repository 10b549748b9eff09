// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Modes, settings, learned choices and words, as the engine reads and writes them.
extension SQLiteMemory: InputMemory {
  // MARK: Modes

  package func modeIdentifier(inContext contextIdentifier: String) -> String? {
    query(about: .context(CodeUnits(contextIdentifier))) {
      $0.modeIdentifier(inContext: contextIdentifier)
    }
  }

  package func setModeIdentifier(
    _ modeIdentifier: String, inContext contextIdentifier: String
  ) {
    change(.mode(modeIdentifier, context: contextIdentifier))
  }

  package func clearContext(_ contextIdentifier: String) {
    change(.clearContext(contextIdentifier))
  }

  package var lastModeIdentifier: String? {
    get {
      query(about: .lastMode) { $0.lastModeIdentifier }
    }
    set {
      change(.lastMode(newValue))
    }
  }

  // MARK: Choices

  package func choices(for input: String, kind: LearnedKind) -> [LearnedChoice] {
    query(about: .choices(input: CodeUnits(input), kind: CodeUnits(kind.rawValue))) {
      $0.choices(for: input, kind: kind)
    }
  }

  package func noteChoice(_ choice: String, for input: String, kind: LearnedKind) {
    change(.choice(choice, input: input, kind: kind, times: 1))
  }

  package func forgetChoice(_ choice: String, for input: String, kind: LearnedKind) {
    change(.forgetChoice(choice, input: input, kind: kind))
  }

  package func forgetChoices() {
    change(.forgetChoices)
  }

  // MARK: Words

  package var dictionaryWords: [DictionaryWord] {
    query(about: .dictionary) { $0.dictionaryWords }
  }

  package func setDictionaryWord(_ word: DictionaryWord, isKnown: Bool) {
    change(.dictionaryWord(word, isKnown: isKnown))
  }

  package func learnedWords(in language: String) -> [LearnedWord] {
    query(about: .words(language: CodeUnits(language))) { $0.learnedWords(in: language) }
  }

  package func learnedWords(
    in language: String, after last: LearnedWord?, limit: Int
  ) -> LearnedWordPart {
    if let words = storedWords(in: language, after: last, limit: limit) {
      return LearnedWordPart(words, isLast: words.count < limit)
    }
    let rest = learnedWords(in: language).filter { last?.isBefore($0) ?? true }
    return LearnedWordPart(rest, isLast: true)
  }

  package var learnedLanguages: [String] {
    storedLanguages() ?? query(about: .allWords) { $0.learnedLanguages }
  }

  package func noteWords(_ words: [LearnedWord], in language: String) {
    change(words.map { .word($0, language: language) })
  }

  package func trimWords(in language: String, to limits: LearnedWordLimits) {
    change(.trimWords(language: language, limits))
  }

  package func forgetWord(_ word: String, in language: String) {
    change(.forgetWord(word, language: language))
  }

  package func forgetWords() {
    change(.forgetWords)
  }

  // MARK: Settings

  package func setting(_ key: String) -> String? {
    query(about: .setting(CodeUnits(key))) { $0.setting(key) }
  }

  package func setSetting(_ key: String, to value: String?) {
    change(.setting(key, value: value))
  }
}
