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
  /// The names of the programs that get the codes; empty for the program that claims the device or
  /// has the focus.
  ///
  /// Several programs are possible only if codes are owed to them.
  package var programs: [String] = []
  /// The user of ``programs``; nil for any user.
  package var user: UInt32?
  /// How many codes are kept for each of these programs until it acknowledges them; 0 for none.
  package var owed = 0
  /// The time, in microseconds, within which the same code is ignored after its last occurrence; 0
  /// for never.
  package var ignoredRepeat: Int64 = 0
  /// Whether only the program may know the text of a code.
  package var isSecret = false

  /// The program that gets the codes, or the first of several; nil for none.
  package var program: String? { programs.first }

  /// The order to keep the codes until they are acknowledged; nil to send them once.
  package var order: DeliveryOrder? {
    guard owed > 0, !programs.isEmpty, !isSecret else { return nil }
    return DeliveryOrder(receivers: programs, user: user, limit: owed)
  }

  /// Creates the settings of a device without configuration.
  package init() {}
}
