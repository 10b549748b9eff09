// SPDX-License-Identifier: Apache-2.0
import Testing
import TextInput

@testable import Assistance

/// The user's dictionary, and words learned from typing.
@Suite struct PersonalWordsTests {
  private let memory = VolatileMemory()
  private let english = LanguageTag("en-GB") ?? .english
  private let swedish = LanguageTag("sv") ?? .english

  private func words() -> PersonalWords { PersonalWords(memory: memory) }

  private func type(_ text: String, times: Int = 1, into words: PersonalWords) {
    for _ in 0..<times {
      var previous: String?
      for word in text.split(separator: " ").map(String.init) {
        words.wordWasTyped(word, after: previous, in: english)
        previous = word
      }
    }
  }

  // MARK: Dictionary

  @Test("AST-17 a word of the dictionary counts in any case, with both apostrophes")
  func contains() {
    let words = words()
    words.learn(DictionaryWord("Keybridge’s"))
    words.learn(DictionaryWord("fika", language: "sv"))
    for word in ["Keybridge’s", "keybridge's", "KEYBRIDGEʼS"] {
      #expect(words.contains(word, in: english))
      #expect(words.contains(word, in: swedish))
    }
    #expect(!words.contains("keybridge", in: english))
    #expect(words.contains("Fika", in: swedish) && !words.contains("fika", in: english))
  }

  @Test("The dictionary outlives its owner, and a forgotten word does not")
  func dictionary() {
    var words = words()
    words.learn(DictionaryWord("Keybridge"))
    words.learn(DictionaryWord("fika", language: "sv"))
    words = PersonalWords(memory: memory)
    #expect(words.contains("keybridge", in: english))
    #expect(words.unlearn(DictionaryWord("KEYBRIDGE")))
    #expect(!words.unlearn(DictionaryWord("KEYBRIDGE")))
    #expect(!words.unlearn(DictionaryWord("fika")), "the word of a language is another entry")
    words = PersonalWords(memory: memory)
    #expect(words.dictionaryList.map(\.word) == [DictionaryWord("fika", language: "sv")])
  }

  @Test("Words of the settings file count, are not stored, and leave with the file")
  func configured() {
    let words = words()
    words.configure([DictionaryWord("Keybridge")])
    words.learn(DictionaryWord("fika"))
    #expect(words.contains("keybridge", in: english))
    #expect(words.dictionaryList.map(\.isConfigured) == [true, false])
    #expect(words.isConfigured(DictionaryWord("keybridge")))
    #expect(!words.unlearn(DictionaryWord("Keybridge")))
    words.configure([])
    #expect(!words.contains("keybridge", in: english))
    #expect(memory.dictionaryWords == [DictionaryWord("fika")])
  }

  @Test("The dictionary is bounded")
  func dictionaryLimit() {
    let words = words()
    for number in 0..<PersonalWords.dictionaryLimit {
      #expect(words.learn(DictionaryWord("w\(number)")))
    }
    #expect(!words.learn(DictionaryWord("more")))
    #expect(words.unlearn(DictionaryWord("w7")) && words.learn(DictionaryWord("more")))
  }

  @Test("AST-18 a word whose correction is refused twice is in the dictionary, across runs")
  func refused() {
    words().correctionWasRefused(of: "teh", in: english)
    #expect(!words().contains("teh", in: english))
    words().correctionWasRefused(of: "teh", in: swedish)
    #expect(!words().contains("teh", in: swedish), "languages are counted apart")
    let words = words()
    words.correctionWasRefused(of: "Teh", in: english)
    #expect(words.contains("teh", in: english) && !words.contains("teh", in: swedish))
    words.unlearn(DictionaryWord("teh", language: "en"))
    words.correctionWasRefused(of: "teh", in: english)
    #expect(!words.contains("teh", in: english), "it is counted from zero")
  }

  @Test("With learning off, refusals are not counted")
  func refusedWithoutLearning() {
    let words = words()
    words.isLearning = false
    for _ in 0..<3 { words.correctionWasRefused(of: "teh", in: english) }
    #expect(!words.contains("teh", in: english))
    #expect(memory.learnedLanguages.isEmpty && memory.dictionaryWords.isEmpty)
  }

  // MARK: Predictions

  @Test("A word that was typed once is not offered, so that a mistake is not")
  func once() {
    let words = words()
    type("we have fika", into: words)
    #expect(words.completions(of: "fi", after: nil, in: english, count: 3).isEmpty)
    #expect(words.completions(of: "", after: "have", in: english, count: 3).isEmpty)
    type("we have fika", into: words)
    #expect(words.completions(of: "fi", after: nil, in: english, count: 3) == ["fika"])
    #expect(words.completions(of: "", after: "have", in: english, count: 3) == ["fika"])
    #expect(words.completions(of: "", after: "Have", in: english, count: 3) == ["fika"])
    #expect(words.completions(of: "", after: nil, in: english, count: 3).isEmpty)
    #expect(words.completions(of: "fi", after: nil, in: swedish, count: 3).isEmpty)
  }

  @Test("Words after the previous one come first, then frequent ones, then recent ones")
  func order() {
    let words = words()
    type("a test a tent a text", times: 2, into: words)
    type("x tea", times: 5, into: words)
    type("green team", times: 2, into: words)
    #expect(
      words.completions(of: "te", after: nil, in: english, count: 9)
        == ["tea", "team", "text", "tent", "test"])
    #expect(
      words.completions(of: "te", after: "green", in: english, count: 2) == ["team", "tea"])
    #expect(words.completions(of: "te", after: nil, in: english, count: 0).isEmpty)
  }

  @Test("A completion has a capital if the text has one, and its own capitals stay")
  func capitals() {
    let words = words()
    type("my keybridge and iPhone in Berlin", times: 2, into: words)
    func complete(_ start: String) -> [String] {
      words.completions(of: start, after: nil, in: english, count: 2)
    }
    #expect(complete("Key") == ["Keybridge"] && complete("key") == ["keybridge"])
    #expect(complete("ip") == ["iPhone"] && complete("ber") == ["Berlin"])
    #expect(complete("keybridge").isEmpty, "the text itself is no completion")
  }

  @Test("The first word of a sentence counts for the spelling that is known")
  func sentenceStart() {
    let words = words()
    type("Fika is", times: 3, into: words)
    #expect(words.completions(of: "fi", after: nil, in: english, count: 3).isEmpty)
    type("with fika", into: words)
    type("Fika is", into: words)
    #expect(words.completions(of: "fi", after: nil, in: english, count: 3) == ["fika"])
  }

  @Test("Words of the dictionary are offered after learned ones")
  func dictionaryWords() {
    let words = words()
    words.learn(DictionaryWord("Keynote"))
    type("my keybridge", times: 2, into: words)
    #expect(
      words.completions(of: "key", after: nil, in: english, count: 3) == ["keybridge", "Keynote"])
    #expect(words.completions(of: "", after: "my", in: english, count: 3) == ["keybridge"])
  }

  @Test(
    "AST-17 a text that is no word is not learned",
    arguments: [
      "x", "b4", "ann@home", "a/b", "a_b", "HuNtEr", "4711", "don''t", "-x", "x-", "'tis",
      "p4ssword", String(repeating: "q", count: 49), "a b", "a\nb", "", "🎉🎉",
    ])
  func notLearned(_ text: String) {
    let words = words()
    for _ in 0..<3 { words.wordWasTyped(text, after: "the", in: english) }
    words.writeLearnedWords()
    #expect(memory.learnedWords(in: "en").isEmpty)
  }

  @Test(
    "Words with apostrophes, hyphens, accents and other scripts are learned",
    arguments: ["don't", "don’t", "well-known", "café", "NATO", "iPhone", "слово", "Straße"])
  func learned(_ text: String) {
    let words = words()
    words.wordWasTyped(text, after: "the", in: english)
    words.writeLearnedWords()
    #expect(memory.learnedWords(in: "en").map(\.text) == [text, text])
  }

  @Test("Nothing is learned or offered while learning is off")
  func off() {
    let words = words()
    type("with fika", times: 2, into: words)
    words.isLearning = false
    type("with kladdkaka", times: 2, into: words)
    #expect(words.completions(of: "fi", after: nil, in: english, count: 3).isEmpty)
    words.writeLearnedWords()
    #expect(!memory.learnedWords(in: "en").contains { $0.text == "kladdkaka" })
    words.isLearning = true
    #expect(words.completions(of: "fi", after: nil, in: english, count: 3) == ["fika"])
  }

  // MARK: Storing

  @Test("Learned words are written in groups, and all of them at the end")
  func groups() {
    let words = words()
    type("one two", into: words)
    #expect(memory.learnedWords(in: "en").isEmpty)
    words.writeLearnedWords()
    #expect(memory.learnedWords(in: "en").count == 3)
    for _ in 0..<20 { words.wordWasTyped("three", after: "two", in: english) }
    #expect(memory.learnedWords(in: "en").contains { $0.text == "three" })
    words.wordWasTyped("fyra", after: "tre", in: swedish)
    #expect(memory.learnedWords(in: "en").first { $0.text == "three" }?.count == 20)
  }

  @Test("Words are offered in a later run")
  func laterRun() {
    do {
      let words = words()
      type("have fika", into: words)
    }
    let later = words()
    type("have fika", into: later)
    #expect(later.completions(of: "", after: "have", in: english, count: 3) == ["fika"])
  }

  @Test("The words of a language are bounded; the oldest and rarest leave")
  func bound() {
    let words = words()
    type("often", times: 3, into: words)
    for number in 0..<6000 {
      let letters = String(number).map {
        String(UnicodeScalar(UInt8(97 + ($0.wholeNumberValue ?? 0))))
      }
      words.wordWasTyped("w" + letters.joined(), after: "the", in: english)
    }
    words.writeLearnedWords()
    let stored = memory.learnedWords(in: "en")
    #expect(stored.count(where: \.previous.isEmpty) <= LearnedVocabulary.limits.words)
    #expect(stored.count { !$0.previous.isEmpty } <= LearnedVocabulary.limits.pairs)
    let kept = stored.filter(\.previous.isEmpty).map(\.text)
    #expect(kept.contains("often") && kept.contains("wfjjj") && !kept.contains("wa"))
  }

  // MARK: Forgetting

  @Test("One request forgets a word in all its spellings, with its pairs")
  func forgetOne() {
    let words = words()
    type("my Fika fika now", times: 2, into: words)
    #expect(words.forget("FIKA"))
    #expect(!words.forget("FIKA"))
    #expect(memory.learnedWords(in: "en").map(\.text).sorted() == ["my", "now"])
    #expect(words.completions(of: "fi", after: nil, in: english, count: 3).isEmpty)
    #expect(words.completions(of: "", after: "fika", in: english, count: 3).isEmpty)
  }

  @Test("One request forgets everything that was learned; the dictionary stays")
  func forgetAll() {
    let words = words()
    words.learn(DictionaryWord("Keybridge"))
    type("have fika", times: 2, into: words)
    words.correctionWasRefused(of: "teh", in: english)
    words.forgetLearned()
    #expect(memory.learnedLanguages.isEmpty)
    #expect(words.completions(of: "fi", after: nil, in: english, count: 3).isEmpty)
    words.correctionWasRefused(of: "teh", in: english)
    #expect(!words.contains("teh", in: english) && words.contains("Keybridge", in: english))
  }

  @Test("The learned words are listed with their counts, the most recent first")
  func listing() {
    let words = words()
    type("have fika", times: 2, into: words)
    let listed = words.learnedWords(in: "en")
    #expect(listed.words.map { "\($0.text) \($0.count)" } == ["fika 2", "have 2"])
    #expect(listed.pairs == 1 && words.learnedLanguages == ["en"])
  }

  @Test("The dotted and the dotless i are different letters in Turkish")
  func turkish() {
    let turkish = LanguageTag("tr") ?? .english
    #expect(WordKey("ISPARTA", in: turkish) == WordKey("ısparta", in: turkish))
    #expect(WordKey("İzmir", in: turkish) == WordKey("izmir", in: turkish))
    #expect(WordKey("IT", in: english) == WordKey("it", in: english))
  }
}
