// SPDX-License-Identifier: Apache-2.0
package import Assistance
import InputMethods
import InputTraits
package import Service
package import TextInput

/// The user's words and text replacements of a session, and the assistant that uses them.
package final class SessionLanguage {
  /// The assistant.
  package let assistant: Assistant
  private let engine: TextEngine
  private let vocabularies: any VocabularySource
  private let store: ReplacementStore
  private var words: PersonalWords { assistant.personalWords }

  /// Creates the assistant of an engine; the engine's memory stores the words.
  ///
  /// - Parameters:
  ///   - engine: the engine that gets the assistant.
  ///   - vocabularies: the words of each language.
  package init(_ engine: TextEngine, vocabularies: any VocabularySource = NoVocabularies()) {
    self.engine = engine
    self.vocabularies = vocabularies
    store = ReplacementStore(memory: engine.memory)
    let assistant = Assistant(
      vocabularies: vocabularies, personalWords: PersonalWords(memory: engine.memory))
    self.assistant = assistant
    assistant.replacements = store.table
    var cache = KeyNeighborsCache()
    assistant.keys = { [reference = engine.reference] in
      reference.object?.keyboardMap.map { cache.neighbors(on: $0) } ?? KeyNeighbors()
    }
    // The assistant is set again, because the engine asks only then whether it has anything to do.
    store.didChange = { [unowned assistant, reference = engine.reference] in
      assistant.replacements = $0
      reference.object?.assistant = assistant
    }
    engine.assistant = assistant
  }

  /// Applies the words and replacements of the settings file.
  ///
  /// - Parameter configuration: the settings.
  package func apply(_ configuration: Configuration) {
    // Lexicons may have been installed since they were last searched for.
    vocabularies.reload()
    assistant.vocabulariesDidChange()
    words.configure(configuration.dictionary)
    store.configure(configuration.textReplacements)
    words.isLearning = engine.settings.learning
    engine.checkSpellingAgain()
  }

  /// Finds the English word that letters spell.
  ///
  /// - Parameter letters: the letters as typed.
  /// - Returns: the word with its own capitals; nil if they spell none.
  func englishWord(_ letters: String) -> String? {
    guard let words = vocabularies.vocabulary(of: LanguageTag(language: "en")) else { return nil }
    if words.contains(letters) { return letters }
    guard let word = words.correction(of: letters, after: nil, on: KeyNeighbors()),
      word.lowercased() == letters
    else { return nil }
    return word
  }

  /// Reads the user's words; called before the first key.
  func prepare() { words.prepare(in: engine.modes.current.primaryLanguage) }

  /// Stores what was learned last; called before the storage is closed.
  package func end() { words.writeLearnedWords() }
}

extension SessionLanguage: LanguageService {
  package var dictionary: [DictionaryListing.Word] {
    words.dictionaryList.map { word, isConfigured in
      DictionaryListing.Word(
        word: word.text, language: word.language.isEmpty ? nil : word.language,
        source: isConfigured ? .settings : .user)
    }
  }

  package func learn(_ word: String, in language: String) throws(LanguageRefusal) {
    guard words.learn(DictionaryWord(word, language: language)) else {
      throw LanguageRefusal(
        .full,
        "the dictionary has \(PersonalWords.dictionaryLimit) words; forget some with "
          + "dictionary.forget")
    }
  }

  package func unlearn(_ word: String, in language: String) throws(LanguageRefusal) {
    let entry = DictionaryWord(word, language: language)
    if words.unlearn(entry) { return }
    guard !words.isConfigured(entry) else {
      throw LanguageRefusal(
        .failed, "\(word.excerpt) is in the settings file; remove it from dictionary there",
        member: "word")
    }
    let place = language.isEmpty ? "" : " for \(language)"
    throw LanguageRefusal(
      .unknown, "\(word.excerpt) is not in the dictionary\(place); dictionary.list lists the words",
      member: "word")
  }

  package func ignore(_ word: String) throws(LanguageRefusal) {
    guard let text = engine.firstResponder as? TextContainer, !text.isSecret else {
      throw LanguageRefusal(.failed, "no text whose spelling can be checked has the focus")
    }
    assistant.spelling.ignore(word, in: text.id)
  }

  package func guesses(
    for word: String, in language: String?, count: Int
  ) throws(LanguageRefusal) -> [String] {
    let tag = language.flatMap(LanguageTag.init) ?? engine.modes.current.primaryLanguage
    guard vocabularies.vocabulary(of: tag) != nil else {
      throw LanguageRefusal(
        .unknown, "there are no words of \(tag.language); languages.list lists the languages",
        member: language == nil ? nil : "language")
    }
    return assistant.spelling.guesses(
      for: word, after: nil, in: tag, on: assistant.keys(), count: count)
  }

  package var replacements: [ReplacementListing.Replacement] {
    store.list.map { replacement, isConfigured in
      ReplacementListing.Replacement(
        shortcut: replacement.shortcut, phrase: replacement.phrase,
        source: isConfigured ? .settings : .user)
    }
  }

  package func supplementaryLexicon(in language: String?) -> [SupplementaryListing.Entry] {
    let lexicon = SupplementaryLexicon(
      replacements: store.table, dictionary: words.dictionaryList.map(\.word), language: language)
    return lexicon.entries.map {
      SupplementaryListing.Entry(userInput: $0.userInput, documentText: $0.documentText)
    }
  }

  package func setReplacement(_ shortcut: String, _ phrase: String) throws(LanguageRefusal) {
    let replacement = TextReplacement(shortcut, phrase)
    if let problem = replacement.problem {
      throw LanguageRefusal(
        .invalid, problem.message, member: problem.isInPhrase ? "phrase" : "shortcut")
    }
    try refuseConfigured(shortcut)
    guard store.set(replacement) else {
      throw LanguageRefusal(
        .full, "there are \(TextReplacements.limit) replacements; remove some first")
    }
  }

  package func removeReplacement(_ shortcut: String) throws(LanguageRefusal) {
    try refuseConfigured(shortcut)
    guard store.remove(shortcut) else {
      throw LanguageRefusal(
        .unknown,
        "there is no replacement for \(shortcut.excerpt); replacements.list lists them",
        member: "shortcut")
    }
  }

  private func refuseConfigured(_ shortcut: String) throws(LanguageRefusal) {
    guard store.isConfigured(shortcut) else { return }
    throw LanguageRefusal(
      .failed, "\(shortcut.excerpt) is in the settings file; change text-replacements there",
      member: "shortcut")
  }

  package func learnedWords(
    in language: String?, pause: () -> Void
  ) -> [LearnedListing.Language] {
    var languages = words.learnedLanguages
    if let language {
      languages.removeAll { $0.language != language }
      if languages.isEmpty { languages = [LearnedLanguage(language)] }
    }
    return languages.map { language in
      let learned = words.learnedWords(in: language, pause: pause)
      return LearnedListing.Language(
        language: language.language, user: language.user,
        words: learned.words.map { LearnedListing.Word(word: $0.text, count: $0.count) },
        pairs: learned.pairs)
    }
  }

  package func forget(
    _ word: String?, in language: String?, pause: () -> Void
  ) throws(LanguageRefusal) {
    guard let word else {
      guard language == nil else {
        throw LanguageRefusal(
          .invalid, "language needs word; without word everything is forgotten", member: "language")
      }
      return words.forgetLearned()
    }
    guard words.forget(word, in: language, pause: pause) else {
      throw LanguageRefusal(
        .unknown, "\(word.excerpt) was not learned; learning.list lists the words", member: "word")
    }
  }

  package func choices(
    for reading: String, of kind: String
  ) throws(LanguageRefusal) -> [ChoiceListing.Choice] {
    engine.memory.choices(for: reading, kind: try Self.kind(kind)).map {
      ChoiceListing.Choice(text: $0.text, count: $0.count)
    }
  }

  package func forgetChoice(
    _ text: String?, for reading: String, of kind: String
  ) throws(LanguageRefusal) {
    let kind = try Self.kind(kind)
    let chosen = engine.memory.choices(for: reading, kind: kind).filter { choice in
      text.map { CodeUnits($0) == CodeUnits(choice.text) } ?? true
    }
    guard !chosen.isEmpty else {
      throw LanguageRefusal(
        .unknown,
        "\((text ?? reading).excerpt) was not learned; choices.list lists the choices of a reading",
        member: text == nil ? "reading" : "text")
    }
    for choice in chosen { engine.memory.forgetChoice(choice.text, for: reading, kind: kind) }
  }

  private static func kind(_ name: String) throws(LanguageRefusal) -> LearnedKind {
    guard let kind = LearnedKind.ofMethods.first(where: { $0.rawValue == name }) else {
      let known = LearnedKind.ofMethods.map(\.rawValue).joined(separator: ", ")
      throw LanguageRefusal(
        .invalid, "kind must be one of \(known), not \(name.excerpt)", member: "kind")
    }
    return kind
  }

  package var languages: [LanguageListing.Language] {
    engine.modes.list.modes.filter(engine.supports).map { mode in
      let tag = mode.primaryLanguage
      let hasWords = vocabularies.vocabulary(of: tag) != nil
      let report = (vocabularies as? any ReportingVocabularySource)?.report(on: tag)
      return LanguageListing.Language(
        mode: mode.id, language: tag.description, hasWords: hasWords, file: report?.file,
        words: report?.words,
        problem: report?.problem
          ?? (hasWords ? nil : "the words of this language are not installed"))
    }
  }
}
