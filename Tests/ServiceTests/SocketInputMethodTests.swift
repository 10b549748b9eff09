// SPDX-License-Identifier: Apache-2.0
import InputMethods
import Keys
import ScriptedConverters
import TestSupport
import Testing
import TextInput

@testable import Service

/// Input methods at the programs' socket: segments, annotations, pages and choices (reference 12).
@Suite(.heldToSchema) struct SocketInputMethodTests {
  private let desk: Desk
  private let till: Observer
  private let converter = ScriptedConverter(
    "zhong=中,种", "きょう=今日,京|は=葉,は", "hou=" + (0..<29).map { "候\($0)" }.joined(separator: ","))

  init() throws {
    desk = try Desk()
    converter.follows = ["中": ["国"], "中国": ["人"], "种": ["类"]]
    till = try desk.greet("till")
    try desk.ask(till, "container.create", #"{"container":"note"}"#)
  }

  private func use(_ makeMethod: (MethodServices) -> any InputMethod) throws {
    let mode = TextInputMode(
      LanguageTag(language: "zh"), inputMethod: "method", displayName: "中文")
    desk.engine.modes.setList(ModeList([mode, .english]))
    desk.engine.registerInputMethod(makeMethod(MethodServices(desk.engine)), named: "method")
    desk.engine.modes.perform(.choose(mode.id))
    try desk.ask(till, "focus.request", #"{"container":"note"}"#)
    _ = till.lines()
  }

  private func usePinyin() throws {
    try use {
      CandidateMethod(PinyinEntry(), learns: .pinyin, converter: converter, services: $0)
    }
  }

  private func text() -> String? { desk.programs.programs[0].containers["note"]?.text.text }

  private func lines(_ event: String) -> [String] {
    till.lines().filter { $0.contains(#""method":"\#(event)""#) }
  }

  @Test("F025 the owner receives the marked letters and the candidates with the highlight")
  func pinyin() throws {
    try usePinyin()
    desk.type("zhong")
    let lines = till.lines()
    #expect(
      lines.last { $0.contains("marked.didChange") }?.contains(#""string":"zhong""#) == true)
    #expect(
      lines.last { $0.contains("candidates.didChange") }
        == #"{"jsonrpc":"2.0","method":"candidates.didChange","params":{"list":{"first":0,"#
        + #""highlighted":0,"isExpanded":false,"items":[{"text":"中"},{"text":"种"}],"#
        + #""kind":"inputMethod","page":0,"pages":1}}}"#)
    desk.type(" ")
    #expect(text() == "中")
  }

  @Test("12.2 segments reach the owner with their lengths and styles")
  func segments() throws {
    try use { JapaneseMethod(.romaji, converter: converter, services: $0) }
    desk.type("kyouha ")
    #expect(
      lines("marked.didChange").last?.contains(
        #""segments":[{"length":2,"style":"focused"},{"length":1,"style":"converted"}],"#
          + #""string":"今日葉""#) == true)
    desk.press(.rightArrow)
    #expect(
      lines("marked.didChange").last?.contains(
        #"{"length":2,"style":"converted"},{"length":1,"style":"focused"}"#) == true)
    desk.press(.leftArrow)
    #expect(
      lines("candidates.didChange").last?.hasSuffix(
        #""items":[{"text":"今日"},{"text":"京"},{"text":"きょう"},{"text":"キョウ"},{"text":"ｷｮｳ"}],"#
          + #""kind":"inputMethod","page":0,"pages":1,"reading":"きょう"}}}"#) == true)
    desk.press(.return, "\r")
    #expect(text() == "今日葉")
  }

  @Test("F029, F031, F032 choices over the socket: 中, then two that follow, are 中国人")
  func followOns() throws {
    try usePinyin()
    desk.type("zhong")
    for number in [1, 1, 1] { try desk.ask(till, "candidates.choose", #"{"number":\#(number)}"#) }
    #expect(text() == "中国人")
    #expect(
      try desk.ask(till, "candidates.choose", #"{"number":1}"#).contains(#""name":"failed""#))
    desk.type("zhong")
    try desk.ask(till, "candidates.choose", #"{"number":2}"#)
    #expect(text() == "中国人种")
    #expect(desk.engine.candidates?.items.map(\.text) == ["类"])
    #expect(desk.engine.candidates?.highlighted == nil, "follow-ons are not entered")
  }

  @Test("F030, IME-8a pages and the grid reach the owner with the highlight")
  func pages() throws {
    try usePinyin()
    desk.type("hou")
    #expect(lines("candidates.didChange").last?.contains(#""page":0,"pages":4"#) == true)
    desk.press(.pageDown)
    let second = lines("candidates.didChange").last
    #expect(second?.contains(#""first":9,"highlighted":9"#) == true, "\(second ?? "")")
    desk.press(.downArrow, "", .command)
    let grid = lines("candidates.didChange").last
    #expect(grid?.contains(#""isExpanded":true"#) == true)
    #expect(grid?.contains(#"{"text":"候0"}"#) == true && grid?.contains(#"{"text":"候28"}"#) == true)
  }

  @Test("F026 strokes and a code point list 中 on the first page, and the number 1 chooses it")
  func strokes() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("中\tszhs\n串\tszhszhs\n".utf8, to: "stroke.dict.yaml")
    try use {
      CandidateMethod(
        StrokeEntry(), learns: .strokes, converter: StrokeConverter(path: path), services: $0)
    }
    for keys in ["szhs", "U4E2D", "U+4e2d"] {
      desk.type(keys)
      #expect(lines("candidates.didChange").last?.contains(#"[{"text":"中"}"#) == true, "\(keys)")
      try desk.ask(till, "candidates.choose", #"{"number":1}"#)
    }
    #expect(text() == "中中中")
  }

  @Test("IME-17 candidates have annotations")
  func annotations() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("한:韓:나라 이름 한\n".utf8, to: "hanja.txt")
    try use { HangulMethod(hanja: HanjaDictionary(path: path), services: $0) }
    try desk.ask(till, "text.set", #"{"container":"note","text":"한"}"#)
    desk.press(.end)
    desk.press(.return, "\r", .option)
    let list = lines("candidates.didChange").last
    #expect(
      list?.contains(#"[{"annotation":"나라 이름 한","text":"韓"}]"#) == true, "\(list ?? "no list")")
  }
}
