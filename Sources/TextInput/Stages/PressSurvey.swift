// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The values that several stages need for a press or a repeat, collected once.
struct PressSurvey {
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
