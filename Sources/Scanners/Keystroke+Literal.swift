// SPDX-License-Identifier: Apache-2.0
import Keys

extension Keystroke {
  /// What a scanner means by the press of a key: its text, or the control character that Control and the key
  /// are in ASCII, so that ⌃] is the separator GS of a GS1 code.
  var literalText: String {
    guard text.isEmpty, modifiers.intersection([.control, .option, .command]) == .control else {
      return text
    }
    // The keysyms of ASCII have its numbers.
    switch keysym.rawValue {
    case 0x40...0x5f, 0x61...0x7a: return String(Unicode.Scalar(UInt8(keysym.rawValue & 0x1f)))
    default: return ""
    }
  }
}
