// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The settings under their names, as requests and the memory use them.
extension TextInputSettings: NamedProperties {
  /// Every setting: one that this version does not act on has a default for ``ResolvedTraits``, and is
  /// neither listed nor set by name.
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
    NamedValue("pasteboardPerForm", \.pasteboardPerForm),
    NamedValue("pasteboardExpiry", \.pasteboardExpiry) { value throws(TraitError) in
      try number(value, in: 0...86_400, of: "pasteboardExpiry")
    },
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

  /// The names of the settings that this version acts on.
  package static let names = supported.map(\.name)

  /// The settings that this version does not act on, each with the reason.
  package static let unsupported: [String: String] = Dictionary(
    uniqueKeysWithValues: properties.compactMap { property in
      support(of: property.path).reason.map { (property.name, $0) }
    })

  /// Every setting that this version acts on with its value, in the order of ``names``.
  package var namedValues: [(name: String, value: JSONValue)] {
    Self.supported.map { ($0.name, $0.read(self)) }
  }

  /// Sets a setting by its name.
  ///
  /// - Throws: ``TraitError`` for a name or a value that does not exist, and for a setting that this
  ///   version does not act on; then nothing changes.
  package mutating func set(_ name: String, to value: JSONValue) throws(TraitError) {
    if let reason = Self.unsupported[name] { throw .unsupportedSetting(name, reason: reason) }
    try write(name, value, known: Self.names)
  }

  /// The names of the settings that differ; empty for equal ones.
  package func changes(from old: TextInputSettings) -> [String] { differences(from: old) }
}
