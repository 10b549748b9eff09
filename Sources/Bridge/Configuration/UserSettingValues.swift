// SPDX-License-Identifier: Apache-2.0
package import Mirrors
package import TextInput

/// The values that a settings file gives the user's settings; the others are the user's choice.
package struct UserSettingValues: Hashable, Sendable {
  /// The values, by the names of the settings on the sockets.
  package private(set) var values: [String: JSONValue] = [:]

  /// Creates values that leave every setting to the user.
  package init() {}

  /// The value of a setting; nil if it is the user's choice.
  package subscript<Value: WireCodable>(path: KeyPath<TextInputSettings, Value>) -> Value? {
    get {
      guard let name = TextInputSettings.row(at: path)?.name, let value = values[name] else {
        return nil
      }
      return try? Value(wireValue: value, of: name)
    }
    set {
      guard let name = TextInputSettings.row(at: path)?.name else { return }
      values[name] = newValue?.wireValue
    }
  }
}

extension UserSettingValues {
  /// The value of a setting by its name on the sockets; nil if it is the user's choice.
  package subscript(name: String) -> JSONValue? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// Takes the values of others; they replace those for the same settings.
  mutating func merge(_ others: UserSettingValues) {
    values.merge(others.values) { _, other in other }
  }
}
