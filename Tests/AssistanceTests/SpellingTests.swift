// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import Assistance
@testable import TextInput
@testable import Typing

/// Marks of misspelled words (reference 10.10).
@Suite struct SpellingTests {
  private let desk = SpellingDesk()

  @Test("AST-51 a finished word that is in no dictionary is marked, and the text stays as it is")
  func marked() {
    desk.type("the prty ")
    #expect(desk.misspelled == ["prty"])
    #expect(desk.view.text == "the prty ")
    #expect(
      desk.marks == [
        .spellingDidChange(desk.view.id, range: TextRange(4, 9), words: [TextRange(4, 8)])
      ])
  }

  @Test(
    "AST-51 each character that ends a word has it checked", arguments: [" ", ".", ",", "!", "\n"])
  func ends(_ end: String) {
    desk.type("prty")
    #expect(desk.misspelled.isEmpty, "AST-52 the word is still being typed")
    desk.type(end + " ")
    #expect(desk.misspelled == ["prty"])
  }

  @Test("AST-51 a word of a device's or program's name is not marked")
  func names() {
    desk.assistant.personalWords.names = { _ in ["Prty Maker"] }
    desk.type("the prty fnu ")
    #expect(desk.misspelled == ["fnu"])
  }

  @Test("AST-52 the word that holds the caret is not marked, until the caret leaves it")
  func caret() {
    desk.type("prty fnu")
    #expect(desk.misspelled == ["prty"])
    desk.type("←←←←")
    #expect(desk.misspelled == ["fnu"], "the caret is after prty")
    desk.type("→")
    #expect(desk.misspelled == ["prty"], "the caret is before fnu")
    desk.view.resignFirstResponder()
    desk.deliver()
    #expect(desk.misspelled == ["prty", "fnu"])
    desk.view.becomeFirstResponder()
    desk.deliver()
    #expect(desk.misspelled == ["prty"])
  }

  @Test("AST-54 editing inside a marked word removes the mark until the word is finished again")
  func edited() {
    desk.type("prty fun ")
    #expect(desk.misspelled == ["prty"])
    desk.view.selectedRange = TextRange(caret: 2)
    desk.deliver()
    desk.type("x")
    #expect(desk.view.text == "prxty fun " && desk.misspelled.isEmpty)
    desk.view.selectedRange = TextRange(caret: 10)
    desk.deliver()
    #expect(desk.misspelled == ["prxty"])
    desk.view.selectedRange = TextRange(caret: 3)
    desk.deliver()
    desk.type("⌫⌫arty ")
    #expect(desk.view.text == "party ty fun " && desk.misspelled == [])
  }

  @Test("AST-54 a change of the text moves the marks after it")
  func moved() {
    desk.type("fun prty ")
    desk.view.selectedRange = TextRange(caret: 0)
    desk.deliver()
    desk.type("be ")
    #expect(desk.view.misspelledRanges == [TextRange(7, 11)])
    desk.type("⌫⌫⌫")
    #expect(desk.view.misspelledRanges == [TextRange(4, 8)])
  }

  @Test(
    "AST-17 codes, addresses, abbreviations and names with inner capitals are not marked",
    arguments: [
      "b4", "ann@exmple", "qwx/zyx", "qwx_zyx", "www.exmple.qwx", "NATO", "iPhnoe", "x", "#qwx",
      "~/qwx", "qwx=zyx", "3.5", "--qwx=1",
    ])
  func exempt(_ text: String) {
    desk.type(text + " fun ")
    #expect(desk.misspelled.isEmpty)
  }

  @Test(
    "AST-51 words of the vocabulary are not marked, in any surroundings",
    arguments: [
      "The party!", "(party)", "“party”", "party-cake", "party—cake", "it's", "it’s", "don't",
      "party’s", "dogs'", "'party'", "cake/", "fun...", "cats’", "Party,cake",
    ])
  func known(_ text: String) {
    desk.type(text + " be ")
    #expect(desk.misspelled.isEmpty)
  }

  @Test("AST-51 only the wrong part of a word with a hyphen is marked")
  func hyphen() {
    desk.type("party-ckae ")
    #expect(desk.view.misspelledRanges == [TextRange(6, 10)])
  }

  @Test("AST-53 a learned word is not marked in any document, and Learn removes its marks")
  func learned() {
    desk.type("prty prty fnu ")
    #expect(desk.assistant.personalWords.learn(DictionaryWord("Prty")))
    desk.engine.checkSpellingAgain()
    #expect(desk.misspelled == ["fnu"])
    let other = TextView(name: "other")
    desk.engine.window.addSubview(other)
    other.becomeFirstResponder()
    desk.type("prty fnu ")
    #expect(other.misspelledRanges == [TextRange(5, 8)])
    desk.assistant.personalWords.unlearn(DictionaryWord("prty"))
    desk.engine.checkSpellingAgain()
    #expect(desk.misspelled == ["prty", "prty", "fnu"])
  }

  @Test("AST-53 an ignored word is not marked in its document only")
  func ignored() {
    desk.type("prty fnu ")
    desk.assistant.spelling.ignore("PRTY", in: desk.view.id)
    desk.engine.checkSpellingAgain()
    #expect(desk.misspelled == ["fnu"])
    let other = TextView(name: "other")
    desk.engine.window.addSubview(other)
    other.becomeFirstResponder()
    desk.type("prty ")
    #expect(other.misspelledRanges == [TextRange(0, 4)])
  }

  @Test("AST-53 guesses come in the order of the vocabulary, and no more than requested")
  func guesses() throws {
    let language = try #require(LanguageTag("en"))
    let spelling = desk.assistant.spelling
    #expect(
      spelling.guesses(for: "btng", after: nil, in: language, on: KeyNeighbors(), count: 9)
        == ["be", "bring"])
    #expect(
      spelling.guesses(for: "btng", after: nil, in: language, on: KeyNeighbors(), count: 1)
        == ["be"])
    let polish = try #require(LanguageTag("pl"))
    #expect(
      spelling.guesses(for: "btng", after: nil, in: polish, on: KeyNeighbors(), count: 9).isEmpty)
  }

  @Test("6.4 ⌘; selects the next misspelled word, and after the last the first")
  func nextMisspelling() {
    desk.type("fun prty be fnu ")
    #expect(desk.view.canPerform(EditingCommand.nextMisspelling))
    for range in [TextRange(4, 8), TextRange(12, 15), TextRange(4, 8)] {
      desk.press(";", .command)
      #expect(desk.view.selection.range == range)
      #expect(desk.misspelled == ["prty", "fnu"], "a selected word keeps its mark")
    }
    desk.view.text = "fun "
    desk.type("be ")
    #expect(!desk.view.canPerform(EditingCommand.nextMisspelling))
  }

  @Test("AST-53 ⌘: shows the guesses, the best first, and a chosen one replaces the word")
  func guessList() {
    desk.type("fun btng ")
    desk.press(";", .command)
    desk.press(";", [.command, .shift])
    #expect(
      desk.engine.candidates?.items
        == [
          Candidate("be"), Candidate("bring"), Candidate("btng", annotation: "Learn"),
          Candidate("btng", annotation: "Ignore"),
        ])
    desk.press("2", [])
    #expect(desk.view.text == "fun bring " && desk.engine.candidates == nil)
    #expect(desk.misspelled.isEmpty)
    desk.press("z", .command)
    #expect(desk.view.text == "fun btng ")
  }

  @Test("AST-53 ⌘: learns or ignores the word at the caret", arguments: ["3", "4"])
  func learnAndIgnore(_ digit: String) {
    desk.type("btng btng")
    #expect(desk.view.canPerform(EditingCommand.showSpelling))
    desk.press(";", [.command, .shift])
    desk.press(KeyInput(digit), [])
    #expect(desk.view.text == "btng btng" && desk.misspelled.isEmpty)
    #expect(
      desk.assistant.personalWords.dictionaryList.map(\.word.text) == (digit == "3" ? ["btng"] : [])
    )
    #expect(!desk.view.canPerform(EditingCommand.showSpelling))
  }

  @Test(
    "6.4 ⌘: has no effect without a misspelled word at the caret",
    arguments: ["fun ", "fun", "", "prty fun", "b4"])
  func noGuessList(_ text: String) {
    desk.type(text)
    #expect(!desk.view.canPerform(EditingCommand.showSpelling))
    desk.view.traits.isSecureTextEntry = true
    desk.type("prty")
    #expect(!desk.view.canPerform(EditingCommand.showSpelling))
    #expect(!desk.view.canPerform(EditingCommand.nextMisspelling))
  }

  @Test("AST-51 the shortcut of a text replacement is not marked")
  func shortcut() {
    desk.assistant.replacements = TextReplacements([TextReplacement("omw", "On my way!")])
    desk.type("cake omw⌫⌫⌫omw be prty ")
    #expect(!desk.misspelled.contains("omw"))
  }

  @Test("Words are checked in the language that they are finished in")
  func language() {
    desk.type("festen ")
    #expect(desk.misspelled == ["festen"])
    desk.engine.modes.perform(.choose("sv-SE"))
    desk.type("blir party ")
    #expect(desk.misspelled == ["festen", "party"])
  }

  @Test("MOD-12 without words of the language nothing is marked, and earlier marks are removed")
  func noVocabulary() {
    let desk = SpellingDesk(modes: "en-US pl-PL")
    desk.type("prty ")
    #expect(desk.misspelled == ["prty"])
    desk.engine.modes.perform(.choose("pl-PL"))
    desk.type("qwx ")
    #expect(desk.misspelled.isEmpty)
    #expect(
      desk.marks.last
        == .spellingDidChange(desk.view.id, range: TextRange(0, 6), words: []))
    desk.engine.modes.perform(.choose("en-US"))
    desk.type("be ")
    #expect(desk.misspelled == ["prty", "qwx"])
  }

  @Test(
    "3.6 nothing is marked where the trait, the setting or the field forbids it",
    arguments: ["trait", "correction", "setting", "secure", "email", "user name"])
  func forbidden(_ cause: String) {
    switch cause {
    case "trait": desk.view.traits.spellCheckingType = .no
    case "correction": desk.view.traits.autocorrectionType = .no
    case "setting": desk.engine.settings.spellChecking = false
    case "secure": desk.view.traits.isSecureTextEntry = true
    case "email": desk.view.traits.keyboardType = .emailAddress
    default: desk.view.traits.textContentType = .username
    }
    desk.type("prty fnu ")
    #expect(desk.misspelled.isEmpty && desk.marks.isEmpty)
    #expect(desk.english.lookups.isEmpty)
  }

  @Test("D21 an explicit trait checks the spelling although the setting is off")
  func explicit() {
    desk.engine.settings.spellChecking = false
    desk.view.traits.spellCheckingType = .yes
    desk.type("prty ")
    #expect(desk.misspelled == ["prty"])
  }

  @Test(
    "Marks disappear when the trait or the setting forbids them",
    arguments: ["trait", "setting", "secure"])
  func turnedOff(_ cause: String) {
    desk.type("prty ")
    switch cause {
    case "trait": desk.view.traits.spellCheckingType = .no
    case "setting": desk.engine.settings.spellChecking = false
    default: desk.view.traits.isSecureTextEntry = true
    }
    #expect(cause != "secure" || desk.misspelled.isEmpty, "a secret shows no mark at any time")
    desk.deliver()
    #expect(desk.misspelled.isEmpty)
    #expect(
      desk.marks.last
        == .spellingDidChange(desk.view.id, range: TextRange(0, 5), words: []))
  }

  @Test("Others never receive the marks of a secret")
  func shared() {
    desk.type("prty ")
    desk.view.traits.isSecureTextEntry = true
    let update = Update.spellingDidChange(
      desk.view.id, range: TextRange(0, 5), words: [TextRange(0, 4)])
    #expect(
      desk.engine.shared(update)
        == .spellingDidChange(desk.view.id, range: TextRange(0, 5), words: []))
  }

  @Test("A key looks up the words near the change only")
  func cost() {
    desk.type("the party will be fun and we bring cake ")
    desk.english.forgetLookups()
    desk.type("dogs ")
    #expect(desk.english.lookups == ["dogs"])
    desk.english.forgetLookups()
    desk.type("cats")
    #expect(desk.english.lookups.isEmpty, "the word at the caret is not looked up")
  }

  @Test("A long text that is pasted is checked in pieces, all of it in the end")
  func paste() {
    let text = String(repeating: "party prty ", count: 20_000)
    desk.view.insertText(text)
    desk.type(" ")
    #expect(!desk.misspelled.isEmpty && desk.english.lookups.count < 2000)
    desk.wait()
    #expect(desk.view.misspelledRanges.count == SpellingMarks.limit)
    #expect(desk.engine.nextDeadline == nil, "an idle engine has nothing to check")
  }

  @Test("Of more than eight parts to be checked, the two with the smallest gap become one")
  func parts() {
    var marks = SpellingMarks(unchecked: 1)
    _ = marks.takeUnchecked(atMost: 1)
    let parts = [
      TextRange(0, 20), TextRange(30, 31), TextRange(35, 36), TextRange(45, 46), TextRange(55, 56),
      TextRange(65, 66), TextRange(75, 76), TextRange(85, 86), TextRange(95, 96),
    ]
    for part in parts { marks.addUnchecked(part) }
    #expect(marks.unchecked == [parts[0], TextRange(30, 36)] + parts[3...])
  }

  @Test("A run of letters without an end is no word", arguments: [65, 300, 100_000])
  func endless(_ count: Int) {
    desk.view.insertText(String(repeating: "q", count: count))
    desk.type(" fun 👩‍👩‍👧 日本 é\u{301}\u{301} prty ")
    desk.wait()
    #expect(desk.misspelled.last == "prty")
    #expect(desk.misspelled.allSatisfy { $0.count < 65 })
    #expect(!desk.misspelled.contains { $0.contains("q") })
  }

  @Test("Marks are as if the whole text were checked at once, on a random walk", arguments: 0..<8)
  func walk(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let words = ["party", "prty", "fun", "fnu", " ", " ", ".", "b4", "-", "’", "x@y", "\n"]
    for _ in 0..<150 {
      let count = desk.view.storage.count
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: desk.type("⌫")
      case 1: desk.type("←")
      case 2:
        let offset = Int.random(in: 0...count, using: &generator)
        desk.view.selectedRange = TextRange(
          desk.view.storage.characterBoundary(atOrAfter: offset),
          desk.view.storage.characterBoundary(
            atOrAfter: Int.random(in: 0...count, using: &generator)))
      case 3: desk.view.insertText("fnu prty cake")
      case 4: desk.view.perform(EditingCommand.undo)
      default: desk.type(words.randomElement(using: &generator) ?? " ")
      }
      desk.deliver()
      guard desk.view.help?.spelling.isRunning == true else { continue }
      let selection = desk.view.selection
      let context = SpellingContext(
        storage: desk.view.storage, range: TextRange(0, desk.view.storage.count),
        caret: selection.isCaret ? selection.head : nil, traits: desk.view.traits,
        languageTag: .english, container: desk.view.id)
      #expect(
        desk.view.misspelledRanges == desk.assistant.spelling.misspelledWords(in: context),
        "\(Typed(desk.view.text)) \(selection)")
    }
  }

  /// A text for a message.
  private struct Typed: CustomStringConvertible {
    let description: String
    init(_ text: String) { description = text.debugDescription }
  }
}
