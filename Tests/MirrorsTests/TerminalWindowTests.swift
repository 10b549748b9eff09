// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing
import TextInput

@testable import Mirrors

/// Views on the terminal: their places, their order, and labels.
@Suite struct TerminalWindowTests {
  private func label(_ text: String, _ x: Int, _ y: Int, width: Int = 10, height: Int = 1) -> Label
  {
    Label(text, frame: CellRect(x: x, y: y, width: width, height: height))
  }

  // MARK: Places

  @Test("views are placed by their frames in their superviews, and hidden ones are not drawn")
  func frames() throws {
    let box = View(frame: CellRect(x: 3, y: 1, width: 10, height: 3))
    let inner = View(frame: CellRect(x: 2, y: 1, width: 5, height: 2))
    let hidden = View()
    hidden.isHidden = true
    box.addSubview(label("one", 0, 0))
    box.addSubview(inner)
    inner.addSubview(label("two", 1, 0))
    hidden.addSubview(label("hidden", 0, 0))
    var stage = try Stage {
      $0.window.addSubview(box)
      $0.window.addSubview(hidden)
    }
    #expect(stage.terminal.lines.prefix(4) == ["", "   one", "      two", ""])
    box.frame.x = 0
    inner.isHidden = true
    try stage.show()
    #expect(stage.terminal.lines.prefix(4) == ["", "one", "", ""])
    box.isHidden = true
    try stage.show()
    #expect(stage.terminal.lines.allSatisfy { $0.isEmpty })
  }

  @Test("a view in front covers those behind, without dividing a wide character")
  func covering() throws {
    let field = TextField(frame: CellRect(x: 3, y: 0, width: 3, height: 1))
    let stage = try Stage { engine in
      engine.window.addSubview(label("日本語の文字", 0, 0, width: 12))
      engine.window.addSubview(field)
      field.text = "x"
    }
    #expect(stage.terminal.lines[0] == "日 x  の文字")
    #expect(stage.terminal.strangers == [])
  }

  @Test("a scroll view shows the visible part of its content, clipped at its edges")
  func scrollView() throws {
    let view = ScrollView(frame: CellRect(x: 1, y: 1, width: 4, height: 2))
    for row in 0..<5 { view.addSubview(label("日row\(row)", 0, row)) }
    view.addSubview(label("日", -1, 2, width: 2))
    var stage = try Stage { $0.window.addSubview(view) }
    #expect(stage.terminal.lines.prefix(4) == ["", " 日ro", " 日ro", ""])
    view.contentOffset = 2
    try stage.show()
    #expect(stage.terminal.lines.prefix(4) == ["", "   ro", " 日ro", ""])
  }

  @Test("a presented controller covers everything, even views added later")
  func presented() throws {
    let root = ViewController()
    let field = TextField(frame: CellRect(x: 0, y: 0, width: 5, height: 1))
    root.view.addSubview(field)
    let sheet = ViewController()
    sheet.view.addSubview(label("sheet", 2, 1))
    var stage = try Stage { engine in
      engine.window.rootViewController = root
      field.text = "abc"
      root.present(sheet)
      engine.window.addSubview(label("late", 0, 2))
    }
    #expect(stage.terminal.lines.prefix(3) == ["", "  sheet", ""])
    sheet.view.frame = CellRect(x: 1, y: 0, width: 8, height: 2)
    try stage.show()
    #expect(stage.terminal.lines.prefix(3) == ["a", "   sheet", "late"])
    // The cursor of a covered view is hidden.
    field.becomeFirstResponder()
    try stage.show()
    #expect(stage.terminal.row == 7 && stage.terminal.column == 0)
    root.dismiss()
    try stage.show()
    #expect(stage.terminal.lines.prefix(3) == ["abc", "", "late"])
    #expect(stage.terminal.row == 0 && stage.terminal.column == 3)
  }

  @Test("the key window is drawn")
  func keyWindow() throws {
    var stage = try Stage { $0.window.addSubview(label("first", 0, 0)) }
    let second = stage.engine.makeWindow(name: "second")
    second.addSubview(label("second", 0, 0))
    try stage.show()
    #expect(stage.terminal.lines[0] == "first")
    second.makeKey()
    try stage.show()
    #expect(stage.terminal.lines[0] == "second")
    second.close()
    stage.engine.window.close()
    try stage.show()
    #expect(stage.terminal.lines.allSatisfy { $0.isEmpty })
  }

  @Test("a text view wraps, scrolls and aligns within its frame")
  func textView() throws {
    let view = TextView(frame: CellRect(x: 2, y: 1, width: 4, height: 2))
    var stage = try Stage { engine in
      engine.window.addSubview(view)
      view.becomeFirstResponder()
    }
    try stage.type("abcdef")
    #expect(stage.content.prefix(4) == ["", "  abcd", "  ef« »", ""])
    // After a full row the caret has a separate row, even at the bottom of the view.
    try stage.type("gh")
    #expect(stage.content.prefix(4) == ["", "  efgh", "  « »", ""])
    try stage.type("i")
    #expect(stage.content.prefix(4) == ["", "  efgh", "  i« »", ""])
    try stage.press(.upArrow, KeyInput.upArrow)
    #expect(stage.content.prefix(4) == ["", "  a«b»cd", "  efgh", ""])
    view.textAlignment = .right
    view.text = "a\nbc"
    view.select(Selection(caret: 0))
    try stage.show()
    #expect(stage.content.prefix(4) == ["", "     «a»", "    bc", ""])
    view.backgroundColor = .blue
    view.textColor = .yellow
    try stage.show()
    let places = stage.terminal.places
    #expect(places[1][2..<6].allSatisfy { $0.background == "44" } && places[1][6].background == nil)
    #expect(places[2][4].foreground == "33")
  }

  @Test("INP-13 the caret at the end of a wrapped line is drawn there")
  func affinity() throws {
    let view = TextView()
    var stage = try Stage(columns: 4, rows: 4) { $0.fill(with: view) }
    try stage.type("abcdef")
    view.select(Selection(caret: 1))
    try stage.press(.rightArrow, modifiers: .command)
    #expect(view.selection.head == 4)
    #expect(stage.content.prefix(2) == ["abc«d»", "ef"])
    try stage.press(.rightArrow)
    #expect(stage.content.prefix(2) == ["abcd", "e«f»"])
  }

  @Test("6.1 a text view wraps at words, and hanging spaces are not drawn into the next view")
  func hangingSpaces() throws {
    let view = TextView(frame: CellRect(width: 6, height: 3))
    view.backgroundColor = .blue
    let label = Label("|||", frame: CellRect(x: 6, width: 1, height: 3))
    (label.numberOfLines, label.lineBreakMode) = (0, .byCharWrapping)
    var stage = try Stage { engine in
      engine.window.addSubview(view)
      engine.window.addSubview(label)
      view.becomeFirstResponder()
    }
    view.text = "abcdef    gh\nabcd    efgh\n"
    view.select(Selection(caret: 10))
    try stage.show()
    #expect(stage.content.prefix(3) == ["abcdef|", "«g»h    |", "abcd  |"])
    let places = stage.terminal.places
    #expect(places[0][5].background == "44" && places[0][6].background == nil)
    // Selected spaces are shown as far as they fit.
    view.select(Selection(anchor: 0, head: 23))
    view.scroll(toTop: 0)
    try stage.show()
    #expect(stage.content.prefix(3) == ["«abcdef»|", "«gh »   |", "«abcd  »|"])
    // Aligned to the right, a row ends with its last word.
    view.textAlignment = .right
    view.select(Selection(caret: 13))
    view.scroll(toTop: 13)
    try stage.show()
    #expect(stage.content.prefix(3) == ["  «a»bcd|", "  efgh|", "      |"])
  }

  @Test("6.1 a caret among hanging spaces is on the last cell, and after them in a separate row")
  func caretAmongHangingSpaces() throws {
    let view = TextView()
    var stage = try Stage(columns: 4, rows: 5) { $0.fill(with: view) }
    try stage.type("abcd   ")
    #expect(stage.content.prefix(2) == ["abcd", "« »"])
    try stage.press(.leftArrow)
    #expect(stage.content.prefix(2) == ["abc«d»", ""])
    #expect(stage.terminal.column == 3 && stage.terminal.row == 0)
    try stage.press(.rightArrow)
    try stage.type("ef")
    #expect(stage.content.prefix(2) == ["abcd", "ef« »"])
  }

  @Test("INP-13 the caret at the end of a line that wraps at a word is drawn after its space")
  func wordAffinity() throws {
    let view = TextView()
    var stage = try Stage(columns: 6, rows: 4) { $0.fill(with: view) }
    try stage.type("one three")
    view.select(Selection(caret: 1))
    try stage.press(.rightArrow, modifiers: .command)
    #expect(view.selection.head == 4)
    #expect(stage.content.prefix(2) == ["one « »", "three"])
    try stage.press(.leftArrow)
    #expect(stage.content.prefix(2) == ["one« »", "three"])
  }

  @Test("a view in a narrow frame shows its caret")
  func otherWidth() throws {
    let view = TextView(frame: CellRect(width: 4, height: 2))
    var stage = try Stage { engine in
      engine.window.addSubview(view)
      view.becomeFirstResponder()
    }
    try stage.type("abcdefghijklm")
    #expect(stage.content.prefix(2) == ["ijkl", "m« »"])
  }

  @Test("a text view without a selection has no caret, and one with a secret shows dots")
  func textViewStates() throws {
    let view = TextView()
    view.traits.isSecureTextEntry = true
    var stage = try Stage(columns: 10, rows: 3) { $0.fill(with: view) }
    view.text = "pw\nx"
    view.selectedRange = nil
    try stage.show()
    #expect(stage.content == ["••", "•"])
    #expect(stage.terminal.row == 2)
  }

  // MARK: Labels

  @Test("F058 a label shows its text and handles no key")
  func staticLabel() throws {
    var stage = try Stage { $0.window.addSubview(label("Name", 1, 0)) }
    let disposition = stage.engine.handle(keystroke())
    try stage.show()
    #expect(disposition == .unhandled && stage.terminal.lines[0] == " Name")
  }

  @Test("F059 five lines in four rows end in …, on the console in ASCII")
  func truncation() throws {
    for (kind, mark) in [(TerminalKind.window, "…"), (.console, ".")] {
      let four = label("1\n2\n3\n4\n5", 0, 0, width: 6, height: 4)
      four.numberOfLines = 4
      let stage = try Stage(kind: kind) { $0.window.addSubview(four) }
      #expect(stage.terminal.lines.prefix(5) == ["1", "2", "3", "4" + mark, ""])
    }
  }

  @Test("F060 wide characters take two cells, so 日本a fits five cells but not four")
  func width() throws {
    let stage = try Stage {
      $0.window.addSubview(label("日本a", 0, 0, width: 5))
      $0.window.addSubview(label("日本a", 0, 1, width: 4))
    }
    #expect(stage.terminal.lines.prefix(2) == ["日本a", "日…"])
    #expect(stage.terminal.places[0][4].text == "a")
  }

  @Test("F061, DSP-3 spans are shown in their styles, and typing does not change them")
  func spans() throws {
    let styled = label("", 0, 0, width: 6, height: 2)
    styled.numberOfLines = 0
    styled.styledText = StyledText([
      .init("ab", TextStyle(.bold, foreground: .red)), .init("cd ", TextStyle(.underline)),
      .init("ef", TextStyle([.italic, .reverse], background: .rgb(1, 2, 3))),
    ])
    var stage = try Stage { $0.window.addSubview(styled) }
    try stage.type("x")
    #expect(stage.terminal.marked.prefix(2) == ["ab{cd}", "«ef»"])
    let row = stage.terminal.places[0]
    #expect(row[0].foreground == "31" && row[0].strokes == [1] && !row[0].isUnderlined)
    #expect(row[2].foreground == nil && row[2].isUnderlined && row[2].strokes == [])
    let end = stage.terminal.places[1][0]
    #expect(
      end.text == "e" && end.strokes == [3] && end.isReverse && end.background == "48;2;1;2;3")
  }

  // MARK: The end

  @Test("at the end each of several texts is printed with its name, but never a secret")
  func printing() throws {
    let (name, secret, note) = (
      TextField(name: "name"), TextField(name: "pin"), TextView(name: "note")
    )
    let unnamed = TextField()
    secret.traits.isSecureTextEntry = true
    let stage = try Stage { engine in
      for view in [name, secret, note, TextField(name: "empty"), unnamed] {
        engine.window.addSubview(view)
      }
      (name.text, secret.text, note.text, unnamed.text) = ("A\u{1b}", "1234", "b\nc", "d")
    }
    // A former secret stays hidden.
    secret.traits.isSecureTextEntry = false
    try stage.mirror.finish()
    #expect(stage.pipe.read() == "name: A␛\nnote:\nb\nc\nd\n")
  }

  // MARK: Costs

  @Test("a long document is drawn with a few reads, because only the visible part costs")
  func longDocument() throws {
    let view = TextView()
    var stage = try Stage(columns: 40, rows: 10) { engine in
      view.text = String(repeating: "a line of some length\n", count: 200_000)
      engine.fill(with: view)
    }
    #expect(stage.sent.utf8.count < 1000)
    try stage.type("x")
    #expect(stage.terminal.drawn == 1)
    view.select(Selection(caret: 0))
    stage.engine.follow(view)
    try stage.show()
    #expect(stage.content[0] == "«a» line of some length")
  }

  @Test("if one of thirty fields changes, only the change is drawn")
  func manyFields() throws {
    let fields = (0..<30).map { row in
      let field = TextField(frame: CellRect(x: 2, y: row, width: 30, height: 1))
      field.borderStyle = .bezel
      field.placeholder = "field \(row)"
      return field
    }
    var stage = try Stage(columns: 80, rows: 40) { engine in
      fields.forEach { engine.window.addSubview($0) }
      fields[7].becomeFirstResponder()
    }
    #expect(stage.terminal.lines[29].hasPrefix("  [field 29"))
    try stage.type("x")
    // The row from its first difference on: the letter, the caret, and the rest of the placeholder.
    #expect(stage.terminal.drawn <= 30)
    try stage.show()
    #expect(stage.sent == "")
  }
}
