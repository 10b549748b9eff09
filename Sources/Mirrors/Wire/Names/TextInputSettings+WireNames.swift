// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The settings by name, for requests and the memory.
extension TextInputSettings: NamedProperties {
  /// All settings.
  ///
  /// A setting that this version does not support still has a default for ``ResolvedTraits``. It is
  /// not listed and cannot be set by name.
  static let properties: [NamedValue<TextInputSettings>] = [
    NamedValue(
      "autocorrection", \.autocorrection,
      "Whether typing mistakes are corrected at the end of a word."),
    NamedValue(
      "autocapitalization", \.autocapitalization,
      "Whether capitals are typed automatically."),
    NamedValue(
      "periodShortcut", \.periodShortcut,
      "Whether two spaces after a word become a period and a space."),
    NamedValue(
      "capsLockSwitchesMode", \.capsLockSwitchesMode,
      "Whether a tap of Caps Lock switches between the mode with Latin letters and the other."),
    NamedValue(
      "shiftSwitchesMode", \.shiftSwitchesMode,
      "Whether a tap of Shift, alone and shorter than 0.3 s, switches between the mode with"
        + " Latin letters and the other."),
    NamedValue("spellChecking", \.spellChecking, "Whether misspelled words are marked."),
    NamedValue(
      "smartPunctuation", \.smartPunctuation,
      "Whether quotes and hyphens become typographic."),
    NamedValue(
      "smartInsertDelete", \.smartInsertDelete,
      "Whether cutting and pasting adjust the surrounding spaces."),
    NamedValue(
      "predictions", \.predictions,
      "Whether words are predicted in the prediction row, and continuations after the caret."),
    NamedValue(
      "twoHyphensToEm", \.twoHyphensToEm,
      "Whether two hyphens become an em dash at once."),
    NamedValue("smartEllipsis", \.smartEllipsis, "Whether three dots become an ellipsis."),
    NamedValue(
      "holdForAccents", \.holdForAccents,
      "Whether a held letter shows a list of its accented variants instead of repeating."),
    NamedValue(
      "revealLast", \.revealLast,
      "Whether a secure field shows the last character typed for a moment."),
    NamedValue(
      "swapsOptionAndCommand", \.swapsOptionAndCommand,
      "Whether Option and Command are swapped."),
    NamedValue("learning", \.learning, "Whether words are learned from typing and offered later."),
    NamedValue(
      "pasteboardPerForm", \.pasteboardPerForm,
      "Whether text that is cut, copied, killed or searched for in a form can be used"
        + " only in that form."),
    NamedValue(
      "pasteboardExpiry", \.pasteboardExpiry, in: 0...86_400,
      "After how many seconds text that was cut, copied, killed or searched for is"
        + " deleted; 0 for never."),
    NamedValue(
      "programsChooseFills", \.programsChooseFills,
      "Whether a program may choose a value to fill into its own fields."),
    NamedValue("statusRow", \.statusRow, "Whether the keyboard area has a status row."),
    NamedValue(
      "discoverabilityDelay", \.discoverabilityDelay, in: 300...3000,
      "How long ⌘ must be held before the available commands are shown, in milliseconds."),
    NamedValue(
      "continuationDelay", \.continuationDelay, in: 0...3000,
      "After how long the possible continuations of a sequence are shown, in milliseconds."),
    NamedValue(
      "sequenceTimeout", \.sequenceTimeout, in: 300...60_000,
      "How long a sequence such as ⌘K ⌘C waits for its next chord, in milliseconds."),
    NamedValue(
      "legacyHideShow", \.legacyHideShow,
      "Whether each move of the focus hides and shows the keyboard area."),
    NamedValue(
      "viewShowsBeforeBegin", \.viewShowsBeforeBegin,
      "Whether a view begins editing only after the keyboard area has been shown."),
    NamedValue(
      "legacyCommandsFirst", \.legacyCommandsFirst,
      "Whether every command is dispatched before text input."),
  ]

  /// Returns the name, the limits and the text of a setting.
  ///
  /// - Parameter path: the setting.
  /// - Returns: its row; nil for a part of a setting.
  package static func row(
    at path: PartialKeyPath<TextInputSettings>
  ) -> NamedValue<TextInputSettings>? {
    properties.first { $0.path == path }
  }

  /// Returns the limits and the text of a setting.
  ///
  /// - Parameter name: the name of the setting.
  /// - Returns: its row; nil if no setting has the name.
  package static func row(named name: String) -> NamedValue<TextInputSettings>? {
    property(named: name)
  }

  /// The supported settings, in the order of lists.
  package static let supported = properties.filter { support(of: $0.path) == .supported }

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
