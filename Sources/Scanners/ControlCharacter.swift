// SPDX-License-Identifier: Apache-2.0

/// The ASCII control characters: their names, and how they are typed.
package enum ControlCharacter {
  /// The names of the characters 0x00 to 0x1F and 0x7F, in this order.
  package static let names = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR",
    "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC",
    "FS", "GS", "RS", "US", "DEL",
  ]

  /// Returns the character with a name; nil if no character has it.
  ///
  /// - Parameter name: the name in capitals.
  /// - Returns: the character.
  package static func named(_ name: String) -> Unicode.Scalar? {
    names.firstIndex(of: name).map { Unicode.Scalar($0 < 0x20 ? UInt8($0) : 0x7f) }
  }

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
