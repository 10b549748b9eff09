// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Assistance
@testable import TextInput
@testable import Typing

@Suite("Assistant")
struct AssistantTests {
  private let all: [WritableKeyPath<TextInputSettings, Bool>] = [
    \.autocapitalization, \.periodShortcut, \.smartPunctuation, \.smartInsertDelete,
    \.autocorrection, \.predictions, \.spellChecking, \.smartEllipsis, \.twoHyphensToEm,
  ]
  private var nothing: [WritableKeyPath<TextInputSettings, Bool>: Bool] {
    Dictionary(uniqueKeysWithValues: all.map { ($0, false) })
  }

  @Test("F016 with every kind of help off, keys type exactly what is pressed")
  func off() {
    let typist = HelpedTypist(settings: nothing) {
      $0.autocapitalizationType = .words
      $0.smartQuotesType = .yes
      $0.smartDashesType = .yes
    }
    #expect(typist.type("\"hi\"  1--2 ...").text == "\"hi\"  1--2 ...")
    // The setting takes effect at the next key.
    typist.engine.settings.autocapitalization = true
    #expect(typist.type("⏎hi").text.hasSuffix("⏎Hi"))
  }

  @Test(
    "F016 with assistance turned off, traits and text replacements turn nothing on, nor is learned")
  func turnedOff() throws {
    let desk = HelpedDesk()
    let english = try #require(LanguageTag("en-US"))
    desk.assistant.replacements = TextReplacements([TextReplacement("omw", "On my way!")])
    desk.engine.turnsAssistanceOff = true
    let view = desk.view {
      $0.autocapitalizationType = .allCharacters
      $0.autocorrectionType = .yes
      $0.spellCheckingType = .yes
      $0.smartQuotesType = .yes
      $0.smartDashesType = .yes
      $0.inlinePredictionType = .yes
    }
    let typed = "omw teh \"qqq\" hel  1--2 hel. qqqq omw "
    desk.type(typed)
    #expect(view.text == typed && view.misspelledRanges.isEmpty)
    #expect(desk.row == "none" && view.inlinePrediction == nil && desk.vocabulary.requests == 0)
    #expect(desk.personalWords.learnedWords(in: "en").words.isEmpty)
    desk.engine.turnsAssistanceOff = false
    desk.type("teh qqq ")
    #expect(view.text.hasSuffix("THE QQQ ") || view.text.hasSuffix("the qqq "))
    #expect(desk.personalWords.contains("qqq", in: english) == false)
  }

  @Test("F016 turning assistance off removes marks, offers and predictions")
  func turningOff() {
    let desk = HelpedDesk()
    let view = desk.view { $0.spellCheckingType = .yes }
    desk.type("qqq wrld teh")
    #expect(!view.misspelledRanges.isEmpty && view.help?.pendingCorrection != nil)
    desk.engine.turnsAssistanceOff = true
    desk.engine.checkSpellingAgain()
    #expect(view.misspelledRanges.isEmpty && view.help?.pendingCorrection == nil)
    #expect(desk.row == "none")
    #expect(desk.type(" ").engine.candidates == nil && view.text == "qqq world teh ")
  }

  @Test("no vocabulary is requested before there is a letter")
  func laziness() {
    let desk = HelpedDesk()
    desk.view { $0.spellCheckingType = .yes }
    desk.type("1 2, (3)  - 4").press("⏎ ⌫ ␠ ⏎ ← →")
    desk.type(" 42 ")
    #expect(desk.vocabulary.requests == 0)
    desk.type("t")
    #expect(desk.vocabulary.requests > 0)
  }

  @Test("the assistant is called only while a setting leaves it anything to do")
  func helps() {
    let assistant = Assistant()
    var settings = TextInputSettings()
    for setting in all { settings[keyPath: setting] = false }
    #expect(!assistant.helps(with: settings))
    for setting in all where setting != \.twoHyphensToEm {
      settings[keyPath: setting] = true
      #expect(assistant.helps(with: settings))
      settings[keyPath: setting] = false
    }
    // Replacements work without correction (AST-49).
    assistant.words.replacements = TextReplacements([TextReplacement("omw", "On my way!")])
    #expect(assistant.helps(with: settings))
  }
}
