// SPDX-License-Identifier: Apache-2.0
import InputMethods
import Keys
import ScriptedConverters
import TestSupport
import Testing
import TextInput

@testable import Mirrors

/// Input methods on the terminal: marked text, rows and grids of candidates (reference 12).
@Suite struct TerminalInputMethodTests {
  /// A view in a mode whose method a test creates.
  private func stage(
    _ columns: Int = 40, _ rows: Int = 8,
    _ makeMethod: (MethodServices) throws -> any InputMethod
  ) throws -> Stage {
    let mode = TextInputMode(
      LanguageTag(language: "ja"), inputMethod: "method", displayName: "日本語")
    let stage = try Stage(columns: columns, rows: rows) { engine in
      engine.modes.setList(ModeList([mode, .english]))
      engine.registerInputMethod(try makeMethod(MethodServices(engine)), named: "method")
      engine.modes.perform(.choose(mode.id))
      engine.fill(with: TextView(name: "view"))
    }
    #expect(stage.engine.modes.current.id == mode.id)
    return stage
  }

  private func pinyin(_ script: String, _ columns: Int = 40, _ rows: Int = 8) throws -> Stage {
    let converter = ScriptedConverter(script)
    converter.follows = ["东京": ["站", "都"], "东京站": ["内"], "中": ["国"], "中国": ["人"]]
    return try stage(columns, rows) {
      CandidateMethod(PinyinEntry(), learns: .pinyin, converter: converter, services: $0)
    }
  }

  private func type(_ text: String, _ stage: inout Stage) throws {
    for character in text {
      stage.engine.handle(
        Keystroke(
          event: keystroke().event, keysym: Keysym(rawValue: 0x61), text: String(character),
          charactersIgnoringModifiers: KeyInput(String(character))))
    }
    try stage.show()
  }

  /// The row of candidates, with the highlighted one in brackets: unlike the rest of the keyboard
  /// area, it is not in reverse video.
  private func row(_ stage: Stage) -> String {
    row(stage.terminal.rows - 2, of: stage)
  }

  private func row(_ number: Int, of stage: Stage) -> String {
    var text = ""
    var isPlain = false
    for place in stage.terminal.places[number] where place.text != nil {
      if place.isReverse == isPlain { text += isPlain ? "]" : "[" }
      isPlain = !place.isReverse
      text += place.text ?? ""
    }
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  @Test("F025 pinyin is underlined, its candidates are numbered, and ␠ takes the first")
  func candidates() throws {
    var stage = try pinyin("zhong=中,种,重")
    try type("zhong", &stage)
    #expect(stage.content[0] == "{zhong}« »")
    #expect(row(stage) == "[1 中]  2 种  3 重")
    try stage.press(.downArrow)
    #expect(row(stage) == "1 中  [2 种]  3 重")
    try type(" ", &stage)
    #expect(stage.content[0] == "种« »")
  }

  @Test("12.2 all segments are underlined, and the focused one is reversed")
  func segments() throws {
    let converter = ScriptedConverter("きょう=今日,京|は=葉,は")
    var stage = try stage { JapaneseMethod(.romaji, converter: converter, services: $0) }
    try type("kyouha", &stage)
    #expect(stage.content[0] == "{きょうは}« »")
    try type(" ", &stage)
    #expect(reversed(stage) == "今日")
    #expect(stage.terminal.lines[0] == "今日葉")
    #expect(row(stage).hasPrefix("[1 今日]  2 京"))
    try stage.press(.rightArrow)
    #expect(reversed(stage) == "葉")
    #expect(row(stage).hasPrefix("[1 葉]  2 は"))
    try stage.press(.return)
    #expect(stage.content[0] == "今日葉« »")
  }

  @Test("12.2 the kana of the focused segment are in a row above its candidates, over the text")
  func reading() throws {
    var stage = try stage { try japanese($0) }
    view(stage)?.text = "1\n2\n3\n4\n5\n6"
    try stage.press(.upArrow, .upArrow, .upArrow, .upArrow, .upArrow)
    try type("kyouha", &stage)
    #expect(stage.terminal.lines[5] == "6")
    try type(" ", &stage)
    #expect(stage.terminal.lines[5] == "きょう")
    #expect(stage.terminal.places[5].allSatisfy { $0.isReverse }, "a row of the keyboard area")
    #expect(row(stage).hasPrefix("[1 今日]  2 京"))
    #expect(stage.area.height == 2, "nothing moves")
    try stage.press(.downArrow)
    #expect(stage.terminal.lines[5] == "きょう")
    try stage.press(.rightArrow)
    #expect(stage.terminal.lines[5] == "は")
    // The grid has the reading above it.
    try stage.press(.downArrow, modifiers: .command)
    #expect(stage.terminal.lines[5] == "は")
    try stage.press(.escape)
    #expect(stage.terminal.lines[5] == "6")
    try type(" ", &stage)
    #expect(stage.terminal.lines[5] == "きょう")
    try stage.press(.function(7))
    #expect(stage.terminal.lines[5] == "6", "a form of the kana has no candidates")
    try stage.press(.return)
    #expect(stage.terminal.lines[5] == "6")
  }

  @Test(
    "12.2 the reading hides neither marked text nor the caret, at any size of the terminal",
    arguments: [
      // The row of the reading while each of the four segments has the focus.
      (40, 10, [6, 6, 6, 6]), (40, 4, [0, 0, 0, 0]),
      // The last caret is at the start of the next row, so the text scrolls.
      (12, 4, [0, 0, 0, nil]), (6, 5, [0, 0, 0, nil]),
      (40, 3, [nil, nil, nil, nil]), (3, 6, [nil, nil, nil, nil]), (12, 2, [nil, nil, nil, nil]),
      (1, 1, [nil, nil, nil, nil]),
    ] as [(Int, Int, [Int?])])
  func readingInSmallTerminals(_ columns: Int, _ rows: Int, _ places: [Int?]) throws {
    var stage = try stage(columns, rows) { try japanese($0) }
    for _ in 0..<rows { try stage.press(.return) }
    try type("kyouhakyouha ", &stage)
    for (place, reading) in zip(places, ["きょう", "は", "きょう", "は"]) {
      #expect(stage.engine.candidates?.reading == reading)
      #expect(stage.terminal.lines.firstIndex(of: reading) == place)
      let marked = stage.terminal.places.flatMap { $0 }.filter { $0.isUnderlined }
      if rows > 2 { #expect(marked.compactMap(\.text).joined().hasSuffix("葉今日葉")) }
      try stage.press(.rightArrow)
    }
    try stage.press(.return)
    #expect(view(stage)?.text.hasSuffix("今日葉今日葉") == true)
  }

  @Test("IME-11a a view that becomes secure shows neither candidates nor their reading")
  func secure() throws {
    var stage = try stage(40, 8) { try japanese($0) }
    try type("kyouha ", &stage)
    #expect(row(stage).hasPrefix("[1 今日]") && stage.terminal.lines[5] == "きょう")
    view(stage)?.traits.isSecureTextEntry = true
    try stage.show()
    #expect(stage.engine.candidates == nil)
    #expect(!stage.terminal.lines.joined().contains { "今京日葉きょう".contains($0) })
    try type("2", &stage)
    // The caret stays at the end of the segment.
    #expect(view(stage)?.text == "今日2葉")
  }

  private func view(_ stage: Stage) -> TextView? {
    stage.engine.keyWindow?.firstResponder as? TextView
  }

  private func japanese(_ services: MethodServices) throws -> JapaneseMethod {
    let converter = ScriptedConverter("きょう=今日,京|は=葉,は", "きょう=今日|は=葉|きょう=今日|は=葉")
    return JapaneseMethod(.romaji, converter: converter, services: services)
  }

  /// The underlined text in reverse video.
  private func reversed(_ stage: Stage) -> String {
    let cursor = (stage.terminal.row, stage.terminal.column)
    return stage.terminal.places[0].enumerated().compactMap { column, place in
      place.isUnderlined && place.isReverse && (0, column) != cursor ? place.text : nil
    }.joined()
  }

  @Test(
    "F030, IME-8a the row shows 9 of 29 candidates, and the grid all of them", arguments: [80, 40])
  func grid(_ columns: Int) throws {
    let texts = (0..<29).map { "候\($0)" }
    var stage = try pinyin("hou=" + texts.joined(separator: ","), columns, 10)
    try type("hou", &stage)
    let visible = texts.filter { text in
      stage.terminal.lines[8].split(separator: " ").contains { $0 == text }
    }
    #expect(columns < 80 || visible == Array(texts[..<9]))
    #expect(texts.starts(with: visible) && visible.count <= 9)
    try stage.press(.downArrow, modifiers: .command)
    if columns >= 80 {
      let shown = stage.terminal.lines[..<9].flatMap { $0.split(separator: " ").map(String.init) }
      #expect(texts.allSatisfy(shown.contains))
    }
    #expect(stage.area.height == 2)
    try stage.press(.downArrow, .downArrow, .rightArrow)
    #expect((0..<9).contains { row($0, of: stage).contains("[2 候19]") })
    try stage.press(.return)
    #expect(stage.content[0] == "候19« »")
    #expect(stage.terminal.lines[1..<8].allSatisfy { $0.isEmpty })
  }

  @Test("F031 suggestions after a commit have no highlight; 站 makes 东京站 without letters")
  func followOns() throws {
    var stage = try pinyin("dongjing=东京")
    try type("dongjing ", &stage)
    #expect(stage.content[0] == "东京« »")
    #expect(row(stage) == "1 站  2 都")
    try stage.press(.downArrow)
    #expect(row(stage) == "[1 站]  2 都")
    try stage.press(.return)
    #expect(stage.content[0] == "东京站« »")
    #expect(row(stage) == "1 内")
  }

  @Test("F032 three characters from one: 中 ↓⏎ ↓⏎ is 中国人")
  func threeCharacters() throws {
    var stage = try pinyin("zhong=中")
    try type("zhong ", &stage)
    for _ in 0..<2 { try stage.press(.downArrow, .return) }
    #expect(stage.content[0] == "中国人« »")
  }

  @Test(
    "IME-17 hanja are listed with their notes, and cut on a narrow terminal", arguments: [40, 12])
  func notes(_ columns: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("가:家:집 가\n가:可:옳을 가\n".utf8, to: "hanja.txt")
    var stage = try stage(columns) {
      HangulMethod(hanja: HanjaDictionary(path: path), services: $0)
    }
    for code in [19, 37] {
      stage.engine.handle(
        Keystroke(
          event: keystroke(code: KeyCode(UInt16(code))).event, keysym: Keysym(rawValue: 0x61),
          text: "x", charactersIgnoringModifiers: "x"))
    }
    try stage.show()
    #expect(stage.content[0] == "{가}« »")
    try stage.press(.return, modifiers: .option)
    #expect(row(stage).contains("[1 家 집"))
    #expect((row(stage).contains("2 可 옳을 가")) == (columns == 40))
    try type("2", &stage)
    #expect(stage.content[0] == "可« »")
  }
}
