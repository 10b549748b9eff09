// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import TextInput

/// The layout of a field according to reference 4.1, as mirrors draw it.
@Suite struct FieldLayoutTests {
  private let desk = FieldDesk()

  /// The row as a mirror draws it: `‸` before the caret's cell, `«»` around the selection.
  private func draw(_ field: TextField, _ width: Int, scroll: Int = 0) -> String {
    Self.draw(field.layout(width: width, scroll: scroll), width, field)
  }

  private static func draw(_ layout: TextFieldLayout, _ width: Int, _ field: TextField) -> String {
    var cells = Array(repeating: "·", count: width)
    if let border = layout.appearance.borderStyle.cells {
      cells[0] = String(border.first)
      cells[width - 1] = String(border.last)
    }
    for (view, mark) in [(layout.leftView, "L"), (layout.rightView, "R")] {
      for column in view.map({ $0.start..<$0.end }) ?? 0..<0 { cells[column] = mark }
    }
    if let button = layout.clearButton { cells[button] = "×" }
    var column = layout.textColumn
    for character in layout.appearance.placeholder == nil ? layout.text : layout.text.lowercased() {
      cells[column] = String(character)
      let width = LineLayout.cells(of: character, at: column)
      for covered in column + 1..<max(column + width, column + 1) { cells[covered] = "" }
      column += width
    }
    if let selection = layout.selection, selection.count > 0 {
      cells[selection.start] = "«" + cells[selection.start]
      cells[selection.end - 1] += "»"
    }
    if let caret = layout.caret { cells[caret] = "‸" + cells[caret] }
    return cells.joined()
  }

  @Test("F134 a long text scrolls so that the caret stays visible")
  func scrolling() {
    let field = desk.field("a", "abcdefg")
    field.becomeFirstResponder()
    #expect(draw(field, 5) == "defg‸·")
    // The text scrolls no further than necessary.
    var layout = field.layout(width: 5)
    desk.press("← ←")
    layout = field.layout(width: 5, scroll: layout.scroll)
    #expect(Self.draw(layout, 5, field) == "de‸fg·")
    desk.press("← ← ←")
    layout = field.layout(width: 5, scroll: layout.scroll)
    #expect(Self.draw(layout, 5, field) == "‸cdefg" && layout.visibleRange == TextRange(2, 7))
    desk.press("⌘←")
    #expect(draw(field, 5, scroll: layout.scroll) == "‸abcde")
    desk.press("⌘→ ⌫ ⌫ ⌫")
    #expect(draw(field, 5, scroll: 3) == "abcd‸·")
    field.resignFirstResponder()
    field.text = "abcdefg"
    #expect(draw(field, 5, scroll: 3) == "abcde")
  }

  @Test("F134 a text of thousands of characters scrolls no further than necessary either")
  func veryLong() {
    let text = String((0..<6000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
    let field = desk.field("a", text)
    field.becomeFirstResponder()
    field.select(Selection(caret: 3600))
    var layout = field.layout(width: 10)
    // Only a part of the text around the caret is laid out; it changes on the way.
    for caret in Array((3500...3600).reversed()) + Array(3500...3600) {
      field.select(Selection(caret: caret))
      let start = min(max(layout.visibleRange.start, caret - 9), caret)
      layout = field.layout(width: 10, scroll: layout.scroll)
      #expect(layout.visibleRange.start == start && layout.caret == caret - start)
      #expect(layout.text == field.storage.substring(layout.visibleRange))
    }
  }

  @Test("F134 wide characters scroll as a whole")
  func wide() {
    let field = desk.field("a", "日本語a")
    field.becomeFirstResponder()
    #expect(draw(field, 5) == "語a‸··")
    #expect(field.layout(width: 5).visibleRange == TextRange(2, 4))
    #expect(field.layout(width: 5).textColumn == 0)
    field.select(Selection(caret: 1))
    let layout = field.layout(width: 3, scroll: 0)
    #expect(layout.caret == 0 && layout.text == "本")
  }

  @Test(
    "F134 for any text, width and caret, the caret is visible and the shown text fits",
    arguments: [1, 2] as [UInt64])
  func anything(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let field = desk.field("a")
    field.becomeFirstResponder()
    let pieces = ["a", "bc", "日", "👍🏽", "e\u{301}", "\t", "\u{200D}", "م"]
    var scroll = 0
    for _ in 0..<4000 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        field.text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }.joined()
      case 1:
        field.select(Selection(caret: Int.random(in: 0...field.storage.count, using: &random)))
      case 2: desk.press("⇧←")
      case 3: desk.press("→")
      default: field.textAlignment = TextAlignment.allCases.randomElement(using: &random) ?? .left
      }
      field.borderStyle = Bool.random(using: &random) ? .bezel : .none
      let width = Int.random(in: 0..<14, using: &random)
      let layout = field.layout(width: width, scroll: scroll)
      scroll = layout.scroll
      let content = layout.content
      guard content.count > 0 else { continue }
      guard let caret = layout.caret else {
        Issue.record("no caret")
        return
      }
      #expect(caret >= content.start && caret < content.end)
      var cells = 0
      for character in layout.text {
        cells += LineLayout.cells(of: character, at: layout.scroll + cells)
      }
      #expect(layout.textColumn >= content.start)
      if !layout.text.contains("\t") { #expect(layout.textColumn + cells <= content.end) }
      #expect(field.storage.substring(layout.visibleRange) == layout.text)
    }
  }

  @Test(
    "F145 text and placeholder follow the alignment",
    arguments: [
      (TextAlignment.left, "ab······", "col·····"), (.center, "···ab···", "··col···"),
      (.right, "······ab", "·····col"), (.natural, "ab······", "col·····"),
    ])
  func alignment(alignment: TextAlignment, text: String, placeholder: String) {
    let field = desk.field("a", "ab")
    field.placeholder = "Col"
    field.textAlignment = alignment
    #expect(draw(field, 8) == text)
    field.text = ""
    #expect(draw(field, 8) == placeholder)
  }

  @Test("F145 a right-to-left text with natural alignment is right-aligned")
  func rightToLeft() {
    let field = desk.field("a", "שלום")
    field.textAlignment = .natural
    #expect(field.layout(width: 8).textColumn == 4)
  }

  @Test("F145 while editing there is a cell for the caret at the end")
  func alignedCaret() {
    let field = desk.field("a", "ab")
    field.textAlignment = .right
    field.becomeFirstResponder()
    #expect(draw(field, 8) == "·····ab‸·")
    field.text = ""
    #expect(field.layout(width: 8).caret == 7)
  }

  @Test("F044 the placeholder is shown while there is no text, focused or not")
  func placeholder() {
    let field = desk.field("a")
    field.placeholder = "Color"
    #expect(draw(field, 8) == "color···" && field.appearance.placeholder == "Color")
    field.becomeFirstResponder()
    #expect(draw(field, 8) == "‸color···")
    desk.type("r")
    #expect(draw(field, 8) == "r‸·······" && field.appearance.placeholder == nil)
    desk.press("⌫")
    #expect(draw(field, 8) == "‸color···")
    field.setMarkedText("k", selectedRange: TextRange(caret: 1))
    #expect(field.appearance.placeholder == nil)
    field.cancelMarkedText()
    #expect(draw(field, 3) == "‸col")
  }

  /// The modes, and whether each shows the view while editing and otherwise.
  private static let modes: [(TextField.ViewMode, Bool, Bool)] = [
    (.never, false, false), (.whileEditing, true, false), (.unlessEditing, false, true),
    (.always, true, true),
  ]

  @Test(
    "F139, F045 the clear button follows mode, focus and text in all sixteen cases",
    arguments: modes)
  func clearButton(mode: TextField.ViewMode, editing: Bool, resting: Bool) {
    let field = desk.field("a")
    field.clearButtonMode = mode
    for isEditing in [true, false] {
      if isEditing { field.becomeFirstResponder() } else { field.resignFirstResponder() }
      for text in ["", "x"] {
        field.text = text
        let shows = !text.isEmpty && (isEditing ? editing : resting)
        #expect(field.appearance.showsClearButton == shows)
        #expect(field.layout(width: 8).clearButton == (shows ? 7 : nil))
      }
    }
  }

  @Test("F143 a side view is shown only if there are both a view and a mode", arguments: modes)
  func sideViews(mode: TextField.ViewMode, editing: Bool, resting: Bool) {
    let field = desk.field("a", "x")
    field.leftViewMode = mode
    field.rightViewMode = mode
    #expect(field.layout(width: 8).leftView == nil && !field.appearance.showsRightView)
    let (left, right) = (View(name: "left"), View(name: "right"))
    left.frame.width = 2
    right.frame.width = 1
    (field.leftView, field.rightView) = (left, right)
    #expect(left.next === field)
    for isEditing in [false, true] {
      if isEditing { field.becomeFirstResponder() } else { field.resignFirstResponder() }
      let shows = isEditing ? editing : resting
      #expect(field.appearance.showsLeftView == shows && field.appearance.showsRightView == shows)
      #expect(left.isHidden == !shows && right.isHidden == !shows)
      let caret = isEditing ? "‸" : ""
      #expect(draw(field, 8) == (shows ? "LLx\(caret)····R" : "x\(caret)·······"))
    }
    field.leftView = nil
    #expect(left.superview == nil && field.appearance.showsLeftView == false)
    // A view that is moved to the other side is kept.
    field.leftView = right
    field.rightView = nil
    #expect(right.superview === field)
  }

  @Test("F143 in a right-to-left text the side views and the clear button swap sides")
  func swappedSides() {
    let field = desk.field("a", "ש")
    let (left, right) = (View(), View())
    left.frame.width = 2
    right.frame.width = 1
    (field.leftView, field.rightView) = (left, right)
    (field.leftViewMode, field.rightViewMode, field.clearButtonMode) = (.always, .always, .always)
    let layout = field.layout(width: 8)
    #expect(layout.leftView == TextFieldLayout.Columns(start: 0, count: 1))
    #expect(layout.rightView == TextFieldLayout.Columns(start: 6, count: 2))
    #expect(layout.clearButton == 1 && layout.content.count == 4)
  }

  @Test(
    "F043, F138 each of the four border styles has its frame",
    arguments: [
      (TextField.BorderStyle.none, "ab······"), (.line, "│ab····│"), (.bezel, "[ab····]"),
      (.roundedRect, "(ab····)"),
    ])
  func borders(style: TextField.BorderStyle, drawn: String) {
    let field = desk.field("a", "ab")
    field.borderStyle = style
    #expect(draw(field, 8) == drawn)
  }

  @Test(
    "4.1, F136 a background image hides the frame, except the round one, which hides the image",
    arguments: TextField.BorderStyle.allCases)
  func borderAndImage(style: TextField.BorderStyle) {
    let field = desk.field("a")
    field.borderStyle = style
    field.background = "paper"
    let isRound = style == .roundedRect
    #expect(field.appearance.borderStyle == (isRound ? .roundedRect : .none))
    #expect(field.appearance.backdrop == (isRound ? .none : .image("paper")))
  }

  @Test("F136, F137, RSP-10 the background depends on whether the field is enabled")
  func backdrops() {
    typealias Row = (String?, String?, TextStyle.Color?, TextField.Backdrop, TextField.Backdrop)
    let rows: [Row] = [
      (nil, nil, nil, .none, .none), (nil, nil, .red, .color(.red), .color(.red)),
      ("paper", nil, .red, .image("paper"), .image("paper")),
      (nil, "grey", .red, .color(.red), .color(.red)), (nil, "grey", nil, .none, .none),
      ("paper", "grey", nil, .image("paper"), .image("grey")),
    ]
    for (background, disabled, color, enabledLook, disabledLook) in rows {
      let field = TextField()
      (field.background, field.disabledBackground) = (background, disabled)
      field.backgroundColor = color
      #expect(field.appearance.backdrop == enabledLook)
      field.isEnabled = false
      #expect(field.appearance.backdrop == disabledLook)
    }
  }

  @Test("F146, F142 colour and font are part of the appearance")
  func style() {
    let field = TextField()
    field.textColor = .red
    field.font.isItalic = true
    field.backgroundColor = .blue
    #expect(
      field.appearance.style.textStyle
        == TextStyle(.italic, foreground: .red, background: .blue))
    #expect(TextField().appearance.style.textStyle == TextStyle())
  }

  @Test("F042 the caret is shown with the focus, and only while the engine is active")
  func caret() {
    let field = desk.field("a", "ab")
    #expect(field.layout(width: 8).caret == nil)
    field.becomeFirstResponder()
    #expect(field.layout(width: 8).caret == 2)
    desk.engine.setActive(false)
    #expect(field.layout(width: 8).caret == nil)
    desk.engine.setActive(true)
    field.selectedRange = nil
    #expect(field.layout(width: 8).caret == nil)
  }

  @Test("4.1 text that is to be replaced is highlighted as a whole, without a caret")
  func toBeReplaced() {
    let field = desk.field("a", "abc")
    field.becomeFirstResponder()
    field.clearsOnInsertion = true
    #expect(draw(field, 8) == "«abc»·····" && field.appearance.isToBeReplaced)
    desk.type("x")
    #expect(draw(field, 8) == "x‸·······")
  }

  @Test("A selection is laid out at its place")
  func selection() {
    let field = desk.field("a", "abcd")
    field.becomeFirstResponder()
    desk.press("⇧← ⇧←")
    #expect(draw(field, 8) == "ab‸«cd»····")
  }

  @Test("F133 a secret is laid out as dots, for any characters")
  func secret() {
    let field = desk.field("a")
    field.traits.isSecureTextEntry = true
    field.becomeFirstResponder()
    desk.type("日本")
    #expect(draw(field, 8) == "•本‸·····")
    desk.wait(microseconds: 1_000_000)
    #expect(draw(field, 8) == "••‸······")
  }
}
