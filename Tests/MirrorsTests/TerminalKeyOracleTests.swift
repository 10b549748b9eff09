// SPDX-License-Identifier: Apache-2.0
import CScreenOracle
import Keys
import Testing

@testable import Mirrors

/// The keys of another terminal: libvterm encodes them, and the reader decodes them.
@Suite struct TerminalKeyOracleTests {
  private let oracle = screen_oracle_new(80, 24)

  private func keys(_ encode: (UnsafeMutablePointer<UInt8>, Int) -> Int) -> [TerminalEvent] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = encode(&bytes, bytes.count)
    var reader = TerminalReader()
    reader.readsKeys = true
    return reader.read(bytes[..<count]) + reader.end()
  }

  @Test("every character with every modifier that libvterm sends is the same key here")
  func characters() {
    defer { screen_oracle_free(oracle) }
    let others: [Unicode.Scalar] = ["ä", "€", "я", "漢", "😀"]
    for character in (0x20...0x7e as ClosedRange<UInt8>).map({ Unicode.Scalar($0) }) + others {
      // libvterm cuts other characters after ESC to one byte.
      for modifiers in 0...7 where character.isASCII || modifiers & 6 != 2 {
        let held = TerminalKey.Held(rawValue: modifiers)
        let found = keys { screen_oracle_type(oracle, character.value, Int32(modifiers), $0, $1) }
        let name = TerminalKey.Name.character(character)
        let isSent = found.allSatisfy {
          guard case .key(let key) = $0, key.name == name else { return false }
          // A terminal has applied Shift to the character already.
          return key.held.subtracting(.shift) == held.subtracting(.shift)
            && key.text.isEmpty == !held.isDisjoint(with: .chord)
        }
        #expect(isSent && found.count == 1, "\(character) with \(modifiers): \(found)")
      }
    }
  }

  @Test("every key with every modifier that libvterm sends is the same key here")
  func functions() {
    defer { screen_oracle_free(oracle) }
    let codes: [String: UInt16] = [
      "ENTER": 28, "TAB": 15, "BACKSPACE": 14, "ESCAPE": 1, "UP": 103, "DOWN": 108, "LEFT": 105,
      "RIGHT": 106, "INS": 110, "DEL": 111, "HOME": 102, "END": 107, "PAGEUP": 104,
      "PAGEDOWN": 109, "F1": 59, "F2": 60, "F3": 61, "F4": 62, "F5": 63, "F6": 64, "F7": 65,
      "F8": 66, "F9": 67, "F10": 68, "F11": 87, "F12": 88,
    ]
    for (name, code) in codes.sorted(by: { $0.key < $1.key }) {
      for modifiers in 0...7 {
        let found = keys { screen_oracle_press(oracle, name, Int32(modifiers), $0, $1) }
        let key = TerminalKey(.code(KeyCode(code)), TerminalKey.Held(rawValue: modifiers))
        #expect(found == [.key(key)], "\(name) with \(modifiers)")
      }
    }
  }
}
