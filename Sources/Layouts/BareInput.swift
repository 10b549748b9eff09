// SPDX-License-Identifier: Apache-2.0
import Keys

/// What a key gives to `charactersIgnoringModifiers`.
enum BareInput {
  /// Always the same.
  case fixed(String)
  /// A key of the keypad: what Num Lock makes of it, a digit or an arrow.
  case keypad

  /// Works out the input of a key from its symbols at the lowest level.
  init(of keysyms: some Collection<UInt32>) {
    if let only = keysyms.first, keysyms.count == 1 {
      let keysym = Keysym(rawValue: only)
      self = keysym.isKeypad ? .keypad : .fixed(keysym.bareInput)
    } else {
      self = .fixed(keysyms.reduce(into: "") { $0 += KeysymTexts.text(of: $1).lowercased() })
    }
  }
}

extension Keysym {
  /// Whether it is one of the keypad's, `KP_…`.
  var isKeypad: Bool {
    (0xff80...0xffbd).contains(rawValue)
  }

  /// The constant of ``KeyInput`` for a special key, the spacing accent for a dead key, otherwise
  /// the character in lower case; empty for everything that has none (KEY-2, KEY-3, KEY-5).
  var bareInput: String {
    if let special = specialInput { return special }
    if isDead { return spacingForm }
    let text = KeysymTexts.text(of: rawValue)
    // Only letters whose lower case is one character: the Turkish İ stays.
    let lower = text.lowercased()
    return lower.unicodeScalars.count == 1 ? lower : text
  }

  private var specialInput: String? {
    switch rawValue {
    case 0xff0d, 0xff8d, 0xfe34: KeyInput.return
    case 0xff09, 0xff89, 0xfe20: KeyInput.tab
    case 0xff08: KeyInput.delete
    case 0xff1b: KeyInput.escape
    case 0xffff, 0xff9f: KeyInput.forwardDelete
    case 0xff50, 0xff95: KeyInput.home
    case 0xff51, 0xff96: KeyInput.leftArrow
    case 0xff52, 0xff97: KeyInput.upArrow
    case 0xff53, 0xff98: KeyInput.rightArrow
    case 0xff54, 0xff99: KeyInput.downArrow
    case 0xff55, 0xff9a: KeyInput.pageUp
    case 0xff56, 0xff9b: KeyInput.pageDown
    case 0xff57, 0xff9c: KeyInput.end
    case 0xff63, 0xff9e: KeyInput.insert
    case 0xff91...0xff94: KeyInput.function(Int(rawValue - 0xff90))
    case 0xffbe...0xffd5: KeyInput.function(Int(rawValue - 0xffbd))
    default: nil
    }
  }
}
