// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Settings that the user chose, kept in the engine's memory from one run to the next.
///
/// What a program or a settings file sets in ``TextEngine/settings`` counts for the run alone.
extension TextEngine {
  /// Sets a setting as the user's choice: from now on, and whenever an engine with this memory restores
  /// its settings.
  ///
  /// - Parameters:
  ///   - name: one of ``TextInputSettings/names``.
  ///   - value: what it is to be; ``JSONValue/null`` for the default, which is kept no more.
  /// - Throws: ``TraitError`` for a name or a value that does not exist, and for a setting that this
  ///   version does not act on; then nothing changes.
  package func keepSetting(_ name: String, _ value: JSONValue) throws(TraitError) {
    let plain = TextInputSettings().namedValues.first { $0.name == name }?.value
    try settings.set(name, to: value == .null ? plain ?? .null : value)
    memory.setSetting(name, to: value.keptText)
  }

  /// Sets a setting to what the user chose, else to its default.
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

  /// Sets every setting to what the user chose; one that was not kept, that is not to be understood, or
  /// that this version does not act on gets its default.
  package func restoreSettings() {
    var restored = TextInputSettings()
    for name in TextInputSettings.names {
      guard let value = memory.setting(name).map(JSONValue.init(keptText:)) else { continue }
      // A later version may have kept a value that this one does not know.
      try? restored.set(name, to: value)
    }
    settings = restored
  }

  /// Whether the user chose what a setting is.
  package func isSettingKept(_ name: String) -> Bool { memory.setting(name) != nil }
}

extension JSONValue {
  /// The value as a memory keeps it; nil for none, and for what no setting is.
  fileprivate var keptText: String? {
    switch self {
    case .null, .fraction, .list, .object: nil
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
