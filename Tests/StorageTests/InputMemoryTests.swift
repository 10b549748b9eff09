// SPDX-License-Identifier: Apache-2.0
import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// The behaviour of every memory, with and without a file.
@Suite struct InputMemoryTests {
  enum Kind: CaseIterable {
    case volatile, stored
  }

  private let folder: TemporaryFolder
  private let candidate = LearnedKind(rawValue: "candidate")

  init() throws {
    folder = try TemporaryFolder()
  }

  private func memory(_ kind: Kind) -> any InputMemory {
    switch kind {
    case .volatile: VolatileMemory()
    case .stored:
      SQLiteMemory(directory: folder.path) { Issue.record("\($0)") }
    }
  }

  @Test("MOD-4c, MOD-4d each context has its mode until it is cleared", arguments: Kind.allCases)
  func contexts(_ kind: Kind) {
    let memory = memory(kind)
    #expect(memory.modeIdentifier(inContext: "Ann") == nil)
    memory.setModeIdentifier("sv-SE", inContext: "Ann")
    memory.setModeIdentifier("en-GB", inContext: "Bob")
    #expect(memory.modeIdentifier(inContext: "Ann") == "sv-SE")
    #expect(memory.modeIdentifier(inContext: "Bob") == "en-GB")
    memory.setModeIdentifier("de-DE", inContext: "Ann")
    #expect(memory.modeIdentifier(inContext: "Ann") == "de-DE")
    memory.clearContext("Ann")
    #expect(memory.modeIdentifier(inContext: "Ann") == nil)
    #expect(memory.modeIdentifier(inContext: "Bob") == "en-GB")
  }

  @Test("MOD-6 the last used mode belongs to no context", arguments: Kind.allCases)
  func lastMode(_ kind: Kind) {
    let memory = memory(kind)
    #expect(memory.lastModeIdentifier == nil)
    memory.lastModeIdentifier = "sv-SE"
    memory.lastModeIdentifier = "ja-JP"
    #expect(memory.lastModeIdentifier == "ja-JP")
    #expect(memory.modeIdentifier(inContext: "") == nil)
    memory.lastModeIdentifier = nil
    #expect(memory.lastModeIdentifier == nil)
  }

  @Test(
    "IME-10 chosen candidates are ranked by frequency, and then by recency",
    arguments: Kind.allCases)
  func choices(_ kind: Kind) {
    let memory = memory(kind)
    func best(_ input: String = "kisha") -> [String] {
      memory.choices(for: input, kind: candidate).map { "\($0.text)\($0.count)" }
    }
    #expect(best().isEmpty)
    for choice in ["汽車", "記者", "貴社"] { memory.noteChoice(choice, for: "kisha", kind: candidate) }
    #expect(best() == ["貴社1", "記者1", "汽車1"])
    memory.noteChoice("汽車", for: "kisha", kind: candidate)
    #expect(best() == ["汽車2", "貴社1", "記者1"])
    memory.noteChoice("記者", for: "kisha", kind: candidate)
    #expect(best() == ["記者2", "汽車2", "貴社1"])
    #expect(best("toukyou").isEmpty)
    #expect(memory.choices(for: "kisha", kind: LearnedKind(rawValue: "word")).isEmpty)
  }

  @Test("A forgotten choice is counted from zero", arguments: Kind.allCases)
  func forgetting(_ kind: Kind) {
    let memory = memory(kind)
    for choice in ["記者", "記者", "汽車"] { memory.noteChoice(choice, for: "kisha", kind: candidate) }
    memory.forgetChoice("記者", for: "kisha", kind: candidate)
    memory.forgetChoice("貴社", for: "kisha", kind: candidate)
    #expect(
      memory.choices(for: "kisha", kind: candidate) == [LearnedChoice(text: "汽車", count: 1)])
    memory.noteChoice("記者", for: "kisha", kind: candidate)
    #expect(memory.choices(for: "kisha", kind: candidate).map(\.count) == [1, 1])
    memory.noteChoice("x", for: "other", kind: LearnedKind(rawValue: "word"))
    memory.forgetChoices()
    #expect(memory.choices(for: "kisha", kind: candidate).isEmpty)
    #expect(memory.choices(for: "other", kind: LearnedKind(rawValue: "word")).isEmpty)
  }

  @Test("Words and pairs are counted per language, the most recent last", arguments: Kind.allCases)
  func words(_ kind: Kind) {
    let memory = memory(kind)
    #expect(memory.learnedWords(in: "en").isEmpty)
    #expect(memory.learnedLanguages.isEmpty)
    memory.noteWords(
      [
        LearnedWord("green", count: 1, lastUse: 1), LearnedWord("tea", count: 1, lastUse: 2),
        LearnedWord("tea", after: "green", count: 1, lastUse: 2),
      ], in: "en")
    memory.noteWords([LearnedWord("te", count: 1, lastUse: 1)], in: "sv")
    memory.noteWords([LearnedWord("green", count: 2, lastUse: 3)], in: "en")
    #expect(
      memory.learnedWords(in: "en")
        == [
          LearnedWord("tea", count: 1, lastUse: 2),
          LearnedWord("tea", after: "green", count: 1, lastUse: 2),
          LearnedWord("green", count: 3, lastUse: 3),
        ])
    #expect(memory.learnedWords(in: "sv") == [LearnedWord("te", count: 1, lastUse: 1)])
    #expect(memory.learnedLanguages == ["en", "sv"])
    memory.forgetWord("green", in: "en")
    #expect(memory.learnedWords(in: "en") == [LearnedWord("tea", count: 1, lastUse: 2)])
    memory.forgetWords()
    #expect(memory.learnedLanguages.isEmpty)
  }

  @Test("Beyond the limits, the oldest and rarest words leave", arguments: Kind.allCases)
  func trimming(_ kind: Kind) {
    let memory = memory(kind)
    // Typed twice long ago, once long ago, and once recently.
    memory.noteWords(
      [
        LearnedWord("often", count: 2, lastUse: 1), LearnedWord("old", count: 1, lastUse: 2),
        LearnedWord("new", count: 1, lastUse: 3),
        LearnedWord("a", after: "b", count: 1, lastUse: 1),
        LearnedWord("b", after: "a", count: 1, lastUse: 1),
      ], in: "en")
    memory.trimWords(in: "en", to: LearnedWordLimits(words: 2, pairs: 1))
    #expect(
      memory.learnedWords(in: "en").map { "\($0.previous) \($0.text)" }
        == [" often", "a b", " new"])
    // A word that was typed once more outlives a thousand later ones, and no more.
    memory.noteWords([LearnedWord("later", count: 1, lastUse: 1002)], in: "en")
    memory.trimWords(in: "en", to: LearnedWordLimits(words: 1, pairs: 0))
    #expect(memory.learnedWords(in: "en").map(\.text) == ["later"])
  }

  @Test(
    "The dictionary holds a word once per language, until it is removed", arguments: Kind.allCases)
  func dictionary(_ kind: Kind) {
    let memory = memory(kind)
    for _ in 0..<2 { memory.setDictionaryWord(DictionaryWord("Keybridge"), isKnown: true) }
    memory.setDictionaryWord(DictionaryWord("fika", language: "sv"), isKnown: true)
    #expect(
      memory.dictionaryWords
        == [DictionaryWord("Keybridge"), DictionaryWord("fika", language: "sv")])
    memory.forgetWords()
    memory.setDictionaryWord(DictionaryWord("fika"), isKnown: false)
    memory.setDictionaryWord(DictionaryWord("Keybridge"), isKnown: false)
    #expect(memory.dictionaryWords == [DictionaryWord("fika", language: "sv")])
  }

  @Test("A setting has the value that was set, and nil removes it", arguments: Kind.allCases)
  func settings(_ kind: Kind) {
    let memory = memory(kind)
    #expect(memory.setting("hold") == nil)
    memory.setSetting("hold", to: "")
    #expect(memory.setting("hold") == "")
    memory.setSetting("hold", to: "500 ms")
    #expect(memory.setting("hold") == "500 ms")
    memory.setSetting("hold", to: nil)
    #expect(memory.setting("hold") == nil)
  }

  @Test(
    "Texts with the same appearance but different characters are distinct",
    arguments: Kind.allCases)
  func codeUnits(_ kind: Kind) {
    let memory = memory(kind)
    memory.setSetting("\u{e9}", to: "composed")
    memory.setSetting("e\u{301}", to: "decomposed")
    #expect(memory.setting("\u{e9}") == "composed")
    memory.noteChoice("\u{e9}", for: "e", kind: candidate)
    memory.noteChoice("e\u{301}", for: "e", kind: candidate)
    #expect(memory.choices(for: "e", kind: candidate).map(\.text.utf8.count) == [3, 2])
  }

  @Test(
    "A file gives the same results as memory, on a random walk with reopening", arguments: 0..<8)
  func walk(_ seed: Int) {
    let oracle = VolatileMemory()
    for part in 0..<10 {
      let stored = memory(.stored)
      for number in 0..<100 {
        let step = MemoryStep(seed * 1000 + part * 100 + number)
        step.apply(to: oracle)
        apply(step, to: stored)
        if number % 10 == 0 { #expect(contents(of: stored) == contents(of: oracle)) }
      }
      #expect(contents(of: stored) == contents(of: oracle))
    }
  }

  private func apply(_ step: MemoryStep, to memory: some InputMemory) {
    step.apply(to: memory)
  }

  private func contents(of memory: some InputMemory) -> [String] {
    MemoryStep.contents(of: memory)
  }
}
