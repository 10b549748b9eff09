// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// A press or a repeat on its way through the stages, with values that several stages need.
struct OfferedPress {
  /// The key as interpreted by the layout.
  let keystroke: Keystroke
  /// The key's chord, for fast checks of what cannot match.
  let hint: ChordHint
  /// The focused container; nil for none.
  let container: TextContainer?
  /// Whether a responder of the chain wants raw presses.
  let wantsRawPresses: Bool
  /// Whether one of them wants those that the text would handle, too.
  let wantsPressesOfText: Bool
  /// Whether a command with priority may match.
  let mayMatchPriority: Bool
}
