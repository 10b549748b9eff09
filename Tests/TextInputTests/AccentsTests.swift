// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput
@testable import Composing

/// The variants that a held key offers.
@Suite struct AccentsTests {
  private func variants(_ letter: String, _ language: String) -> String {
    LanguageTag(language).map { AccentVariants.variants(of: letter, in: $0).joined() } ?? "?"
  }

  @Test(
    "MOD-14a the language's own letters are the first variants",
    arguments: [
      ("en-US", "e", "èéêëēėęě"), ("en-US", "a", "àáâäæãåāą"), ("en-US", "n", "ñńňņ"),
      ("de-DE", "a", "äàáâæãåāą"), ("de-DE", "s", "ßśšşșŝ"), ("de-AT", "u", "üûùúūůŭų"),
      ("sv-SE", "a", "åäàáâæãāą"), ("da-DK", "a", "æåàáâäãāą"), ("nb-NO", "o", "øòóôöœōõ"),
      ("fi-FI", "a", "äåàáâæãāą"), ("fr-FR", "a", "àâæáäãåāą"), ("fr-FR", "e", "éèêëēėęě"),
      ("es-ES", "n", "ñńňņ"), ("es-ES", "a", "áªàâäæãåā"), ("pl-PL", "z", "żźž"),
      ("pl-PL", "l", "łľĺļ"), ("tr-TR", "i", "ıîïíīįì"), ("tr-TR", "g", "ğģĝġ"),
      ("pt-BR", "a", "ãáàâªäæåā"), ("pt-PT", "a", "áãàâªäæåā"), ("it-IT", "e", "èéêëēėęě"),
      ("nl-NL", "e", "ëéèêēėęě"), ("ru-RU", "е", "ё"), ("ru-RU", "и", "й"), ("ru-RU", "ь", "ъ"),
      ("uk-UA", "г", "ґ"), ("uk-UA", "і", "ї"), ("uk-UA", "е", "єё"), ("ru-RU", "г", ""),
    ])
  func letters(language: String, letter: String, expected: String) {
    #expect(variants(letter, language) == expected)
  }

  @Test(
    "MOD-14a capital variants follow the rules of the language",
    arguments: [
      ("en-US", "E", "ÈÉÊËĒĖĘĚ"), ("de-DE", "S", "ẞŚŠŞȘŜ"), ("tr-TR", "I", "İÎ"),
      ("tr-TR", "İ", "IÎÏÍĪĮÌ"), ("en-US", "I", "ÎÏÍĪĮÌ"), ("es-ES", "A", "ÁÀÂÄÆÃÅĀĄ"),
      ("ru-RU", "Е", "Ё"), ("uk-UA", "Г", "Ґ"), ("fr-FR", "Y", "ŸÝŶ"), ("fr-FR", "O", "ÔŒÖÒÓØŌÕ"),
    ])
  func capitals(language: String, letter: String, expected: String) {
    #expect(variants(letter, language) == expected)
  }

  @Test(
    "Digits and punctuation have variants too",
    arguments: [
      ("-", "–—•"), ("/", "\\"), ("&", "§"), ("\"", "“”„»«"), ("'", "’‘‚`"), (".", "…"), ("?", "¿"),
      ("!", "¡"), ("%", "‰"), ("$", "€£¥¢₩₽"), ("0", "°"),
    ])
  func marks(mark: String, expected: String) {
    #expect(variants(mark, "en-US") == expected)
  }

  @Test(
    "The variants of quotes have the language's order",
    arguments: [
      ("de", "„“»«”"), ("fr", "«»“”„"), ("pl", "„”«»“"), ("ru", "«»„“”"), ("fi", "”»“„«"),
    ])
  func quotes(language: String, expected: String) {
    #expect(variants("\"", language) == expected)
  }

  @Test(
    "MOD-15a characters without variants have an empty list",
    arguments: [
      "x", "Q", "1", "", "ab", " ", "\r", "\t", "日", "한", "é", "👍🏽", "e\u{301}",
    ])
  func none(text: String) {
    #expect(variants(text, "en-US") == "")
  }

  /// The further letters of each language, with the plain letter that offers them.
  @Test(
    "MOD-14a every letter of a language is a variant of a plain letter",
    arguments: [
      ("fr", "aàâæ cç eéèêë iîï oôœ uùûü yÿ"), ("de", "aä oö uü sß"), ("es", "aá eé ií nñ oó uúü"),
      ("it", "aà eèé iì oò uù"), ("nl", "aá eéë iíï oóö uúü"), ("pt", "aáâãà cç eéê ií oóôõ uú"),
      ("da", "aæå oø eé"), ("sv", "aåä oö eé"), ("nb", "aæå oøòó eé"), ("fi", "aåä oö sš zž"),
      ("pl", "aą cć eę lł nń oó sś zźż"), ("tr", "cç gğ iı oö sş uü"), ("uk", "гґ іїи еє"),
      ("cs", "aá cč dď eéě ií nň oó rř sš tť uúů yý zž"), ("hu", "aá eé ií oóö uúü"),
      ("ro", "aâ iî sș tț"), ("lv", "aā cč eē gģ iī kķ lļ nņ sš uū zž"), ("is", "dð tþ aæ yý"),
      ("eo", "cĉ gĝ hĥ jĵ sŝ uŭ"),
    ])
  func alphabets(language: String, rows: String) {
    for row in rows.split(separator: " ") {
      guard let plain = row.first else { continue }
      for letter in row.dropFirst() {
        let (from, to) =
          language == "uk" && letter == "и" ? ("и", "і") : (String(plain), String(letter))
        #expect(variants(from, language).contains(to), "\(language): \(to) from \(from)")
        let capital = to == "ß" ? "ẞ" : to.uppercased()
        let key = language == "tr" && from == "i" ? "İ" : from.uppercased()
        let expected = language == "tr" && to == "ı" ? "I" : capital
        #expect(variants(key, language).contains(expected), "\(language): \(expected) from \(key)")
      }
    }
  }

  @Test("MOD-14a a letter has at most nine variants of one character, without duplicates or itself")
  func shape() {
    let languages = Set(LanguageVariants.own.keys).union(["en", "vi"])
    let letters = Set(LanguageVariants.own.values.flatMap(\.keys))
      .union(LanguageVariants.common.keys)
    for language in languages {
      for letter in letters.map(String.init) + letters.map({ $0.uppercased() }) {
        guard let tag = LanguageTag(language) else { continue }
        let variants = AccentVariants.variants(of: letter, in: tag)
        #expect(variants.count <= 9)
        #expect(Set(variants).count == variants.count, "\(language) \(letter)")
        #expect(!variants.contains(letter))
        #expect(variants.allSatisfy { $0.count == 1 && $0.unicodeScalars.count == 1 })
      }
    }
  }

  /// Unicode's decompositions relate the letters; the exceptions are listed.
  @Test("Every variant of a letter has that letter as its base")
  func related() {
    let others: [Character: Set<Character>] = [
      "a": ["æ", "ª"], "d": ["đ", "ð"], "е": ["є"], "h": ["ħ"], "i": ["ı"], "ı": ["i", "î"],
      "l": ["ł"], "o": ["œ", "ø", "º"], "s": ["ß"], "t": ["þ"], "г": ["ґ"], "и": ["і"],
      "і": ["ї"], "ь": ["ъ"],
    ]
    for table in [LanguageVariants.common] + LanguageVariants.own.values {
      for (letter, variants) in table where letter.isLetter {
        for variant in variants where others[letter]?.contains(variant) != true {
          let base = variant.unicodeScalars.first.map { UnicodeTables.decomposition(of: $0) }
          #expect(base?.first.map(Character.init) == letter, "\(letter) \(variant)")
        }
      }
    }
  }
}
