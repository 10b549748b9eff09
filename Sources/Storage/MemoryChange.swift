// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// One change of an `InputMemory`, as a value that can be postponed.
enum MemoryChange {
  case mode(String, context: String)
  case clearContext(String)
  case lastMode(String?)
  /// A choice that was made `times` times.
  case choice(String, input: String, kind: LearnedKind, times: Int)
  case forgetChoice(String, input: String, kind: LearnedKind)
  case forgetChoices
  case setting(String, value: String?)
  case dictionaryWord(DictionaryWord, isKnown: Bool)
  /// A word or pair that was typed `word.count` times.
  case word(LearnedWord, language: String)
  case trimWords(language: String, LearnedWordLimits)
  case forgetWord(String, language: String)
  case forgetWords

  /// The subject of the change.
  var subject: MemorySubject {
    switch self {
    case .mode(_, let context), .clearContext(let context): .context(CodeUnits(context))
    case .lastMode: .lastMode
    case .choice(_, let input, let kind, _), .forgetChoice(_, let input, let kind):
      .choices(input: CodeUnits(input), kind: CodeUnits(kind.rawValue))
    case .forgetChoices: .allChoices
    case .setting(let key, _): .setting(CodeUnits(key))
    case .dictionaryWord: .dictionary
    case .word(_, let language), .trimWords(let language, _), .forgetWord(_, let language):
      .words(language: CodeUnits(language))
    case .forgetWords: .allWords
    }
  }

  /// Whether the change removes something that the user wants erased from the disk.
  var forgets: Bool {
    switch self {
    case .clearContext, .forgetChoice, .forgetChoices, .forgetWord, .forgetWords: true
    case .dictionaryWord(_, let isKnown): !isKnown
    case .mode, .lastMode, .choice, .setting, .word, .trimWords: false
    }
  }

  /// Whether the change stores a learned choice or word.
  var learns: Bool {
    switch self {
    case .choice, .word: true
    default: false
    }
  }

  /// Applies the change to a memory.
  func apply(to memory: VolatileMemory) {
    switch self {
    case .mode(let mode, let context): memory.setModeIdentifier(mode, inContext: context)
    case .clearContext(let context): memory.clearContext(context)
    case .lastMode(let mode): memory.lastModeIdentifier = mode
    case .choice(let choice, let input, let kind, let times):
      let before = memory.choices(for: input, kind: kind)
        .first { CodeUnits($0.text) == CodeUnits(choice) }
      memory.noteChoice(
        LearnedChoice(text: choice, count: times + (before?.count ?? 0)), for: input, kind: kind)
    case .forgetChoice(let choice, let input, let kind):
      memory.forgetChoice(choice, for: input, kind: kind)
    case .forgetChoices: memory.forgetChoices()
    case .setting(let key, let value): memory.setSetting(key, to: value)
    case .dictionaryWord(let word, let isKnown):
      memory.setDictionaryWord(word, isKnown: isKnown)
    case .word(let word, let language): memory.noteWords([word], in: language)
    case .trimWords(let language, let limits): memory.trimWords(in: language, to: limits)
    case .forgetWord(let word, let language): memory.forgetWord(word, in: language)
    case .forgetWords: memory.forgetWords()
    }
  }

  /// Whether the result of the change depends on all changes of its subject before it.
  var dependsOnAll: Bool {
    if case .trimWords = self { true } else { false }
  }

  /// Merges an earlier change of the same subject with this one; nil if both are needed.
  ///
  /// No change between the two may be about the same choice or word, or depend on all changes.
  func joined(to earlier: MemoryChange) -> MemoryChange? {
    switch (self, earlier) {
    case (.word, _), (.trimWords, _), (.forgetWord, _), (.dictionaryWord, _):
      joinedWord(to: earlier)
    case (.choice(let choice, let input, let kind, let times), .choice(let other, _, _, let before)):
      CodeUnits(choice) == CodeUnits(other)
        ? .choice(choice, input: input, kind: kind, times: times + before) : nil
    // After a choice is forgotten its count restarts, so both changes are needed.
    case (.choice, .forgetChoice): nil
    case (.forgetChoice(let choice, _, _), .choice(let other, _, _, _)),
      (.forgetChoice(let choice, _, _), .forgetChoice(let other, _, _)):
      CodeUnits(choice) == CodeUnits(other) ? self : nil
    default: self
    }
  }

  private func joinedWord(to earlier: MemoryChange) -> MemoryChange? {
    switch (self, earlier) {
    case (.word(var word, let language), .word(let other, _)):
      guard CodeUnits(word.text) == CodeUnits(other.text),
        CodeUnits(word.previous) == CodeUnits(other.previous)
      else { return nil }
      word.count += other.count
      word.lastUse = max(word.lastUse, other.lastUse)
      return .word(word, language: language)
    case (.forgetWord(let word, _), .word(let other, _)):
      let parts = [CodeUnits(other.text), CodeUnits(other.previous)]
      return parts.contains(CodeUnits(word)) ? self : nil
    case (.forgetWord(let word, _), .forgetWord(let other, _)):
      return CodeUnits(word) == CodeUnits(other) ? self : nil
    case (.dictionaryWord(let word, _), .dictionaryWord(let other, _)):
      let isSame =
        CodeUnits(word.text) == CodeUnits(other.text)
        && CodeUnits(word.language) == CodeUnits(other.language)
      return isSame ? self : nil
    default: return nil
    }
  }
}
