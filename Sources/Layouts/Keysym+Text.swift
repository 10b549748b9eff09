// SPDX-License-Identifier: Apache-2.0
internal import CXkbcommon
import Keys

/// The text of a symbol, with and without modifiers; the symbols of keypads and function keys.
extension Keysym {
  /// The text that the symbol types: its character, or `\r` and `\t` for Return and Tab; empty for
  /// other control characters and for symbols without a character.
  ///
  /// The C function is `xkb_keysym_to_utf32`.
  var text: String {
    guard let scalar = Unicode.Scalar(xkb_keysym_to_utf32(rawValue)), Self.isText(scalar) else {
      return ""
    }
    return String(scalar)
  }

  /// Whether a character may be typed: every character except control characters other than tab and
  /// return.
  static func isText(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar == "\r" || scalar.properties.generalCategory != .control
  }

  /// The input of the symbol without modifiers, provided that it is at a key's lowest level: the
  /// constant or name of ``KeyInput`` for a special key, the spacing accent for a dead key,
  /// otherwise the character in lower case; empty for everything that has none (KEY-2, KEY-3,
  /// KEY-5).
  var bareInput: KeyInput {
    if let special = specialInput { return special }
    if isDead { return KeyInput(spacingForm) }
    // Only letters whose lower-case form is one character are converted; the Turkish İ stays
    // unchanged.
    let lower = text.lowercased()
    if lower.isEmpty { return KeyInput.named(self) ?? "" }
    return KeyInput(lower.unicodeScalars.count == 1 ? lower : text)
  }

  /// Whether the symbol is a keypad symbol, `KP_…`.
  var isKeypad: Bool {
    (0xff80...0xffbd).contains(rawValue)
  }

  private var specialInput: KeyInput? {
    switch rawValue {
    case 0xff0d, 0xff8d, 0xfe34: .return
    case 0xff09, 0xff89, 0xfe20: .tab
    case 0xff08: .delete
    case 0xff1b: .escape
    case 0xffff, 0xff9f: .forwardDelete
    case 0xff50, 0xff95: .home
    case 0xff51, 0xff96: .leftArrow
    case 0xff52, 0xff97: .upArrow
    case 0xff53, 0xff98: .rightArrow
    case 0xff54, 0xff99: .downArrow
    case 0xff55, 0xff9a: .pageUp
    case 0xff56, 0xff9b: .pageDown
    case 0xff57, 0xff9c: .end
    case 0xff63, 0xff9e: .insert
    case 0xff91...0xff94: .function(Int(rawValue - 0xff90))
    case 0xffbe...0xffd5: .function(Int(rawValue - 0xffbd))
    default: nil
    }
  }
}

extension KeyCode {
  /// The input of the function keys F13 to F24; nil for all other keys.
  ///
  /// xkb gives these keys the symbols of media keys or none, because keyboards use them for other
  /// purposes.
  var furtherFunction: KeyInput? {
    (183...194).contains(rawValue) ? .function(Int(rawValue) - 170) : nil
  }

  /// The symbol of a key of telephones, remotes and keypads: a digit, `*`, `#`, A to D, and Return
  /// for OK and Select; nil for all other keys (KEY-12).
  ///
  /// xkb gives these keys the symbols of media keys or none, so that they type nothing.
  var padKeysym: Keysym? {
    switch rawValue {
    // KEY_OK, KEY_SELECT
    case 0x160, 0x161: Keysym(rawValue: 0xff0d)
    // KEY_NUMERIC_0 to KEY_NUMERIC_9, _STAR, _POUND, _A to _D
    case 0x200...0x209: Keysym(rawValue: UInt32(rawValue) - 0x200 + 0x30)
    case 0x20a: Keysym(rawValue: 0x2a)
    case 0x20b: Keysym(rawValue: 0x23)
    case 0x20c...0x20f: Keysym(rawValue: UInt32(rawValue) - 0x20c + 0x41)
    default: nil
    }
  }
}

extension Keysym {
  /// Whether the symbol is one that xkb assigns to F13 to F24 and to keys of remotes: a media
  /// symbol, or none.
  var isMedia: Bool { rawValue == 0 || rawValue >= 0x1008_0000 }
}

extension String {
  /// Whether the text can be part of a line, unlike the text of Return and Tab.
  var isPrintable: Bool {
    unicodeScalars.first.map { $0.properties.generalCategory != .control } ?? false
  }
}
