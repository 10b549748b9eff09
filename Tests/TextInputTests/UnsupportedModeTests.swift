// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Editing
@testable import TextInput

/// A mode whose input method is not registered is not offered.
@Suite struct UnsupportedModeTests {
  private static let three = "en-US ja-JP+kana ru-RU"

  /// An input method that shows every letter as marked text.
  private final class Marking: InputMethod {
    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      .handled(.mark("か"))
    }
    func contextDidChange(_ context: InputMethodContext) {}
  }

  /// A container that names a language and a context.
  private final class Note: TextContainer {
    var language: String?
    var context: String?
    init(language: String? = nil, context: String? = nil) {
      (self.language, self.context) = (language, context)
      super.init(name: "note", frame: .zero, traits: TextInputTraits())
    }
    override var preferredInputModeLanguage: String? { language }
    override var textInputContextIdentifier: String? { context }
  }

  private func japanese() throws -> TextInputMode {
    try #require(TextInputMode.builtin.first { $0.id == "ja-JP+kana" })
  }

  @Test("F017 an engine supports a mode without a method, and one whose method is registered")
  func supports() throws {
    let engine = TextEngine()
    let japanese = try japanese()
    let unsupported = TextInputMode.builtin.filter { !engine.supports($0) }
    #expect(
      unsupported.map(\.inputMethod) == [
        "hangul", "romaji", "kana", "handwriting", "pinyin", "stroke", "handwriting", "zhuyin",
        "pinyin", "stroke", "handwriting", "telex", "vni",
      ])
    engine.registerInputMethod(Marking(), named: "kana")
    #expect(engine.supports(japanese) && engine.modes.supports(japanese))
    engine.registerInputMethod(nil, named: "kana")
    #expect(!engine.supports(japanese) && !engine.modes.supports(japanese))
  }

  @Test("F017, MOD-8a, MOD-8b no key selects an unsupported mode, and the list omits it")
  func keys() {
    let desk = Desk(modes: Self.three, registersMethods: false)
    let view = desk.add(TextView(name: "view"))
    desk.press("⌃⌥␠ ⌃⌥␠ ⌃␠ ⌃␠")
    #expect(desk.facts() == ["mode ru-RU", "mode en-US", "mode ru-RU", "mode en-US"])
    desk.engine.settings.capsLockSwitchesMode = true
    desk.press("caps caps")
    #expect(desk.facts() == ["mode ru-RU", "mode en-US"])
    desk.down("globe")
    desk.wait(600)
    #expect(desk.facts() == ["candidates [English (US)] Русский"])
    desk.up("globe")
    desk.press("3")
    #expect(desk.mode == "en-US")
    #expect(desk.engine.modes.perform(.choose("ja-JP+kana")) == [])
    #expect(view.text == "3", "the list has no third mode")
  }

  @Test("MOD-3a a preference for an unsupported mode selects the next fitting one")
  func preference() {
    let memory = VolatileMemory()
    memory.setModeIdentifier("ru-RU", inContext: "chat")
    let desk = Desk(modes: Self.three, memory: memory, registersMethods: false)
    desk.add(Note(language: "ja"))
    #expect(desk.mode == "en-US")
    desk.add(Note(language: "ja", context: "chat"))
    #expect(desk.mode == "ru-RU")
  }

  @Test("MOD-3a if a language has two modes, a preference selects the supported one")
  func supportedOfTwo() throws {
    var romaji = try japanese()
    romaji.inputMethod = nil
    let modes = InputModes(ModeList([.english, try japanese(), romaji]))
    modes.focusDidMove(to: ModePreference(preferredMode: "ja"))
    #expect(modes.current == romaji)
  }

  @Test("MOD-6 an unsupported stored mode is replaced, and returns when its method is registered")
  func remembered() {
    let memory = VolatileMemory()
    memory.lastModeIdentifier = "ja-JP+kana"
    let desk = Desk(modes: "ru-RU ja-JP+kana", memory: memory, registersMethods: false)
    let view = desk.add(TextView(name: "view"))
    #expect(desk.mode == "ru-RU" && memory.lastModeIdentifier == "ja-JP+kana")
    desk.engine.registerInputMethod(Marking(), named: "kana")
    #expect(desk.facts() == ["mode ja-JP+kana"])
    desk.type("k")
    #expect(Typist.draw(view) == "{か‸}")
  }

  @Test("MOD-4c an unsupported mode stored for a context is replaced by the current one")
  func context() {
    let memory = VolatileMemory()
    memory.setModeIdentifier("ja-JP+kana", inContext: "chat")
    let desk = Desk(modes: Self.three, memory: memory, registersMethods: false)
    desk.add(TextView(name: "view"))
    desk.press("⌃⌥␠")
    desk.add(Note(context: "chat"))
    #expect(desk.mode == "ru-RU")
    #expect(memory.modeIdentifier(inContext: "chat") == "ja-JP+kana", "kept for its method")
    #expect(memory.lastModeIdentifier == "ru-RU", "a skipped mode does not count as used")
  }

  @Test("MOD-7c, MOD-9 unregistering a method commits its composition and restores the mode before")
  func unregistered() {
    let desk = Desk(modes: Self.three)
    desk.engine.registerInputMethod(Marking(), named: "kana")
    let view = desk.add(TextView(name: "view"))
    desk.press("⌃⌥␠")
    desk.type("k")
    _ = desk.facts()
    desk.engine.registerInputMethod(nil, named: "kana")
    #expect(desk.facts() == ["marked none", "text (0,0) か user", "mode en-US"])
    desk.type("k")
    #expect(view.text == "かk")
    desk.engine.registerInputMethod(Marking(), named: "kana")
    #expect(desk.facts("mode.didChange") == ["mode ja-JP+kana"])
  }

  @Test("IME-11b if only an unsupported mode types ASCII, American English is used")
  func ascii() {
    let desk = Desk(modes: "ru-RU ja-JP+kana", registersMethods: false)
    desk.field { $0.keyboardType = .asciiCapable }
    #expect(desk.mode == "en-US")
  }

  // MARK: Reported once

  @Test("MOD-6 an unsupported mode of an earlier run is reported once, listed or not")
  func reportedAtStart() {
    for list in ["en-US ru-RU", Self.three] {
      let memory = VolatileMemory()
      memory.lastModeIdentifier = "ja-JP+kana"
      memory.setModeIdentifier("ko-KR+hangul", inContext: "chat")
      let desk = Desk(modes: list, memory: memory, registersMethods: false)
      var reports: [String] = []
      desk.engine.modes.onUnsupportedChoice { reports.append($0.id) }
      #expect(reports == ["ja-JP+kana"])
      desk.add(Note(context: "chat"))
      desk.add(TextView(name: "view"))
      #expect(reports == ["ja-JP+kana"])
    }
  }

  @Test("MOD-4c an unsupported mode of a context is reported once, on focus")
  func reportedInContext() {
    let memory = VolatileMemory()
    memory.lastModeIdentifier = "ru-RU"
    memory.setModeIdentifier("ko-KR+hangul", inContext: "chat")
    let desk = Desk(modes: "en-US ru-RU", memory: memory)
    var reports: [String] = []
    desk.engine.modes.onUnsupportedChoice { reports.append($0.id) }
    #expect(reports == [])
    desk.add(Note(context: "chat"))
    desk.add(TextView(name: "view"))
    desk.add(Note(context: "chat"))
    #expect(reports == ["ko-KR+hangul"] && desk.mode == "ru-RU")
  }

  @Test(
    "MOD-6 a removed, an unknown or a supported stored mode is not reported"
  )
  func notReported() {
    for last in ["sv-SE", "tlh", "ja-JP+kana", nil] {
      let memory = VolatileMemory()
      memory.lastModeIdentifier = last
      let desk = Desk(modes: Self.three, memory: memory)
      desk.engine.modes.onUnsupportedChoice { Issue.record("\($0.id)") }
    }
  }
}
