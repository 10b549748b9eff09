// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TestSupport
import Testing
import TextInput

/// A stage with one text view that fills the window.
private struct TextStage {
  let view = TextView(name: "text")
  var stage: Stage
  var engine: TextEngine { stage.engine }
  var mirror: TerminalMirror { stage.mirror }
  var terminal: VirtualTerminal {
    get { stage.terminal }
    set { stage.terminal = newValue }
  }
  var sent: String { stage.sent }

  init(
    _ text: String = "", columns: Int, rows: Int, kind: TerminalKind = .window,
    selection: Selection? = nil
  ) throws {
    let view = view
    stage = try Stage(columns: columns, rows: rows, kind: kind) { engine in
      view.text = text
      engine.fill(with: view)
      view.select(selection ?? Selection(caret: text.utf16.count))
      engine.follow(view)
    }
  }

  mutating func show() throws { try stage.show() }

  /// Replaces text, with the caret after it.
  mutating func type(_ text: String, over range: TextRange? = nil) throws {
    let place = range ?? TextRange(caret: view.storage.count)
    view.replace(place, withText: text)
    try select(place.start + text.utf16.count, place.start + text.utf16.count)
  }

  mutating func select(_ anchor: Int, _ head: Int) throws {
    view.select(Selection(anchor: anchor, head: head))
    engine.follow(view)
    try show()
  }

  mutating func resize(_ columns: Int, _ rows: Int) throws {
    engine.screen = CellSize(width: columns, height: rows)
    engine.fill(with: view)
    try stage.resize(columns, rows)
  }
}

@Suite struct TerminalMirrorTests {
  // MARK: Drawing

  /// A row for each line of the screen, without the status row.
  struct Drawing: Sendable, CustomTestStringConvertible {
    var text: String
    var anchor: Int
    var head: Int
    var columns: Int
    var rows: [String]
    var testDescription: String { "\(text.debugDescription) \(anchor)…\(head) in \(columns)" }

    init(_ text: String, _ anchor: Int, _ head: Int, _ columns: Int, _ rows: [String]) {
      (self.text, self.anchor, self.head) = (text, anchor, head)
      (self.columns, self.rows) = (columns, rows)
    }
  }

  static let drawings = [
    // The caret in the text, after it, on a newline, and after a full row.
    Drawing("", 0, 0, 6, ["« »"]),
    Drawing("abc", 1, 1, 6, ["a«b»c"]),
    Drawing("abc", 3, 3, 6, ["abc« »"]),
    Drawing("ab\ncd", 2, 2, 6, ["ab« »", "cd"]),
    Drawing("ab\n", 3, 3, 6, ["ab", "« »"]),
    Drawing("abcdef", 6, 6, 6, ["abcdef", "« »"]),
    Drawing("abcdef", 0, 0, 6, ["«a»bcdef"]),
    Drawing("abcdef\ng", 6, 6, 6, ["abcdef", "« »", "g"]),
    Drawing("abcdef\ng", 8, 8, 6, ["abcdef", "g« »"]),
    // Selections in both directions, over newlines, without a caret.
    Drawing("abcd", 1, 3, 6, ["a«bc»d"]),
    Drawing("abcd", 3, 1, 6, ["a«bc»d"]),
    Drawing("ab\ncd", 1, 4, 6, ["a«b »", "«c»d"]),
    Drawing("ab\n", 0, 3, 6, ["«ab »"]),
    // Wrapping: wide characters do not fit into the last column, clusters stay whole.
    Drawing("日本語x", 0, 0, 5, ["«日»本", "語x"]),
    Drawing("abcd日", 0, 0, 5, ["«a»bcd", "日"]),
    Drawing("abc👩‍👩‍👧‍👦d", 0, 0, 5, ["«a»bc👩‍👩‍👧‍👦", "d"]),
    Drawing("abcd🇩🇪", 0, 0, 5, ["«a»bcd", "🇩🇪"]),
    Drawing("e\u{301}e\u{301}e\u{301}", 2, 2, 2, ["e\u{301}«e\u{301}»", "e\u{301}"]),
    Drawing("שלום abc", 0, 0, 5, [" םול«ש»", "  abc"]),
    Drawing("a日b", 0, 0, 1, ["«a»", "…", "b"]),
    // Tabs extend to the next stop, at most to the row's end.
    Drawing("a\tb", 1, 1, 12, ["a« »      b"]),
    Drawing("a\tb", 0, 0, 5, ["«a»", "b"]),
  ]

  @Test("the shape of the cursor is drawn once, and reset at the end")
  func cursorShape() throws {
    var stage = try Stage()
    stage.mirror.show(cursorShape: 6)
    try stage.show()
    #expect(stage.sent.contains("\u{1b}[6 q"))
    try stage.show()
    #expect(!stage.sent.contains(" q"))
    try stage.mirror.finish()
    #expect(stage.pipe.read().contains("\u{1b}[0 q"))
  }

  @Test(
    "the document is wrapped by cells, and caret and selection are reversed", arguments: drawings)
  func drawing(_ row: Drawing) throws {
    let stage = try TextStage(
      row.text, columns: row.columns, rows: 8,
      selection: Selection(anchor: row.anchor, head: row.head))
    let shown = stage.terminal.marked.dropLast()
    #expect(Array(shown.prefix(row.rows.count)) == row.rows)
    #expect(shown.dropFirst(row.rows.count).allSatisfy { $0.isEmpty })
    #expect(stage.terminal.strangers == [])
  }

  @Test("marked text is underlined until marking ends")
  func markedText() throws {
    var stage = try TextStage("ab", columns: 9, rows: 3, selection: Selection(caret: 1))
    stage.view.setMarkedText("´", selectedRange: TextRange(caret: 1))
    try stage.show()
    #expect(stage.terminal.marked[0] == "a{´}«b»")
    stage.view.unmarkText()
    try stage.show()
    #expect(stage.terminal.marked[0] == "a´«b»")
  }

  // MARK: Hostile text

  static let hostile = [
    "\u{1b}[2J", "\u{1b}]0;title\u{7}", "\u{9b}2J", "\u{90}q\u{9c}", "\u{0}\u{8}\u{d}\u{7f}", "\r",
    "a\u{202e}b\u{202c}", "\u{2066}x\u{2069}", "\u{200f}\u{61c}", "\u{2028}\u{2029}",
    "\u{200b}\u{feff}",
    "\u{301}\u{302}", "a" + String(repeating: "\u{301}", count: 5000), "\u{fff9}\u{e0001}",
  ]

  @Test("no text in a document or title controls the terminal", arguments: hostile, [1, 2, 3, 20])
  func injection(_ text: String, columns: Int) throws {
    for kind in [TerminalKind.window, .console] {
      var stage = try TextStage(text, columns: columns, rows: 6, kind: kind)
      stage.terminal = VirtualTerminal(columns: columns, rows: 6, isLenient: true)
      try stage.mirror.resize(columns: columns, rows: 6)
      stage.mirror.receive(.commandInvoked(id: "x", title: text, target: "view"))
      try stage.show()
      try stage.mirror.finish()
      let printed = stage.stage.pipe.read().replacing("\n", with: "")
      #expect(stage.terminal.strangers == [])
      for steering in "\u{202e}\u{202c}\u{2066}\u{2069}\u{200f}\u{61c}\u{2028}\u{2029}"
        .unicodeScalars
      {
        #expect(!stage.sent.unicodeScalars.contains(steering))
        #expect(!printed.unicodeScalars.contains(steering))
      }
      #expect(printed.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      #expect(stage.sent.utf8.count < 2000)
    }
  }

  @Test("control characters are shown as pictures or in ASCII")
  func pictures() throws {
    let window = try TextStage("\u{1b}[2J\u{7f}\u{9b}", columns: 20, rows: 2)
    #expect(window.terminal.lines[0] == "␛[2J␡\u{fffd}")
    let console = try TextStage("\u{1b}[2J\u{7f}\u{9b}", columns: 20, rows: 2, kind: .console)
    #expect(console.terminal.lines[0] == "?[2J??")
  }

  // MARK: Scrolling

  @Test("the screen scrolls as little as needed to show the caret")
  func scrolling() throws {
    var stage = try TextStage("", columns: 5, rows: 4)
    for line in 1...5 { try stage.type("\(line)\n") }
    #expect(stage.terminal.marked.prefix(3) == ["4", "5", "« »"])
    try stage.select(6, 6)
    #expect(stage.terminal.marked.prefix(3) == ["«4»", "5", ""])
    try stage.select(2, 2)
    #expect(stage.terminal.marked.prefix(3) == ["«2»", "3", "4"])
    // A change above does not scroll the view.
    stage.view.replace(TextRange(0, 0), withText: "x\ny\n")
    try stage.select(6, 6)
    #expect(stage.terminal.marked.prefix(3) == ["«2»", "3", "4"])
    // A deletion across the first row scrolls to its place.
    try stage.type("", over: TextRange(0, 8))
    #expect(stage.terminal.marked.prefix(3) == ["«3»", "4", "5"])
  }

  @Test("a long line scrolls by its wrapped rows")
  func longLine() throws {
    var stage = try TextStage(String(repeating: "abcde", count: 100), columns: 5, rows: 4)
    #expect(stage.terminal.marked.prefix(3) == ["abcde", "abcde", "« »"])
    try stage.select(251, 251)
    #expect(stage.terminal.marked.prefix(3) == ["a«b»cde", "abcde", "abcde"])
  }

  @Test("no row stays empty that the document could fill")
  func filling() throws {
    var stage = try TextStage("1\n2\n3\n4\n5", columns: 5, rows: 3)
    #expect(stage.terminal.lines.prefix(2) == ["4", "5"])
    try stage.resize(5, 5)
    #expect(stage.terminal.lines.prefix(4) == ["2", "3", "4", "5"])
    try stage.type("", over: TextRange(5, 9))
    #expect(stage.terminal.lines.prefix(4) == ["1", "2", "3", ""])
  }

  // MARK: Partial drawing

  @Test("only changes are drawn, in one synchronized update")
  func minimalDrawing() throws {
    var stage = try TextStage("one\ntwo\n", columns: 40, rows: 10)
    try stage.type("x")
    #expect(stage.terminal.drawn == 1, "the letter; the caret is the terminal's cursor")
    #expect(stage.sent.hasPrefix("\u{1b}[?2026h") && stage.sent.hasSuffix("\u{1b}[?2026l"))
    try stage.show()
    #expect(stage.sent == "")
    // A row with characters whose width terminals disagree about is drawn from its beginning.
    try stage.type("日")
    try stage.type("y")
    #expect(stage.terminal.drawn == 3)
  }

  @Test("random edits that are drawn one by one equal a complete redraw")
  func incrementalEqualsWhole() throws {
    let pieces = [
      "a", "bc ", "日", "é", "e\u{301}", "👩‍👩‍👧‍👦", "\n", "\t", "\u{1b}", "שלום", "🇩🇪", "wide 本 line ",
    ]
    for seed in 0..<60 {
      var random = SeededGenerator(seed: UInt64(seed))
      var stage = try TextStage(
        "", columns: Int.random(in: 1...14, using: &random),
        rows: Int.random(in: 1...6, using: &random))
      for _ in 0..<80 {
        if Int.random(in: 0..<12, using: &random) == 0 {
          try stage.resize(
            Int.random(in: 0...14, using: &random), Int.random(in: 0...6, using: &random))
        }
        // Between characters only, like the engine's edits.
        let text = stage.view.text
        let places = text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count]
        let some = (0..<2).map { _ in places.randomElement(using: &random) ?? 0 }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try stage.select(some[0], some[1])
        case 1: try stage.type("", over: TextRange(some[0], some[1]))
        default:
          try stage.type(
            pieces.randomElement(using: &random) ?? "", over: TextRange(caret: some[0]))
        }
        let (columns, rows) = (stage.terminal.columns, stage.terminal.rows)
        #expect(stage.terminal.strangers == [])
        // The same view, drawn on a new terminal.
        let before = stage.terminal.places
        let cursor = [stage.terminal.row, stage.terminal.column]
        try stage.resize(columns, rows)
        #expect(stage.terminal.places == before)
        if rows > 0, columns > 0 {
          #expect([stage.terminal.row, stage.terminal.column] == cursor)
        }
      }
    }
  }

  // MARK: Sizes and status

  @Test("every size of the terminal works", arguments: 0...3, 0...3)
  func sizes(columns: Int, rows: Int) throws {
    var stage = try TextStage("a日\tb\n👩‍👩‍👧‍👦\u{1b}", columns: columns, rows: rows)
    try stage.resize(rows, columns)
    try stage.resize(-1, -1)
    try stage.resize(80, 24)
    #expect(stage.terminal.lines[0] == "a日     b")
    #expect(stage.terminal.strangers == [])
  }

  @Test("a terminal of one row shows the document, not the status")
  func oneRow() throws {
    let stage = try TextStage("ab", columns: 20, rows: 1)
    #expect(stage.terminal.lines == ["ab"])
  }

  @Test("without the focus the status row shows that and there is no caret; focus restores both")
  func focus() throws {
    for (text, caret) in [("ab", 1), ("ab", 2), ("ab\u{2028}c", 2), ("", 0)] {
      var stage = try TextStage(
        text, columns: 60, rows: 3, selection: Selection(caret: caret))
      let before = stage.terminal.marked
      stage.mirror.show(isFocused: false)
      try stage.show()
      #expect(stage.terminal.marked[2].contains("Terminal has no fo…"))
      #expect(!stage.terminal.marked[..<2].joined().contains("«"), "\(text)")
      #expect(stage.terminal.strangers == [])
      stage.mirror.show(isFocused: true)
      try stage.show()
      #expect(stage.terminal.marked == before)
      stage.mirror.show(isFocused: true)
      try stage.show()
      #expect(stage.sent == "")
    }
  }

  @Test("the status row shows keyboards, locks, the last command and how to leave")
  func statusRow() throws {
    var stage = try TextStage("", columns: 60, rows: 2)
    let leaving = "⌫+⎋+⏎ to exit"
    func status(_ left: String) -> String {
      "«" + left + String(repeating: " ", count: 60 - left.count - leaving.count) + leaving + "»"
    }
    #expect(stage.terminal.marked[1] == status("No keyboard: plug one in"))
    stage.mirror.receive(.deviceAttached(.desk))
    try stage.show()
    #expect(stage.terminal.marked[1] == status("1 keyboard"))
    stage.mirror.receive(.deviceAttached(.desk))
    stage.mirror.show(locks: [.capsLock, .numLock])
    try stage.show()
    #expect(stage.terminal.marked[1] == status("2 keyboards · Caps Lock, Num Lock"))
    stage.mirror.show(locks: [])
    stage.mirror.receive(.commandInvoked(id: "undo", title: "Undo", target: "view"))
    try stage.show()
    #expect(stage.terminal.marked[1] == status("2 keyboards · Undo"))
    var scanner = DeviceInfo.desk
    scanner.isScanner = true
    stage.mirror.receive(.deviceAttached(scanner))
    stage.mirror.receive(.deviceDetached(scanner))
    stage.mirror.receive(.deviceDetached(.desk))
    try stage.show()
    #expect(stage.terminal.marked[1] == status("1 keyboard · Undo"))
    stage.mirror.receive(.deviceDetached(.desk))
    try stage.show()
    #expect(stage.terminal.marked[1] == status("No keyboard: plug one in · Undo"))
    // The last command makes room first, and how to leave is always shown.
    try stage.resize(45, 2)
    #expect(stage.terminal.marked[1] == "«No keyboard: plug one in · Undo \(leaving)»")
    try stage.resize(44, 2)
    #expect(stage.terminal.marked[1] == "«No keyboard: plug one in       \(leaving)»")
    try stage.resize(20, 2)
    #expect(stage.terminal.marked[1] == "«No ke… \(leaving)»")
  }

  @Test("a row is erased after replacing characters that a terminal may have drawn wider")
  func uncertainWidths() throws {
    let eraseToEndOfRow = "\u{1b}[K"
    var stage = try TextStage("é", columns: 20, rows: 3, selection: Selection(caret: 0))
    try stage.type("abc", over: TextRange(0, 1))
    #expect(stage.sent.contains(eraseToEndOfRow))
    try stage.type("wxyz", over: TextRange(0, 3))
    #expect(!stage.sent.contains(eraseToEndOfRow))
  }

  @Test("the console gets ASCII only, and no mode that it lacks")
  func console() throws {
    let stage = try TextStage("ab", columns: 60, rows: 2, kind: .console)
    #expect(!stage.sent.contains("?2026") && !stage.sent.contains("?1049"))
    #expect(stage.sent.utf8.allSatisfy { $0 < 0x80 })
    #expect(stage.terminal.lines[1].hasSuffix("Backspace+Esc+Enter to exit"))
  }

  @Test(
    "at the end the document is printed, and the prompt has a separate row",
    arguments: [("", ""), ("a\tb", "a\tb\n"), ("a\n", "a\n"), ("a\n\n日\u{1b}", "a\n\n日␛\n")])
  func printing(_ text: String, _ printed: String) throws {
    let stage = try TextStage(text, columns: 10, rows: 3)
    try stage.mirror.finish()
    #expect(stage.stage.pipe.read() == printed)
  }
}
