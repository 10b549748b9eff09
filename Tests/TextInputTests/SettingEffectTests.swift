// SPDX-License-Identifier: Apache-2.0
import Assistance
import AutoFill
import KeyCommands
import Keys
import Mirrors
import Testing

@testable import Text
@testable import TextInput

/// A setting is listed only if something reads it.
@Suite struct SettingEffectTests {
  /// The engine's behaviour in a situation that one setting decides.
  private static let situations: [String: @Sendable (Desk, TextField) throws -> [String]] = [
    "autocapitalization": { typed("a", with: $0, $1) },
    "autocorrection": { typed("teh ", with: $0, $1) },
    "predictions": { desk, field in
      typed("th", with: desk, field) + (desk.engine.candidates?.items.map(\.text) ?? [])
    },
    "spellChecking": { desk, field in
      _ = typed("qqq ", with: desk, field)
      return field.misspelledRanges.map { "\($0)" }
    },
    "periodShortcut": { typed("a  ", with: $0, $1) },
    "smartPunctuation": { typed("\"a\"", with: $0, $1) },
    "smartInsertDelete": { desk, field in
      field.text = "a b c"
      field.select(Selection(anchor: 2, head: 3))
      return typed("", with: desk, field) + ["\(desk.press("⌫"))", field.text]
    },
    "twoHyphensToEm": { typed("a--", with: $0, $1) },
    "smartEllipsis": { typed("a...", with: $0, $1) },
    "capsLockSwitchesMode": { desk, _ in
      desk.press("caps")
      return [desk.mode]
    },
    "shiftSwitchesMode": { desk, _ in
      desk.press("shift")
      return [desk.mode]
    },
    "holdForAccents": { desk, field in
      desk.down("e")
      desk.repeats("e")
      return [field.text]
    },
    "revealLast": { desk, field in
      field.traits.isSecureTextEntry = true
      desk.type("x")
      return [field.visibleText]
    },
    "learning": { desk, field in
      let assistant = LearningAssistant()
      desk.engine.assistant = assistant
      desk.type("x")
      return ["\(assistant.mayLearn)"]
    },
    "pasteboardPerForm": { desk, field in
      let form = View()
      form.isFocusGroup = true
      desk.engine.window.addSubview(form)
      let inside = TextField(name: "inside")
      form.addSubview(inside)
      inside.text = "x"
      inside.becomeFirstResponder()
      desk.press("⌘A")
      desk.press("⌘C")
      field.becomeFirstResponder()
      desk.press("⌘V")
      return [field.text]
    },
    "programsChooseFills": { desk, field in
      var values = RecentValues()
      values.add([.oneTimeCode: "123456"], from: "mail", at: .zero)
      desk.engine.autoFill = AutoFillSuggester(sources: [values], credentials: MemoryCredentials())
      field.traits.textContentType = .oneTimeCode
      return ["\(desk.engine.chooseCandidate(1, byProgram: true))"]
    },
    "pasteboardExpiry": { desk, field in
      field.text = "x"
      desk.press("⌘A")
      desk.press("⌘C")
      desk.press("⌘→")
      desk.wait(600_000)
      desk.press("⌘V")
      return [field.text]
    },
    "statusRow": { desk, _ in ["\(desk.engine.keyboardArea.frame(of: .status).height)"] },
    "discoverabilityDelay": { desk, _ in
      try desk.declare("open cmd+o")
      desk.down("cmd")
      desk.wait(700)
      return desk.panel
    },
    "continuationDelay": { desk, _ in
      try desk.declare("comment cmd+k cmd+c")
      desk.press("⌘K")
      desk.wait(500)
      return desk.panel
    },
    "sequenceTimeout": { desk, _ in
      try desk.declare("comment cmd+k cmd+c")
      desk.press("⌘K")
      desk.wait(700)
      return ["\(desk.press("⌘C"))"]
    },
    "legacyHideShow": { desk, _ in desk.move(to: TextField(name: "other")) },
    "viewShowsBeforeBegin": { desk, field in
      field.resignFirstResponder()
      return desk.move(to: TextView(name: "view"))
    },
    "legacyCommandsFirst": { desk, field in
      field.text = "abc"
      field.addKeyCommand(
        KeyCommand(id: "all", input: "a", modifiers: .command, title: "All")
      ) { _ in }
      desk.press("⌘A")
      return [Typist.draw(field)]
    },
  ]

  /// The text after typing with the assistant.
  private static func typed(_ text: String, with desk: Desk, _ field: TextField) -> [String] {
    desk.engine.assistant = Assistant(vocabularies: OneWord())
    desk.type(text)
    desk.engine.updatesWereDelivered()
    return [field.text]
  }

  @Test(
    "F016 each listed setting changes the engine's behaviour",
    arguments: TextInputSettings.names)
  func effect(_ name: String) throws {
    let situation = try #require(Self.situations[name], "\(name) has no effect here")
    func outcome(_ value: JSONValue?) throws -> [String] {
      let desk = Desk(modes: "en-US ru-RU")
      if let value { try desk.engine.settings.set(name, to: value) }
      let field = desk.field("field")
      return try situation(desk, field)
    }
    let usual = TextInputSettings().namedValues.first { $0.name == name }?.value
    let other: JSONValue =
      switch usual {
      case .bool(let value)?: .bool(!value)
      default: 600
      }
    #expect(try outcome(usual) == outcome(nil))
    #expect(try outcome(other) != outcome(usual))
  }
}

/// A vocabulary of "the".
private final class OneWord: Vocabulary, VocabularySource {
  func reload() {}
  func vocabulary(of language: LanguageTag) -> (any Vocabulary)? { self }
  func contains(_ word: String) -> Bool { word.lowercased() == "the" }
  func correction(of word: String, after previous: String?, on keys: KeyNeighbors) -> String? {
    word.lowercased() == "teh" ? "the" : nil
  }
  func guesses(
    for word: String, after previous: String?, on keys: KeyNeighbors, count: Int
  ) -> [String] { ["the"] }
  func completions(of start: String, after previous: [String], count: Int) -> [String] {
    start.lowercased() == "th" ? ["the"] : []
  }
}

/// An assistant that records whether it may learn.
private final class LearningAssistant: TypingAssistant {
  private(set) var mayLearn = false

  func substitutions(for context: TypingContext) -> [TextSubstitution] {
    mayLearn = context.mayLearn
    return []
  }
}

extension Desk {
  /// Gives the focus to a new container.
  ///
  /// - Returns: The names of the updates that follow.
  fileprivate func move(to container: TextContainer) -> [String] {
    engine.window.addSubview(container)
    _ = engine.takeUpdates()
    container.becomeFirstResponder()
    return engine.takeUpdates().map(\.name)
  }
}
