// SPDX-License-Identifier: Apache-2.0
package import Keys

/// What the codes of a device are like.
package struct ScannerSettings: Hashable, Sendable {
  /// The keys that end a code; they are no part of it.
  package var terminators: Set<KeyCode> = [.enter, .keypadEnter]
  /// What is taken off the start of a code, if one of these is there: the longest.
  package var prefixes: [String] = []
  /// What is taken off the end of a code, if one of these is there: the longest.
  package var suffixes: [String] = []
  /// Whether Alt and digits of the keypad are the number of a character.
  package var decodesAltNumpad = false
  /// How long no key must come for a code to end, in microseconds; 0 for never.
  ///
  /// Never by default: a device that stops for a moment, as one on the radio does, would have its code cut
  /// in two, and both would look good.
  package var gap: Int64 = 0
  /// The length of the shortest good code, in characters, without prefix and suffix; at least 1.
  package var minimumLength = 1
  /// The length of the longest good code, in characters as they were typed; at least 1.
  package var maximumLength = 4096
  /// The program that gets the codes, by its name; nil for the program that claims the device or has the focus.
  package var program: String?
  /// Whether a code's text is for its program alone.
  package var isSecret = false

  /// Makes the settings of a device of which nothing is said.
  package init() {}
}
