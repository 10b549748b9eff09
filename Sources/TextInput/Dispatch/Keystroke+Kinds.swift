// SPDX-License-Identifier: Apache-2.0
import Keys

extension Keystroke {
  /// Whether the key only changes modifiers, locks or the group.
  var isModifier: Bool { keysym.isModifier }

  /// Whether the press types its text into focused text (CMD-18).
  var insertsText: Bool {
    !text.isEmpty && !modifiers.contains(.command)
      && !modifiers.subtracting(consumedModifiers).contains(.control)
  }

  /// Whether its text contains anything other than Return and Tab.
  var isPrintable: Bool {
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
