// SPDX-License-Identifier: Apache-2.0
import InputMethods
import Keys
import Service
import Testing
import TextInput

@testable import Bridge

/// The key `input-methods` of the settings file, and what a session does with it.
@Suite struct InputMethodSettingTests {
  private func settings(_ text: String) throws -> MethodSettings {
    try SettingsFile.read("input-methods: \(text)".utf8).inputMethods
  }

  @Test("IME-6a, IME-10, IME-15 each setting has its default, and is read")
  func values() throws {
    let defaults = try SettingsFile.read("modes: [ko]".utf8).inputMethods
    #expect(defaults == MethodSettings())
    #expect(defaults.pageSize == 9 && defaults.hangulDelivery == .marked)
    #expect(defaults.learned.count == 6)
    #expect(try settings("{hangul-delivery: replace}").hangulDelivery == .replace)
    #expect(defaults.kanaLayout == .us)
    #expect(try settings("{kana-layout: jis}").kanaLayout == .jis)
    #expect(try settings("{page-size: 5}").pageSize == 5)
    #expect(defaults.handwritingPause == 700_000)
    #expect(try settings("{handwriting-pause: 0}").handwritingPause == 0)
    #expect(try settings("{handwriting-pause: 1500}").handwritingPause == 1_500_000)
    #expect(try settings("{learning: no}").learned.isEmpty)
    #expect(try settings("{learning: yes}") == MethodSettings())
    #expect(try settings("{learning: [hanja, strokes]}").learned == [.hanja, .strokes])
    #expect(defaults.engines.isEmpty && defaults.fuzzyPinyin.isEmpty)
    #expect(
      try settings("{engines: {zh-Hans+pinyin: [a, b], ja-JP+kana: none}}").engines
        == ["zh-Hans+pinyin": ["a", "b"], "ja-JP+kana": []])
    #expect(
      try settings("{engines: {ja+romaji: a, ja+kana: b}}").engines
        == ["ja-JP+romaji": ["a"], "ja-JP+kana": ["b"]])
    #expect(try settings("{fuzzy-pinyin: [z-zh, l-n]}").fuzzyPinyin == [.zAndZh, .lAndN])
    #expect(try settings("{fuzzy-pinyin: yes}").fuzzyPinyin == FuzzyPinyin.allCases)
  }

  @Test(
    "A mistake is reported with its place and the values that are expected",
    arguments: [
      ("{hangul-delivery: none}", "1:34", "marked or replace"),
      ("{kana-layout: ansi}", "1:30", "us or jis"),
      ("{page-size: 10}", "1:28", "a whole number from 1 to 9"),
      ("{handwriting-pause: 20000}", "1:36", "a whole number from 0 to 10000"),
      ("{learning: [pinjin]}", "1:28", "pinyin"), ("{learning: maybe}", "1:27", "true or false"),
      ("{delivery: marked}", "1:17", "hangul-delivery"),
      ("{engines: {pinyin: x}}", "1:27", "zh-Hans+pinyin"),
      ("{fuzzy-pinyin: [z-x]}", "1:32", "z-zh"),
    ])
  func mistakes(_ text: String, _ place: String, _ hint: String) throws {
    let errors = #expect(throws: ConfigurationErrors.self) { _ = try settings(text) }
    let message = try #require(errors?.message(path: "till.yaml"))
    #expect(message.hasPrefix("till.yaml:\(place): ") && message.contains(hint), "\(message)")
  }

  @Test("IME-10 choices are learned unless a setting forbids it for all words or for the kind")
  func learning() {
    let engine = TextEngine(memory: VolatileMemory())
    var settings = MethodSettings()
    let before = [Candidate("中"), Candidate("种")]
    func sorted() -> [String] {
      ChoiceLearning(.pinyin, MethodServices(engine, settings: settings))
        .sorted(before, for: "zhong").map(\.text)
    }
    engine.memory.noteChoice("种", for: "zhong", kind: .pinyin)
    #expect(sorted() == ["种", "中"])
    settings.learned = [.hanja]
    #expect(sorted() == ["中", "种"])
    settings.learned = [.pinyin]
    engine.settings.learning = false
    #expect(sorted() == ["中", "种"])
  }

  @Test("choices.list and choices.forget reach the memory of the methods")
  func requests() throws {
    let memory = VolatileMemory()
    let language = SessionLanguage(TextEngine(memory: memory))
    for text in ["种", "种", "重"] { memory.noteChoice(text, for: "zhong", kind: .pinyin) }
    memory.noteChoice("种", for: "zhong", kind: .zhuyin)
    #expect(
      try language.choices(for: "zhong", of: "pinyin") == [
        ChoiceListing.Choice(text: "种", count: 2), ChoiceListing.Choice(text: "重", count: 1),
      ])
    try language.forgetChoice("种", for: "zhong", of: "pinyin")
    #expect(try language.choices(for: "zhong", of: "pinyin").map(\.text) == ["重"])
    try language.forgetChoice(nil, for: "zhong", of: "pinyin")
    #expect(try language.choices(for: "zhong", of: "pinyin").isEmpty)
    #expect(try language.choices(for: "zhong", of: "zhuyin").count == 1, "another kind")
    for (text, member) in [("种", "text"), (nil, "reading")] as [(String?, String)] {
      let refusal = #expect(throws: LanguageRefusal.self) {
        try language.forgetChoice(text, for: "zhong", of: "pinyin")
      }
      #expect(refusal?.kind == .unknown && refusal?.member == member)
    }
    let refusal = #expect(throws: LanguageRefusal.self) {
      _ = try language.choices(for: "zhong", of: "kanji")
    }
    #expect(refusal?.kind == .invalid && refusal?.member == "kind")
    #expect(refusal?.message.contains("hanja, japanese, pinyin, zhuyin, strokes") == true)
  }

  @Test("Changed settings are in effect at once, and a composition is committed as shown")
  func changed() throws {
    let korean = try #require(TextInputMode.builtin.first { $0.inputMethod == "hangul" })
    let engine = TextEngine(modes: ModeList([korean]))
    InputMethodTable.builtin.register(with: engine)
    let view = TextView(name: "view")
    engine.window.addSubview(view)
    view.becomeFirstResponder()
    func press(_ code: UInt16) {
      let event = KeyEvent(
        time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(code), phase: .press)
      engine.handle(Keystroke(event: event, text: "x", charactersIgnoringModifiers: "x"))
    }
    press(34)
    #expect(view.markedRange == TextRange(0, 1))
    var settings = MethodSettings()
    settings.hangulDelivery = .replace
    InputMethodTable.builtin.register(with: engine, settings: settings)
    #expect(view.markedRange == nil && view.text == "ㅎ")
    press(37)
    #expect(view.markedRange == nil && view.text == "ㅎㅏ")
  }
}
