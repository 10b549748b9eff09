// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing
import TextInput

@testable import Mirrors

/// The keyboard area on the terminal: accessories, input views, candidates, status.
@Suite struct TerminalAreaTests {
  private let field = TextField(name: "field", frame: CellRect(width: 20, height: 1))

  private func stage(
    columns: Int = 40, rows: Int = 8, kind: TerminalKind = .window, _ furnish: () -> Void
  ) throws -> Stage {
    furnish()
    return try Stage(columns: columns, rows: rows, kind: kind) { engine in
      engine.window.addSubview(field)
      field.becomeFirstResponder()
    }
  }

  // MARK: Status and colours

  @Test("without the focus there is no area, and the text has the whole screen")
  func hidden() throws {
    var stage = try stage {}
    #expect(stage.status == "return · No keyboard: plu… ⌫+⎋+⏎ to exit")
    field.resignFirstResponder()
    try stage.show()
    #expect(stage.terminal.lines.allSatisfy { $0.isEmpty })
  }

  @Test("of two status rows the first is for the text and the second for the machine")
  func twoRows() throws {
    var stage = try stage {}
    stage.engine.keyboardArea.statusRows = 2
    stage.mirror.show(message: "Undo")
    try stage.show()
    #expect(stage.terminal.lines[6] == "return · Undo")
    #expect(stage.terminal.lines[7].hasPrefix("No keyboard: plug one in  "))
    stage.engine.keyboardArea.statusRows = 0
    try stage.show()
    #expect(stage.terminal.lines[6...].allSatisfy { $0.isEmpty })
  }

  @Test("F010, F126 the dark area has its own colours, and the text area does not change")
  func appearance() throws {
    var stage = try stage { field.text = "text" }
    let text = Array(stage.terminal.places[..<7])
    #expect(stage.terminal.places[7].allSatisfy { $0.isReverse && $0.background == nil })
    field.traits.keyboardAppearance = .light
    try stage.show()
    #expect(stage.sent == "", "light is the mirror's default")
    field.traits.keyboardAppearance = .alert
    try stage.show()
    #expect(
      stage.terminal.places[7].allSatisfy {
        !$0.isReverse && $0.background == "48;5;235" && $0.foreground == "38;5;252"
      })
    #expect(Array(stage.terminal.places[..<7]) == text)
    let console = try Stage(columns: 40, rows: 8, kind: .console) {
      $0.window.addSubview(field)
      field.becomeFirstResponder()
    }
    #expect(
      console.terminal.places[7].allSatisfy { $0.background == "40" && $0.foreground == "37" })
  }

  // MARK: Accessories

  @Test("F147, F149, CIV-4 a bar is as wide as the screen, and its highlighted item is reversed")
  func bar() throws {
    let bar = AccessoryBar(items: [.appending(":)"), .appending(":(")])
    bar.frame = CellRect(x: 9, y: 9, width: 5, height: 2)
    var stage = try stage {
      field.text = "hi"
      field.inputAccessoryView = bar
    }
    #expect(stage.area == CellRect(x: 0, y: 5, width: 40, height: 3))
    #expect(stage.terminal.lines[5] == " :)   :(")
    #expect(stage.terminal.places[5].allSatisfy { $0.isReverse })
    #expect(stage.terminal.places[6].allSatisfy { $0.isReverse && $0.text == " " })
    try stage.press(.function(6))
    #expect(stage.terminal.places[5].map(\.isReverse) == (0..<40).map { $0 > 3 })
    try stage.press(.rightArrow)
    #expect(!stage.terminal.places[5][6].isReverse && stage.terminal.places[5][1].isReverse)
    try stage.press(.leftArrow, KeyInput.return)
    #expect(stage.terminal.lines[0] == "hi:)")
    bar.items[1].isEnabled = false
    try stage.show()
    #expect(
      stage.terminal.places[5][6].strokes == [2] && stage.terminal.places[5][1].strokes != [2])
    // A removed accessory takes its rows with it.
    field.inputAccessoryView = nil
    field.reloadInputViews()
    try stage.show()
    #expect(stage.terminal.lines[5...6].allSatisfy { $0.isEmpty })
  }

  @Test("items that do not fit wrap to the next row, and the highlighted one scrolls into view")
  func longBar() throws {
    let bar = AccessoryBar(
      items: ["one", "two", "three", "a very long title"].map { .inserting($0) })
    var stage = try stage(columns: 12) { field.inputAccessoryView = bar }
    #expect(stage.terminal.lines[6] == " one   two")
    try stage.press(.function(6), KeyInput.rightArrow, KeyInput.rightArrow)
    #expect(stage.terminal.lines[6] == " three")
    try stage.press(.rightArrow)
    #expect(stage.terminal.lines[6] == " a very long")
    bar.frame.height = 3
    try stage.press(.escape)
    #expect(stage.terminal.lines[4...6] == [" one   two", " three", " a very long"])
  }

  @Test("a program's accessory shows its views in the area's colours")
  func views() throws {
    let accessory = View(frame: CellRect(width: 1, height: 2))
    let inner = TextField(name: "inner", frame: CellRect(x: 6, y: 1, width: 8, height: 1))
    inner.borderStyle = .bezel
    accessory.addSubview(Label("Send", frame: CellRect(x: 1, y: 1, width: 4, height: 1)))
    accessory.addSubview(inner)
    let stage = try stage { field.inputAccessoryView = accessory }
    #expect(stage.terminal.lines[6] == " Send [      ]")
    #expect(stage.terminal.places[6][1].isReverse)
  }

  @Test("CIV-11 a completion bar follows the word that is typed")
  func completion() throws {
    let bar = CompletionAccessory { beginning in
      ["apple", "apricot", "pear"].filter { $0.hasPrefix(beginning) }
    }
    var stage = try stage { field.inputAccessoryView = bar }
    try stage.type("ap")
    #expect(stage.terminal.lines[6] == " apple   apricot")
    try stage.type("r")
    #expect(stage.terminal.lines[6] == " apricot")
  }

  @Test(
    "F081, CIV-7 nine rows of text in an accessory of at most four show as four scrolling rows")
  func expanding() throws {
    let text = TextView(name: "message")
    text.layout.wrapWidth = 40
    let accessory = ExpandingAccessory(container: text, maximumRows: 4)
    var stage = try stage(rows: 12) { field.inputAccessoryView = accessory }
    #expect(stage.area.height == 2)
    text.becomeFirstResponder()
    try stage.show()
    for row in 1...9 { try stage.type(row == 1 ? "1" : "\n\(row)") }
    #expect(stage.area.height == 4 + 1)
    #expect(stage.terminal.marked[7...10] == ["6", "7", "8", "9« »"])
    #expect(stage.terminal.row == 10)
    for _ in 0..<5 { try stage.press(.upArrow) }
    #expect(stage.terminal.marked[7...10] == ["4« »", "5", "6", "7"])
    #expect(!stage.terminal.places[7][5].isReverse, "it is text, in the text's colours")
  }

  @Test("F153, CIV-12 an input view replaces the status row, with numbered buttons")
  func inputView() throws {
    let view = VocabularyInputView(rows: 2, words: ["Food", "Outside", "Stop!"])
    var stage = try stage { field.inputView = view }
    #expect(stage.area.height == 2)
    #expect(stage.terminal.lines[6...7] == [" 1 Food   2 Outside   3 Stop!", ""])
    #expect(!stage.terminal.lines.contains { $0.contains("keyboard") })
    try stage.press(.function(6), "2")
    #expect(stage.terminal.lines[0] == "Outside")
    field.inputView = nil
    field.reloadInputViews()
    try stage.show()
    #expect(stage.status.contains("keyboard"))
  }

  @Test("an area in a separate pane is drawn there")
  func undocked() throws {
    var stage = try stage { field.text = "text" }
    stage.engine.keyboardArea.position = .undocked(x: 5, y: 2, width: 10)
    try stage.show()
    #expect(stage.terminal.marked[2] == "     «⌫+⎋+⏎ to …»")
    #expect(stage.terminal.lines[7] == "")
  }

  @Test("F022 the labels are in the mode's language, which is named if there are several")
  func mode() throws {
    var stage = try stage {}
    let swedish = TextInputMode(try #require(LanguageTag("sv-SE")), displayName: "Svenska")
    let english = TextInputMode(try #require(LanguageTag("en-US")), displayName: "English")
    _ = stage.engine.modes.setList(ModeList([swedish]))
    try stage.show()
    #expect(stage.status.hasPrefix("retur · No keyboard"))
    _ = stage.engine.modes.setList(ModeList([english, swedish]))
    _ = stage.engine.modes.perform(.choose(english.id))
    try stage.show()
    #expect(stage.status.hasPrefix("English · return · No key"))
    // The label of the space bar appears only if there is room for it.
    try stage.resize(100, 8)
    #expect(stage.status.hasPrefix("English · return · space · No keyboard"))
    _ = stage.engine.modes.perform(.choose(swedish.id))
    try stage.show()
    #expect(stage.status.hasPrefix("Svenska · retur · mellanslag · No keyboard"))
  }

  @Test("F003 the status row shows the text around the caret in caret mode")
  func caretMode() throws {
    var stage = try stage {}
    try stage.type("hello")
    try stage.press(" ", modifiers: [.control, .shift])
    #expect(stage.terminal.marked[7].hasPrefix("«hello» «"))
    try stage.press(.leftArrow)
    #expect(stage.terminal.marked[7].hasPrefix("«hell»o« · return"))
    try stage.press(.escape)
    #expect(stage.status.hasPrefix("return"))
  }

  // MARK: Candidates

  @Test("IME-8a the candidates have a separate row, and expand into a grid above it")
  func engineCandidates() throws {
    var stage = try stage {
      field.text = "apple apricot ap"
    }
    #expect(stage.engine.candidates == nil)
    try stage.press(.function(5))
    let list = try #require(stage.engine.candidates)
    #expect(stage.area.height == 2)
    let row = stage.terminal.lines[6]
    #expect(row.contains("1 \(list.items[0].text)  2 \(list.items[1].text)"))
    try stage.press(.escape)
    #expect(stage.terminal.lines[6] == "" && stage.area.height == 1)
  }

  @Test("MOD-8d RSP-3 without the focus a list covers the last row, which is restored afterwards")
  func listWithoutArea() throws {
    let modes = ["en-US", "sv-SE"].compactMap { id in TextInputMode.builtin.first { $0.id == id } }
    let label = Label(name: "label", frame: CellRect(x: 0, y: 7, width: 20, height: 1))
    label.text = "below"
    var stage = try Stage(columns: 40, rows: 8) { engine in
      engine.modes.setList(ModeList(modes))
      engine.window.addSubview(label)
    }
    #expect(stage.terminal.lines[7] == "below")
    stage.engine.handle(globe)
    stage.engine.advance(to: Timestamp(microseconds: 500_000))
    try stage.show()
    #expect(stage.area.isEmpty)
    #expect(stage.terminal.lines[7] == "1 English (US) en-US  2 Svenska sv-SE")
    #expect(stage.terminal.lines.prefix(7).allSatisfy { $0.isEmpty })
    try stage.press(.escape)
    #expect(stage.terminal.lines[7] == "below")
  }

  @Test("CIV-1 IME-8a if an input view takes the candidates' row, they cover the row above it")
  func listAboveInputView() throws {
    let input = Label(name: "input", frame: CellRect(width: 20, height: 2))
    input.text = "keys"
    var stage = try stage {
      field.text = "apple apricot ap"
      field.inputView = input
    }
    #expect(stage.area == CellRect(x: 0, y: 6, width: 40, height: 2))
    try stage.press(.function(5))
    #expect(stage.terminal.lines[5].hasPrefix("1 apricot  2 apple"))
    #expect(stage.terminal.lines[6].hasPrefix("keys") && stage.area.height == 2)
  }

  private var globe: Keystroke {
    Keystroke(
      event: KeyEvent(
        time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(0x248), phase: .press))
  }
}
