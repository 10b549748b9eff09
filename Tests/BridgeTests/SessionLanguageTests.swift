// SPDX-License-Identifier: Apache-2.0
import Assistance
import Service
import Testing
import TextInput

@testable import Bridge

/// The user's words of a session: the settings file, the requests, and the refusals.
@Suite struct SessionLanguageTests {
  private let memory = VolatileMemory()
  private let engine: TextEngine
  private let language: SessionLanguage

  init() throws {
    engine = TextEngine(memory: memory)
    language = SessionLanguage(engine)
    try configure(
      """
      dictionary: [Keybridge, {language: sv-SE, words: fika}]
      text-replacements: {omw: On my way!}
      """)
  }

  private func configure(_ text: String) throws {
    language.apply(try SettingsFile.read(text.utf8))
  }

  @Test("Words and replacements of the settings file are listed with their source")
  func configured() throws {
    try language.learn("Kanelbulle", in: "")
    try language.setReplacement("brb", "Be right back")
    #expect(
      language.dictionary == [
        DictionaryListing.Word(word: "Kanelbulle", language: nil, source: .user),
        DictionaryListing.Word(word: "Keybridge", language: nil, source: .settings),
        DictionaryListing.Word(word: "fika", language: "sv", source: .settings),
      ])
    #expect(language.replacements.map(\.source) == [.settings, .user])
    #expect(language.assistant.replacements.phrase(for: "OMW") == "On my way!")
    #expect(language.assistant.replacements.phrase(for: "brb") == "Be right back")
    try configure("")
    #expect(language.dictionary.map(\.word) == ["Kanelbulle"])
    #expect(language.replacements.map(\.shortcut) == ["brb"])
  }

  @Test("F110 the supplementary lexicon has the replacements and the words of the dictionary")
  func supplementary() throws {
    try language.setReplacement("brb", "Be right back")
    let entries = language.supplementaryLexicon(in: "en")
    #expect(entries.map(\.userInput) == ["omw", "brb", "Keybridge"])
    #expect(entries.map(\.documentText) == ["On my way!", "Be right back", "Keybridge"])
    #expect(language.supplementaryLexicon(in: nil).map(\.userInput).contains("fika"))
  }

  /// Vocabularies that can be installed while the session runs.
  private final class Installable: VocabularySource {
    var reloads = 0
    func vocabulary(of language: LanguageTag) -> (any Vocabulary)? { nil }
    func reload() { reloads += 1 }
  }

  @Test("Applying the settings opens lexicons again")
  func lexicons() throws {
    let vocabularies = Installable()
    let language = SessionLanguage(TextEngine(memory: memory), vocabularies: vocabularies)
    for _ in 0..<2 { language.apply(try SettingsFile.read("".utf8)) }
    #expect(vocabularies.reloads == 2)
  }

  @Test("Words and replacements of the settings file cannot be changed by a request")
  func ofTheFile() {
    let failed: [LanguageRefusal?] = [
      refusal { () throws(LanguageRefusal) in try language.unlearn("keybridge", in: "") },
      refusal { () throws(LanguageRefusal) in try language.setReplacement("omw", "x") },
      refusal { () throws(LanguageRefusal) in try language.removeReplacement("omw") },
    ]
    #expect(failed.map(\.?.kind) == [.failed, .failed, .failed])
    #expect(failed.map(\.?.member) == ["word", "shortcut", "shortcut"])
    #expect(failed.allSatisfy { $0?.message.contains("settings file") == true })
  }

  @Test("Requests about what does not exist are refused")
  func unknown() {
    let refused: [LanguageRefusal?] = [
      refusal { () throws(LanguageRefusal) in try language.unlearn("fika", in: "") },
      refusal { () throws(LanguageRefusal) in try language.removeReplacement("brb") },
      refusal { () throws(LanguageRefusal) in try language.forget("fika", in: nil) {} },
      refusal { () throws(LanguageRefusal) in
        _ = try language.guesses(for: "prty", in: "en", count: 3)
      },
    ]
    #expect(refused.map(\.?.kind) == [.unknown, .unknown, .unknown, .unknown])
    #expect(
      refusal { () throws(LanguageRefusal) in try language.ignore("prty") }?.kind == .failed)
    #expect(
      refusal { () throws(LanguageRefusal) in try language.forget(nil, in: "sv") {} }?.member
        == "language")
  }

  @Test("A replacement with a mistake is refused with the member and a hint")
  func mistakes() {
    let spaces = refusal { () throws(LanguageRefusal) in try language.setReplacement("o w", "x") }
    #expect(spaces?.kind == .invalid && spaces?.member == "shortcut")
    #expect(spaces?.message.contains("remove the white space") == true)
    let control = refusal { () throws(LanguageRefusal) in
      try language.setReplacement("omw", "\u{1B}[31m")
    }
    #expect(control?.kind == .invalid && control?.member == "phrase")
  }

  @Test("Added words outlive the session, and so do replacements")
  func later() throws {
    try language.learn("Kanelbulle", in: "sv")
    try language.setReplacement("brb", "Be right back")
    language.end()
    let later = SessionLanguage(TextEngine(memory: memory))
    #expect(later.dictionary.map(\.word) == ["Kanelbulle"])
    #expect(later.replacements.map(\.phrase) == ["Be right back"])
    #expect(later.assistant.replacements.phrase(for: "brb") == "Be right back")
  }

  @Test("A secret text has no ignored words")
  func secret() throws {
    let field = TextField(name: "field")
    engine.window.addSubview(field)
    field.becomeFirstResponder()
    try language.ignore("prty")
    field.traits.isSecureTextEntry = true
    #expect(
      refusal { () throws(LanguageRefusal) in try language.ignore("prty") }?.kind == .failed)
  }

  @Test("Each mode is listed, with the reason if its language has no words")
  func languages() {
    #expect(language.languages.map(\.mode) == [engine.modes.current.id])
    #expect(language.languages.allSatisfy { !$0.hasWords && $0.problem != nil })
  }

  @Test(
    "A mistake in the words of the settings file has a place and a hint",
    arguments: [
      ("text-replacements: {o w: x}", "1:21: the shortcut contains white space", "white space;"),
      ("text-replacements: {omw: ''}", "1:26: the phrase is empty", "expected the text"),
      ("text-replacements:\n  omw: x\n  omw: y\n", "3:3: duplicate key 'omw'", "line 2"),
      ("text-replacements: {omw: \"a\\e\"}", "1:26: the phrase contains a control", "remove it"),
      ("text-replacements: {omw: omw}", "1:26: the phrase is the shortcut itself", "another"),
      ("text-replacements: omw", "1:20: expected shortcuts and phrases", "On my way!"),
      ("dictionary: [two words]", "1:14: expected one word", "found 'two words'"),
      ("dictionary: [{words: x}]", "1:14: expected a word, or an entry", "language"),
      ("dictionary: [{language: 7, words: x}]", "1:25: expected a language", "'en'"),
      ("learning: maybe", "1:11: expected true or false", "maybe"),
    ])
  func settings(_ text: String, _ message: String, _ hint: String) {
    do throws(ConfigurationErrors) {
      _ = try SettingsFile.read(text.utf8)
      Issue.record("no mistake in \(text)")
    } catch {
      let line = error.message(path: "f")
      #expect(line.hasPrefix("f:" + message) && line.contains(hint), "\(line)")
    }
  }

  @Test("More replacements than the limit are a mistake at the first that is too many")
  func tooMany() {
    let lines = (0...1000).map { "  s\($0): x" }.joined(separator: "\n")
    do throws(ConfigurationErrors) {
      _ = try SettingsFile.read("text-replacements:\n\(lines)\n".utf8)
      Issue.record("no mistake")
    } catch {
      #expect(error.mistakes.map(\.place.line) == [1002])
    }
  }

  @Test("The setting 'learning' of the file overrides the user's choice")
  func learning() throws {
    var configuration = try SettingsFile.read("learning: no".utf8)
    #expect(configuration.user[\.learning] == false)
    configuration.user.apply(to: engine)
    language.apply(configuration)
    #expect(!engine.settings.learning && !language.assistant.personalWords.isLearning)
    configuration = Configuration()
    configuration.user.apply(to: engine)
    language.apply(configuration)
    #expect(engine.settings.learning && language.assistant.personalWords.isLearning)
  }

  private func refusal(
    _ body: () throws(LanguageRefusal) -> Void
  ) -> LanguageRefusal? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }
}
