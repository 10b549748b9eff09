// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import TestSupport
import Testing
import TextInput

@testable import Mirrors

/// Text that is written from right to left, in visual order on the terminal (BND-5).
@Suite struct TerminalDirectionTests {
  private func stage(
    _ text: String, caret: Int? = nil, columns: Int = 12, rows: Int = 3,
    kind: TerminalKind = .window
  ) throws -> Stage {
    try Stage(columns: columns, rows: rows, kind: kind) { engine in
      let view = TextView(name: "view")
      view.text = text
      engine.fill(with: view)
      view.select(Selection(caret: caret ?? text.utf16.count))
    }
  }

  @Test(
    "BND-5c a row is drawn in visual order, at the side where its paragraph begins",
    arguments: [
      ("שלום", 4, "       « »םולש"), ("שלום", 0, "        םול«ש»"), ("שלום", 1, "        םו«ל»ש"),
      ("a שלום b", 8, "a םולש b« »"), ("a שלום b", 2, "a םול«ש» b"),
      ("שלום 12", 7, "    « »12 םולש"),
      ("(שלום) x", 0, "    x (םולש«)»"), ("سلام", 0, "        مال«س»"), ("abc", 3, "abc« »"),
      ("שָלוֹם", 6, "       « »םוֹלשָ"), ("日שא", 3, "日אש« »"),
    ])
  func row(text: String, caret: Int, shown: String) throws {
    let stage = try stage(text, caret: caret)
    #expect(stage.content[0] == shown)
    #expect(stage.terminal.strangers == [])
  }

  @Test("BND-5c the caret follows the letters as they are typed, and ← moves to the left")
  func typing() throws {
    var stage = try stage("")
    try stage.type("של")
    #expect(stage.content[0] == "         « »לש")
    try stage.type(" 4")
    #expect(stage.content[0] == "       « »4 לש")
    try stage.press(.rightArrow, .rightArrow)
    let column = stage.terminal.column
    try stage.press(.leftArrow)
    #expect(stage.terminal.column < column)
  }

  @Test("BND-5c a selection and wrapped rows are drawn in visual order")
  func selection() throws {
    let view = TextView(name: "view")
    let stage = try Stage(columns: 8, rows: 4) { engine in
      view.text = "שלום עולם"
      engine.fill(with: view)
      view.selectedRange = TextRange(1, 3)
    }
    #expect(Array(stage.content.prefix(2)) == ["    ם«ול»ש", "    םלוע"])
  }

  @Test("BND-5c a field has its caret to the left of text from right to left")
  func field() throws {
    let field = TextField(name: "field")
    field.frame = CellRect(width: 8, height: 1)
    field.textAlignment = .natural
    field.text = "שלום"
    var stage = try Stage(columns: 20, rows: 3) { engine in
      engine.window.addSubview(field)
      field.becomeFirstResponder()
    }
    #expect(stage.content[0] == "   « »םולש")
    try stage.press(.rightArrow)
    #expect(stage.content[0] == "    «ם»ולש")
    field.resignFirstResponder()
    try stage.show()
    #expect(stage.content[0] == "    םולש")
  }

  @Test("BND-5c a label is drawn in visual order, with the style of each character")
  func label() throws {
    let label = Label()
    label.styledText = StyledText([.init("שלום "), .init("עולם", TextStyle(.reverse))])
    label.frame = CellRect(width: 9, height: 1)
    let stage = try Stage(columns: 20, rows: 3) { engine in engine.window.addSubview(label) }
    #expect(stage.content[0] == "«םלוע» םולש")
  }

  @Test("BND-5c a candidate is drawn in visual order after its number")
  func candidates() {
    let list = CandidateList(.inputMethod, items: [Candidate("שלום"), Candidate("abc")])
    let drawing = CandidateDrawing(
      list: list, glyphs: CellRenderer(hasSymbols: true), columns: 20)
    #expect(drawing.rows(1).map { $0.map(\.text).joined() } == ["1 םולש  2 abc"])
  }

  @Test("BND-5c rows around a program keep their order, which the terminal expects of the program")
  func program() throws {
    let kind = try TerminalKind(name: "xterm-256color", ordersText: false)
    #expect(try stage("שלום", kind: kind).content[0] == "שלום« »")
    #expect(
      !text(kind.enter).contains("\u{1b}[8l")
        && !text(kind.leave(readsKeys: false)).contains("\u{1b}[8h"))
  }

  @Test("a terminal that orders text on its own is asked not to, until the mirror ends")
  func explicitMode() throws {
    #expect(text(TerminalKind.window.enter).contains("\u{1b}[8l"))
    #expect(text(TerminalKind.window.leave(readsKeys: false)).contains("\u{1b}[8h"))
    #expect(!text(TerminalKind.console.enter).contains("\u{1b}[8l"))
  }

  private func text(_ sequence: ControlSequence) -> String {
    String(decoding: sequence, as: UTF8.self)
  }

  @Test("BND-5c rows are those of fribidi", .enabled(if: FribidiOracle.isInstalled))
  func oracle() throws {
    let oracle = try #require(FribidiOracle())
    var generator = SeededGenerator(seed: 9)
    let letters = Array("שלוםאב abc 12 ,.()[]-+%/")
    for round in 0..<300 {
      let length = Int.random(in: 1...16, using: &generator)
      var text = String((0..<length).map { _ in letters.randomElement(using: &generator) ?? "a" })
      let isRightToLeft = round % 2 == 0
      // The first strong character decides the direction of the paragraph.
      text = (isRightToLeft ? "ש" : "a") + text
      let stage = try stage(text, columns: 20)
      let row = stage.terminal.lines[0].filter { $0 != " " }
      let expected = oracle.visual(text, isRightToLeft: isRightToLeft).filter { $0 != " " }
      #expect(row == expected, "\(text)")
    }
  }
}

/// The library fribidi, which orders text by the same rules.
private struct FribidiOracle {
  static let isInstalled = FribidiOracle() != nil
  private typealias Function =
    @convention(c) (
      UnsafePointer<UInt32>, Int32, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>,
      UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int8>?
    ) -> Int8
  private let function: Function

  init?() {
    guard let library = dlopen("libfribidi.so.0", RTLD_NOW),
      let symbol = dlsym(library, "fribidi_log2vis")
    else { return nil }
    function = unsafeBitCast(symbol, to: Function.self)
  }

  func visual(_ text: String, isRightToLeft: Bool) -> String {
    let scalars = text.unicodeScalars.map(\.value)
    // FRIBIDI_PAR_RTL and FRIBIDI_PAR_LTR.
    var direction: UInt32 = isRightToLeft ? 0x111 : 0x110
    var visual = [UInt32](repeating: 0, count: scalars.count)
    _ = function(scalars, Int32(scalars.count), &direction, &visual, nil, nil, nil)
    return String(String.UnicodeScalarView(visual.compactMap(Unicode.Scalar.init)))
  }
}
