// SPDX-License-Identifier: Apache-2.0
package import Devices
package import YAMLNodes

/// A mistake in a settings file, with its place; facts, not sentences.
package struct ConfigurationError: Error, Hashable {
  /// What is wrong.
  package enum Problem: Hashable, Sendable {
    /// The text is not YAML, or has a key twice.
    case yaml(YAMLError.Problem)
    /// There is no such key here; `known` are those there are.
    case unknownKey(String, nearest: String?, known: [String])
    /// Something else was expected: `a number from 1 to 1000`.
    case expected(String, found: String)
    /// The word is none of those there are.
    case unknownValue(String, nearest: String?, known: [String])
    /// A selector does not make sense.
    case selector(DeviceError)
    /// An entry of `devices` says nothing about which ones.
    case entryWithoutMatch
  }

  /// Where it is.
  package var place: YAMLPlace
  /// What is wrong.
  package var problem: Problem
}

/// Every mistake of one settings file, in the order of their places.
package struct ConfigurationErrors: Error {
  /// The mistakes; at least one.
  package var mistakes: [ConfigurationError]
}
