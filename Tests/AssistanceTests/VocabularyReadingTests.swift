// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import TextInput

@testable import Assistance

/// Learned words that are read in parts, so that no key waits for all of them.
@Suite struct VocabularyReadingTests {
  /// A memory that counts what is read from it.
  private final class CountingMemory: InputMemory {
    private let stored: VolatileMemory
    private(set) var partSizes: [Int] = []
    private(set) var wholeCount = 0
    /// The words in the order of the parts, until they change.
    private var sorted: [String: [LearnedWord]] = [:]

    init(_ stored: VolatileMemory) { self.stored = stored }

    func learnedWords(in language: String) -> [LearnedWord] {
      wholeCount += 1
      return stored.learnedWords(in: language)
    }

    func learnedWords(
      in language: String, after last: LearnedWord?, limit: Int
    ) -> LearnedWordPart {
      let all = sorted[language] ?? stored.learnedWords(in: language).sorted { $0.isBefore($1) }
      sorted[language] = all
      // The first word after the last one.
      var (low, high) = (0, all.count)
      while let last, low < high {
        let middle = (low + high) / 2
        if last.isBefore(all[middle]) { high = middle } else { low = middle + 1 }
      }
      let rest = all[low...]
      let part = LearnedWordPart(Array(rest.prefix(limit)), isLast: rest.count <= limit)
      partSizes.append(part.words.count)
      return part
    }

    func noteWords(_ words: [LearnedWord], in language: String) {
      stored.noteWords(words, in: language)
      sorted[language] = nil
    }
    func trimWords(in language: String, to limits: LearnedWordLimits) {
      stored.trimWords(in: language, to: limits)
      sorted[language] = nil
    }
    var learnedLanguages: [String] { stored.learnedLanguages }
    func forgetWord(_ word: String, in language: String) {
      stored.forgetWord(word, in: language)
      sorted[language] = nil
    }
    func modeIdentifier(inContext contextIdentifier: String) -> String? { nil }
    func setModeIdentifier(_ modeIdentifier: String, inContext contextIdentifier: String) {}
    func clearContext(_ contextIdentifier: String) {}
    var lastModeIdentifier: String?
    func choices(for input: String, kind: LearnedKind) -> [LearnedChoice] { [] }
    func noteChoice(_ choice: String, for input: String, kind: LearnedKind) {}
    func forgetChoice(_ choice: String, for input: String, kind: LearnedKind) {}
    func forgetChoices() {}
    func setting(_ key: String) -> String? { nil }
    func setSetting(_ key: String, to value: String?) {}
  }

  private static let pairs = 12_000
  private let english = LanguageTag("en-GB") ?? .english
  private let swedish = LanguageTag("sv") ?? .english
  private let stored = VolatileMemory()
  private let memory: CountingMemory
  private let words: PersonalWords

  init() {
    for language in ["en", "sv", "sv@7"] {
      stored.noteWords(
        (0..<Self.pairs).map { number in
          LearnedWord(
            number == 0 ? "lagom" : "w\(number)", after: number.isMultiple(of: 4) ? "" : "after",
            count: 2,
            lastUse: number + 1)
        }, in: language)
    }
    memory = CountingMemory(stored)
    words = PersonalWords(memory: memory)
  }

  private func completions(_ start: String, _ language: LanguageTag) -> [String] {
    words.completions(of: start, after: "after", in: language, count: 3)
  }

  @Test("A key reads one part of the words of another language, and finally all are known")
  func parts() {
    words.prepare(in: english)
    let atStart = memory.partSizes.count
    #expect(memory.partSizes.reduce(0, +) == Self.pairs)
    for key in 1...30 {
      _ = completions("w", swedish)
      #expect(memory.partSizes.count <= atStart + key)
    }
    #expect(memory.partSizes.allSatisfy { $0 <= VocabularyReading.portion })
    #expect(memory.wholeCount == 0)
    #expect(completions("w1199", swedish) == ["w11999", "w11998", "w11997"])
    let afterwards = memory.partSizes.count
    // Neither the language before nor another user's words are read again.
    #expect(completions("w1199", english) == ["w11999", "w11998", "w11997"])
    words.user = 7
    _ = completions("w", swedish)
    words.user = nil
    _ = completions("w", swedish)
    #expect(memory.partSizes.count == afterwards + 1)
  }

  @Test("Words that are typed before all were read count once, and as the most recent ones")
  func typedMeanwhile() {
    for _ in 0..<40 { words.wordWasTyped("fika", after: nil, in: swedish) }
    words.wordWasTyped("lagom", after: nil, in: swedish)
    while words.completions(of: "fi", after: nil, in: swedish, count: 1).isEmpty {}
    for _ in 0..<30 { _ = completions("w", swedish) }
    words.writeLearnedWords()
    let all = stored.learnedWords(in: "sv")
    #expect(all.last.map { ["fika", "lagom"].contains($0.text) } == true)
    #expect(all.first { $0.text == "fika" }?.count == 40)
    #expect(all.first { $0.text == "lagom" }?.count == 3)
    #expect(
      all.filter { ["fika", "lagom"].contains($0.text) }.allSatisfy { $0.lastUse > Self.pairs })
    // A new owner, which reads everything again, agrees.
    let later = PersonalWords(memory: stored)
    later.prepare(in: swedish)
    for start in ["lag", "fi", "w119"] {
      let both = [words, later].map {
        $0.completions(of: start, after: nil, in: swedish, count: 9)
      }
      #expect(both[0] == both[1])
    }
  }

  @Test("The list of learned words is read in parts, with a pause after each")
  func listing() {
    var pauses = 0
    var most = 0
    var parts = 0
    let listed = words.learnedWords(in: "sv") {
      pauses += 1
      most = max(most, memory.partSizes[parts...].reduce(0, +))
      parts = memory.partSizes.count
    }
    #expect(pauses == Self.pairs / 100 && most == 100 && memory.wholeCount == 0)
    #expect(listed.pairs == Self.pairs * 3 / 4 && listed.words.count == Self.pairs / 4)
    #expect(listed.words.prefix(2).map(\.text) == ["w11996", "w11992"])
    #expect(listed.words.last?.text == "lagom")
  }

  @Test("A word is searched for in parts, and what was read meanwhile does not bring it back")
  func forgetting() {
    words.wordWasTyped("fika", after: nil, in: swedish)
    var pauses = 0
    let isFound = words.forget("LAGOM", in: "sv") {
      pauses += 1
      // Typing continues, with the whole vocabulary.
      if pauses % 50 == 1 { words.prepare(in: swedish) }
    }
    #expect(isFound && pauses > Self.pairs / 100 && memory.wholeCount == 0)
    #expect(stored.learnedWords(in: "sv").contains { $0.text == "fika" })
    #expect(!stored.learnedWords(in: "sv").contains { $0.text == "lagom" })
    #expect(stored.learnedWords(in: "en").contains { $0.text == "lagom" })
    #expect(words.completions(of: "lago", after: nil, in: swedish, count: 1).isEmpty)
    #expect(!words.forget("lagom", in: "sv"))
  }

  @Test("Words that must be written before all were read are read with the others, and count once")
  func writtenMeanwhile() {
    words.wordWasTyped("fika", after: nil, in: swedish)
    #expect(words.learnedLanguages.count == 3)
    words.wordWasTyped("fika", after: nil, in: swedish)
    words.prepare(in: swedish)
    words.writeLearnedWords()
    #expect(stored.learnedWords(in: "sv").first { $0.text == "fika" }?.count == 2)
    #expect(words.completions(of: "fi", after: nil, in: swedish, count: 1) == ["fika"])
  }
}

/// Words of a dictionary, which are found by their beginnings.
@Suite struct SortedWordsTests {
  @Test("A few of 10,000 words that begin with a text are looked at")
  func bounded() {
    let list = SortedWords((0..<10_000).map { (WordKey("w\($0)"), "w\($0)") })
    for start in ["", "w", "w1", "w99", "x", "a"] {
      let looked = list.candidates(beginningWith: WordKey(start), count: 3)
      #expect(looked.count <= 103)
    }
    #expect(
      list.words(beginningWith: WordKey("w999"), count: 9).map(\.text)
        == (0...8).map { "w999\($0)" })
  }

  @Test(
    "The words that begin with a text are those that a search of all words finds", arguments: 1...20
  )
  func search(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters = ["a", "b", "e", "é", "e\u{301}", "\u{301}", "ß", "İ", "i", "ÅB", "한", "ㅎ", "'"]
    func word() -> String {
      (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        letters.randomElement(using: &generator) ?? ""
      }.joined()
    }
    var list = SortedWords([])
    var reference: [WordKey: String] = [:]
    for _ in 0..<300 {
      let text = word()
      let key = WordKey(text)
      if Int.random(in: 0..<4, using: &generator) == 0 {
        #expect(list.remove(key) == reference.removeValue(forKey: key))
      } else {
        #expect(list.add(key, text) == (reference[key] == nil))
        if reference[key] == nil { reference[key] = text }
      }
    }
    #expect(list.count == reference.count)
    #expect(Set(list.texts) == Set(reference.values))
    for _ in 0..<300 {
      let start = WordKey(word())
      #expect(list[start] == reference[start])
      let expected = reference.keys.filter {
        $0.text.utf8.starts(with: start.text.utf8) && $0.text.hasPrefix(start.text) && $0 != start
      }
      let found = list.words(beginningWith: start, count: 300)
      #expect(Set(found.map(\.key)) == Set(expected) && found.count == expected.count)
      let bytes = found.map { Array($0.key.text.utf8) }
      #expect(zip(bytes, bytes.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }
  }
}
