// SPDX-License-Identifier: Apache-2.0

/// The ASCII control characters: how they are typed.
enum ControlCharacter {
  /// Returns the control character that Control with an ASCII character types; nil if it types
  /// none.
  ///
  /// This is the table of `xkb_state_key_get_utf8`. In addition, ⌃- is US as ⌃_ is, because
  /// scanners send it without Shift.
  static func typed(with character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "\t"), UInt8(ascii: "\r"): character
    case UInt8(ascii: " "), UInt8(ascii: "@")...UInt8(ascii: "~"): character & 0x1f
    case UInt8(ascii: "2"): 0x00
    case UInt8(ascii: "3")...UInt8(ascii: "7"): character - UInt8(ascii: "3") + 0x1b
    case UInt8(ascii: "8"): 0x7f
    case UInt8(ascii: "/"), UInt8(ascii: "-"): 0x1f
    default: nil
    }
  }
}
