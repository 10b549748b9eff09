// SPDX-License-Identifier: Apache-2.0
import Keys

/// The meaning of a key in a group and with some modifiers.
///
/// A class, so that meanings are shared instead of copied: every event reads one.
final class KeyMeaning {
  /// The key's only symbol; `none` if it has several.
  let keysym: Keysym
  /// The modifiers that selected the symbol, numbered as in xkb.
  let consumed: UInt32
  /// The text that the key types outside a compose sequence.
  let text: String
  /// The input without modifiers; see `Keystroke.charactersIgnoringModifiers`.
  let bareInput: KeyInput
  /// The only symbol without modifiers; `none` if the key has several.
  let bareKeysym: Keysym
  /// The characters that no key of the layout types and for which this key serves in chords.
  let layoutFallback: Keystroke.LayoutFallback

  init(
    keysym: Keysym = .none, consumed: UInt32 = 0, text: String = "", bareInput: KeyInput = "",
    bareKeysym: Keysym = .none, layoutFallback: Keystroke.LayoutFallback = .none
  ) {
    self.keysym = keysym
    self.consumed = consumed
    self.text = text
    self.bareInput = bareInput
    self.bareKeysym = bareKeysym
    self.layoutFallback = layoutFallback
  }

  /// Creates the meaning of a key of a telephone or remote, which no modifier changes.
  convenience init(ofPad keysym: Keysym) {
    self.init(
      keysym: keysym, text: keysym.text, bareInput: keysym.bareInput, bareKeysym: keysym)
  }
}

/// A cache of recently used meanings; typing uses few of them again and again.
struct KeyMeanings {
  private var names: [UInt64]
  private var meanings: [KeyMeaning]

  /// Creates an empty cache.
  ///
  /// A cache with `room` 0 is a placeholder while the real cache is being changed.
  init(room: Int = 1024) {
    names = [UInt64](repeating: .max, count: room)
    meanings = [KeyMeaning](repeating: KeyMeaning(), count: room)
  }

  /// Makes the cache key of a key with modifiers and a group.
  static func name(_ keycode: UInt32, effective: UInt32, group: UInt32) -> UInt64 {
    UInt64(group) << 32 | UInt64(effective & 0xff) << 24 | UInt64(keycode & 0xff_ffff)
  }

  /// The cached meaning; nil if it must be computed.
  subscript(name: UInt64) -> KeyMeaning? {
    get { names[slot(name)] == name ? meanings[slot(name)] : nil }
    set {
      guard let newValue else { return }
      names[slot(name)] = name
      meanings[slot(name)] = newValue
    }
  }

  // The low byte of the keycode, with bits for Shift and AltGr: keys used for typing get slots of
  // their own.
  private func slot(_ name: UInt64) -> Int {
    Int(name & 0xff | (name >> 24 & 1) << 8 | (name >> 31 & 1) << 9)
  }
}
