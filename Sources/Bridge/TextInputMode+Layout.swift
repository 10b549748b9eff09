// SPDX-License-Identifier: Apache-2.0
import Layouts
import TextInput

extension TextInputMode {
  /// The layout that keyboards have in this mode (MOD-10); nil for what each is set to.
  var modeLayout: ModeLayout? {
    layout.map {
      ModeLayout($0.name, variant: $0.variant, unlessTyping: isLayoutChosen ? nil : letter)
    }
  }

  /// A letter that every layout of the mode's script types.
  private var letter: Unicode.Scalar {
    // What an input method composes is typed in Latin letters, or in the letters of its own layout.
    guard inputMethod == nil else { return "e" }
    return switch script {
    case .cyrillic: "\u{435}"
    case .greek: "\u{3B5}"
    case .armenian: "\u{565}"
    default: "e"
    }
  }
}
