// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Layouts
import TestSupport
import Testing
import TestTraits

@testable import TextInput

extension KeyCode {
  /// The kernel's names of the keys with letters, without `KEY_`.
  fileprivate static let letterKeys =
    "QWERTYUIOPASDFGHJKLZXCVBNM".map(String.init)
    + ["SEMICOLON", "APOSTROPHE", "LEFTBRACE", "RIGHTBRACE", "COMMA", "DOT", "SLASH", "BACKSLASH"]
}

/// The built-in table, and language tags.
@Suite struct InputModesLanguageTests {
  @Test("F018 the table has 36 languages, Chinese and Serbian in two scripts, and each mode once")
  func count() {
    #expect(Set(TextInputMode.builtin.map(\.primaryLanguage.language)).count == 36)
    #expect(Set(TextInputMode.builtin.map(\.primaryLanguage)).count == 45)
    #expect(TextInputMode.builtin.count == 53)
    #expect(Set(TextInputMode.builtin.map(\.id)).count == 53)
    #expect(Set(TextInputMode.builtin.map(\.displayName)).count == 53)
    #expect(ModeList(TextInputMode.builtin).modes.count == 53)
  }

  @Test(
    "F018 a language alone means its usual region and script",
    arguments: [
      ("en", "en-US"), ("fr", "fr-FR"), ("de", "de-DE"), ("es", "es-ES"), ("pt", "pt-BR"),
      ("sr", "sr-RS"), ("sr-Latn", "sr-Latn-RS"), ("cs", "cs-CZ"), ("ar", "ar-EG"),
      ("vi", "vi-VN+telex"), ("vi+vni", "vi-VN+vni"),
    ])
  func shortTags(_ text: String, _ id: String) {
    #expect(ModeList(TextInputMode.builtin).mode(meantBy: text)?.id == id)
  }

  @Test(
    "CMD-14a the language of a regional mode has the titles of a catalogue of its language",
    arguments: [
      ("en-AU", "en_GB"), ("en-CA", "en"), ("fr-CA", "fr"), ("de-CH", "de"), ("es-MX", "es"),
      ("pt-BR", "pt_BR"), ("zh-Hant", "zh_TW"),
    ])
  func catalogues(_ tag: String, _ catalogue: String) throws {
    #expect(ModeList(TextInputMode.builtin).mode(meantBy: tag) != nil)
    let names = try #require(LocaleName(tag)).catalogueNames
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let found = names.first {
      !contents(of: "\(root)/Sources/KeyCommands/Locales/\($0).po").isEmpty
    }
    #expect(found == catalogue)
  }

  @Test("MOD-10a the layout of a mode types the letter that tells whether a keyboard keeps its own")
  func typicalLetters() throws {
    for mode in TextInputMode.builtin where mode.inputMethod == nil {
      let letter = try #require(mode.typicalLetter, "\(mode.id)")
      let layout = try #require(mode.layout)
      let found = KeyCode.letterKeys.contains { key in
        (try? typed(key, on: layout)) == String(Character(letter))
      }
      #expect(found, "\(mode.id): \(letter)")
    }
  }

  @Test("Every tag of the table reads back unchanged", arguments: TextInputMode.builtin)
  func tags(_ mode: TextInputMode) {
    #expect(LanguageTag(mode.primaryLanguage.description) == mode.primaryLanguage)
  }

  @Test(
    "xkbcli lists every layout of the table",
    .needs("xkbcli"))
  func layouts() throws {
    let listing = try Child.run(["xkbcli", "list"]).output.replacing("'", with: "")
    let names = listing.split(separator: "\n").map { $0.split(separator: ":").map(String.init) }
    var known = Set<String>()
    var layout = ""
    for name in names where name.count == 2 {
      let value = name[1].replacing(" ", with: "")
      if name[0] == "- layout" { layout = value }
      if name[0] == "  variant" { known.insert("\(layout)(\(value))") }
    }
    #expect(known.count > 300)
    for mode in TextInputMode.builtin {
      let layout = try #require(mode.layout)
      #expect(known.contains("\(layout.name)(\(layout.variant))"), "\(mode.id)")
    }
  }

  /// A word of each language, and the keys that type it on the language's layout: the kernel's
  /// names without `KEY_`, with `⇧` and `⌥` (AltGr) before the key that they modify.
  private static let sampleWords: [(id: String, word: String, keys: String)] = [
    ("en-US", "hello", "H E L L O"),
    ("en-GB", "£5", "⇧3 5"),
    ("fr-FR", "garçon", "G Q R 9 O N"),
    ("de-DE", "Übungszüge", "⇧LEFTBRACE B U N G S Y LEFTBRACE G E"),
    ("es-ES", "mañana", "M A SEMICOLON A N A"),
    ("it-IT", "perché", "P E R C H ⇧LEFTBRACE"),
    ("nl-NL", "coördinatie", "C O ⇧APOSTROPHE O R D I N A T I E"),
    ("pt-BR", "coração", "C O R A SEMICOLON APOSTROPHE A O"),
    ("pt-PT", "coração", "C O R A SEMICOLON BACKSLASH A O"),
    ("da-DK", "rødgrød", "R APOSTROPHE D G R APOSTROPHE D"),
    ("sv-SE", "smörgås", "S M SEMICOLON R G LEFTBRACE S"),
    ("nb-NO", "blåbær", "B L LEFTBRACE B APOSTROPHE R"),
    ("fi-FI", "yötä", "Y SEMICOLON T APOSTROPHE"),
    ("pl-PL", "żółw", "⌥Z ⌥O ⌥L W"),
    ("ru-RU", "привет", "G H B D T N"),
    ("uk-UA", "їжак", "RIGHTBRACE SEMICOLON F R"),
    ("tr-TR", "ılık İş", "I L I K SPACE ⇧APOSTROPHE SEMICOLON"),
    // The letters that their input methods receive.
    ("ko-KR+hangul", "gksrmf", "G K S R M F"),
    ("ja-JP+romaji", "nihongo", "N I H O N G O"),
    ("ja-JP+kana", "iueo", "I U E O"),
    ("zh-Hans+pinyin", "zhongwen", "Z H O N G W E N"),
    ("zh-Hans+stroke", "szhs", "S Z H S"),
    ("zh-Hant+zhuyin", "5j/", "5 J SLASH"),
    ("zh-Hant+pinyin", "zhongwen", "Z H O N G W E N"),
    ("zh-Hant+stroke", "szhs", "S Z H S"),
    ("en-AU", "hello", "H E L L O"), ("en-CA", "hello", "H E L L O"),
    ("fr-CA", "école", "SLASH C O L E"),
    ("de-CH", "Grüezi", "⇧G R LEFTBRACE E Y I"),
    ("es-MX", "mañana", "M A SEMICOLON A N A"),
    ("ca-ES", "català", "C A T A L LEFTBRACE A"),
    ("ro-RO", "înțeleg", "⌥I N ⌥T E L E G"),
    ("cs-CZ", "čeština", "4 E 3 T I N A"),
    ("sk-SK", "čaša", "4 A 3 A"),
    ("sl-SI", "češnja", "SEMICOLON E LEFTBRACE N J A"),
    ("hr-HR", "kuća", "K U APOSTROPHE A"), ("bs-BA", "kuća", "K U APOSTROPHE A"),
    ("sr-RS", "љубав", "Q U B A V"), ("sr-Latn-RS", "žena", "BACKSLASH E N A"),
    ("bg-BG", "добре", "O F SLASH COMMA E"),
    ("hu-HU", "kérő", "K SEMICOLON R LEFTBRACE"),
    ("el-GR", "γειά", "G E I SEMICOLON A"),
    ("he-IL", "שלום", "A K U O"),
    ("ar-EG", "سلام", "S G H L"), ("fa-IR", "سلام", "S G H L"),
    ("hi-IN", "नमस्ते", "V C M D L S"),
    ("th-TH", "ไทย", "W M P"),
    ("id-ID", "apa", "A P A"),
    ("vi-VN+telex", "tieengs", "T I E E N G S"), ("vi-VN+vni", "tie6ng1", "T I E 6 N G 1"),
  ]

  @Test("F018 every listed mode can be enabled and types its sample word", arguments: sampleWords)
  func samples(id: String, word: String, keys: String) throws {
    let mode = try #require(ModeList(TextInputMode.builtin)[id])
    let modes = InputModes(ModeList([.english]))
    modes.inputMethods = Set([mode.inputMethod].compactMap(\.self))
    var list = modes.list
    list.enable(mode)
    _ = modes.setList(list)
    _ = modes.perform(.choose(id))
    #expect(modes.current == mode)
    #expect(try typed(keys, on: #require(mode.layout)) == word)
  }

  @Test("F018 every language of the table has a sample; no key types in a mode of handwriting")
  func everySample() {
    let typed = TextInputMode.builtin.filter { !$0.isHandwriting }
    #expect(Set(Self.sampleWords.map(\.id)) == Set(typed.map(\.id)))
  }

  @Test("Korean, Japanese, Chinese and Vietnamese modes have an input method, and the others none")
  func methods() {
    let methods = TextInputMode.builtin.compactMap { mode in
      mode.inputMethod.map { "\(mode.primaryLanguage.language) \($0)" }
    }
    #expect(
      methods == [
        "ko hangul", "ja romaji", "ja kana", "ja handwriting", "zh pinyin", "zh stroke",
        "zh handwriting", "zh zhuyin", "zh pinyin", "zh stroke", "zh handwriting", "vi telex",
        "vi vni",
      ])
  }

  /// Types with a keyboard of a layout in front of a text view.
  private func typed(_ keys: String, on layout: KeyboardLayout) throws -> String {
    let name = LayoutName(layout: layout.name, variant: layout.variant)
    let layouts = try KeyboardLayouts { _ in
      LayoutSettings(name: name, optionAsThirdLevel: .never)
    }
    let device = DeviceID(rawValue: 0)
    try layouts.connect(DeviceInfo(id: device, name: "board"))
    let typist = Typist()
    for key in keys.split(separator: " ") {
      let held: [KeyCode] =
        key.hasPrefix("⇧") ? [.leftShift] : key.hasPrefix("⌥") ? [.rightAlt] : []
      let code = try #require(KeyCode(name: "KEY_" + key.drop { "⇧⌥".contains($0) }))
      let presses = held + [code]
      for (phase, codes) in [(KeyEvent.Phase.press, presses), (.release, presses.reversed())] {
        for code in codes {
          let event = KeyEvent(time: .zero, device: device, code: code, phase: phase)
          typist.send(layouts.keystroke(for: event), phase)
        }
      }
    }
    return typist.view.text
  }

  // MARK: Scripts

  @Test(
    "3.6 the script determines capitalization and inline correction",
    arguments: [
      ("Latn", true, true, "a"), ("Cyrl", true, true, "б"), ("Grek", true, true, "λ"),
      ("Armn", true, true, "ա"), ("Cher", true, true, "Ꭰ"), ("Adlm", true, true, "𞤀"),
      ("Arab", false, true, "ب"), ("Hebr", false, true, "א"),
      ("Deva", false, true, "क"), ("Hans", false, false, "中"), ("Hant", false, false, "國"),
      ("Jpan", false, false, "あ"), ("Kore", false, false, "한"), ("Thai", false, false, "ก"),
    ])
  func scripts(code: String, hasCase: Bool, hasCorrection: Bool, letter: Character) {
    let script = WritingScript(code)
    #expect(script.hasCase == hasCase)
    #expect(script.hasInlineCorrection == hasCorrection)
    // The standard library knows whether the letter has case.
    #expect(letter.isCased == hasCase)
  }

  @Test(
    "AST-20 no dictionary enables correction in a Chinese, Japanese or Korean mode",
    arguments: [
      ("zh", false), ("ja", false), ("ko", false), ("en-US", true), ("ru", true),
    ])
  func correction(language: String, isOffered: Bool) throws {
    let mode = try #require(TextInputMode.builtin.first { $0.id.hasPrefix(language) })
    #expect(mode.offersCorrection(hasDictionary: true) == isOffered)
    #expect(!mode.offersCorrection(hasDictionary: false))
  }

  @Test(
    "A tag without a script has its language's usual one",
    arguments: [
      ("sv-SE", "Latn"), ("ru", "Cyrl"), ("uk-UA", "Cyrl"), ("sr-Latn-RS", "Latn"), ("sr", "Cyrl"),
      ("zh", "Hans"), ("zh-CN", "Hans"), ("zh-TW", "Hant"), ("zh-HK", "Hant"),
      ("zh-Hant-CN", "Hant"),
      ("ja-JP", "Jpan"), ("ko", "Kore"), ("ar-EG", "Arab"), ("he", "Hebr"), ("el", "Grek"),
      ("th", "Thai"), ("x-mine", "Latn"), ("yue", "Hant"), ("yue-CN", "Hans"), ("yue-HK", "Hant"),
      ("as", "Beng"), ("or", "Orya"), ("dv", "Thaa"), ("ckb", "Arab"), ("dz", "Tibt"),
    ])
  func usualScript(tag: String, script: String) {
    #expect(LanguageTag(tag)?.script.code == script)
  }

  @Test(
    "Only modes with Latin letters and without an input method are ASCII",
    arguments: [
      ("sv", nil, true), ("sv", "x", false), ("ru", nil, false), ("sr-Latn", nil, true),
    ] as [(String, String?, Bool)])
  func ascii(tag: String, method: String?, isCapable: Bool) throws {
    let tag = try #require(LanguageTag(tag))
    let mode = TextInputMode(tag, inputMethod: method, displayName: "")
    #expect(mode.isASCIICapable == isCapable)
  }

  // MARK: Tags

  @Test(
    "BCP 47 tags are read in any case and written in canonical case",
    arguments: [
      ("sv-SE", "sv-SE"), ("SV-se", "sv-SE"), ("ZH-hANS-cn", "zh-Hans-CN"), ("de", "de"),
      ("mas", "mas"), ("zh-cmn-Hans-CN", "zh-cmn-Hans-CN"), ("zh-yue-HK", "zh-yue-HK"),
      ("sr-Latn-RS", "sr-Latn-RS"), ("sl-rozaj-biske", "sl-rozaj-biske"),
      ("de-CH-1901", "de-CH-1901"), ("sl-IT-nedis", "sl-IT-nedis"), ("es-419", "es-419"),
      ("hy-Latn-IT-arevela", "hy-Latn-IT-arevela"), ("x-Whatever", "x-whatever"),
      ("de-CH-x-phonebk", "de-CH-x-phonebk"), ("qaa-Qaaa-QM-x-southern", "qaa-Qaaa-QM-x-southern"),
      ("en-US-u-islamcal", "en-US-u-islamcal"),
      ("zh-CN-a-myext-x-private", "zh-CN-a-myext-x-private"),
      ("en-a-myext-b-another", "en-a-myext-b-another"),
      ("az-Arab-x-AZE-derbend", "az-Arab-x-aze-derbend"),
    ])
  func wellFormed(text: String, tag: String) {
    #expect(LanguageTag(text)?.description == tag)
  }

  @Test(
    "Malformed tags are refused",
    arguments: [
      "", "-", "s", "sv-", "-SE", "sv--SE", "sv_SE", "de-419-DE", "a-DE", "ar-a-aaa-b-bbb-a-ccc",
      "en-u", "en-x", "x", "de-1996-1996", "abcdefghi", "sv-SE-ö", "12", "en-US-", "i-klingon",
      "de-DE-SE", "de-DE-abcd", "sv SE",
    ])
  func illFormed(text: String) {
    #expect(LanguageTag(text) == nil)
  }

  @Test("No text crashes the tag parser, and parsed tags read back unchanged")
  func fuzz() {
    var random = SeededGenerator(seed: 11)
    let pieces = [
      "-", "x", "a", "1", "se", "swe", "Latn", "nedis", "1996", "ö", "", "abcdefgh", "419",
    ]
    var tags = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0..<8, using: &random))
        .compactMap { _ in pieces.randomElement(using: &random) }
        .joined(separator: Bool.random(using: &random) ? "-" : "")
      guard let tag = LanguageTag(text) else { continue }
      tags += 1
      #expect(LanguageTag(tag.description) == tag)
    }
    #expect(tags > 1000)
  }

  @Test(
    "RFC 4647 a range contains the tags that extend it by whole subtags",
    arguments: [
      ("sv-SE", "sv", true), ("sv-SE", "sv-se", true), ("sv", "sv-SE", false), ("svn", "sv", false),
      ("zh-Hans-CN", "zh-Hans", true), ("zh-Hans-CN", "zh-CN", false),
    ])
  func matching(tag: String, range: String, isInside: Bool) throws {
    let (tag, range) = (try #require(LanguageTag(tag)), try #require(LanguageTag(range)))
    #expect(tag.matches(range) == isInside)
  }
}
