// SPDX-License-Identifier: Apache-2.0
import Keys

/// A custom source of key events: words such as `a`, `shift+a` and `cmd+down`, pressed one after
/// the other.
///
/// A program with a window would turn the events of its toolkit into `KeyEvent` values instead.
struct KeyScript {
  private static let codes: [String: KeyCode] = [
    "shift": .leftShift, "ctrl": KeyCode(29), "cmd": KeyCode(125), "altgr": KeyCode(100),
    "down": KeyCode(108), "left": KeyCode(105), "backspace": .backspace, "enter": .enter,
    "tab": .tab, "esc": .escape, "space": .space,
  ]
  // The rows of a keyboard, named by the characters of a US layout.
  private static let rows: [(first: UInt16, names: String)] = [
    (2, "1234567890-="), (16, "qwertyuiop[]"), (30, "asdfghjkl;'"), (44, "zxcvbnm,./"),
  ]

  let keyboard: DeviceInfo
  private var time = Timestamp.zero

  init(keyboard: DeviceInfo) {
    self.keyboard = keyboard
  }

  /// Returns the events of a word; nil if one of its keys is unknown.
  ///
  /// The keys are pressed from left to right and released in reverse.
  mutating func events(for word: String) -> [KeyEvent]? {
    let codes = word.split(separator: "+").map { Self.code(of: String($0)) }
    let pressed = codes.compactMap(\.self)
    guard pressed.count == codes.count else { return nil }
    return pressed.map { event($0, .press) } + pressed.reversed().map { event($0, .release) }
  }

  private mutating func event(_ code: KeyCode, _ phase: KeyEvent.Phase) -> KeyEvent {
    time = time.advanced(by: .milliseconds(20))
    return KeyEvent(time: time, device: keyboard.id, code: code, phase: phase)
  }

  private static func code(of name: String) -> KeyCode? {
    if let code = codes[name] { return code }
    guard name.count == 1, let character = name.first else { return nil }
    for row in rows {
      guard let index = row.names.firstIndex(of: character) else { continue }
      let distance = row.names.distance(from: row.names.startIndex, to: index)
      return KeyCode(row.first + UInt16(distance))
    }
    return nil
  }
}
