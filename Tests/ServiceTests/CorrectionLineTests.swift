// SPDX-License-Identifier: Apache-2.0
import Assistance
import Keys
import Mirrors
import TestSupport
import TestTraits
import Testing

@testable import Service
@testable import TextInput

/// The whole assistant with a lexicon in a program's fields (reference 10).
@Suite(.heldToSchema, .needs("python3")) struct CorrectionLineTests: ProgramTests {
  let desk: Desk
  let program: Observer
  private let built: BuiltLexicon

  init() throws {
    built = try .english()
    let modes = ["en-US", "zh-Hans"].compactMap { tag in
      LanguageTag(tag).map {
        TextInputMode($0, displayName: tag, layout: KeyboardLayout("us"))
      }
    }
    let engine = TextEngine(modes: ModeList(modes))
    let assistant = Assistant(vocabularies: InstalledVocabularies(folders: [built.folder.path]))
    assistant.replacements = TextReplacements([TextReplacement("omw", "On my way!")])
    engine.assistant = assistant
    desk = try Desk(engine: engine)
    program = try desk.greet("notes")
  }

  /// Types into a new field.
  ///
  /// - Returns: the notifications since then.
  private func type(_ keys: String, _ traits: String, in name: String = "a") throws
    -> [JSONValue]
  {
    try create(name, ",\"traits\":{\(traits)}")
    try focus(name)
    _ = reported()
    desk.type(keys)
    return reported()
  }

  private func corrections(_ lines: [JSONValue]) -> [String] {
    lines.compactMap { $0["method"]?.text }.filter { $0.hasPrefix("correction.") }
  }

  /// The items of the last row, each as its role and text.
  private func row(_ lines: [JSONValue]) -> [String] {
    let list = lines.named("candidates.didChange").last?["params"]?["list"]
    guard case .list(let items) = list?["items"] else { return [] }
    return items.map { "\($0["role"]?.text ?? "") \($0["text"]?.text ?? "")" }
  }

  @Test("F046 a program's field gets the typed word if the trait is no, or else its correction")
  func correction() throws {
    let small = #""autocapitalizationType":"none""#
    let off = try type("teh ", small + #","autocorrectionType":"no""#)
    #expect(try text("a") == "teh ")
    #expect(corrections(off) == [] && row(off) == [])
    let on = try type("teh ", small, in: "b")
    #expect(try text("b") == "the ")
    #expect(corrections(on) == ["correction.offered", "correction.applied"])
  }

  @Test("F090 a program receives the row with three slots at most: three words, or the literal")
  func row() throws {
    let words = try type("hel", #""autocapitalizationType":"none""#)
    #expect(row(words) == ["completion help", "completion hello", "completion held"])
    let mistake = try type("teh", #""autocapitalizationType":"none""#, in: "b")
    #expect(row(mistake).prefix(2) == ["literal teh", "correction the"])
    #expect(row(mistake).count <= 3)
  }

  @Test(
    "F063 each key press gets all assistance in a program's field",
    arguments: [
      ("hi. yo", "Hi. Yo"), ("hi  yo", "Hi. Yo"), ("teh party", "The party"),
      ("hi \"yo\"", "Hi “yo”"), ("hi--yo", "Hi–yo"), ("1--2", "1–2"), ("omw ", "On my way! "),
    ])
  func parts(_ keys: String, _ expected: String) throws {
    _ = try type(keys, "")
    #expect(try text("a") == expected)
  }

  @Test("F063 each key press gets all assistance: continuation and marked words")
  func marks() throws {
    let lines = try type("wor", #""inlinePredictionType":"yes""#)
    #expect(lines.named("inline.didChange").last?["params"]?["text"]?.text == "ld")
    desk.type("qzq yo")
    #expect(
      reported().named("spelling.didChange").last?["params"]?["misspelled"]
        == .list([.list([0, 6])]))
    // Snapshots have the marks: for an observer, and for the program itself.
    let observed = Snapshot(of: desk.engine).containers.map(\.misspelled)
    #expect(observed == [[TextRange(0, 6)]])
    var line: [UInt8] = []
    let encoder = WireEncoder(style: .notification) { _ in "NoSymbol" }
    encoder.append("resync", to: &line) { _ in
      SnapshotLine(snapshot: Snapshot(of: desk.engine), devices: [])
    }
    #expect(String(decoding: line, as: UTF8.self).contains(#""misspelled":[[0,6]],"name":"#))
  }

  @Test("F124 AST-20 in a Chinese mode the default offers and corrects nothing")
  func chinese() throws {
    desk.engine.modes.perform(.choose("zh-Hans"))
    let lines = try type("teh yo", #""autocapitalizationType":"none""#)
    #expect(try text("a") == "teh yo")
    #expect(corrections(lines) == [] && row(lines) == [])
    #expect(lines.named("spelling.didChange").isEmpty && lines.named("inline.didChange").isEmpty)
  }
}
