// SPDX-License-Identifier: Apache-2.0
import Keys

/// The text that a scanner means by a key, or the control character that it means by Control with a
/// key.
extension Keystroke {
  /// The text that a scanner means by a key press.
  ///
  /// This is the key's text, or the ASCII control character of Control with the key, so that ⌃] is
  /// the separator GS of a GS1 code.
  var literalText: String {
    guard text.isEmpty, modifiers.intersection([.control, .option, .command]) == .control else {
      return text
    }
    // Scanners that do not know the layout mean the keys of a US keyboard, also where the layout
    // has letters like ü on them.
    let typed = keysym.asciiCharacter.flatMap(ControlCharacter.typed(with:))
    guard
      let control = typed
        ?? USKeyboard.character(of: event.code, withShift: modifiers.contains(.shift))
        .flatMap(ControlCharacter.typed(with:))
    else { return "" }
    return String(Unicode.Scalar(control))
  }
}

extension Keysym {
  /// The ASCII character of the symbol, `KP_…` included; nil for other symbols.
  fileprivate var asciiCharacter: UInt8? {
    switch rawValue {
    // The keysyms of ASCII characters have the same numbers, those of the keypad the same low bits.
    case 0x20...0x7e: UInt8(rawValue)
    case 0xff09, 0xff0d, 0xff80, 0xff89, 0xff8d, 0xffaa...0xffb9, 0xffbd: UInt8(rawValue & 0x7f)
    default: nil
    }
  }
}
