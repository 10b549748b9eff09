// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The settings by name, for requests and the memory.
extension TextInputSettings: NamedProperties {
  /// All settings.
  ///
  /// A setting that this version does not support still has a default for ``ResolvedTraits``. It is
  /// not listed and cannot be set by name.
  static let properties: [NamedValue<TextInputSettings>] = [
    NamedValue("autocorrection", \.autocorrection),
    NamedValue("autocapitalization", \.autocapitalization),
    NamedValue("periodShortcut", \.periodShortcut),
    NamedValue("capsLockSwitchesMode", \.capsLockSwitchesMode),
    NamedValue("spellChecking", \.spellChecking),
    NamedValue("smartPunctuation", \.smartPunctuation),
    NamedValue("smartInsertDelete", \.smartInsertDelete),
    NamedValue("predictions", \.predictions),
    NamedValue("twoHyphensToEm", \.twoHyphensToEm),
    NamedValue("smartEllipsis", \.smartEllipsis),
    NamedValue("holdForAccents", \.holdForAccents),
    NamedValue("revealLast", \.revealLast),
    NamedValue("swapsOptionAndCommand", \.swapsOptionAndCommand),
    NamedValue("learning", \.learning),
    NamedValue("pasteboardPerForm", \.pasteboardPerForm),
    NamedValue("pasteboardExpiry", \.pasteboardExpiry) { value throws(TraitError) in
      try number(value, in: 0...86_400, of: "pasteboardExpiry")
    },
    NamedValue("programsChooseFills", \.programsChooseFills),
    NamedValue("statusRow", \.statusRow),
    NamedValue("discoverabilityDelay", \.discoverabilityDelay) { value throws(TraitError) in
      try number(value, in: 300...3000, of: "discoverabilityDelay")
    },
    NamedValue("continuationDelay", \.continuationDelay) { value throws(TraitError) in
      try number(value, in: 0...3000, of: "continuationDelay")
    },
    NamedValue("sequenceTimeout", \.sequenceTimeout) { value throws(TraitError) in
      try number(value, in: 300...60000, of: "sequenceTimeout")
    },
    NamedValue("legacyHideShow", \.legacyHideShow),
    NamedValue("viewShowsBeforeBegin", \.viewShowsBeforeBegin),
    NamedValue("legacyCommandsFirst", \.legacyCommandsFirst),
  ]

  private static func number(
    _ value: Int, in range: ClosedRange<Int>, of name: String
  ) throws(TraitError) -> Int {
    guard range.contains(value) else {
      throw .unknownValue(
        trait: name, value: .number(value), allowed: ["\(range.lowerBound) to \(range.upperBound)"])
    }
    return value
  }

  private static let supported = properties.filter { support(of: $0.path) == .supported }

  /// The names of the supported settings.
  package static let names = supported.map(\.name)

  /// The unsupported settings with the reasons.
  package static let unsupported: [String: String] = Dictionary(
    uniqueKeysWithValues: properties.compactMap { property in
      support(of: property.path).reason.map { (property.name, $0) }
    })

  /// The supported settings with their values, in the order of ``names``.
  package var namedValues: [(name: String, value: JSONValue)] {
    Self.supported.map { ($0.name, $0.read(self)) }
  }

  /// Sets a setting by name.
  ///
  /// - Throws: ``TraitError`` if the name or the value is invalid, or if this version does not
  ///   support the setting; nothing changes then.
  package mutating func set(_ name: String, to value: JSONValue) throws(TraitError) {
    if let reason = Self.unsupported[name] { throw .unsupportedSetting(name, reason: reason) }
    try write(name, value, known: Self.names)
  }

  /// Returns the names of the settings that differ; empty if none do.
  package func changes(from old: TextInputSettings) -> [String] { differences(from: old) }
}
