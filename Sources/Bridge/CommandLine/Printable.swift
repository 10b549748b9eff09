// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Texts from outside in messages, without control characters.
extension String {
  /// The text with control characters replaced.
  ///
  /// Names come from devices and captures and may contain anything.
  package var printable: String {
    String(map { LineLayout.isDrawnAsReplacement($0) || $0 == "\t" ? "\u{fffd}" : $0 })
  }
}
