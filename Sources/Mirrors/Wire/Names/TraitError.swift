// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Why a trait or a setting could not be set.
///
/// The old value is kept (TRT-1).
package enum TraitError: Error, Hashable, Sendable {
  /// The name is unknown; `nearest` is the name that was probably meant.
  case unknownName(String, nearest: String?)
  /// The value is invalid; `allowed` are the valid words or, without any, a description of the
  /// valid values.
  case unknownValue(trait: String, value: JSONValue, allowed: [String])
  /// This version does not support the setting, for the given reason.
  case unsupportedSetting(String, reason: String)
  /// The descriptor of password rules is invalid.
  case badPasswordRules(trait: String, PasswordRulesError)
}
