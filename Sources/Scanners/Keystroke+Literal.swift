// SPDX-License-Identifier: Apache-2.0
import Keys

extension Keystroke {
  /// The text that a scanner means by a key press.
  ///
  /// This is the key's text, or the ASCII control character of Control with the key, so that ⌃] is
  /// the separator GS of a GS1 code.
  var literalText: String {
    guard text.isEmpty, modifiers.intersection([.control, .option, .command]) == .control else {
      return text
    }
    // The keysyms of ASCII characters have the same numbers.
    switch keysym.rawValue {
    case 0x40...0x5f, 0x61...0x7a: return String(Unicode.Scalar(UInt8(keysym.rawValue & 0x1f)))
    default: return ""
    }
  }
}
