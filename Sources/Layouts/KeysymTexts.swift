// SPDX-License-Identifier: Apache-2.0
internal import CXkbcommon

/// The text of keysyms, remembered for those met last.
struct KeysymTexts {
  private var keysyms = [UInt32](repeating: 0, count: 512)
  private var texts = [String](repeating: "", count: 512)

  /// The text that a symbol types; empty for none.
  mutating func text(of keysym: UInt32) -> String {
    let slot = Int(truncatingIfNeeded: keysym & 511)
    if keysyms[slot] != keysym {
      keysyms[slot] = keysym
      texts[slot] = Self.text(of: keysym)
    }
    return texts[slot]
  }

  /// The text that a symbol types: its character, `\r` and `\t` for Return and Tab, no other
  /// control character.
  ///
  /// The C function is `xkb_keysym_to_utf32`.
  static func text(of keysym: UInt32) -> String {
    guard let scalar = Unicode.Scalar(xkb_keysym_to_utf32(keysym)), isText(scalar) else {
      return ""
    }
    return String(scalar)
  }

  /// Whether a character may be typed.
  static func isText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0d: true
    case 0..<0x20, 0x7f..<0xa0: false
    default: true
    }
  }
}

extension String {
  /// Whether it can stand in a line of text, unlike what Return and Tab type.
  var isPrintable: Bool {
    guard let first = utf8.first else { return false }
    return first >= 0x20
  }
}
