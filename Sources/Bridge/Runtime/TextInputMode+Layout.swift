// SPDX-License-Identifier: Apache-2.0
import Layouts
import TextInput

extension TextInputMode {
  /// The layout that keyboards have in this mode (MOD-10); nil for what each is set to.
  var modeLayout: ModeLayout? {
    layout.map {
      ModeLayout($0.name, variant: $0.variant, unlessTyping: isLayoutChosen ? nil : typicalLetter)
    }
  }
}
