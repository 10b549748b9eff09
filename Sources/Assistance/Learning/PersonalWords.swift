// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The user's own words: the ones of the user's dictionary, and those learned from typing.
///
/// They are kept in an `InputMemory`, from which they are read when they are first needed. Words
/// learned from typing are written in groups, so that a word does not cost a transaction.
package final class PersonalWords {
  /// Whether words are learned from typing and offered; the user's dictionary is used in any case.
  package var isLearning = true {
    didSet { if !isLearning { writeLearnedWords() } }
  }

  let memory: any InputMemory
  private var readDictionary: UserDictionary?
  private var configured: [DictionaryWord] = []
  /// The user whose words are learned and offered; nil for the user of this process.
  ///
  /// Words that were typed into a program of one user are offered in programs of that user only
  /// (TRT-20); the dictionary is the machine's.
  package var user: UInt32? {
    didSet { if user != oldValue { keepVocabulary() } }
  }
  /// Returns the names of the devices and programs that the user has; none by default.
  package var names: (_ user: UInt32?) -> [String] = { _ in [] }
  /// The vocabulary of the language that is being typed; another one is read when it is needed.
  private var vocabulary: VocabularyReading?
  /// The vocabularies that were used before it, the most recent first.
  private var earlier: [VocabularyReading] = []
  /// The words of ``vocabulary`` that were not written yet.
  private var unwritten: [LearnedWord] = []
  private var journal = WordJournal()
  /// The words that refused corrections have added to the dictionary in this run.
  private var addedByRefusal: Set<DictionaryWord> = []

  /// The number of words of the dictionary that the user can add.
  package static let dictionaryLimit = 10_000
  /// The number of words and pairs that are written together.
  private static let groupCount = 32
  /// How many vocabularies are kept in addition to the current one.
  private static let earlierCount = 3
  private static let refusals = LearnedKind(rawValue: "refused-correction")

  /// Creates the words of a user.
  ///
  /// - Parameter memory: stores the words; the contents of secure fields never reach it.
  package init(memory: any InputMemory = VolatileMemory()) {
    self.memory = memory
  }

  deinit { writeLearnedWords() }

  /// Reads the dictionary and the words of a language, so that no key waits for them.
  ///
  /// - Parameter language: the language of the input mode.
  package func prepare(in language: LanguageTag) {
    readTheDictionary()
    guard isLearning else { return }
    repeat { read(language) } while vocabulary?.isComplete == false
  }

  /// Writes the words that were not written yet; called when the program ends.
  package func writeLearnedWords() {
    guard let current = vocabulary, !unwritten.isEmpty else { return }
    memory.noteWords(unwritten, in: current.name)
    unwritten = []
    // The rows that are read from now on contain these words.
    if !current.isComplete { vocabulary = nil }
  }

  // MARK: The dictionary

  /// Replaces the words that the settings file adds to the dictionary.
  ///
  /// - Parameter words: the words.
  package func configure(_ words: [DictionaryWord]) {
    configured = words
    readDictionary?.configure(words)
  }

  /// Reports whether a word is in the user's dictionary, and thus neither corrected nor marked
  /// (AST-17, AST-51).
  ///
  /// - Parameters:
  ///   - word: the word as typed; its case does not matter.
  ///   - language: the language of the input mode.
  /// - Returns: whether it is in the dictionary.
  package func contains(_ word: String, in language: LanguageTag) -> Bool {
    dictionary.contains(word, in: language)
  }

  /// Reports whether a word is part of the name of a device or program that the user has, such as
  /// "Keychron", and thus neither corrected nor marked (AST-17, AST-51).
  ///
  /// - Parameter word: the word as typed; its case does not matter.
  /// - Returns: whether a name has it as a whole word of three letters or more.
  package func isName(_ word: String) -> Bool {
    guard word.count >= 3 else { return false }
    let word = word.lowercased()
    return names(user).contains { name in
      name.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { $0 == word }
    }
  }

  /// The words of the dictionary, each with whether it comes from the settings file.
  package var dictionaryList: [(word: DictionaryWord, isConfigured: Bool)] { dictionary.list }

  /// Adds a word to the dictionary (AST-53).
  ///
  /// - Parameter word: the word with its language.
  /// - Returns: false if the dictionary is full.
  @discardableResult
  package func learn(_ word: DictionaryWord) -> Bool {
    guard dictionary.addedCount < Self.dictionaryLimit else { return false }
    guard readDictionary?.add(word) == true else { return true }
    memory.setDictionaryWord(word, isKnown: true)
    return true
  }

  /// Removes a word from the dictionary; its corrections may be refused twice again (AST-18).
  ///
  /// - Parameter word: the word with its language.
  /// - Returns: whether it was there.
  @discardableResult
  package func unlearn(_ word: DictionaryWord) -> Bool {
    readTheDictionary()
    guard let removed = readDictionary?.remove(word) else { return false }
    memory.setDictionaryWord(removed, isKnown: false)
    let key = WordKey(word.text, in: LanguageTag(word.language))
    memory.forgetChoice(key.text, for: word.language, kind: Self.refusals)
    return true
  }

  /// Reports whether the settings file contains a word.
  ///
  /// - Parameter word: the word with its language.
  /// - Returns: whether it is there.
  package func isConfigured(_ word: DictionaryWord) -> Bool { dictionary.isConfigured(word) }

  private var dictionary: UserDictionary {
    readTheDictionary()
    return readDictionary ?? UserDictionary([])
  }

  private func readTheDictionary() {
    guard readDictionary == nil else { return }
    readDictionary = UserDictionary(memory.dictionaryWords)
    readDictionary?.configure(configured)
  }

  // MARK: Refused corrections

  /// Records that the user rejected or reverted the correction of a word; the second time adds the
  /// word to the dictionary (AST-18).
  ///
  /// - Parameters:
  ///   - word: the word as typed.
  ///   - language: the language of the input mode.
  ///   - container: the container of the text; nil if it cannot become secret.
  package func correctionWasRefused(
    of word: String, in language: LanguageTag, container: ContainerID? = nil
  ) {
    guard isLearning, LearnableWord.accepts(word) else { return }
    let key = WordKey(word, in: language).text
    memory.noteChoice(key, for: language.language, kind: Self.refusals)
    if let container {
      journal.note(WordJournal.Entry(language: language.language, refused: word), in: container)
    }
    let count = memory.choices(for: language.language, kind: Self.refusals)
      .first { $0.text == key }?.count
    guard count ?? 0 >= 2 else { return }
    let entry = DictionaryWord(word, language: language.language)
    if learn(entry) { addedByRefusal.insert(entry) }
  }

  /// Forgets the refused corrections of a word, and removes it from the dictionary if they added
  /// it.
  func takeBackRefusal(of word: String, in language: String) {
    let entry = DictionaryWord(word, language: language)
    if addedByRefusal.remove(entry) != nil { unlearn(entry) }
    let key = WordKey(word, in: LanguageTag(language)).text
    memory.forgetChoice(key, for: language, kind: Self.refusals)
  }

  // MARK: Learned words

  /// Records a finished word that was kept, and the word before it, for predictions.
  ///
  /// The caller must not pass words of secure fields, nor of fields whose traits forbid correction.
  ///
  /// - Parameters:
  ///   - word: the word as it is in the text; ignored if it is no word of letters.
  ///   - previous: the word before it in the same sentence; nil for none.
  ///   - language: the language of the input mode.
  ///   - container: the container of the text; nil if it cannot become secret.
  ///   - beginsText: whether the word is the first of the text and the text ends with it, so that
  ///     what the container added before belongs to an earlier text.
  package func wordWasTyped(
    _ word: String, after previous: String?, in language: LanguageTag,
    container: ContainerID? = nil, beginsText: Bool = false
  ) {
    // Also if this word is not counted, such as one with a capital that a sentence gave it.
    if beginsText, let container { _ = journal.take(container) }
    guard isLearning, LearnableWord.accepts(word) else { return }
    read(language)
    guard var current = vocabulary else { return }
    vocabulary = nil
    let spelling = Self.spelling(
      of: word, isFirst: previous == nil, among: current.words, in: language)
    if let spelling {
      let previous = previous.flatMap { LearnableWord.accepts($0) ? $0 : nil }
      let noted = current.words.note(spelling, after: previous)
      unwritten += noted
      if let container {
        journal.note(WordJournal.Entry(language: current.name, words: noted), in: container)
      }
    }
    vocabulary = current
    // Written before everything was read, the words would be read again and count twice.
    guard current.isComplete else { return }
    if current.words.isFull {
      writeLearnedWords()
      memory.trimWords(in: current.name, to: LearnedVocabulary.limitsAfterTrimming)
      vocabulary = nil
    } else if unwritten.count >= Self.groupCount {
      writeLearnedWords()
    }
  }

  /// Returns the spelling to count for a word.
  ///
  /// The first word of a sentence has a capital in any case, so it counts for the spelling that is
  /// known, and is not learned otherwise.
  private static func spelling(
    of word: String, isFirst: Bool, among words: LearnedVocabulary, in language: LanguageTag
  ) -> String? {
    guard isFirst, word.first?.isUppercase == true,
      !word.dropFirst().contains(where: \.isUppercase)
    else { return word }
    let small = WordKey(String(word.prefix(1)), in: language).text + word.dropFirst()
    return [word, small].filter { words.count(of: $0) > 0 }
      .max { words.count(of: $0) < words.count(of: $1) }
  }

  /// Returns the user's own words that begin with a text, the likeliest first; with an empty text,
  /// the words that the user typed after the previous one.
  ///
  /// Words that were typed once are left out, and after the learned words come those of the
  /// dictionary.
  ///
  /// - Parameters:
  ///   - start: the text as typed; may be empty.
  ///   - previous: the word before it in the same sentence; nil for none.
  ///   - language: the language of the input mode.
  ///   - count: the maximum number of words.
  /// - Returns: whole words; with a capital if the text has one.
  package func completions(
    of start: String, after previous: String?, in language: LanguageTag, count: Int
  ) -> [String] {
    guard isLearning, count > 0 else { return [] }
    read(language)
    var found =
      vocabulary?.words.completions(of: start, after: previous, count: count) ?? []
    if !start.isEmpty, found.count < count {
      let known = Set(found.map { WordKey($0, in: language) })
      found += dictionary.completions(of: start, in: language, count: count)
        .filter { !known.contains(WordKey($0, in: language)) }
        .prefix(count - found.count)
    }
    guard start.first?.isUppercase == true else { return found }
    return found.map {
      $0.first?.isLowercase == true ? $0.prefix(1).uppercased() + $0.dropFirst() : $0
    }
  }

  /// Removes and returns what a text added.
  func takeEntries(of container: ContainerID) -> [WordJournal.Entry] { journal.take(container) }

  /// Writes what was not written yet, and reads the words again when they are next needed.
  func writeWords() {
    writeLearnedWords()
    (vocabulary, earlier) = (nil, [])
  }

  /// Writes what was not written yet, and keeps the vocabulary until its language or user returns.
  private func keepVocabulary() {
    writeLearnedWords()
    guard let vocabulary else { return }
    earlier.insert(vocabulary, at: 0)
    earlier.removeLast(max(0, earlier.count - Self.earlierCount))
    self.vocabulary = nil
  }

  /// Makes a language current, and reads a part of its words unless all were read.
  private func read(_ language: LanguageTag) {
    let name = LearnedLanguage(language.language, user: user).name
    if vocabulary?.name != name {
      keepVocabulary()
      let index = earlier.firstIndex { $0.name == name }
      vocabulary = index.map { earlier.remove(at: $0) } ?? VocabularyReading(name, in: language)
    }
    guard var current = vocabulary, !current.isComplete else { return }
    // Not modified in place, so that the words are not copied.
    vocabulary = nil
    current.readMore(from: memory)
    if current.isComplete { unwritten = current.moveToEnd(unwritten) }
    vocabulary = current
  }

  // MARK: Listing and forgetting

  /// The languages of which words were learned, each with the user that typed them.
  package var learnedLanguages: [LearnedLanguage] {
    writeLearnedWords()
    return memory.learnedLanguages.map(LearnedLanguage.init(name:))
  }

  /// Returns the words that were learned in a language, without the pairs, the most recent first.
  ///
  /// - Parameters:
  ///   - language: the language, and the user that typed the words.
  ///   - pause: called after each part that was read; words may be typed before it returns.
  /// - Returns: the words, and the number of pairs.
  package func learnedWords(
    in language: LearnedLanguage, pause: () -> Void = {}
  ) -> (words: [LearnedWord], pairs: Int) {
    writeLearnedWords()
    var (words, pairs) = ([LearnedWord](), 0)
    readParts(of: language.name, pause: pause) { part in
      let found = part.filter(\.previous.isEmpty)
      words += found
      pairs += part.count - found.count
    }
    words.sort { left, right in
      left.lastUse == right.lastUse ? right.isBefore(left) : left.lastUse > right.lastUse
    }
    return (words, pairs)
  }

  /// How many words and pairs are read between two pauses.
  private static let partSize = 100

  /// Reads the words and pairs of a language in parts, in the order of the previous words and the
  /// words.
  private func readParts(
    of name: String, pause: () -> Void, _ body: ([LearnedWord]) -> Void
  ) {
    var last: LearnedWord?
    while true {
      let part = memory.learnedWords(in: name, after: last, limit: Self.partSize)
      var rest = part.words[...]
      // A memory that is no file has a single part.
      repeat {
        body(Array(rest.prefix(Self.partSize)))
        rest = rest.dropFirst(Self.partSize)
        pause()
      } while !rest.isEmpty
      guard !part.isLast, let end = part.words.last else { return }
      last = end
    }
  }

  /// Forgets one learned word in all its spellings, and the pairs that contain it.
  ///
  /// - Parameters:
  ///   - word: the word; its case does not matter.
  ///   - language: the language, such as `en`; nil for all languages.
  ///   - pause: called after each part that was read, and after each spelling that was forgotten;
  ///     words may be typed before it returns.
  /// - Returns: whether it had been learned.
  package func forget(
    _ word: String, in language: String? = nil, pause: () -> Void = {}
  ) -> Bool {
    writeWords()
    var isFound = false
    for known in memory.learnedLanguages.map(LearnedLanguage.init(name:))
    where language == nil || known.language == language {
      let (name, tag) = (known.name, LanguageTag(known.language))
      let key = WordKey(word, in: tag)
      var spellings: Set<CodeUnits> = []
      readParts(of: name, pause: pause) { part in
        for word in part {
          for text in [word.text, word.previous] where WordKey(text, in: tag) == key {
            spellings.insert(CodeUnits(text))
          }
        }
      }
      // Words that were typed meanwhile must not be written afterwards.
      if !spellings.isEmpty { writeWords() }
      for spelling in spellings {
        memory.forgetWord(spelling.text, in: name)
        pause()
      }
      // It may have been read again meanwhile.
      if !spellings.isEmpty { writeWords() }
      isFound = isFound || !spellings.isEmpty
    }
    return isFound
  }

  /// Forgets everything that was learned: words, pairs, refused corrections, and the candidates
  /// chosen in input methods; the dictionary stays.
  package func forgetLearned() {
    unwritten = []
    (vocabulary, earlier) = (nil, [])
    memory.forgetWords()
    memory.forgetChoices()
  }
}
