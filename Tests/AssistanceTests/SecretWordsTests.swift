// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Assistance
@testable import TextInput
@testable import Typing

/// The words that were learned from a text before it became secret are forgotten.
@Suite struct SecretWordsTests {
  private let memory = VolatileMemory()
  private let desk: SpellingDesk

  init() { desk = SpellingDesk(memory: memory) }

  /// The learned words with their counts, then the pairs.
  private var learned: [String] {
    desk.assistant.personalWords.writeLearnedWords()
    return memory.learnedWords(in: "en")
      .map { "\($0.previous)>\($0.text) \($0.count)" }.sorted()
  }

  private func becomeSecret() {
    desk.view.traits.isSecureTextEntry = true
    desk.deliver()
  }

  @Test("IME-20 words and pairs of a text that becomes secret are forgotten, written or not")
  func words() {
    for isWritten in [false, true] {
      desk.type("the secret cake ")
      if isWritten { #expect(learned.count == 5, "\(learned)") }
      becomeSecret()
      #expect(learned == [], "\(isWritten)")
      desk.view.text = ""
      desk.view.traits.isSecureTextEntry = false
      desk.engine.secrets.remove(desk.view.id)
    }
  }

  @Test("IME-20 the counts that other texts added to the same words stay")
  func others() {
    let other = TextView(name: "other")
    desk.engine.window.addSubview(other)
    desk.type("the cake the cake ")
    #expect(learned == [">cake 2", ">the 2", "cake>the 1", "the>cake 2"])
    other.becomeFirstResponder()
    desk.deliver()
    desk.type("the cake secret ")
    #expect(learned.contains(">cake 3") && learned.contains("cake>secret 1"))
    other.traits.isSecureTextEntry = true
    #expect(learned == [">cake 2", ">the 2", "cake>the 1", "the>cake 2"])
    becomeSecret()
    #expect(learned == [])
  }

  @Test("IME-20 pairs of other texts with a word of the text stay")
  func pairsOfOthers() {
    let other = TextView(name: "other")
    desk.engine.window.addSubview(other)
    other.becomeFirstResponder()
    desk.deliver()
    desk.type("the party the party ")
    let before = learned
    #expect(before == [">party 2", ">the 2", "party>the 1", "the>party 2"])
    desk.view.becomeFirstResponder()
    desk.deliver()
    desk.type("the cake ")
    becomeSecret()
    #expect(learned == before)
  }

  @Test("IME-20 the words of an earlier text of the same field stay")
  func earlier() {
    desk.type("the cake ")
    desk.view.text = ""
    desk.deliver()
    desk.type("secret words ")
    becomeSecret()
    #expect(learned == [">cake 1", ">the 1", "the>cake 1"])
  }

  @Test(
    "IME-20 they also stay if the new text begins with something that is not learned",
    arguments: ["Unheard of ", "12 of ", "(of ", "x1y of "])
  func earlierBeforeUnlearned(_ text: String) {
    desk.type("the cake ")
    desk.view.text = ""
    desk.deliver()
    desk.type(text)
    becomeSecret()
    #expect(learned == [">cake 1", ">the 1", "the>cake 1"])
  }

  @Test("IME-20 a filled password makes the field forget its words")
  func filled() {
    desk.type("the secret ")
    desk.view.fill(with: "hunter2", isSecret: true, in: UndoGroup(number: 1))
    #expect(learned == [])
  }

  @Test("IME-20 refused corrections of a text that becomes secret leave no word in the dictionary")
  func refused() {
    let words = desk.assistant.personalWords
    let english = LanguageTag(language: "en")
    for _ in 0..<2 {
      words.correctionWasRefused(of: "teh", in: english, container: desk.view.id)
    }
    words.learn(DictionaryWord("own", language: "en"))
    words.correctionWasRefused(of: "own", in: english, container: desk.view.id)
    #expect(words.contains("teh", in: english))
    becomeSecret()
    #expect(!words.contains("teh", in: english) && words.contains("own", in: english))
    #expect(memory.choices(for: "en", kind: LearnedKind(rawValue: "refused-correction")).isEmpty)
  }

  @Test("IME-20 the journal of each text is bounded")
  func bounded() {
    var journal = WordJournal()
    for container in 0..<200 {
      for _ in 0..<(container == 199 ? 3000 : 1) {
        journal.note(
          WordJournal.Entry(language: "en"), in: ContainerID(rawValue: UInt32(container)))
      }
    }
    let counts = (0..<200).map { journal.take(ContainerID(rawValue: UInt32($0))).count }
    #expect(counts.reduce(0, +) == 1063 && counts.last == 1000)
  }

  @Test("IME-19 a prediction with hidden controls is left out", arguments: hiddenControls)
  func predictions(_ control: String) {
    let row = PredictionRow(
      of: desk.view.id,
      offered: TextCorrection(TextRange(0, 1), typed: "a", replacement: "b\(control)c"),
      applied: nil,
      words: WordPredictions(TextRange(0, 1), words: ["x\(control)y", "ok"]))
    #expect(row.slots.map(\.candidate.text) == ["a", "bc", "ok"])
  }
}

/// Every character that changes how text is shown without being seen itself, apart from line ends.
private let hiddenControls: [String] =
  ([0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069)
  + [0x00, 0x07, 0x09, 0x1B, 0x7F, 0x80, 0x9B, 0x9F]).compactMap(UnicodeScalar.init).map {
    String(Character($0))
  }

/// Words that were typed into programs of one user are offered in programs of that user only.
@Suite struct UserWordsTests {
  private let memory = VolatileMemory()
  private let desk: SpellingDesk

  init() {
    desk = SpellingDesk(memory: memory)
    desk.engine.settings.predictions = true
  }

  /// Gives the focus to a text of a program of a user; nil for the user of this process.
  private func focus(_ user: UInt32?) {
    let window =
      user.map { desk.engine.makeWindow(name: "program", user: $0) } ?? desk.engine.window
    let view = TextView(name: "view")
    window.addSubview(view)
    window.makeKey()
    view.becomeFirstResponder()
    desk.deliver()
  }

  /// The words that are predicted after `wi` in a text of the user.
  private func predicted(_ user: UInt32?) -> [String] {
    focus(user)
    desk.type("the wi")
    desk.deliver()
    return desk.engine.candidates?.items.map(\.text) ?? []
  }

  @Test("TRT-20 learned words are predicted in programs of the user that typed them")
  func users() {
    for (user, word) in [(nil, "winona"), (1000, "wilma"), (1001, "winifred")]
      as [(UInt32?, String)]
    {
      focus(user)
      for _ in 0..<3 { desk.type("the \(word) ") }
    }
    for (user, word) in [(nil, "winona"), (1000, "wilma"), (1001, "winifred")]
      as [(UInt32?, String)]
    {
      let words = predicted(user)
      #expect(words.contains(word), "\(words)")
      #expect(words.filter { ["winona", "wilma", "winifred"].contains($0) } == [word], "\(words)")
    }
    let languages = desk.assistant.personalWords.learnedLanguages
    #expect(
      languages == ["en", LearnedLanguage("en", user: 1000), LearnedLanguage("en", user: 1001)])
    #expect(desk.assistant.personalWords.forget("wilma", in: "en"))
    #expect(!predicted(1000).contains("wilma"))
  }

  @Test("TRT-20 each question to the assistant concerns the words of the user of its text")
  func questions() throws {
    focus(nil)
    for _ in 0..<3 { desk.type("the winona ") }
    let view = try #require(desk.engine.textContainer)
    let help = try #require(view.help)
    func context(_ text: String, _ user: UInt32?) -> TypingContext {
      view.text = text
      var context = help.context(typing: "")
      context.user = user
      return context
    }
    let assistant = desk.assistant
    for user in [nil, 1000, nil, 1001] as [UInt32?] {
      // Each is asked first after the other user's text was.
      _ = assistant.substitutions(for: context("x", user == nil ? 1000 : nil))
      let words = assistant.predictions(in: context("the wi", user))?.words ?? []
      #expect(words.contains("winona") == (user == nil))
      _ = assistant.substitutions(for: context("x", user == nil ? 1000 : nil))
      let inline = assistant.inlinePrediction(in: context("the win", user))?.text
      #expect(inline == (user == nil ? "ona" : nil))
    }
    // A word is learned for the user of its text, when the key that ends it was delivered.
    var typing = context("the party", nil)
    typing.text = " "
    _ = assistant.substitutions(for: typing)
    _ = assistant.correction(in: context("the party ", 1002))
    #expect(assistant.personalWords.learnedLanguages.contains(LearnedLanguage("en", user: 1002)))
  }

  @Test("TRT-20 the name under which a user's words are stored is read as it was written")
  func names() {
    for language in [
      LearnedLanguage("en"), LearnedLanguage("sv", user: 0), LearnedLanguage("", user: 7),
    ] {
      #expect(LearnedLanguage(name: language.name) == language)
    }
    #expect(LearnedLanguage(name: "en@x") == LearnedLanguage("en@x"))
  }
}
