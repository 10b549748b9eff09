// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput

@Suite struct TraitsKeyboardTypeTests {
  /// Reference 3.2 and 3.6: type, capitals, default assistance, third-party input methods, ASCII.
  static let table: [(KeyboardType, Bool, Bool, Bool, Bool)] = [
    (.default, true, true, true, false), (.asciiCapable, true, true, true, true),
    (.numbersAndPunctuation, true, true, true, false), (.url, false, false, true, false),
    (.numberPad, false, false, true, false), (.phonePad, false, false, false, false),
    (.namePhonePad, false, true, false, false), (.emailAddress, false, false, true, false),
    (.decimalPad, false, false, true, false), (.twitter, true, true, true, false),
    (.webSearch, false, false, true, false), (.asciiCapableNumberPad, false, false, true, true),
  ]

  @Test("3.2 each type has the properties of its row", arguments: table)
  func rows(
    _ type: KeyboardType, _ capitals: Bool, _ assists: Bool, _ others: Bool, _ ascii: Bool
  ) {
    #expect(type.autocapitalizesByDefault == capitals)
    #expect(type.assistsByDefault == assists)
    #expect(type.offersThirdPartyInputMethods == others)
    #expect(type.requiresASCII == ascii)
    #expect(
      type.domainCompletions == (type == .url ? [".com", ".net", ".edu", ".org"] : []))
    #expect((type.keypadSeparator(in: .german) == ",") == (type == .decimalPad))
  }

  @Test("3.2 the table has every type")
  func complete() {
    #expect(Self.table.map(\.0) == KeyboardType.allCases)
  }

  @Test("F006, F128 .com comes first, and its second choice is .net")
  func domains() {
    #expect("apple" + (KeyboardType.url.domainCompletions.first ?? "") == "apple.com")
    #expect(KeyboardType.url.domainCompletions[1] == ".net")
  }

  @Test("3.2 a secure field excludes input methods of third parties too")
  func secure() {
    var traits = TextInputTraits()
    #expect(traits.offersThirdPartyInputMethods)
    traits.isSecureTextEntry = true
    #expect(!traits.offersThirdPartyInputMethods)
    traits = TextInputTraits()
    traits.keyboardType = .phonePad
    #expect(!traits.offersThirdPartyInputMethods)
  }

  @Test(
    "TRT-4a, D24, F120 without restriction all text is allowed", arguments: KeyboardType.allCases)
  func unrestricted(_ type: KeyboardType) {
    for text in ["x", "5x5", "a b\n", "Ünïcode 日本", "", "1.5"] {
      #expect(type.filter(text) == .text(text))
    }
    #expect(!TextInputTraits().restrictToKeyboardType)
  }

  @Test(
    "TRT-4c, F009, F130 with restriction only fitting text is allowed",
    arguments: [
      (.numberPad, "x", nil), (.numberPad, "7", "7"), (.numberPad, "5x5", "55"),
      (.numberPad, "-", nil), (.numberPad, ".", nil), (.numberPad, "٣", "٣"),
      (.numberPad, "½", nil),
      (.numberPad, "²", nil), (.numberPad, "", ""), (.numberPad, "\n", nil), (.numberPad, " ", nil),
      (.phonePad, "5x5", "55"), (.phonePad, "0123456789*#+", "0123456789*#+"),
      (.phonePad, "-", nil), (.phonePad, "٣", nil), (.phonePad, "a", nil),
      (.decimalPad, "1.5", "1.5"), (.decimalPad, "1,5", "15"), (.decimalPad, "-", nil),
      (.asciiCapableNumberPad, "٣", "3"), (.asciiCapableNumberPad, "a٣５x", "35"),
      (.asciiCapableNumberPad, "x", nil), (.namePhonePad, "Ann", "Ann"), (.default, "x", "x"),
      (.asciiCapable, "é", "é"), (.url, "x y", "x y"), (.emailAddress, "x", "x"),
      (.numbersAndPunctuation, "x", "x"), (.twitter, "x", "x"), (.webSearch, "x", "x"),
    ] as [(KeyboardType, String, String?)])
  func restricted(_ type: KeyboardType, _ text: String, _ kept: String?) {
    var traits = TextInputTraits()
    traits.keyboardType = type
    traits.restrictToKeyboardType = true
    #expect(traits.filter(text) == kept.map(KeyboardType.FilterResult.text) ?? .refused)
  }

  @Test("3.2 decimalPad allows the language's separator")
  func decimals() {
    var traits = TextInputTraits()
    traits.keyboardType = .decimalPad
    traits.restrictToKeyboardType = true
    #expect(traits.filter("1,5", language: .german) == .text("1,5"))
    #expect(traits.filter(".", language: .german) == .refused)
  }

  @Test(
    "3.2 asciiCapableNumberPad makes digits of every script ASCII, restricted or not",
    arguments: [
      ("٠١٢٣٤٥٦٧٨٩", "0123456789"), ("०१२३४५६७८९", "0123456789"), ("０９", "09"), ("a৫b", "a5b"),
      ("½²Ⅷ", "½²Ⅷ"),
    ])
  func asciiDigits(_ typed: String, _ text: String) {
    #expect(KeyboardType.asciiCapableNumberPad.filter(typed) == .text(text))
    #expect(KeyboardType.numberPad.filter(typed) == .text(typed))
  }

  @Test("F129 with the setting, letters type the digits of their phone keys")
  func phoneLetters() {
    var traits = TextInputTraits()
    traits.keyboardType = .phonePad
    traits.restrictToKeyboardType = true
    #expect(traits.filter("call") == .refused)
    traits.mapsPhonePadLetters = true
    #expect(traits.filter("call") == .text("2255"))
    #expect(traits.filter("ABC def") == .text("222333"))
    #expect(
      traits.filter("abcdefghijklmnopqrstuvwxyz") == .text("22233344455566677778889999"))
    #expect(traits.filter("é") == .refused)
    traits.restrictToKeyboardType = false
    #expect(traits.filter("call") == .text("call"))
    traits.restrictToKeyboardType = true
    traits.keyboardType = .numberPad
    #expect(traits.filter("call") == .refused)
  }

  /// The languages of reference 11, and regions with different separators; taken from CLDR 46 with
  /// Foundation's `Locale`.
  @Test(
    "3.2 each language has its decimal separator",
    arguments: [
      ("en-US", "."), ("en-GB", "."), ("fr", ","), ("de", ","), ("es", ","), ("it", ","),
      ("nl", ","), ("pt-BR", ","), ("pt-PT", ","), ("da", ","), ("sv-SE", ","), ("nb-NO", ","),
      ("nn", ","), ("no", ","), ("fi", ","), ("pl", ","), ("ru", ","), ("uk", ","), ("tr", ","),
      ("ko", "."), ("ja", "."), ("zh-Hans", "."), ("zh-Hant-TW", "."), ("de-CH", "."),
      ("de-AT", ","), ("fr-CH", ","), ("it-CH", "."), ("es-MX", "."), ("es-419", "."),
      ("es-AR", ","), ("en-DE", ","), ("en-ZA", ","), ("en-AU", "."), ("x-mine", "."),
    ] as [(String, Character)])
  func separators(_ tag: String, _ separator: Character) throws {
    #expect(try #require(LanguageTag(tag)).decimalSeparator == separator)
  }

  @Test(
    "TRT-10 the content type selects the keyboard if no trait does",
    arguments: [
      (.emailAddress, .emailAddress), (.url, .url), (.telephoneNumber, .phonePad),
      (.creditCardNumber, .numberPad), (.creditCardSecurityCode, .numberPad), (.name, .default),
      (nil, .default),
    ] as [(TextContentType?, KeyboardType)])
  func effectiveType(_ content: TextContentType?, _ keyboard: KeyboardType) {
    var traits = TextInputTraits()
    traits.textContentType = content
    #expect(traits.effectiveKeyboardType == keyboard)
    traits.restrictToKeyboardType = true
    #expect(traits.filter("x") == .text("x"))
    traits.keyboardType = .twitter
    #expect(traits.effectiveKeyboardType == .twitter)
  }
}

extension LanguageTag {
  fileprivate static let german = LanguageTag(language: "de")
}
