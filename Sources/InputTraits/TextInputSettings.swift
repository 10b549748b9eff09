// SPDX-License-Identifier: Apache-2.0

/// What the user chose for text input everywhere; a program reads and changes none of it.
///
/// This version does not act on all of them: ``unsupported`` says which, and why. At most, these decide
/// what ``ResolvedTraits`` has.
///
/// A new value has the defaults. Traits work within these settings, with one exception: an explicit
/// spell-check trait wins in its field (D21).
public struct TextInputSettings: Hashable, Sendable {
  // Typing

  /// Whether typing mistakes are corrected.
  public var autocorrection = true
  /// Whether capitals come by themselves.
  public var autocapitalization = true
  /// Whether two spaces make a period (AST-7).
  public var periodShortcut = true
  /// Whether a tap of Caps Lock switches between the Latin mode and the other (MOD-8).
  public var capsLockSwitchesMode = false
  /// Whether spelling is checked.
  public var spellChecking = true
  /// Whether quotes and hyphens become typographic.
  public var smartPunctuation = true
  /// Whether cutting and pasting mend the spaces around.
  public var smartInsertDelete = true
  /// Whether continuations are shown, in the line and in the prediction row.
  public var predictions = true
  /// Whether two hyphens make an em dash at once (AST-37, D2).
  public var twoHyphensToEm = false
  /// Whether three dots become an ellipsis (AST-41).
  public var smartEllipsis = false
  /// Whether holding a letter offers its accents instead of repeating it (MOD-15).
  public var holdForAccents = true
  /// Whether a secure field shows the character typed last for a moment (FLD-2).
  public var revealLast = true
  /// Whether Option and Command change places, as on PC keyboards.
  public var swapsOptionAndCommand = false

  // Keyboard area

  /// Whether there is a status row (NTF-11).
  public var statusRow = true
  /// How long ⌘ is held before its commands are shown, in milliseconds, 300 to 3000 (CMD-19).
  public var discoverabilityDelay = 1000
  /// How long the first keys of a sequence are waited upon before what can follow is shown, in
  /// milliseconds, 0 to 3000.
  public var continuationDelay = 500
  /// How long a sequence such as ⌘K ⌘C waits for its next chord, in milliseconds, 300 to 60000.
  public var sequenceTimeout = 3000

  // Compatibility

  /// Whether each move of the focus hides and shows the keyboard area (NTF-6, D3).
  public var legacyHideShow = false
  /// Whether a view begins only when the keyboard area has been shown (FLD-6, D7).
  public var viewShowsBeforeBegin = false
  /// Whether commands come before text (D8).
  public var legacyCommandsFirst = false

  /// Makes the default settings.
  public init() {}
}

extension TextInputSettings: NamedProperties {
  /// Every setting, with whether this version acts on it: one that it does not act on has a default
  /// for ``ResolvedTraits``, and is neither listed nor set by name.
  static let properties: [NamedValue<TextInputSettings>] = [
    NamedValue("autocorrection", \.autocorrection, .noCorrection),
    NamedValue("autocapitalization", \.autocapitalization, .noCapitals),
    NamedValue(
      "periodShortcut", \.periodShortcut, .unsupported(reason: "two spaces stay two spaces")),
    NamedValue("capsLockSwitchesMode", \.capsLockSwitchesMode, .supported),
    NamedValue("spellChecking", \.spellChecking, .noSpelling),
    NamedValue(
      "smartPunctuation", \.smartPunctuation,
      .unsupported(reason: "quotes and hyphens stay as typed")),
    NamedValue("smartInsertDelete", \.smartInsertDelete, .noSmartSpaces),
    NamedValue("predictions", \.predictions, .noPrediction),
    NamedValue("twoHyphensToEm", \.twoHyphensToEm, .noSmartDashes),
    NamedValue(
      "smartEllipsis", \.smartEllipsis, .unsupported(reason: "three dots stay three dots")),
    NamedValue("holdForAccents", \.holdForAccents, .supported),
    NamedValue("revealLast", \.revealLast, .supported),
    NamedValue(
      "swapsOptionAndCommand", \.swapsOptionAndCommand,
      .unsupported(
        reason: "the settings file swaps them for each keyboard, with 'swap: option-command'")),
    NamedValue("statusRow", \.statusRow, .supported),
    NamedValue(
      "discoverabilityDelay", \.discoverabilityDelay, .supported
    ) { value throws(TraitError) in
      try number(value, in: 300...3000, of: "discoverabilityDelay")
    },
    NamedValue("continuationDelay", \.continuationDelay, .supported) { value throws(TraitError) in
      try number(value, in: 0...3000, of: "continuationDelay")
    },
    NamedValue("sequenceTimeout", \.sequenceTimeout, .supported) { value throws(TraitError) in
      try number(value, in: 300...60000, of: "sequenceTimeout")
    },
    NamedValue("legacyHideShow", \.legacyHideShow, .supported),
    NamedValue("viewShowsBeforeBegin", \.viewShowsBeforeBegin, .supported),
    NamedValue("legacyCommandsFirst", \.legacyCommandsFirst, .supported),
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

  /// The names of the settings that this version acts on.
  public static let names = properties.filter { $0.support == .supported }.map(\.name)

  /// The settings that this version does not act on, each with the reason.
  public static let unsupported: [String: String] = Dictionary(
    uniqueKeysWithValues: properties.compactMap { property in
      property.support.reason.map { (property.name, $0) }
    })

  /// Every setting that this version acts on with its value, in the order of ``names``.
  public var namedValues: [(name: String, value: TraitWireValue)] {
    Self.properties.filter { $0.support == .supported }.map { ($0.name, $0.read(self)) }
  }

  /// Sets a setting by its name.
  ///
  /// - Throws: ``TraitError`` for a name or a value that does not exist, and for a setting that this
  ///   version does not act on; then nothing changes.
  public mutating func set(_ name: String, to value: TraitWireValue) throws(TraitError) {
    if let reason = Self.unsupported[name] { throw .unsupportedSetting(name, reason: reason) }
    try write(name, value, known: Self.names)
  }

  /// The names of the settings that differ; empty for equal ones.
  public func changes(from old: TextInputSettings) -> [String] { differences(from: old) }
}

extension Int: TraitWireCodable {
  /// Itself.
  public var wireValue: TraitWireValue { .number(self) }

  /// Reads a number.
  public init(wireValue: TraitWireValue, of trait: String) throws(TraitError) {
    guard case .number(let value) = wireValue else {
      throw .unknownValue(trait: trait, value: wireValue, allowed: ["a number"])
    }
    self = value
  }
}
