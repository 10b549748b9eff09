// SPDX-License-Identifier: Apache-2.0
import Keys

/// What a key means under certain modifiers and in a certain group.
///
/// Shared, not copied: every event looks at one.
final class KeyMeaning {
  /// The key's one symbol; none for a key that has several.
  let keysym: Keysym
  /// The modifiers that chose the symbol, as xkb numbers them.
  let consumed: UInt32
  /// What the key types by itself.
  let text: String
  /// What the key is without modifiers; see `Keystroke.charactersIgnoringModifiers`.
  let bareInput: KeyInput
  /// What the key serves for besides.
  let standIn: Keystroke.StandIn

  init(
    keysym: Keysym = .none, consumed: UInt32 = 0, text: String = "", bareInput: KeyInput = "",
    standIn: Keystroke.StandIn = .none
  ) {
    self.keysym = keysym
    self.consumed = consumed
    self.text = text
    self.bareInput = bareInput
    self.standIn = standIn
  }
}

/// The meanings asked for last; typing goes through few of them again and again.
struct KeyMeanings {
  private var names: [UInt64]
  private var meanings: [KeyMeaning]

  /// Makes an empty table; with room for nothing it stands in for one that is being changed.
  init(room: Int = 1024) {
    names = [UInt64](repeating: .max, count: room)
    meanings = [KeyMeaning](repeating: KeyMeaning(), count: room)
  }

  /// Names a key under modifiers and in a group.
  static func name(_ keycode: UInt32, effective: UInt32, group: UInt32) -> UInt64 {
    UInt64(group) << 32 | UInt64(effective & 0xff) << 24 | UInt64(keycode & 0xff_ffff)
  }

  /// The meaning under a name, or nil when it must be worked out.
  subscript(name: UInt64) -> KeyMeaning? {
    get { names[slot(name)] == name ? meanings[slot(name)] : nil }
    set {
      guard let newValue else { return }
      names[slot(name)] = name
      meanings[slot(name)] = newValue
    }
  }

  // A keycode of one byte, with Shift and AltGr in front: what is typed finds places of its own.
  private func slot(_ name: UInt64) -> Int {
    Int(name & 0xff | (name >> 24 & 1) << 8 | (name >> 31 & 1) << 9)
  }
}
