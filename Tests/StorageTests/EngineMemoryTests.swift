// SPDX-License-Identifier: Apache-2.0
import Storage
import TestSupport
import Testing
import TextInput

/// An engine with a file as its memory keeps the user's choices across a restart.
@Suite struct EngineMemoryTests {
  private let folder: TemporaryFolder
  private let modes: ModeList

  init() throws {
    folder = try TemporaryFolder()
    modes = ModeList(
      TextInputMode.builtin.filter {
        ["sv-SE", "en-US"].contains($0.primaryLanguage.description)
      })
  }

  private func memory() -> SQLiteMemory {
    SQLiteMemory(directory: folder.path) { Issue.record("\($0)") }
  }

  /// Opens a conversation whose container keeps its mode.
  private final class Conversation: ViewController {
    override var textInputContextIdentifier: String? { name }
  }

  private func open(_ name: String, in engine: TextEngine) {
    let conversation = Conversation(name: name)
    let text = TextView(name: "text")
    conversation.view.addSubview(text)
    engine.window.rootViewController = conversation
    text.becomeFirstResponder()
  }

  @Test("MOD-4c, MOD-6, F083 modes chosen per conversation, and the last one, outlive the process")
  func restart() throws {
    let first = try #require(modes.modes.first?.id)
    let second = try #require(modes.modes.last?.id)
    do {
      let engine = TextEngine(modes: modes, memory: memory())
      open("Ann", in: engine)
      engine.modes.perform(.choose(second))
      open("Bob", in: engine)
      engine.modes.perform(.choose(first))
    }
    let engine = TextEngine(modes: modes, memory: memory())
    #expect(engine.modes.current.id == first)
    open("Ann", in: engine)
    #expect(engine.modes.current.id == second)
    open("Bob", in: engine)
    #expect(engine.modes.current.id == first)
  }

  @Test(
    "A stored mode is understood with and without its region, and without its method",
    arguments: [
      ("ja-JP+kana", "ja-JP+kana"), ("ja+kana", "ja-JP+kana"), ("ja-JP", "ja-JP+romaji"),
      ("ko+hangul", "ko-KR+hangul"), ("ko-KR", "ko-KR+hangul"), ("zh-Hant", "zh-Hant+zhuyin"),
    ])
  func storedNames(_ stored: String, _ id: String) throws {
    do {
      let memory = memory()
      memory.lastModeIdentifier = stored
      memory.setModeIdentifier(stored, inContext: "Ann")
    }
    let engine = TextEngine(modes: ModeList(TextInputMode.builtin), memory: memory())
    for name in ["hangul", "romaji", "kana", "zhuyin"] {
      engine.registerInputMethod(Silent(), named: name)
    }
    #expect(engine.modes.current.id == id)
    open("Bob", in: engine)
    engine.modes.perform(.choose("sv-SE"))
    open("Ann", in: engine)
    #expect(engine.modes.current.id == id)
  }

  /// An input method that handles no key.
  private final class Silent: InputMethod {
    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      .noOpinion
    }
    func contextDidChange(_ context: InputMethodContext) {}
  }

  @Test("An engine with a single mode creates no file")
  func oneMode() throws {
    let memory = memory()
    let engine = TextEngine(memory: memory)
    open("Ann", in: engine)
    engine.modes.perform(.next)
    engine.modes.perform(.previous)
    #expect(entries(of: folder.path).isEmpty)
  }

  @Test("An engine with several modes creates no file before one is chosen")
  func noChoice() throws {
    let engine = TextEngine(modes: modes, memory: memory())
    open("Ann", in: engine)
    #expect(entries(of: folder.path).isEmpty)
  }
}
