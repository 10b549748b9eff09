// SPDX-License-Identifier: Apache-2.0
@testable import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// The list of postponed changes is as short as possible, with the same effect.
@Suite struct PostponedChangesTests {
  private static let texts = ["a", "b", "\u{e9}", "e\u{301}"]
  private static let kinds = ["candidate", "word"].map(LearnedKind.init(rawValue:))

  @Test("Joined changes have the same effect as all of them, and stay few", arguments: 0..<20)
  func random(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let oracle = VolatileMemory()
    var postponed = PostponedChanges()
    for number in 0..<2000 {
      let change = Self.change(number, &generator)
      change.apply(to: oracle)
      postponed.append(change)
      guard number.isMultiple(of: 10) else { continue }
      let memory = VolatileMemory()
      postponed.apply(to: memory)
      #expect(Self.contents(of: memory) == Self.contents(of: oracle))
      #expect(Self.contents(oneByOne: postponed) == Self.contents(of: oracle))
      // Contexts, the last mode, settings, choices that may have been forgotten, and forgetting
      // all.
      let others = postponed.changes.filter { !$0.isAboutWords }
      #expect(others.count <= 4 + 1 + 4 + 2 * 2 * 4 * 4 + 2)
    }
  }

  @Test("A query sees its own postponed changes, and no others")
  func subjects() {
    var postponed = PostponedChanges()
    for change: MemoryChange in [
      .setting("a", value: "1"), .setting("b", value: "2"), .lastMode("sv-SE"),
      .mode("sv-SE", context: "a"), .mode("en-GB", context: "b"),
      .choice("a", input: "a", kind: Self.kinds[0], times: 1),
      .choice("b", input: "b", kind: Self.kinds[0], times: 1),
    ] { postponed.append(change) }
    let memory = VolatileMemory()
    postponed.apply(to: memory, about: .setting(CodeUnits("a")))
    #expect(["a", "b"].map(memory.setting) == ["1", nil])
    #expect(memory.lastModeIdentifier == nil)
    postponed.apply(to: memory, about: .context(CodeUnits("b")))
    #expect(["a", "b"].map(memory.modeIdentifier) == [nil, "en-GB"])
    postponed.apply(
      to: memory,
      about: .choices(input: CodeUnits("a"), kind: CodeUnits(Self.kinds[0].rawValue)))
    #expect(memory.choices(for: "a", kind: Self.kinds[0]).map(\.text) == ["a"])
    #expect(memory.choices(for: "b", kind: Self.kinds[0]).isEmpty)
  }

  @Test("Beyond the limit, the oldest choices are dropped and nothing else")
  func bound() {
    let (kind, memory) = (Self.kinds[0], VolatileMemory())
    var postponed = PostponedChanges(capacity: 8)
    postponed.append(.setting("hold", value: "on"))
    postponed.append(.mode("sv-SE", context: "Ann"))
    func learn(_ choice: String, _ input: String) {
      postponed.append(.choice(choice, input: input, kind: kind, times: 1))
    }
    // The first input is used again, so it is not the oldest.
    for input in ["a", "b", "c", "a"] {
      for choice in ["1", "2"] { learn(choice, input) }
    }
    postponed.append(.forgetChoice("3", input: "b", kind: kind))
    for choice in ["4", "5"] { learn(choice, "b") }
    #expect(postponed.lostCount == 0)
    learn("1", "d")
    #expect(postponed.lostCount == 3)
    memory.noteChoice("3", for: "b", kind: kind)
    postponed.apply(to: memory)
    let left = ["a", "b", "c", "d"].map { memory.choices(for: $0, kind: kind).map(\.text) }
    #expect(left == [["2"], ["5", "4", "2", "1"], [], ["1"]])
    #expect(memory.setting("hold") == "on")
    #expect(memory.modeIdentifier(inContext: "Ann") == "sv-SE")
    // The lost choices are counted from zero again.
    for number in 1...2 { learn("\(number)", "e") }
    #expect(postponed.lostCount == 3)
    postponed.append(.forgetChoices)
    for number in 1...8 { learn("\(number)", "e") }
    #expect(postponed.lostCount == 3)
    learn("9", "e")
    #expect(postponed.lostCount == 6)
    #expect(postponed.changes.count(where: \.learns) == 6)
  }

  private static func change(_ number: Int, _ generator: inout SeededGenerator) -> MemoryChange {
    let text = texts[Int.random(in: 0..<4, using: &generator)]
    let input = texts[Int.random(in: 0..<4, using: &generator)]
    let kind = kinds[Int.random(in: 0..<2, using: &generator)]
    let language = Bool.random(using: &generator) ? "en" : "sv"
    return switch Int.random(in: 0..<130, using: &generator) {
    case 100..<115:
      .word(LearnedWord(text, after: input, count: 2, lastUse: number), language: language)
    case 115..<118: .trimWords(language: language, LearnedWordLimits(words: 2, pairs: 3))
    case 118..<122: .forgetWord(text, language: language)
    case 122: .forgetWords
    case 123..<130:
      .dictionaryWord(
        DictionaryWord(text, language: language), isKnown: !number.isMultiple(of: 3))
    case 0..<2: .forgetChoices
    case 2..<10: .clearContext(text)
    case 10..<20: .mode("\(number)", context: text)
    case 20..<25: .lastMode(number.isMultiple(of: 3) ? nil : "\(number)")
    case 25..<40: .setting(text, value: number.isMultiple(of: 3) ? nil : "\(number)")
    case 40..<50: .forgetChoice(text, input: input, kind: kind)
    default:
      .choice(text, input: input, kind: kind, times: Int.random(in: 1...3, using: &generator))
    }
  }

  /// The result of each subject's changes without those of the others.
  private static func contents(oneByOne postponed: PostponedChanges) -> [String] {
    func memory(_ subject: MemorySubject) -> VolatileMemory {
      let memory = VolatileMemory()
      postponed.apply(to: memory, about: subject)
      return memory
    }
    var lines = [memory(.lastMode).lastModeIdentifier ?? "-"]
    for text in texts.map(CodeUnits.init) {
      lines.append(memory(.context(text)).modeIdentifier(inContext: text.text) ?? "-")
      lines.append(memory(.setting(text)).setting(text.text) ?? "-")
      for kind in kinds {
        let choices = memory(.choices(input: text, kind: CodeUnits(kind.rawValue)))
          .choices(for: text.text, kind: kind)
        lines.append(choices.map { "\(Array($0.text.utf8))\($0.count)" }.joined(separator: " "))
      }
    }
    for language in ["en", "sv"] {
      lines.append(
        "\(memory(.words(language: CodeUnits(language))).learnedWords(in: language))")
    }
    lines.append("\(memory(.allWords).learnedLanguages)")
    lines.append("\(memory(.dictionary).dictionaryWords)")
    return lines
  }

  private static func contents(of memory: VolatileMemory) -> [String] {
    var lines = [memory.lastModeIdentifier ?? "-"]
    for text in texts {
      lines.append(memory.modeIdentifier(inContext: text) ?? "-")
      lines.append(memory.setting(text) ?? "-")
      for kind in kinds {
        let choices = memory.choices(for: text, kind: kind)
        lines.append(choices.map { "\(Array($0.text.utf8))\($0.count)" }.joined(separator: " "))
      }
    }
    for language in ["en", "sv"] { lines.append("\(memory.learnedWords(in: language))") }
    lines.append("\(memory.learnedLanguages)")
    lines.append("\(memory.dictionaryWords)")
    return lines
  }
}

extension MemoryChange {
  fileprivate var isAboutWords: Bool {
    switch self {
    case .word, .trimWords, .forgetWord, .forgetWords, .dictionaryWord: true
    default: false
    }
  }
}
