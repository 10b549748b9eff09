// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Testing
import TextInput

@testable import Mirrors

/// Traits by their names (reference 3.1).
@Suite struct TraitNameTests {
  /// Every fixed choice of reference 3.1 to 3.3 as (trait, raw values with their words).
  static let choices: [(String, [(Int, String)])] = [
    (
      "autocapitalizationType", [(0, "none"), (1, "words"), (2, "sentences"), (3, "allCharacters")]
    ),
    ("autocorrectionType", switchWords), ("spellCheckingType", switchWords),
    ("smartQuotesType", switchWords), ("smartDashesType", switchWords),
    ("smartInsertDeleteType", switchWords), ("inlinePredictionType", switchWords),
    ("mathExpressionCompletionType", switchWords),
    (
      "keyboardType",
      [
        (0, "default"), (1, "asciiCapable"), (2, "numbersAndPunctuation"), (3, "URL"),
        (4, "numberPad"), (5, "phonePad"), (6, "namePhonePad"), (7, "emailAddress"),
        (8, "decimalPad"), (9, "twitter"), (10, "webSearch"), (11, "asciiCapableNumberPad"),
      ]
    ),
    ("keyboardAppearance", [(0, "default"), (1, "dark"), (2, "light")]),
    (
      "returnKeyType",
      [
        (0, "default"), (1, "go"), (2, "google"), (3, "join"), (4, "next"), (5, "route"),
        (6, "search"), (7, "send"), (8, "yahoo"), (9, "done"), (10, "emergencyCall"),
        (11, "continue"),
      ]
    ),
    ("writingToolsBehavior", [(-1, "none"), (0, "default"), (1, "complete"), (2, "limited")]),
  ]
  static let switchWords = [(0, "default"), (1, "no"), (2, "yes")]

  @Test(
    "TRT-1a, TRT-1b, F096, F127 each value is accepted as number and word, and read back as word",
    arguments: choices)
  func choice(_ trait: String, _ values: [(Int, String)]) throws {
    for (number, word) in values {
      for wire in [JSONValue.number(number), .text(word)] {
        var traits = TextInputTraits()
        try traits.set(trait, to: wire)
        #expect(traits.namedValues.first { $0.name == trait }?.value == .text(word))
      }
    }
    let words = values.map(\.1)
    let numbers = values.map(\.0)
    let wrong: [JSONValue] = [
      .number((numbers.max() ?? 0) + 1), .number((numbers.min() ?? 0) - 1), "maybe", "", true,
      .null,
    ]
    for last in values {
      var traits = TextInputTraits()
      try traits.set(trait, to: .text(last.1))
      let before = traits
      for value in wrong {
        #expect(throws: TraitError.unknownValue(trait: trait, value: value, allowed: words)) {
          try traits.set(trait, to: value)
        }
        #expect(traits == before)
      }
    }
  }

  @Test("F126, D12 alert is accepted and reads back as dark")
  func alert() throws {
    var traits = TextInputTraits()
    try traits.set("keyboardAppearance", to: "alert")
    #expect(traits.keyboardAppearance == .dark)
    #expect(traits.namedValues.contains { $0 == ("keyboardAppearance", "dark") })
    #expect(KeyboardAppearance.alert == .dark)
  }

  @Test(
    "TRT-1a, TRT-1b the traits without enumerated values are set by name too",
    arguments: [
      ("enablesReturnKeyAutomatically", true), ("isSecureTextEntry", true),
      ("restrictToKeyboardType", true), ("mapsPhonePadLetters", true), ("translucent", true),
      ("supportsAdaptiveImageGlyph", true), ("textContentType", "flight-number"),
      ("passwordRules", "minlength: 8"), ("conversationContext", "Ann"),
      ("allowedWritingToolsResultOptions", 5),
    ] as [(String, JSONValue)])
  func otherTraits(_ name: String, _ value: JSONValue) throws {
    var traits = TextInputTraits()
    try traits.set(name, to: value)
    #expect(traits.namedValues.first { $0.name == name }?.value == value)
    #expect(traits.changes(from: TextInputTraits()) == [name])
    let before = traits
    // A number is neither a text nor a Boolean, and no value has all bits set.
    #expect(throws: TraitError.self) { try traits.set(name, to: -1) }
    #expect(throws: TraitError.self) { try traits.set(name, to: .number(.max)) }
    #expect(traits == before)
  }

  @Test(
    "3.1 null removes an optional trait",
    arguments: ["textContentType", "passwordRules", "conversationContext"])
  func null(_ name: String) throws {
    var traits = TextInputTraits()
    traits.textContentType = .name
    traits.passwordRules = PasswordRules()
    traits.conversationContext = "Ann"
    try traits.set(name, to: .null)
    #expect(traits.namedValues.first { $0.name == name }?.value == .null)
  }

  @Test("TRT-1a, TRT-1b an unknown name is refused with the nearest one")
  func unknownName() {
    var traits = TextInputTraits()
    #expect(throws: TraitError.unknownName("keybordType", nearest: "keyboardType")) {
      try traits.set("keybordType", to: 1)
    }
    #expect(throws: TraitError.unknownName("xyzzy", nearest: nil)) {
      try traits.set("xyzzy", to: 1)
    }
    #expect(traits == TextInputTraits())
  }

  @Test("3.5 invalid password rules are refused with their place")
  func badRules() throws {
    var traits = TextInputTraits()
    let error = try #require(throws: PasswordRulesError.self) {
      try PasswordRules(descriptor: "minlenght: 8")
    }
    #expect(error.column == 0 && error.problem == .unknownRule("minlenght", nearest: "minlength"))
    #expect(throws: TraitError.badPasswordRules(trait: "passwordRules", error)) {
      try traits.set("passwordRules", to: "minlenght: 8")
    }
    #expect(traits.passwordRules == nil)
  }

  @Test("3.1, F038 every stored trait has its name on the wire")
  func complete() {
    let stored = Mirror(reflecting: TextInputTraits()).children.compactMap(\.label)
    #expect(stored == TextInputTraits.names)
    #expect(TextInputTraits().namedValues.map(\.name) == TextInputTraits.names)
  }

  @Test("3.1, F016 each name sets the property of the same name only")
  func ownProperty() throws {
    func changed<Value>(_ new: Value, from old: Value) -> [String] {
      zip(Mirror(reflecting: new).children, Mirror(reflecting: old).children)
        .filter { "\($0.value)" != "\($1.value)" }.compactMap { $0.0.label }
    }
    let candidates: [JSONValue] = [true, false, 1, 2, 500, "name", "minlength: 8", "words"]
    for name in TextInputTraits.names {
      let all = candidates.compactMap { value in
        var traits = TextInputTraits()
        return (try? traits.set(name, to: value)) == nil
          ? nil : changed(traits, from: TextInputTraits())
      }
      #expect(Set(all.joined()) == [name])
    }
    for property in TextInputSettings.properties {
      let all = candidates.compactMap { value in
        var settings = TextInputSettings()
        return (try? property.write(&settings, value)) == nil
          ? nil : changed(settings, from: TextInputSettings())
      }
      #expect(Set(all.joined()) == [property.name])
    }
  }

  @Test("3.1 reported traits and traits read back are the same")
  func roundTrip() throws {
    var traits = TextInputTraits()
    traits.keyboardType = .url
    traits.returnKeyType = .go
    traits.autocorrectionType = .no
    traits.passwordRules = PasswordGenerator.defaultRules
    traits.textContentType = .newPassword
    traits.isSecureTextEntry = true
    var copy = TextInputTraits()
    for (name, value) in traits.namedValues { try copy.set(name, to: value) }
    #expect(copy == traits)
  }

  @Test("TRT-2b the difference names the changed traits in the order of 3.1")
  func changes() {
    var traits = TextInputTraits()
    #expect(traits.changes(from: TextInputTraits()).isEmpty)
    traits.returnKeyType = .google
    traits.keyboardType = .url
    #expect(traits.changes(from: TextInputTraits()) == ["keyboardType", "returnKeyType"])
    #expect(TextInputTraits().changes(from: traits) == ["keyboardType", "returnKeyType"])
  }

  @Test("F011 the translucent flag is reported")
  func translucent() {
    var traits = TextInputTraits()
    traits.translucent = true
    #expect(traits.namedValues.contains { $0 == ("translucent", true) })
    #expect(traits.changes(from: TextInputTraits()) == ["translucent"])
  }

  @Test("3.1 the newer traits are reported")
  func newerTraits() {
    var traits = TextInputTraits()
    traits.writingToolsBehavior = .complete
    traits.allowedWritingToolsResultOptions = [.plainText, .table]
    traits.mathExpressionCompletionType = .yes
    traits.supportsAdaptiveImageGlyph = true
    traits.conversationContext = "Ann"
    #expect(traits.changes(from: TextInputTraits()).count == 5)
  }

  @Test(
    "3.1 the capabilities list for every trait whether it has an effect, and otherwise the reason")
  func support() {
    let stored = Mirror(reflecting: TextInputTraits()).children.compactMap(\.label)
    let traits = TextCapabilities.current.traits
    #expect(traits.map(\.name) == stored)
    #expect(
      traits.filter { $0.support != .supported }.map(\.name) == [
        "translucent", "writingToolsBehavior", "allowedWritingToolsResultOptions",
        "mathExpressionCompletionType", "supportsAdaptiveImageGlyph", "conversationContext",
      ])
    for (name, support) in traits {
      #expect(support.reason?.contains(" ") != false, "\(name): a clause for people")
    }
    #expect(TextInputTraits.support(of: \.returnKeyType) == .supported)
    #expect(
      TextInputTraits.support(of: \.translucent)
        == .unsupported(reason: "a terminal draws nothing translucent"))
  }

  // MARK: Content types

  @Test(
    "F087 every content type is accepted by its raw value, and reported",
    arguments: TextContentType.allCases)
  func contentType(_ type: TextContentType) throws {
    var traits = TextInputTraits()
    try traits.set("textContentType", to: .text(type.rawValue))
    #expect(traits.textContentType == type)
    #expect(traits.namedValues.contains { $0 == ("textContentType", .text(type.rawValue)) })
  }

  @Test(
    "F087 an unknown content type is refused", arguments: ["shoe-size", "Name", "", "postalCode"])
  func unknownContentType(_ raw: String) {
    var traits = TextInputTraits()
    traits.textContentType = .name
    let error = TraitError.unknownValue(
      trait: "textContentType", value: .text(raw),
      allowed: TextContentType.allCases.map(\.rawValue))
    #expect(throws: error) { try traits.set("textContentType", to: .text(raw)) }
    #expect(traits.textContentType == .name)
  }

  @Test("TRT-9 a field has one content type: a second value replaces the first")
  func oneContentType() throws {
    var traits = TextInputTraits()
    try traits.set("textContentType", to: "street-address")
    try traits.set("textContentType", to: "address-level1+2")
    #expect(traits.textContentType == .addressCityAndState)
  }
}
