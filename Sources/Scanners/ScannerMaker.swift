// SPDX-License-Identifier: Apache-2.0
package import Keys

/// A maker whose scanners can send keys in place of the ASCII control characters.
///
/// Scanners of most makers send Control with a letter, and these keys only in a mode of their own,
/// "function key emulation". The tables are those of the manuals, without the modifiers and the
/// keypad, which have other meanings too.
package enum ScannerMaker: String, CaseIterable, Sendable {
  /// Hand Held Products, now Honeywell: ValueTeam 3060, appendix A.
  case handHeldProducts = "hand-held-products"
  /// IDAutomation: SC5-USB, "Function Key Emulation Mode".
  case idAutomation = "idautomation"
  /// Worth Data: P11/12 and TriCoder 5000, "Function and Control Key Support".
  case worthData = "worth-data"
  /// Symbol Technologies, now Zebra: "Function Key Mapping", which leaves other characters to
  /// Control. The same table is in manuals of Wasp.
  case zebra = "zebra"

  /// The text of each key.
  package var keys: [KeyCode: String] {
    var keys: [KeyCode: String] = [:]
    for (word, name) in table {
      if let code = KeyCode(word: word), let character = ControlCharacter.named(name) {
        keys[code] = String(character)
      }
    }
    return keys
  }

  /// The keys by their words, and the names of the characters, in the order of the manual.
  package var table: [(key: String, name: String)] {
    switch self {
    case .handHeldProducts:
      [
        ("esc", "ACK"), ("f1", "BEL"), ("f2", "LF"), ("f3", "VT"), ("f4", "FF"), ("f5", "SO"),
        ("f6", "SI"), ("f7", "DLE"), ("f8", "DC1"), ("f9", "DC2"), ("f10", "DC3"),
        ("insert", "SYN"), ("delete", "ETB"), ("home", "CAN"), ("end", "EM"), ("pageup", "SUB"),
        ("pagedown", "ESC"), ("up", "FS"), ("down", "GS"), ("left", "RS"), ("right", "US"),
      ]
    case .idAutomation:
      [
        ("f1", "DC1"), ("f2", "DC2"), ("f3", "DC3"), ("f4", "DC4"), ("f5", "NAK"), ("f6", "SYN"),
        ("f7", "ETB"), ("f8", "CAN"), ("f9", "EM"), ("f10", "SUB"), ("f11", "FS"), ("f12", "GS"),
      ]
    case .worthData:
      [
        ("f1", "SOH"), ("f2", "STX"), ("f3", "ETX"), ("f4", "EOT"), ("f5", "ENQ"), ("f6", "ACK"),
        ("f7", "BEL"), ("f8", "SO"), ("f9", "SI"), ("f10", "DLE"), ("delete", "DC1"),
        ("insert", "DC2"), ("left", "DC3"), ("right", "DC4"), ("down", "NAK"), ("up", "SYN"),
        ("pageup", "VT"), ("pagedown", "FF"), ("home", "ETB"), ("end", "CAN"),
      ]
    // Enter stays the end of a code.
    case .zebra: [("backspace", "BS"), ("tab", "HT"), ("esc", "ESC")]
    }
  }
}
