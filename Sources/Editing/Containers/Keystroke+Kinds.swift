// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The keystrokes that type text, and those that only change modifiers.
extension Keystroke {
  /// Whether the key only changes modifiers, locks or the group.
  package var isModifier: Bool { keysym.isModifier }

  /// Whether the press types its text into focused text (CMD-18).
  package var insertsText: Bool {
    !text.isEmpty && !modifiers.contains(.command)
      && !modifiers.subtracting(consumedModifiers).contains(.control)
  }

  /// The text as a document holds it, with Return as a newline.
  package var typedText: String {
    guard text.contains(byte: 0x0D) else { return text }
    return text == "\r" ? "\n" : String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 })
  }

  /// Whether its text contains anything other than Return and Tab.
  package var isPrintable: Bool {
    text.utf8.contains { $0 >= 0x20 } && !isNamed
  }

  private var isNamed: Bool {
    switch charactersIgnoringModifiers {
    case .return, .tab, .escape, .delete, .forwardDelete:
      true
    default: false
    }
  }
}
