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

  /// A letter that every layout of the mode's script types; nil if only the mode's own layout fits.
  private var letter: Unicode.Scalar? {
    // Input methods read Latin letters, too.
    if inputMethod != nil { return "e" }
    return switch script {
    case .latin: "e"
    case .cyrillic: "\u{435}"
    default: nil
    }
  }
}
