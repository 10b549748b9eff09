// SPDX-License-Identifier: Apache-2.0
import Assistance
import Keys
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import Mirrors

/// The whole assistant with a lexicon on the terminal (reference 10).
@Suite(.needs("python3")) struct TerminalCorrectionTests {
  private let built: BuiltLexicon

  init() throws { built = try .english() }

  /// A stage with one view that has the focus.
  private func stage(
    _ language: String = "en-US", _ traits: (inout TextInputTraits) -> Void = { _ in }
  ) throws -> (Stage, TextView) {
    let tag = try #require(LanguageTag(language))
    let view = TextView(name: "text", frame: CellRect(width: 60, height: 4))
    traits(&view.traits)
    let mode = TextInputMode(tag, displayName: language, layout: KeyboardLayout("us"))
    let stage = try Stage(columns: 60) { engine in
      engine.modes.setList(ModeList([mode]))
      let assistant = Assistant(
        vocabularies: InstalledVocabularies(folders: [built.folder.path]))
      assistant.replacements = TextReplacements([TextReplacement("omw", "On my way!")])
      engine.assistant = assistant
      engine.window.addSubview(view)
      view.becomeFirstResponder()
    }
    let mirror = stage.mirror
    stage.engine.shownPredictions = { [unowned mirror] in mirror.predictionsShown(for: $0.id) }
    return (stage, view)
  }

  /// Types text, and delivers and shows the updates after each key.
  private func type(_ text: String, _ stage: inout Stage) throws {
    for character in text {
      try stage.type(String(character))
      stage.engine.updatesWereDelivered()
    }
    try stage.show()
  }

  private func predictions(_ stage: Stage) -> String { stage.terminal.lines[6] }

  @Test("F046 the screen shows a misspelled word as typed if the trait is no, or else corrected")
  func correction() throws {
    for (trait, shown) in [(TraitSwitch.no, "teh hi"), (.yes, "the hi"), (.default, "the hi")] {
      var (stage, view) = try stage { traits in
        traits.autocorrectionType = trait
        traits.autocapitalizationType = .none
      }
      try type("teh hi", &stage)
      #expect(stage.terminal.lines[0] == shown && view.text == shown)
    }
  }

  @Test(
    "F063 each key press gets all assistance: the screen shows the result of every part",
    arguments: [
      ("hi. yo", "Hi. Yo"), ("hi  yo", "Hi. Yo"), ("teh party", "The party"),
      ("hi \"yo\"", "Hi “yo”"), ("hi--yo", "Hi–yo"), ("1--2", "1–2"), ("omw ", "On my way!"),
      ("hi omw, i", "Hi On my way!, i"),
    ])
  func parts(_ keys: String, _ shown: String) throws {
    var (stage, _) = try stage()
    try type(keys, &stage)
    #expect(stage.terminal.lines[0] == shown)
  }

  @Test("F063 each key press gets all assistance: predictions, continuation and marked words")
  func predictionsAndMarks() throws {
    var (stage, _) = try stage()
    try type("hel", &stage)
    #expect(predictions(stage) == "1 Help  2 Hello  3 Held")
    #expect(stage.terminal.lines[0].hasPrefix("Hel"))
    try type("qzq yo", &stage)
    let marks = stage.terminal.places[0].prefix(9).map(\.isUnderlined)
    #expect(stage.terminal.lines[0] == "Helqzq yo")
    #expect(marks == Array(repeating: true, count: 6) + [false, false, false])
  }

  @Test("F124 AST-20 in a Chinese mode the default offers and corrects nothing")
  func chinese() throws {
    for (language, row, text) in [
      ("en-US", "1 “teh”  2 the", "the yo"), ("zh-Hans", "", "teh yo"),
      ("zh-Hant-TW", "", "teh yo"),
    ] {
      var (stage, _) = try stage(language) { $0.autocapitalizationType = .none }
      try type("teh", &stage)
      #expect(predictions(stage).hasPrefix(row) && predictions(stage).isEmpty == row.isEmpty)
      try type(" yo", &stage)
      #expect(stage.terminal.lines[0] == text)
    }
  }
}
