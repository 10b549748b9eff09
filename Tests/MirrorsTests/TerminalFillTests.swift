// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Keys
import Testing

@testable import Mirrors
@testable import TextInput

/// Values to fill in on a terminal: the keys that choose one, and a filled password.
@Suite struct TerminalFillTests {
  private let word: TextField

  init() {
    word = TextField(name: "word", frame: CellRect(width: 10, height: 1))
    word.traits.textContentType = .password
  }

  private func stage() throws -> Stage {
    var store = MemoryCredentials()
    store.save(Credential(owner: "shop", username: "ann", password: "hunter2"))
    return try Stage(application: Application(name: "shop")) { engine in
      engine.autoFill = AutoFillSuggester(sources: [], credentials: store)
      engine.window.addSubview(word)
      word.becomeFirstResponder()
    }
  }

  @Test(
    "AST-23, TRT-22 each way to enter the row fills the password, which is shown as dots",
    arguments: [KeyInput.downArrow, .function(5)])
  func filled(_ key: KeyInput) throws {
    var stage = try stage()
    #expect(stage.terminal.lines[6].hasPrefix("1 ann"))
    try stage.press(key)
    try stage.press(.return)
    #expect(stage.content[0].hasPrefix("•••••••"))
    #expect(!stage.terminal.lines.contains { $0.contains("hunter2") })
  }

  @Test("AST-23 without entering the row a digit is typed, and ⏎ fills nothing")
  func notEntered() throws {
    var stage = try stage()
    try stage.type("1")
    try stage.press(.return)
    #expect(stage.content[0].hasPrefix("1"))
    #expect(word.text == "1")
  }
}
