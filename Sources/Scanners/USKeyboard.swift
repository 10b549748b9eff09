// SPDX-License-Identifier: Apache-2.0
import Keys

/// The characters on the keys of a US keyboard.
enum USKeyboard {
  /// Returns the ASCII character of a key; nil for a key that types none, and for the keypad.
  static func character(of code: KeyCode, withShift shift: Bool) -> UInt8? {
    for row in rows where row.codes.contains(code.rawValue) {
      return (shift ? row.shifted : row.plain)[Int(code.rawValue - row.codes.lowerBound)]
    }
    return nil
  }

  private struct Row {
    let codes: ClosedRange<UInt16>
    let plain: [UInt8]
    let shifted: [UInt8]

    init(_ first: UInt16, _ plain: String, _ shifted: String) {
      (self.plain, self.shifted) = (Array(plain.utf8), Array(shifted.utf8))
      codes = first...(first + UInt16(plain.utf8.count) - 1)
    }
  }

  private static let rows = [
    Row(2, "1234567890-=", "!@#$%^&*()_+"),
    Row(16, "qwertyuiop[]", "QWERTYUIOP{}"),
    Row(30, "asdfghjkl;'`", "ASDFGHJKL:\"~"),
    Row(43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    Row(57, " ", " "),
  ]
}
