// SPDX-License-Identifier: Apache-2.0
import Layouts
import TextInput

/// The layout that keyboards take in a mode.
extension TextInputMode {
  /// The layout of keyboards in this mode (MOD-10); nil to keep each keyboard's own layout.
  var modeLayout: ModeLayout? {
    layout.map {
      ModeLayout($0.name, variant: $0.variant, unlessTyping: isLayoutChosen ? nil : typicalLetter)
    }
  }
}
