// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput

@Suite struct TraitsReturnKeyTests {
  static let languages = [
    "en-US", "en-GB", "fr", "de", "es", "it", "nl", "pt-BR", "pt-PT", "da", "sv", "nb", "fi", "pl",
    "ru", "uk", "tr", "ko", "ja", "zh-Hans", "zh-Hant", "ca", "ro", "cs", "sk", "sl", "hr", "bs",
    "sr", "sr-Latn", "bg", "hu", "el", "he", "ar", "fa", "hi", "th", "id", "vi",
  ]

  @Test("TRT-5, MOD-11a every built-in mode has labels in its language")
  func modes() {
    for mode in TextInputMode.builtin where mode.primaryLanguage.language != "en" {
      let tag = mode.primaryLanguage.description
      #expect(ReturnKeyType.next.label(in: tag) != "Next", "\(tag)")
    }
  }

  @Test(
    "3.3, F131 return labels have their English texts",
    arguments: zip(
      ReturnKeyType.allCases,
      [
        "return", "Go", "Google", "Join", "Next", "Route", "Search", "Send", "Yahoo", "Done",
        "Emergency Call", "Continue",
      ]))
  func english(_ type: ReturnKeyType, _ label: String) {
    #expect(type.label(in: "en-US") == label)
    #expect(type.label(in: "en-GB") == label)
  }

  @Test(
    "TRT-5, MOD-11a, MOD-11b every language has every label, all different", arguments: languages)
  func complete(_ tag: String) {
    let labels = ReturnKeyType.allCases.map { $0.label(in: tag) }
    #expect(Set(labels).count == 12)
    #expect(labels.allSatisfy { !$0.isEmpty && $0.count < 24 && !$0.contains("\n") })
    #expect(!ReturnKeyType.spaceLabel(in: tag).isEmpty)
    #expect(!labels.contains(ReturnKeyType.spaceLabel(in: tag)))
    // Only a few short words are the same in another language.
    if !tag.hasPrefix("en") {
      let same = ReturnKeyType.allCases.filter { $0.label(in: tag) == $0.label(in: "en") }
      #expect(same.count <= 4, "\(tag): \(same)")
    }
  }

  @Test(
    "TRT-5 labels are written in the language's script",
    arguments: [
      ("ru", 0x400...0x45F), ("uk", 0x400...0x45F), ("ko", 0xAC00...0xD7A3),
      ("ja", 0x3041...0x9FFF),
      ("zh-Hans", 0x4E00...0x9FFF), ("zh-Hant", 0x4E00...0x9FFF), ("pl", 0x41...0x17F),
      ("tr", 0x41...0x17F), ("fi", 0x41...0xFF), ("sv", 0x41...0xFF), ("bg", 0x400...0x45F),
      ("sr", 0x400...0x45F), ("el", 0x370...0x3FF), ("he", 0x590...0x5F4), ("ar", 0x600...0x6FF),
      ("fa", 0x600...0x6FF), ("hi", 0x900...0x97F), ("th", 0xE00...0xE7F), ("cs", 0x41...0x17F),
      ("vi", 0x41...0x1EFF),
    ] as [(String, ClosedRange<UInt32>)])
  func scripts(_ tag: String, _ range: ClosedRange<UInt32>) {
    let types = ReturnKeyType.allCases.filter { $0 != .google && $0 != .yahoo }
    for label in types.map({ $0.label(in: tag) }) + [ReturnKeyType.spaceLabel(in: tag)] {
      #expect(label.unicodeScalars.allSatisfy { range.contains($0.value) || $0 == " " }, "\(label)")
    }
  }

  @Test(
    "TRT-5 labels have the words that phones use",
    arguments: [
      ("fr", .next, "Suivant"), ("de", .done, "Fertig"), ("de", .search, "Suchen"),
      ("es", .send, "Enviar"), ("it", .default, "invio"), ("nl", .done, "Gereed"),
      ("pt-BR", .next, "Próximo"), ("pt-PT", .next, "Seguinte"), ("da", .search, "Søg"),
      ("nb", .search, "Søk"), ("sv", .search, "Sök"), ("fi", .done, "Valmis"),
      ("pl", .send, "Wyślij"), ("ru", .done, "Готово"), ("uk", .next, "Далі"),
      ("tr", .search, "Ara"), ("ko", .search, "검색"), ("ja", .default, "改行"),
      ("zh-Hans", .send, "发送"), ("zh-Hant", .send, "傳送"), ("sv", .emergencyCall, "Nödsamtal"),
    ] as [(String, ReturnKeyType, String)])
  func phones(_ tag: String, _ type: ReturnKeyType, _ label: String) {
    #expect(type.label(in: tag) == label)
  }

  @Test("F022 Return and space have Swedish labels")
  func swedish() {
    #expect(ReturnKeyType.default.label(in: "sv-SE") == "retur")
    #expect(ReturnKeyType.default.label(in: "en-US") == "return")
    #expect(ReturnKeyType.spaceLabel(in: "sv-SE") == "mellanslag")
    #expect(ReturnKeyType.spaceLabel(in: "en") == "space")
  }

  @Test("F040 a brand name is the same in every language", arguments: languages)
  func brands(_ tag: String) {
    #expect(ReturnKeyType.google.label(in: tag) == "Google")
    #expect(ReturnKeyType.yahoo.label(in: tag) == "Yahoo")
  }

  @Test(
    "TRT-5 a tag without labels uses its language's, otherwise English",
    arguments: [
      ("bs-BA", "hr"), ("sr-Latn-ME", "sr-Latn"), ("sr-ME", "sr"), ("es-MX", "es"),
      ("sv-FI", "sv"), ("de-CH", "de"), ("FR-ca", "fr"), ("no", "nb"), ("nn-NO", "nb"),
      ("nb-NO", "nb"), ("pt", "pt-BR"), ("pt-AO", "pt-PT"), ("zh", "zh-Hans"),
      ("zh-CN", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-Hans-HK", "zh-Hans"),
      ("zh-Hant-CN", "zh-Hant"), ("yue", "zh-Hant"), ("is", "en"), ("chr", "en"), ("", "en"),
      ("x-whatever", "en"),
    ])
  func fallback(_ tag: String, _ language: String) {
    for type in ReturnKeyType.allCases { #expect(type.label(in: tag) == type.label(in: language)) }
    #expect(ReturnKeyType.spaceLabel(in: tag) == ReturnKeyType.spaceLabel(in: language))
  }

  @Test(
    "TRT-7a, TRT-7b, TRT-8a, D11 Return is enabled as listed", arguments: [false, true],
    [false, true])
  func enabled(_ automatically: Bool, _ hasText: Bool) {
    var traits = TextInputTraits()
    #expect(traits.isReturnKeyEnabled(hasText: hasText))
    traits.enablesReturnKeyAutomatically = automatically
    #expect(traits.isReturnKeyEnabled(hasText: hasText) == (!automatically || hasText))
  }

  @Test("F004, F086 the status row names the type and the return label")
  func status() {
    var traits = TextInputTraits()
    #expect(traits.statusLabel(in: "en") == "return")
    traits.keyboardType = .url
    traits.returnKeyType = .go
    #expect(traits.statusLabel(in: "en") == "URL · Go")
    #expect(traits.statusLabel(in: "it") == "URL · Vai")
    traits.keyboardType = .numberPad
    #expect(traits.statusLabel(in: "en") == "Numbers · Go")
    #expect(traits.statusLabel(in: "sv-SE") == "Siffror · Gå")
  }

  @Test("F004 a keyboard type is a word of the language in the status row, or nothing")
  func typeWords() {
    for mode in TextInputMode.builtin {
      let tag = mode.primaryLanguage.description
      let label = ReturnKeyType.default.label(in: tag)
      for type in KeyboardType.allCases {
        var traits = TextInputTraits()
        traits.keyboardType = type
        let status = traits.statusLabel(in: tag)
        #expect(!status.contains("\(type)") || type == .url, "\(status)")
        #expect(status == label || status.hasSuffix(" · \(label)"))
        #expect(type != .default || status == label)
      }
    }
  }
}
