// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The settings that the user chose, which the engine's memory keeps across runs.
///
/// Changes by a program or a settings file to ``TextEngine/settings`` apply to the current run
/// only.
extension TextEngine {
  /// Changes a setting as the user's choice: now, and whenever an engine with this memory restores
  /// its settings.
  ///
  /// - Parameters:
  ///   - name: one of ``TextInputSettings/names``.
  ///   - value: the value; ``JSONValue/null`` restores the default and deletes the stored choice.
  /// - Throws: ``TraitError`` if the name or the value is invalid, or if this version does not
  ///   support the setting; nothing changes then.
  package func keepSetting(_ name: String, _ value: JSONValue) throws(TraitError) {
    let plain = TextInputSettings().namedValues.first { $0.name == name }?.value
    try settings.set(name, to: value == .null ? plain ?? .null : value)
    memory.setSetting(name, to: value.keptText)
  }

  /// Sets a setting to the user's choice or, without one, to its default.
  package func restoreSetting(_ name: String) {
    if let kept = memory.setting(name).map(JSONValue.init(keptText:)),
      (try? settings.set(name, to: kept)) != nil
    {
      return
    }
    guard let usual = TextInputSettings().namedValues.first(where: { $0.name == name }) else {
      return
    }
    try? settings.set(name, to: usual.value)
  }

  /// Sets all settings to the user's choices.
  ///
  /// A setting gets its default if it has no choice, an invalid one, or is not supported by this
  /// version.
  package func restoreSettings() {
    var restored = TextInputSettings()
    for name in TextInputSettings.names {
      guard let value = memory.setting(name).map(JSONValue.init(keptText:)) else { continue }
      // A later version may have stored a value that this one does not know.
      try? restored.set(name, to: value)
    }
    settings = restored
  }

  /// Whether the user has chosen a value for a setting.
  package func isSettingKept(_ name: String) -> Bool { memory.setting(name) != nil }
}

extension JSONValue {
  /// The value as the memory stores it; nil for null, and for values that no setting has.
  fileprivate var keptText: String? {
    switch self {
    case .null, .fraction, .list, .object, .written: nil
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let value): value
    }
  }

  fileprivate init(keptText: String) {
    switch keptText {
    case "true": self = .bool(true)
    case "false": self = .bool(false)
    default: self = Int(keptText).map { .number($0) } ?? .text(keptText)
    }
  }
}
