// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The settings for the codes of a device.
package struct ScannerSettings: Hashable, Sendable {
  /// The keys that end a code; they are not part of it.
  package var terminators: Set<KeyCode> = [.enter, .keypadEnter]
  /// The control characters that end a code however they are typed, as ⌃M and ⌃J are CR and LF.
  package var controlTerminators: Set<Unicode.Scalar> = ["\r", "\n"]
  /// The texts of keys that type nothing or something else; an empty text ignores the key.
  ///
  /// They apply while neither Control nor Alt is held.
  package var keys: [KeyCode: String] = [:]
  /// The prefixes to remove from codes; only the longest match is removed.
  package var prefixes: [String] = []
  /// The suffixes to remove from codes; only the longest match is removed.
  package var suffixes: [String] = []
  /// Whether digits typed on the keypad with Alt are decoded to a character.
  package var decodesAltNumpad = false
  /// The time without keys after which a code ends, in microseconds; 0 for no limit.
  ///
  /// There is no limit by default: with one, a device that pauses, as radio devices do, would have
  /// its code split into two that both look complete.
  package var gap: Int64 = 0
  /// The minimum length of a good code, in characters, without prefix and suffix; at least 1.
  package var minimumLength = 1
  /// The maximum length of a good code, in characters as typed; at least 1.
  package var maximumLength = 4096
  /// The name of the program that gets the codes; nil for the program that claims the device or has
  /// the focus.
  package var program: String?
  /// The user of ``program``; nil for any user.
  package var user: UInt32?
  /// Whether only the program may know the text of a code.
  package var isSecret = false

  /// Creates the settings of a device without configuration.
  package init() {}
}
