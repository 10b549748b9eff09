// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput

@Suite struct TraitsResolvedTests {
  /// A row of reference 3.6: traits and a language that lead to the situation, and the row's
  /// columns: quotes, dashes, insert/delete, capitals, correction, inline prediction, spelling.
  struct Row: Sendable, CustomTestStringConvertible {
    var situation: String
    var keyboard = KeyboardType.default
    var content: TextContentType?
    var isSecure = false
    var language = "en"
    var columns: [Bool]

    var testDescription: String { situation }

    var traits: TextInputTraits {
      var traits = TextInputTraits()
      traits.keyboardType = keyboard
      traits.textContentType = content
      traits.isSecureTextEntry = isSecure
      return traits
    }
  }

  static let on = Array(repeating: true, count: 7)
  static let off = Array(repeating: false, count: 7)

  static let rows: [Row] =
    [
      Row(situation: "prose", columns: on),
      Row(situation: "Chinese", language: "zh-Hans", columns: [true, true, true] + off.prefix(4)),
      Row(situation: "Japanese", language: "ja", columns: [true, true, true] + off.prefix(4)),
      Row(situation: "Korean", language: "ko", columns: [true, true, true] + off.prefix(4)),
      Row(situation: "Cantonese", language: "yue", columns: [true, true, true] + off.prefix(4)),
      // The language has no spaces between words.
      Row(situation: "Thai", language: "th", columns: [true, true, true] + off.prefix(4)),
      // A script without capitals, whose words are still corrected.
      Row(
        situation: "Arabic", language: "ar",
        columns: [true, true, true, false, true, true, true]),
      Row(
        situation: "namePhonePad", keyboard: .namePhonePad,
        columns: [true, true, true, false, true, true, true]),
    ]
    + [KeyboardType.asciiCapable, .numbersAndPunctuation, .twitter].map {
      Row(situation: "\($0)", keyboard: $0, columns: on)
    }
    + [
      KeyboardType.emailAddress, .url, .webSearch, .numberPad, .phonePad, .decimalPad,
      .asciiCapableNumberPad,
    ].map { Row(situation: "\($0)", keyboard: $0, columns: off) }
    + [TextContentType.username, .password, .newPassword, .oneTimeCode, .code].map {
      Row(situation: $0.rawValue, content: $0, columns: off)
    }
    // These types affect the traits even without a suggestion (TRT-10).
    + [TextContentType.emailAddress, .url, .telephoneNumber].map {
      Row(situation: $0.rawValue, content: $0, columns: off)
    }
    + [TextContentType.name, .fullStreetAddress, .flightNumber].map {
      Row(situation: $0.rawValue, content: $0, columns: on)
    }
    + KeyboardType.allCases.map {
      Row(situation: "secure \($0)", keyboard: $0, isSecure: true, columns: off)
    }

  private func columns(_ resolved: ResolvedTraits) -> [Bool] {
    [
      resolved.smartQuotes, resolved.smartDashes, resolved.smartInsertDelete,
      resolved.autocapitalization != .none, resolved.autocorrection, resolved.inlinePrediction,
      resolved.spellChecking,
    ]
  }

  private func all(_ choice: TraitSwitch, in traits: TextInputTraits) -> TextInputTraits {
    var traits = traits
    traits.smartQuotesType = choice
    traits.smartDashesType = choice
    traits.smartInsertDeleteType = choice
    traits.autocorrectionType = choice
    traits.inlinePredictionType = choice
    traits.spellCheckingType = choice
    return traits
  }

  @Test("3.6, TRT-10, F008 default traits resolve as in each row", arguments: rows)
  func defaults(_ row: Row) throws {
    let language = try #require(LanguageTag(row.language))
    #expect(columns(ResolvedTraits(row.traits, language: language)) == row.columns)
  }

  @Test(
    "TRT-19a, TRT-19b an explicit yes overrides every row except the secure one", arguments: rows)
  func explicitYes(_ row: Row) throws {
    var traits = all(.yes, in: row.traits)
    traits.autocapitalizationType = .words
    let language = try #require(LanguageTag(row.language))
    var expected = row.isSecure ? Self.off : Self.on
    // Capitals in a script without them, and correction in a language without it (3.1, AST-20).
    let ignoresCapitals: [KeyboardType] = [.numberPad, .phonePad, .namePhonePad]
    if ignoresCapitals.contains(traits.effectiveKeyboardType)
      || ["zh-Hans", "yue", "ja", "ko", "ar", "th"].contains(row.language)
    {
      expected[3] = false
    }
    if ["zh-Hans", "yue", "ja", "ko", "th"].contains(row.language) { expected[4] = false }
    #expect(columns(ResolvedTraits(traits, language: language)) == expected)
  }

  @Test("3.6 an explicit no overrides every row", arguments: rows)
  func explicitNo(_ row: Row) throws {
    let language = try #require(LanguageTag(row.language))
    var traits = all(.no, in: row.traits)
    traits.autocapitalizationType = .none
    #expect(columns(ResolvedTraits(traits, language: language)) == Self.off)
  }

  @Test("3.1 each trait affects only its own column", arguments: 0..<7)
  func independence(_ column: Int) {
    var traits = TextInputTraits()
    switch column {
    case 0: traits.smartQuotesType = .no
    case 1: traits.smartDashesType = .no
    case 2: traits.smartInsertDeleteType = .no
    case 3: traits.autocapitalizationType = .none
    // Spelling would follow correction.
    case 4: (traits.autocorrectionType, traits.spellCheckingType) = (.no, .yes)
    case 5: traits.inlinePredictionType = .no
    default: traits.spellCheckingType = .no
    }
    var expected = Self.on
    expected[column] = false
    #expect(columns(ResolvedTraits(traits)) == expected)
  }

  @Test(
    "3.1, F123 the capitalization trait is used as set", arguments: AutocapitalizationType.allCases)
  func capitals(_ type: AutocapitalizationType) {
    var traits = TextInputTraits()
    traits.autocapitalizationType = type
    #expect(ResolvedTraits(traits).autocapitalization == type)
    traits.keyboardType = .numberPad
    #expect(ResolvedTraits(traits).autocapitalization == .none)
  }

  @Test("3.1 the spelling default follows correction")
  func spelling() {
    var traits = TextInputTraits()
    traits.autocorrectionType = .no
    #expect(!ResolvedTraits(traits).spellChecking)
    traits.keyboardType = .emailAddress
    traits.autocorrectionType = .yes
    #expect(ResolvedTraits(traits).spellChecking)
  }

  @Test("D21 an explicit spelling trait overrides only the user's spelling setting")
  func spellTraitWins() {
    var settings = TextInputSettings()
    settings.spellChecking = false
    var traits = TextInputTraits()
    #expect(!ResolvedTraits(traits, settings: settings).spellChecking)
    traits.spellCheckingType = .yes
    #expect(ResolvedTraits(traits, settings: settings).spellChecking)
    // Another field follows the user's settings again.
    #expect(!ResolvedTraits(TextInputTraits(), settings: settings).spellChecking)
    traits.spellCheckingType = .no
    #expect(!ResolvedTraits(traits).spellChecking)
  }

  @Test("F016 the user's settings override an explicit yes")
  func settingsWin() {
    let traits = all(.yes, in: TextInputTraits())
    func resolved(_ setting: WritableKeyPath<TextInputSettings, Bool>) -> [Bool] {
      var settings = TextInputSettings()
      settings[keyPath: setting] = false
      return columns(ResolvedTraits(traits, settings: settings))
    }
    #expect(resolved(\.smartPunctuation) == [false, false] + Self.on.prefix(5))
    #expect(resolved(\.smartInsertDelete) == [true, true, false, true, true, true, true])
    #expect(resolved(\.autocapitalization) == [true, true, true, false, true, true, true])
    #expect(resolved(\.autocorrection) == [true, true, true, true, false, true, true])
    #expect(resolved(\.predictions) == [true, true, true, true, true, false, true])
    #expect(resolved(\.spellChecking) == Self.on)
  }

  @Test(
    "F016 the period shortcut follows the traits and its setting",
    arguments: rows)
  func periodShortcut(_ row: Row) {
    var settings = TextInputSettings()
    #expect(ResolvedTraits(row.traits).periodShortcut == row.columns[0])
    settings.periodShortcut = false
    #expect(!ResolvedTraits(row.traits, settings: settings).periodShortcut)
  }

  @Test("TRT-3, F097 a flight number's field turns correction off")
  func flightNumber() {
    var traits = TextInputTraits()
    traits.textContentType = .flightNumber
    #expect(ResolvedTraits(traits).autocorrection)
    traits.autocorrectionType = .no
    #expect(!ResolvedTraits(traits).autocorrection)
  }

  @Test("F121 the homepage field has neither correction nor capitals")
  func homepage() {
    var traits = TextInputTraits()
    traits.keyboardType = .url
    traits.autocorrectionType = .no
    traits.autocapitalizationType = .none
    #expect(columns(ResolvedTraits(traits)) == Self.off)
    #expect(traits.filter("teh.org") == .text("teh.org"))
  }
}
