// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import Testing
import TextInput

/// Text fields on the terminal (reference 4.1).
@Suite struct TerminalFieldTests {
  private let field = TextField(name: "field")

  /// The field alone, in the top left corner.
  private func stage(
    width: Int = 10, kind: TerminalKind = .window, isFocused: Bool = false,
    _ furnish: (TextField) -> Void = { _ in }
  ) throws -> Stage {
    field.frame = CellRect(width: width, height: 1)
    furnish(field)
    return try Stage(columns: 40, rows: 4, kind: kind) { engine in
      engine.window.addSubview(field)
      if isFocused { field.becomeFirstResponder() }
    }
  }

  @Test("F042 the caret is shown in the container with the focus only")
  func caret() throws {
    var stage = try stage { $0.text = "abc" }
    #expect(stage.terminal.marked == ["abc", "", "", ""])
    #expect(stage.terminal.row == 3, "the cursor is at the bottom")
    field.becomeFirstResponder()
    try stage.show()
    #expect(stage.content[0] == "abc« »")
    #expect((stage.terminal.row, stage.terminal.column) == (0, 3))
    try stage.press(.leftArrow)
    #expect(stage.content[0] == "ab«c»")
    #expect((stage.terminal.row, stage.terminal.column) == (0, 2))
    stage.mirror.show(isFocused: false)
    try stage.show()
    #expect(stage.content[0] == "abc" && stage.terminal.row == 3)
    stage.mirror.show(isFocused: true)
    field.resignFirstResponder()
    try stage.show()
    #expect(stage.terminal.marked == ["abc", "", "", ""])
  }

  @Test("F042 the caret is the terminal's cursor, hidden without a caret or with a selection")
  func hardwareCursor() throws {
    var stage = try stage { $0.text = "abc" }
    #expect(!stage.terminal.showsCursor)
    field.becomeFirstResponder()
    try stage.show()
    #expect(stage.terminal.showsCursor && !stage.terminal.places[0].contains(where: \.isReverse))
    try stage.press(KeyInput.leftArrow)
    #expect(!stage.sent.contains("?25"), "a cursor that only moves stays on")
    try stage.press(KeyInput.leftArrow, modifiers: .shift)
    #expect(!stage.terminal.showsCursor && stage.content[0] == "a«b»c")
    #expect((stage.terminal.row, stage.terminal.column) == (0, 1))
    try stage.press(KeyInput.rightArrow)
    #expect(stage.terminal.showsCursor)
    stage.mirror.show(isFocused: false)
    try stage.show()
    #expect(!stage.terminal.showsCursor)
  }

  @Test(
    "F043, F138 the four borders have ASCII forms on the console",
    arguments: [
      (TextField.BorderStyle.bezel, "[ab  ]", "[ab  ]"), (.line, "│ab  │", "|ab  |"),
      (.roundedRect, "(ab  )", "(ab  )"), (.none, "ab", "ab"),
    ])
  func borders(_ style: TextField.BorderStyle, _ window: String, _ console: String) throws {
    for (kind, row) in [(TerminalKind.window, window), (.console, console)] {
      let field = TextField(frame: CellRect(width: 6, height: 1))
      field.text = "ab"
      field.borderStyle = style
      let stage = try Stage(kind: kind) { $0.window.addSubview(field) }
      #expect(stage.terminal.lines[0] == row)
    }
  }

  @Test("F044 the placeholder is dim, and hidden while there is text")
  func placeholder() throws {
    var stage = try stage(isFocused: true) { $0.placeholder = "Color" }
    #expect(stage.content[0] == "«C»olor")
    #expect(stage.terminal.places[0][..<5].allSatisfy { $0.strokes == [2] })
    try stage.type("r")
    #expect(stage.content[0] == "r« »")
    #expect(stage.terminal.places[0].allSatisfy { $0.strokes == [] })
    try stage.press(.delete)
    #expect(stage.content[0] == "«C»olor")
  }

  @Test("F045 the clear button is at the right edge, and is hidden after clearing")
  func clearButton() throws {
    var stage = try stage(isFocused: true) {
      $0.clearButtonMode = .whileEditing
      $0.traits.enablesReturnKeyAutomatically = true
    }
    #expect(!stage.content[0].contains("×") && stage.isReturnDim)
    try stage.type("ab")
    #expect(stage.terminal.lines[0] == "ab       ×" && !stage.isReturnDim)
    field.clear()
    try stage.show()
    #expect(stage.terminal.lines[0] == "" && stage.isReturnDim)
  }

  @Test("F139 the clear button is shown as its mode requires, with and without text and focus")
  func clearButtonModes() throws {
    for mode in TextField.ViewMode.allCases {
      for text in ["", "x"] {
        for isFocused in [true, false] {
          let field = TextField(frame: CellRect(width: 6, height: 1))
          field.text = text
          field.clearButtonMode = mode
          for kind in [TerminalKind.window, .console] {
            let sign = kind.hasSymbols ? "×" : "x"
            let stage = try Stage(kind: kind) { engine in
              engine.window.addSubview(field)
              if isFocused { field.becomeFirstResponder() }
            }
            let isShown =
              !text.isEmpty
              && (mode == .always || mode == (isFocused ? .whileEditing : .unlessEditing))
            #expect((stage.terminal.places[0][5].text == sign) == isShown)
          }
        }
      }
    }
  }

  @Test(
    "F133, FLD-2a, FLD-2b a secret is dots, the last character in clear, and stars on the console")
  func secure() throws {
    for (kind, dot) in [(TerminalKind.window, "•"), (.console, "*")] {
      let field = TextField(frame: CellRect(width: 10, height: 1))
      field.traits.isSecureTextEntry = true
      var stage = try Stage(kind: kind) {
        $0.window.addSubview(field)
        field.becomeFirstResponder()
      }
      try stage.type("ab")
      #expect(stage.terminal.lines[0] == dot + "b")
      let deadline = try #require(stage.engine.nextDeadline)
      stage.engine.advance(to: Timestamp(microseconds: deadline.microseconds - 1))
      try stage.show()
      #expect(stage.terminal.lines[0] == dot + "b")
      stage.engine.advance(to: deadline)
      try stage.show()
      #expect(stage.terminal.lines[0] == dot + dot)
      field.resignFirstResponder()
      try stage.resize(40, 8)
      #expect(!stage.sent.contains("b") && stage.terminal.lines[0] == dot + dot)
      try stage.mirror.finish()
      #expect(!stage.pipe.read().contains("b"), "the text printed at the end contains no secret")
    }
  }

  @Test("F134 a long text scrolls left, and stays while the caret is visible")
  func scrolling() throws {
    var stage = try stage(width: 5, isFocused: true)
    try stage.type("abcdefg")
    #expect(stage.content[0] == "defg« »")
    try stage.press(.leftArrow, KeyInput.leftArrow)
    #expect(stage.content[0] == "de«f»g")
    for _ in 0..<4 { try stage.press(.leftArrow) }
    #expect(stage.content[0] == "«b»cdef")
    field.resignFirstResponder()
    try stage.show()
    #expect(stage.terminal.lines[0] == "abcde")
  }

  @Test("F134 a visible tab in a scrolled text ends at the same column as in the whole text")
  func scrolledTab() throws {
    var stage = try stage(width: 12, isFocused: true) { $0.text = "abc\tdefghi" }
    #expect(stage.content[0] == "     defghi« »")
    try stage.press(.upArrow)
    #expect(stage.content[0] == "«a»bc     defg")
  }

  @Test("F136 a background image is a pattern; a disabled background alone has no effect")
  func backgroundImage() throws {
    var stage = try stage(width: 5) {
      $0.text = "ab"
      $0.disabledBackground = "grey"
      $0.isEnabled = false
    }
    #expect(stage.terminal.lines[0] == "ab")
    field.background = "paper"
    try stage.show()
    #expect(stage.terminal.lines[0] == "ab░░░")
    // The round frame hides the image.
    field.borderStyle = .roundedRect
    try stage.show()
    #expect(stage.terminal.lines[0] == "(ab )")
  }

  @Test("F137 the background colour fills the field, and an image precedes it")
  func backgroundColor() throws {
    var stage = try stage(width: 5) {
      $0.text = "ab"
      $0.backgroundColor = .red
    }
    let row = stage.terminal.places[0]
    #expect(row[..<5].allSatisfy { $0.background == "41" } && row[5].background == nil)
    field.background = "paper"
    try stage.show()
    #expect(stage.terminal.places[0].allSatisfy { $0.background == nil })
  }

  @Test("F142, FLD-5a, FLD-5c bold and italic of a font are shown; name and size change no cell")
  func font() throws {
    var stage = try stage {
      $0.text = "ab"
      $0.font = Font(name: "Courier", size: 40, isBold: true, isItalic: true)
    }
    #expect(stage.terminal.lines[0] == "ab")
    #expect(stage.terminal.places[0][..<2].allSatisfy { $0.strokes == [1, 3] })
    field.font = Font(name: "Times", size: 3)
    try stage.show()
    #expect(stage.terminal.places[0][..<2].allSatisfy { $0.strokes == [] })
    field.font.isItalic = true
    let console = try Stage(kind: .console) { $0.window.addSubview(field) }
    #expect(console.terminal.places[0][0].strokes == [], "the console shows italics as a colour")
  }

  @Test("F143 side views are shown as short text, in their modes only")
  func sideViews() throws {
    var stage = try stage(width: 12) {
      $0.text = "ab"
      $0.borderStyle = .bezel
      $0.leftView = Label("To:", frame: CellRect(width: 4, height: 1))
      $0.rightView = View(name: "icon", frame: CellRect(width: 2, height: 1))
    }
    #expect(stage.terminal.lines[0] == "[ab        ]")
    field.leftViewMode = .always
    field.rightViewMode = .whileEditing
    try stage.show()
    #expect(stage.terminal.lines[0] == "[To: ab    ]")
    field.becomeFirstResponder()
    try stage.show()
    #expect(stage.terminal.lines[0] == "[To: ab  ic]")
    field.text = "א"
    try stage.show()
    #expect(stage.terminal.lines[0].hasPrefix("[ic") && stage.terminal.lines[0].contains("To: ]"))
  }

  @Test(
    "F145 text and placeholder follow the alignment",
    arguments: [
      (TextAlignment.left, "ab"), (.center, "   ab"), (.right, "      ab"), (.natural, "ab"),
    ])
  func alignment(_ alignment: TextAlignment, _ row: String) throws {
    for isPlaceholder in [true, false] {
      let field = TextField(frame: CellRect(width: 8, height: 1))
      field.textAlignment = alignment
      if isPlaceholder { field.placeholder = "ab" } else { field.text = "ab" }
      let stage = try Stage { $0.window.addSubview(field) }
      #expect(stage.terminal.lines[0] == row)
    }
  }

  @Test(
    "F146 the text's colour is one of eight on the console",
    arguments: [
      (TextStyle.Color.red, "31", "31"), (.black, nil, nil), (.indexed(12), "94", "34"),
      (.indexed(252), "38;5;252", "37"), (.rgb(250, 3, 4), "38;2;250;3;4", "31"),
      (.rgb(1, 2, 3), "38;2;1;2;3", "30"), (.indexed(46), "38;5;46", "32"),
    ] as [(TextStyle.Color, String?, String?)])
  func textColor(_ color: TextStyle.Color, _ window: String?, _ console: String?) throws {
    for (kind, parameters) in [(TerminalKind.window, window), (.console, console)] {
      let field = TextField(frame: CellRect(width: 8, height: 1))
      field.text = "ab"
      field.textColor = color
      let stage = try Stage(kind: kind) { $0.window.addSubview(field) }
      #expect(stage.terminal.places[0][..<2].allSatisfy { $0.foreground == parameters })
      #expect(stage.terminal.strangers == [])
    }
  }

  @Test("4.1 text that is to be replaced is highlighted, without a caret")
  func toBeReplaced() throws {
    var stage = try stage(isFocused: true) {
      $0.text = "old"
      $0.clearsOnInsertion = true
    }
    #expect(stage.content[0] == "«old»")
    #expect(stage.terminal.places[0][..<3].allSatisfy { $0.strokes == [2] })
    #expect(stage.terminal.row == 3)
    try stage.type("n")
    #expect(stage.content[0] == "n« »")
  }

  @Test("a selection is shown while its field has the focus, and marked text is underlined")
  func selection() throws {
    var stage = try stage(isFocused: true) {
      $0.text = "abcd"
      $0.select(Selection(anchor: 1, head: 3))
    }
    field.select(Selection(anchor: 1, head: 3))
    try stage.show()
    #expect(stage.content[0] == "a«bc»d")
    field.resignFirstResponder()
    try stage.show()
    #expect(stage.terminal.marked[0] == "abcd")
    field.becomeFirstResponder()
    field.select(Selection(caret: 4))
    field.setMarkedText("日", selectedRange: TextRange(caret: 1))
    try stage.show()
    #expect(stage.content[0] == "abcd{日}« »")
  }

  @Test("RSP-10 a disabled field is dim")
  func disabled() throws {
    var stage = try stage { $0.text = "ab" }
    #expect(stage.terminal.places[0][0].strokes == [])
    field.isEnabled = false
    try stage.show()
    #expect(stage.terminal.places[0][..<2].allSatisfy { $0.strokes == [2] })
  }

  @Test("a web field is drawn like any other")
  func webField() throws {
    let field = WebField(frame: CellRect(x: 2, y: 1, width: 8, height: 1))
    field.borderStyle = .bezel
    field.text = "abc"
    let stage = try Stage { $0.window.addSubview(field) }
    #expect(stage.terminal.lines[1] == "  [abc   ]")
  }

  @Test("F004, F086 the status row shows keyboard type and return label of the focus")
  func statusLabel() throws {
    var stage = try stage(isFocused: true) {
      $0.traits.keyboardType = .url
      $0.traits.returnKeyType = .go
    }
    #expect(stage.status.hasPrefix("URL · Go · No keyboard"))
    field.traits.keyboardType = .default
    try stage.show()
    #expect(stage.status.hasPrefix("Go · No keyboard"))
    let console = try Stage(kind: .console) {
      field.traits.keyboardType = .url
      $0.window.addSubview(field)
      field.becomeFirstResponder()
    }
    #expect(console.status.hasPrefix("URL - Go ") && console.status.hasSuffix("to exit"))
  }

  @Test("F048 the return label is dim while Return is disabled")
  func returnKey() throws {
    var stage = try stage(isFocused: true) { $0.traits.enablesReturnKeyAutomatically = true }
    #expect(stage.status.hasPrefix("return · ") && stage.isReturnDim)
    try stage.type("x")
    #expect(!stage.isReturnDim)
  }
}

extension Stage {
  /// Whether the status row's label is dim, and nothing else in the row.
  fileprivate var isReturnDim: Bool {
    let row = terminal.places[terminal.rows - 1]
    #expect(row.dropFirst(8).allSatisfy { $0.strokes == [] })
    return row[0].strokes == [2]
  }
}
