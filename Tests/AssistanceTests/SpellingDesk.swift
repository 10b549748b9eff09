// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

@testable import Assistance

/// A vocabulary of some words.
final class ListedVocabulary: Vocabulary {
  private let words: Set<String>
  /// The words that were looked up.
  private(set) var lookups: [String] = []

  init(_ words: String) {
    self.words = Set(words.split(separator: " ").map(String.init))
  }

  func contains(_ word: String) -> Bool {
    lookups.append(word)
    let word = word.replacing("'", with: "’")
    return words.contains(word) || words.contains(word.lowercased())
  }

  func correction(of word: String, after previous: String?, on keys: KeyNeighbors) -> String? {
    nil
  }

  func guesses(
    for word: String, after previous: String?, on keys: KeyNeighbors, count: Int
  ) -> [String] {
    Array(words.filter { $0.first == word.first }.sorted().prefix(count))
  }

  func completions(of start: String, after previous: [String], count: Int) -> [String] { [] }

  func forgetLookups() { lookups = [] }
}

/// Vocabularies by language.
final class ListedVocabularies: VocabularySource {
  let list: [String: ListedVocabulary]

  init(_ list: [String: ListedVocabulary]) { self.list = list }

  func vocabulary(of language: LanguageTag) -> (any Vocabulary)? { list[language.language] }

  func reload() {}
}

/// An engine with an assistant that knows some words, and one focused text view.
final class SpellingDesk {
  static let english = "the party will be fun and it’s here we bring cake dogs cats don’t party’s"

  let engine: TextEngine
  let view = TextView(name: "view")
  let english = ListedVocabulary(SpellingDesk.english)
  let swedish = ListedVocabulary("festen blir kul")
  let assistant: Assistant
  private var time: Int64 = 0
  private(set) var marks: [Update] = []

  init(modes: String = "en-US sv-SE", memory: any InputMemory = VolatileMemory()) {
    let list = ModeList(
      modes.split(separator: " ").compactMap { id in
        TextInputMode.builtin.first { $0.id == id }
      })
    engine = TextEngine(modes: list, memory: memory)
    assistant = Assistant(
      vocabularies: ListedVocabularies(["en": english, "sv": swedish]),
      personalWords: PersonalWords(memory: memory))
    engine.assistant = assistant
    // The text is as typed, and only its spelling is looked at.
    for kind in [
      \TextInputSettings.autocapitalization, \.smartPunctuation, \.periodShortcut,
      \.smartInsertDelete, \.autocorrection, \.predictions,
    ] { engine.settings[keyPath: kind] = false }
    engine.window.addSubview(view)
    view.becomeFirstResponder()
    deliver()
  }

  /// Types characters, one key each; `←` and `⌫` are those keys.
  @discardableResult
  func type(_ text: String) -> Self {
    for character in text {
      time += 1000
      let input: KeyInput =
        switch character {
        case "←": .leftArrow
        case "→": .rightArrow
        case "⌫": .delete
        case "\n": .return
        default: KeyInput(character.lowercased())
        }
      let isText = !"←→⌫".contains(character)
      let isCapital = character.isUppercase
      for phase in [KeyEvent.Phase.press, .release] {
        let event = KeyEvent(
          time: Timestamp(microseconds: time), device: DeviceID(rawValue: 0),
          code: KeyCode(rawValue: 30), phase: phase)
        engine.handle(
          Keystroke(
            event: event, keysym: Keysym(rawValue: isText ? 0x61 : 0),
            text: !isText || phase == .release ? "" : character == "\n" ? "\r" : String(character),
            modifiers: isCapital ? .shift : [], consumedModifiers: isCapital ? .shift : [],
            charactersIgnoringModifiers: input))
      }
      deliver()
    }
    return self
  }

  /// Presses and releases a chord of a US keyboard; with Shift only ⇧⌘;, which is ⌘:.
  func press(_ input: KeyInput, _ modifiers: Modifiers) {
    for phase in [KeyEvent.Phase.press, .release] {
      time += 1000
      let event = KeyEvent(
        time: Timestamp(microseconds: time), device: DeviceID(rawValue: 0),
        code: KeyCode(rawValue: 31), phase: phase)
      let isText = modifiers.isEmpty && phase == .press
      let isShifted = modifiers.contains(.shift)
      engine.handle(
        Keystroke(
          event: event, keysym: Keysym(rawValue: isShifted ? 0x3A : 0x61),
          text: isText ? input.rawValue : "",
          modifiers: modifiers, consumedModifiers: isShifted ? .shift : [],
          charactersIgnoringModifiers: input))
    }
    deliver()
  }

  /// Does what the pipeline does after a key.
  func deliver() {
    for _ in 0..<2 {
      marks += engine.takeUpdates().filter {
        if case .spellingDidChange = $0 { true } else { false }
      }
      engine.updatesWereDelivered()
    }
  }

  /// Lets a second pass, with a wake-up at each deadline.
  func wait() {
    let end = time + 1_000_000
    while let deadline = engine.nextDeadline, deadline.microseconds <= end {
      engine.advance(to: deadline)
      deliver()
    }
    time = end
  }

  /// The words that are marked.
  var misspelled: [String] { view.misspelledRanges.map { view.storage.substring($0) } }
}
