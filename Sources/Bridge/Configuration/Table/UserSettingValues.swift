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
    for (name, unchosen) in Self.settings {
      if let value = values[name] ?? (engine.isSettingKept(name) ? nil : unchosen) {
        try? engine.settings.set(name, to: value)
      } else {
        engine.restoreSetting(name)
      }
    }
  }

  /// The settings that a file may have, with their values if neither the file nor the user has
  /// chosen one; nil for the default.
  private static let settings: [(name: String, unchosen: JSONValue?)] =
    (Configuration.settings.rows.map(\.about) + AssistanceChoice.settings.rows.map(\.about))
    .compactMap { row in row.userName.map { ($0, row.unchosen) } }

  /// Takes the values of others; they replace those for the same settings.
  mutating func merge(_ others: UserSettingValues) {
    values.merge(others.values) { _, other in other }
  }
}

extension Setting where Root == UserSettingValues {
  /// Creates a setting that takes precedence over the user's choice.
  ///
  /// Its type, its limits, its sentence and its default are those of the sockets.
  ///
  /// - Parameters:
  ///   - name: the key in the file.
  ///   - userName: the name on the sockets.
  ///   - unchosen: the value if neither the file nor the user has chosen one; nil for the default.
  init(_ name: String, user userName: String, unchosen: JSONValue? = nil) {
    let row = TextInputSettings.row(named: userName)
    let usual = unchosen ?? row?.read(TextInputSettings())
    self.init(
      name, .user(bounds: row?.bounds), row?.text ?? "",
      get: { $0[userName] ?? usual }, set: { $0[userName] = $1 })
    self = ofUser(userName, unchosen: unchosen)
  }
}

extension SettingType where Value == JSONValue? {
  /// A number within limits; without them, true or false.
  fileprivate static func user(bounds: ClosedRange<Int>?) -> Self {
    if let bounds {
      return SettingType<Int>.number(bounds).map {
        .number($0)
      } written: {
        $0
      }
    }
    return SettingType<Bool>.flag.map {
      .bool($0)
    } written: {
      $0
    }
  }
}
