// SPDX-License-Identifier: Apache-2.0
package import TextInput
import TestSupport

/// One change of a memory, determined by its number.
///
/// Two processes that use the same numbers make the same changes.
package struct MemoryStep {
  private let number: Int

  package init(_ number: Int) {
    self.number = number
  }

  // Few values of each kind, so that steps collide; both spellings of é, which are two texts.
  private static let texts = [
    "", "Ann", "Bob", "caf\u{e9}", "cafe\u{301}", "日本", "a\0b", "%_'\"\\", "👩‍👩‍👧",
  ]
  private static let kinds = ["candidate", "word"].map(LearnedKind.init(rawValue:))

  package func apply(to memory: some InputMemory) {
    var generator = SeededGenerator(seed: UInt64(number))
    func text() -> String { Self.texts.randomElement(using: &generator) ?? "" }
    func kind() -> LearnedKind { Self.kinds[Int.random(in: 0...1, using: &generator)] }
    func language() -> String { Bool.random(using: &generator) ? "en" : "sv" }
    func known() -> DictionaryWord { DictionaryWord(text(), language: language()) }
    func word() -> LearnedWord {
      LearnedWord(
        text(), after: text(), count: Int.random(in: 1...3, using: &generator), lastUse: number)
    }
    // Forgetting is rare, so that the log grows in between.
    switch Int.random(in: 0..<1000, using: &generator) {
    case 0..<200: memory.setModeIdentifier("mode-\(number)", inContext: text())
    case 200..<600: memory.noteChoice(text(), for: text(), kind: kind())
    case 600..<680: memory.setSetting(text(), to: "value-\(number)")
    case 680..<740: memory.noteWords([word(), word()], in: language())
    case 740..<743: memory.trimWords(in: language(), to: LearnedWordLimits(words: 4, pairs: 6))
    case 743..<748: memory.forgetWord(text(), in: language())
    case 748: memory.forgetWords()
    case 749: memory.setDictionaryWord(known(), isKnown: false)
    case 750..<900: memory.lastModeIdentifier = text()
    case 900..<930: memory.setSetting(text(), to: nil)
    case 930..<960: memory.setDictionaryWord(known(), isKnown: true)
    case 960..<980: memory.lastModeIdentifier = nil
    case 980..<984: memory.forgetChoice(text(), for: text(), kind: kind())
    case 984..<989: memory.clearContext(text())
    case 989: memory.forgetChoices()
    default: memory.noteChoice("often", for: "", kind: kind())
    }
  }

  /// All values that steps can set in a memory, as ASCII lines that are equal only for equal code
  /// units.
  package static func contents(of memory: some InputMemory) -> [String] {
    var lines: [(String, String)] = []
    lines.append(("last", memory.lastModeIdentifier ?? "-"))
    for text in texts {
      lines.append(("mode \(text)", memory.modeIdentifier(inContext: text) ?? "-"))
      lines.append(("setting \(text)", memory.setting(text) ?? "-"))
      for kind in kinds {
        let choices = memory.choices(for: text, kind: kind).map { "\($0.text)=\($0.count)" }
        lines.append(("\(kind.rawValue) \(text)", choices.joined(separator: ";")))
      }
    }
    for language in ["en", "sv"] {
      let words = memory.learnedWords(in: language)
        .map { "\($0.previous)>\($0.text)=\($0.count)@\($0.lastUse)" }
      lines.append(("words \(language)", words.joined(separator: ";")))
    }
    lines.append(("languages", memory.learnedLanguages.joined(separator: ";")))
    let known = memory.dictionaryWords.map { "\($0.language):\($0.text)" }
    lines.append(("dictionary", known.joined(separator: ";")))
    return lines.map { name, value in
      "\(name): \(value)".unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }
  }
}
