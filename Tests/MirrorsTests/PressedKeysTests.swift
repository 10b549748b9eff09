// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing
import TextInput

@testable import Mirrors

/// The chords that observers receive for a command whose keys differ on this keyboard.
@Suite struct PressedKeysTests {
  /// A keyboard with one key: 7, and / with Shift, as on a German keyboard.
  private final class OneKey: KeyboardMap {
    func keystroke(
      pressing code: KeyCode, holding modifiers: Modifiers, andThirdLevel: Bool
    ) -> Keystroke? {
      guard code == KeyCode(8), !andThirdLevel else { return nil }
      let isShifted = modifiers.contains(.shift)
      return Keystroke(
        event: KeyEvent(time: .zero, device: DeviceID(rawValue: 0), code: code, phase: .press),
        keysym: Keysym(rawValue: isShifted ? 0x2F : 0x37), modifiers: modifiers,
        consumedModifiers: isShifted ? .shift : [], charactersIgnoringModifiers: "7")
    }
  }

  private func declare(_ engine: TextEngine) throws {
    engine.keyboardMap = OneKey()
    try engine.declare("Help", "cmd+/")
  }

  @Test("allowsAutomaticLocalization: a client receives the declared chords and the keys to press")
  func wire() throws {
    let engine = TextEngine(application: Application(name: "Notes"))
    try declare(engine)
    engine.holdCommand()
    let encoder = WireEncoder(keysymName: testKeysymName)
    var bytes: [UInt8] = []
    for update in engine.takeUpdates() { encoder.append(update, to: &bytes) }
    let line = String(decoding: bytes, as: UTF8.self)
    #expect(line.contains(#""chords":"cmd+/","id":"help","keys":"cmd+/","pressed":"shift+cmd+7""#))
    #expect(line.contains(#""symbols":"⇧⌘7","title":"Help""#))
  }

  @Test("CMD-22b the terminal's panel shows the keys to press")
  func terminal() throws {
    var stage = try Stage(columns: 80, rows: 24) { engine in
      try declare(engine)
      engine.fill(with: TextView(name: "view"))
    }
    stage.engine.holdCommand()
    try stage.show()
    let lines = stage.terminal.lines.joined(separator: "\n")
    #expect(lines.contains("⇧⌘7") && !lines.contains("⌘/"))
  }
}
