// SPDX-License-Identifier: Apache-2.0
import Keys

/// The digits that are pressed on the keypad while Alt is held, which are the number of a character.
///
/// So Windows has it, and scanners that do not know the layout use it. With a leading zero the number is of
/// code page 1252, without one of code page 437; from 256 on it is Unicode's.
struct NumpadCode {
  private(set) var digits = ""

  /// The digit of a keypad's key, whatever Num Lock says.
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

  /// Takes the next digit; a number with more digits than any character's stays none.
  mutating func add(_ digit: Character) {
    if digits.utf8.count < 20 { digits.append(digit) }
  }

  /// The character; the replacement character for a number that is none, nil without digits.
  var character: Unicode.Scalar? {
    guard let first = digits.first else { return nil }
    let unknown: Unicode.Scalar = "\u{fffd}"
    guard let number = UInt32(digits) else { return unknown }
    guard number < 256 else { return Unicode.Scalar(number) ?? unknown }
    let byte = UInt8(number)
    return first == "0" ? CodePage.windows1252[byte] : CodePage.ibm437[byte]
  }
}
