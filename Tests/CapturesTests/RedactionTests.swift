// SPDX-License-Identifier: Apache-2.0
import Captures
import Keys
import TestSupport
import Testing

@Suite struct RedactionTests {
  /// The written keys for keys such as `b1 c1 b0`: a letter for the code, then the value.
  private func redact(_ keys: String) -> String {
    let codes: [Character: UInt16] = ["a": 30, "b": 48, "c": 46, "s": 42, "e": 28]
    var redaction = Redaction()
    var written: [String] = []
    for key in keys.split(separator: " ") {
      guard let letter = key.first, let code = codes[letter], let value = Int32(key.dropFirst())
      else { continue }
      redaction.redact(Sample.key(1, code, value)) { event in
        let letter = codes.first { $0.value == event.code }?.key ?? "?"
        written.append("\(letter)\(event.value)")
      }
    }
    return written.joined(separator: " ")
  }

  @Test(
    "Keys that type become KEY_A, and presses and releases stay in pairs",
    arguments: [
      ("b1 b0", "a1 a0"),  // 1
      ("b1 c1 b0 c0", "a1 a0 a1 a0"),  // 2
      ("b1 c1 c0 b0", "a1 a0 a1 a0"),  // 3
      ("b1 b2 b2 b0", "a1 a2 a2 a0"),  // 4
      ("b2 b2 b0", "a2 a2 a0"),  // 5
      ("b0 c1 c0", "a1 a0"),  // 6
      ("a1 b1 a0 b0", "a1 a0 a1 a0"),
      ("b1 c1 b2 c0 b0", "a1 a0 a1 a0"),
      ("s1 b1 s0 b0 e1 e0", "s1 a1 s0 a0 e1 e0"),
    ])
  func pairs(keys: String, written: String) {
    #expect(redact(keys) == written)
  }

  @Test("The written keys do not reveal the typed ones, and every press is kept")
  func nothingLeaks() {
    var random = SeededGenerator(seed: 3)
    let typing = (0..<KeyCode.count).map { KeyCode(UInt16($0)) }.filter(Redaction.hides)
    var redactions = (Redaction(), Redaction())
    var down: [KeyCode: KeyCode] = [:]
    for time in Int64(0)..<5000 {
      // Two captures have different keys with the same rhythm.
      let pair: (KeyCode, KeyCode)
      var value: Int32 = 1
      if let held = down.randomElement(using: &random), Bool.random(using: &random) {
        pair = (held.key, held.value)
        down[held.key] = nil
        value = 0
      } else {
        let free = typing.filter { code in down[code] == nil }
        let other = typing.filter { code in !down.values.contains(code) }
        guard let first = free.randomElement(using: &random),
          let second = other.randomElement(using: &random)
        else { continue }
        pair = (first, second)
        down[first] = second
      }
      var written: ([InputEvent], [InputEvent]) = ([], [])
      redactions.0.redact(Sample.scan(time, Int32(pair.0.rawValue))) { written.0.append($0) }
      redactions.1.redact(Sample.scan(time, Int32(pair.1.rawValue))) { written.1.append($0) }
      redactions.0.redact(Sample.key(time, pair.0.rawValue, value)) { written.0.append($0) }
      redactions.1.redact(Sample.key(time, pair.1.rawValue, value)) { written.1.append($0) }
      #expect(written.0 == written.1)
      #expect(written.0.count { $0.type == InputEvent.key && $0.value == 1 } == value)
      #expect(written.0.allSatisfy { $0.type != InputEvent.key || $0.code == 30 })
    }
  }

  @Test("KEY-9c the written stream is one that a keyboard can produce")
  func validStream() {
    var random = SeededGenerator(seed: 4)
    var redaction = Redaction()
    var isDown = false
    var typed = KeySet()
    for _ in 0..<5000 {
      let code = KeyCode(UInt16.random(in: 16...20, using: &random))
      let value: Int32 = typed.contains(code) ? .random(in: 0...1, using: &random) * 2 : 1
      if value == 0 { typed.remove(code) } else { typed.insert(code) }
      redaction.redact(Sample.key(0, code.rawValue, value)) { event in
        #expect(event.value == 1 ? !isDown : isDown || value == 2)
        isDown = event.value != 0
      }
      if typed.isEmpty { #expect(!isDown) }
    }
  }

  @Test("All keys that type are hidden; keys that move, edit or switch are not")
  func whichKeys() throws {
    let hidden = [
      "KEY_A", "KEY_Z", "KEY_1", "KEY_0", "KEY_MINUS", "KEY_EQUAL", "KEY_LEFTBRACE",
      "KEY_SEMICOLON",
      "KEY_APOSTROPHE", "KEY_GRAVE", "KEY_BACKSLASH", "KEY_102ND", "KEY_SLASH", "KEY_SPACE",
      "KEY_KP0", "KEY_KP9", "KEY_KPDOT", "KEY_KPASTERISK", "KEY_KPSLASH", "KEY_KPPLUS",
      "KEY_KPMINUS", "KEY_KPCOMMA", "KEY_YEN", "KEY_RO", "KEY_NUMERIC_5", "KEY_EURO",
      "KEY_BRL_DOT1",
    ]
    let shown = [
      "KEY_ESC", "KEY_TAB", "KEY_ENTER", "KEY_KPENTER", "KEY_BACKSPACE", "KEY_DELETE",
      "KEY_LEFTSHIFT",
      "KEY_RIGHTSHIFT", "KEY_LEFTCTRL", "KEY_RIGHTALT", "KEY_LEFTMETA", "KEY_CAPSLOCK",
      "KEY_NUMLOCK",
      "KEY_SCROLLLOCK", "KEY_F1", "KEY_F12", "KEY_F24", "KEY_UP", "KEY_HOME", "KEY_PAGEDOWN",
      "KEY_VOLUMEUP", "KEY_COMPOSE", "KEY_HENKAN", "KEY_HANGEUL", "KEY_OK",
    ]
    for name in hidden { #expect(Redaction.hides(try #require(KeyCode(name: name))), "\(name)") }
    for name in shown { #expect(!Redaction.hides(try #require(KeyCode(name: name))), "\(name)") }
  }

  @Test("Every keypad key except Enter is hidden")
  func keypad() {
    for code in (0..<KeyCode.count).map({ KeyCode(UInt16($0)) }) where code.isKeypad {
      #expect(Redaction.hides(code) == (code != .keypadEnter), "\(code)")
    }
  }
}
