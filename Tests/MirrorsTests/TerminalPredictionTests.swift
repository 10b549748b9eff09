// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing
import TextInput

@testable import Mirrors

/// The prediction row and the continuation after the caret on the terminal (reference 10.4, 10.5).
@Suite struct TerminalPredictionTests {
  /// An assistant with one mistake and some words.
  private final class Helper: TypingAssistant {
    var words = ["tech", "technology", "text"]
    var continuation = "nology"

    private func word(in context: TypingContext) -> (TextRange, String) {
      let text = context.storage.text
      let word = text.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
      let caret = context.selection.head
      return (TextRange(caret - word.utf16.count, caret), String(word))
    }
    func substitutions(for context: TypingContext) -> [TextSubstitution] {
      guard context.text == " ", let correction = correction(in: context) else { return [] }
      return [TextSubstitution(correction.range, with: "the", kind: .correction)]
    }
    func correction(in context: TypingContext) -> TextCorrection? {
      let (range, word) = word(in: context)
      guard context.resolvedTraits.autocorrection, word == "teh" else { return nil }
      return TextCorrection(range, typed: word, replacement: "the")
    }
    func predictions(in context: TypingContext) -> WordPredictions? {
      let (range, word) = word(in: context)
      return word.isEmpty ? nil : WordPredictions(range, words: words)
    }
    func inlinePrediction(in context: TypingContext) -> InlinePrediction? {
      let (range, word) = word(in: context)
      return word == "tech" ? InlinePrediction(start: range.start, text: continuation) : nil
    }
  }

  private let helper = Helper()

  private func stage(
    _ columns: Int, _ rows: Int, kind: TerminalKind = .window
  ) throws -> (Stage, TextView) {
    let view = TextView(name: "view")
    let stage = try Stage(columns: columns, rows: rows, kind: kind) {
      $0.screen = CellSize(width: columns, height: rows)
      $0.assistant = helper
      $0.fill(with: view)
    }
    let mirror = stage.mirror
    stage.engine.shownPredictions = { [unowned mirror] in mirror.predictionsShown(for: $0.id) }
    return (stage, view)
  }

  private func type(_ text: String, _ stage: inout Stage) throws {
    try stage.type(text)
    stage.engine.updatesWereDelivered()
    try stage.show()
  }

  private func row(_ stage: Stage) -> String { stage.terminal.lines[stage.terminal.rows - 2] }

  @Test(
    "F090 AST-22 the row shows the quoted literal, the correction and the alternative",
    arguments: [(80, 24), (40, 10)])
  func row(_ columns: Int, _ rows: Int) throws {
    var (stage, _) = try stage(columns, rows)
    try type("teh", &stage)
    #expect(row(stage) == "1 “teh”  2 the  3 tech")
    #expect(stage.status.contains("to exit"))
    #expect(stage.content[0] == "teh« »")
    try stage.press(.function(5))
    let reversed = stage.terminal.places[rows - 2].prefix(9).map { !$0.isReverse }
    #expect(reversed == [true, true, true, true, true, true, true, false, false])
    try stage.press(.rightArrow, .return)
    stage.engine.updatesWereDelivered()
    try stage.show()
    #expect(stage.content[0] == "the « »")
  }

  @Test(
    "AST-13f the status row names the key that refuses the last correction",
    arguments: [(TerminalKind.window, "⎋: teh", "⌘Z: teh"), (.console, "Esc: teh", "Cmd+Z: teh")])
  func refusal(_ kind: TerminalKind, _ offered: String, _ applied: String) throws {
    var (stage, _) = try stage(80, 10, kind: kind)
    let plain = stage.status
    try type("te", &stage)
    #expect(stage.status == plain)
    try type("h", &stage)
    #expect(stage.status.hasPrefix(offered), "\(stage.status)")
    try type(" ", &stage)
    #expect(stage.status.hasPrefix(applied), "\(stage.status)")
    // ⌘Z would take the letter back first.
    try type("x", &stage)
    #expect(stage.status == plain)
  }

  @Test("AST-22 a terminal without symbols quotes the literal in ASCII")
  func plain() throws {
    var (stage, _) = try stage(40, 10, kind: .console)
    try type("teh", &stage)
    #expect(row(stage) == "1 \"teh\"  2 the  3 tech")
  }

  @Test("AST-26 in a secure field and for trait no there is no row")
  func absent() throws {
    var (stage, view) = try stage(40, 10)
    try type("teh", &stage)
    #expect(row(stage) != "")
    view.traits.autocorrectionType = .no
    try stage.show()
    #expect(row(stage) == "" && stage.area.height == 1)
    view.traits.autocorrectionType = .default
    try type(" teh", &stage)
    #expect(row(stage) == "1 “teh”  2 the  3 tech")
    view.traits.isSecureTextEntry = true
    try stage.show()
    #expect(row(stage) == "" && stage.area.height == 1)
  }

  @Test(
    "AST-27 a narrow terminal cuts slots with …, the last first, and never drops the literal",
    arguments: [
      (34, "1 “teh”  2 the  3 internationalis…"), (30, "1 “teh”  2 the  3 internation…"),
      (20, "1 “teh”  2 the  3 i…"), (16, "1 “…  2 t…  3 i…"), (12, "1 “te…  2 t…"),
      (9, "1 “teh”"), (6, "1 “te…"), (4, "1 “…"), (2, "1 "),
    ])
  func narrow(_ columns: Int, _ row: String) {
    let list = CandidateList(
      .predictions,
      items: [
        Candidate("teh", role: .literal), Candidate("the", role: .correction),
        Candidate("internationalisation", role: .completion),
      ], pageSize: 3)
    let drawing = PredictionDrawing(
      list: list, glyphs: CellRenderer(hasSymbols: true), columns: columns)
    #expect(drawing.row().map(\.text).joined() == row)
  }

  @Test("AST-25 the source of a value is named after it")
  func source() {
    let list = CandidateList(
      .predictions,
      items: [
        Candidate("th", role: .completion),
        Candidate("123456", annotation: "Mail", role: .filling),
      ], pageSize: 3)
    let drawing = PredictionDrawing(
      list: list, glyphs: CellRenderer(hasSymbols: true), columns: 40)
    #expect(drawing.row().map(\.text).joined() == "1 th  2 123456 Mail")
  }

  @Test(
    "AST-28 the continuation is dimmed after the caret, in a view and in a field",
    arguments: [(80, 24), (40, 10)])
  func continuation(_ columns: Int, _ rows: Int) throws {
    var (stage, view) = try stage(columns, rows)
    try type("tech", &stage)
    #expect(stage.terminal.lines[0] == "technology")
    #expect(stage.content[0] == "tech«n»ology")
    let strokes = stage.terminal.places[0].prefix(10).map { $0.strokes.contains(2) }
    #expect(strokes == Array(repeating: false, count: 4) + Array(repeating: true, count: 6))
    #expect(view.text == "tech")
    let field = TextField(name: "field", frame: CellRect(y: 2, width: 8, height: 1))
    stage.engine.window.addSubview(field)
    field.becomeFirstResponder()
    try type("tech", &stage)
    #expect(stage.terminal.lines[2] == "technol…" || stage.terminal.lines[2] == "technolo")
    #expect(stage.terminal.lines[0] == "tech")
  }

  @Test("AST-28 a long continuation is cut at the end of the row")
  func long() throws {
    helper.continuation = String(repeating: "o", count: 100)
    var (stage, _) = try stage(40, 10)
    try type("tech", &stage)
    #expect(stage.terminal.lines[0] == "tech" + String(repeating: "o", count: 35) + "…")
    #expect(stage.terminal.lines[1] == "")
  }

  @Test("AST-28 a terminal that cannot dim shows no continuation, and no key accepts one")
  func undimmed() throws {
    let kind = try #require(
      TerminalKind.window(without: .dim), "the entry of xterm has a cursor")
    var (stage, view) = try stage(40, 10, kind: kind)
    try type("tech", &stage)
    #expect(stage.terminal.lines[0] == "tech" && view.inlinePrediction == nil)
    #expect(row(stage).hasPrefix("1 tech  "))
    try type(" ", &stage)
    #expect(view.text == "tech ")
  }
}
