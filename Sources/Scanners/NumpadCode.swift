// SPDX-License-Identifier: Apache-2.0
import Keys

/// A character typed as a number on the keypad while Alt is held.
///
/// Windows supports this input, and scanners that do not know the layout use it. A number with a
/// leading zero is in code page 1252, one without in code page 437; numbers from 256 on are Unicode
/// code points.
struct NumpadCode {
  private(set) var digits = ""

  /// Returns the digit of a keypad key, regardless of Num Lock; nil for other keys.
  static func digit(of code: KeyCode) -> Character? {
    switch code.rawValue {
    case 71: "7"
    case 72: "8"
    case 73: "9"
    case 75: "4"
    case 76: "5"
    case 77: "6"
    case 79: "1"
    case 80: "2"
    case 81: "3"
    case 82: "0"
    default: nil
    }
  }

  /// Adds a digit; digits beyond those of any valid number are ignored.
  mutating func add(_ digit: Character) {
    if digits.utf8.count < 20 { digits.append(digit) }
  }

  /// The character; U+FFFD for an invalid number, nil without digits.
  var character: Unicode.Scalar? {
    guard let first = digits.first else { return nil }
    let unknown: Unicode.Scalar = "\u{fffd}"
    guard let number = UInt32(digits) else { return unknown }
    guard number < 256 else { return Unicode.Scalar(number) ?? unknown }
    let byte = UInt8(number)
    return first == "0" ? CodePage.windows1252[byte] : CodePage.ibm437[byte]
  }
}
