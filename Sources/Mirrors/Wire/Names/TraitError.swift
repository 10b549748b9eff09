// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Why a trait or a setting could not be set; the old value stays (TRT-1).
package enum TraitError: Error, Hashable, Sendable {
  /// Nothing is called that; `nearest` is the name most likely meant.
  case unknownName(String, nearest: String?)
  /// The trait has no such value; `allowed` are its words, or what it takes where it has none.
  case unknownValue(trait: String, value: JSONValue, allowed: [String])
  /// This version does not act on the setting, for the reason given.
  case unsupportedSetting(String, reason: String)
  /// The descriptor of a password's rules cannot be read.
  case badPasswordRules(trait: String, PasswordRulesError)
}
