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

  /// Sets the settings that a file may have: to the file's values, else to the user's choices, else
  /// to their defaults.
  func apply(to engine: TextEngine) {
    for (name, usual) in Self.settings {
      if let value = values[name] ?? (engine.isSettingKept(name) ? nil : usual) {
        try? engine.settings.set(name, to: value)
      } else {
        engine.restoreSetting(name)
      }
    }
  }

  private static let settings = SettingsList.ofUser.map {
    ($0.setting.userName ?? "", $0.setting.usual)
  }

  /// Takes the values of others; they replace those for the same settings.
  mutating func merge(_ others: UserSettingValues) {
    values.merge(others.values) { _, other in other }
  }
}

extension Setting where Root == UserSettingValues {
  /// Creates a setting that takes precedence over the user's choice.
  ///
  /// Its limits, its text and its default are those of the sockets.
  ///
  /// - Parameters:
  ///   - name: the key in the file.
  ///   - path: the user's setting.
  ///   - usual: the value without the key and without a choice; nil for the user's default.
  init(
    _ name: String, user path: any WritableKeyPath<TextInputSettings, Bool> & Sendable,
    usual: Bool? = nil
  ) {
    self.init(name, user: path, .flag, usual: usual)
  }

  /// Creates a setting of a number that takes precedence over the user's choice.
  ///
  /// - Parameters:
  ///   - name: the key in the file.
  ///   - path: the user's setting.
  init(_ name: String, user path: any WritableKeyPath<TextInputSettings, Int> & Sendable) {
    self.init(name, user: path, .number(TextInputSettings.row(at: path)?.bounds ?? 0...Int.max))
  }

  private init<Value: WireCodable>(
    _ name: String, user path: any WritableKeyPath<TextInputSettings, Value> & Sendable,
    _ type: SettingType<Value>, usual: Value? = nil
  ) {
    let row = TextInputSettings.row(at: path)
    let usual = usual ?? TextInputSettings()[keyPath: path]
    self.init(
      name, type, row?.text ?? "", get: { $0[path] ?? usual }, set: { $0[path] = $1 })
    self = ofUser(row?.name)
  }
}
