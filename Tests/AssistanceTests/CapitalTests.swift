// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Testing
import TextInput

@testable import Assistance

@Suite("10.1 Automatic capitals") struct CapitalTests {
  @Test(
    "F123 each type capitalizes as its row of the table says",
    arguments: [
      (AutocapitalizationType.sentences, "hi. there", "Hi. There"),
      (.sentences, "3.5 is ok", "3.5 is ok"), (.sentences, "\"hi", "“Hi"),
      (.words, "jean-luc o'neil", "Jean-luc O’neil"), (.allCharacters, "ab1", "AB1"),
      (.none, "hi. there", "hi. there"),
    ])
  func table(_ type: AutocapitalizationType, _ keys: String, _ text: String) {
    let typist = HelpedTypist { $0.autocapitalizationType = type }
    #expect(typist.type(keys).text == text)
  }

  @Test("F005 a message in a view begins with a capital: hi ⏎ gives Hi and a newline")
  func message() { #expect(HelpedTypist().type("hi⏎").text == "Hi⏎") }

  @Test("F047 with the trait none, hi. yo stays as typed")
  func none() {
    #expect(HelpedTypist { $0.autocapitalizationType = .none }.type("hi. yo").text == "hi. yo")
  }

  @Test("F119 in a field for names, ann teh becomes Ann Teh")
  func name() {
    let typist = HelpedTypist(isField: true) {
      $0.autocapitalizationType = .words
      $0.autocorrectionType = .no
    }
    #expect(typist.type("ann teh").text == "Ann Teh")
  }

  @Test(
    "AST-1 a sentence starts at the start, after a newline, and after its end with white space",
    arguments: [
      ("‸", true), ("a⏎‸", true), ("a⏎  ‸", true), ("  ‸", true), ("a. ‸", true), ("a.  ‸", true),
      ("a? ‸", true), ("a! ‸", true), ("a… ‸", true), ("a... ‸", true), ("a。 ‸", true),
      ("a！ ‸", true), ("a？ ‸", true), ("a.\t‸", true), ("a.⏎⏎‸", true),
      // Opening quotes and brackets are skipped.
      ("\"‸", true), ("(‸", true), ("a. (‸", true), ("a. “‸", true), ("a. ‘“‸", true),
      ("a. [(‸", true), ("a. ¿‸", true), ("a. «␣‸", true), ("a⏎„‸", true), ("a. ”‸", true),
      // So are closing quotes and brackets after the end.
      ("(a.) ‸", true), ("“a.” ‸", true), ("\"a.\" ‸", true), ("«␣a.␣» ‸", true),
      ("(“a?”) ‸", true), ("‚a.‘ ‸", true),
      // Without white space or without an end, no sentence starts.
      ("a.‸", false), ("a?‸", false), ("3.‸", false), ("a ‸", false), ("a, ‸", false),
      ("a: ‸", false), ("a; ‸", false), ("a (‸", false), ("a “‸", false), ("a-‸", false),
      ("a ¿‸", false), ("a) ‸", false), ("a.(‸", false), ("a_‸", false), ("a/‸", false),
    ])
  func sentenceStart(_ before: String, _ begins: Bool) {
    let typist = HelpedTypist(before) { $0.smartQuotesType = .no }
    let expected = typist.text + (begins ? "X" : "x")
    #expect(typist.type("x").text == expected)
  }

  @Test(
    "3.6 a script without case has no capitals",
    arguments: [
      ("he-IL", "שלום. מה שלומך"), ("ar-EG", "شكرا. أهلا"), ("fa-IR", "سلام. خوبی"),
      ("hi-IN", "नमस्ते. आप"), ("th-TH", "ไทย. ไป"),
    ])
  func noCase(_ language: String, _ text: String) {
    #expect(HelpedTypist(in: language).type(text).text == text)
  }

  @Test(
    "AST-2 after an abbreviation or letters with periods no sentence starts",
    arguments: [
      ("en-US", "U.S. army"), ("en-US", "e.g. this"), ("en-US", "i.e. that"), ("en-US", "Dr. who"),
      ("en-US", "etc. and"), ("en-GB", "(approx. ten"), ("en-US", "at 5 p.m. or"),
      ("es-ES", "EE. UU. y"),
      ("de-DE", "z. B. hier"), ("de-DE", "z.B. hier"), ("de-DE", "usw. und"), ("de-DE", "d. h. so"),
      ("de-DE", "am 3. mai"), ("nl-NL", "bijv. dit"), ("da-DK", "f.eks. her"),
      ("da-DK", "d. 4. maj"),
      ("sv-SE", "t.ex. här"), ("sv-SE", "bl. a. här"), ("sv-SE", "t. ex. här"),
      ("nb-NO", "bl.a. her"),
      ("nn-NO", "osv. her"), ("fi-FI", "esim. tuo"), ("fi-FI", "klo 3. luokka"),
      ("fr-FR", "M. dupont"),
      ("fr-FR", "c.-à-d. ici"), ("it-IT", "sig. rossi"), ("es-ES", "p.ej. esto"),
      ("pt-BR", "sr. silva"),
      ("pl-PL", "np. to"), ("ru-RU", "т.е. это"), ("uk-UA", "напр. це"), ("tr-TR", "vb. şey"),
      ("cs-CZ", "např. tady"), ("cs-CZ", "dne 3. května"), ("sk-SK", "napr. tu"),
      ("sl-SI", "npr. tu"), ("hr-HR", "npr. ovo"), ("bs-BA", "dana 3. maja"), ("sr-RS", "нпр. ово"),
      ("sr-Latn-RS", "npr. ovo"), ("bg-BG", "напр. това"), ("hu-HU", "pl. ez"),
      ("hu-HU", "május 3. napja"), ("el-GR", "π.χ. αυτό"), ("ca-ES", "p.ex. això"),
      ("ro-RO", "str. lungă"), ("id-ID", "jl. baru"), ("vi-VN", "tp. huế"),
    ])
  func abbreviation(_ language: String, _ keys: String) {
    let typist = HelpedTypist(in: language)
    let words = keys.split(separator: " ")
    let last = words.last.map(String.init) ?? ""
    #expect(typist.type(keys).text.hasSuffix(" " + last))
  }

  @Test(
    "AST-2 words that are no abbreviation of the language end sentences",
    arguments: [
      ("en-US", "no. so", "No. So"), ("en-US", "version 3. it", "Version 3. It"),
      ("en-US", "version 3.5. it", "Version 3.5. It"), ("en-US", "usw. it", "Usw. It"),
      ("de-DE", "so ist es so. es", "So ist es so. Es"), ("de-DE", "1. milch", "1. Milch"),
      ("de-DE", "im jahr 2024. es", "Im jahr 2024. Es"), ("fr-FR", "la mer. il", "La mer. Il"),
      ("xx", "dr. it", "Dr. It"), ("en-US", "plan b. it", "Plan b. It"),
    ])
  func wordsThatEnd(_ language: String, _ keys: String, _ text: String) {
    #expect(HelpedTypist(in: language).type(keys).text == text)
  }

  @Test("AST-3 pasted text and text of the program keep their case")
  func pasted() {
    let typist = HelpedTypist()
    typist.engine.pasteboard.text = "hello"
    #expect(typist.press("⌘V").text == "hello")
    typist.container.text = ""
    typist.container.insertText("there")
    #expect(typist.text == "there")
  }

  @Test("AST-3 a capital that Shift or Caps Lock typed stays a capital, and an accented letter too")
  func shifted() {
    #expect(HelpedTypist().type("A").text == "A")
    #expect(HelpedTypist().type("ÉA").text == "ÉA")
    #expect(HelpedTypist().type("éa").text == "Éa")
  }

  @Test(
    "AST-6 only a letter whose capital is one letter of the same script becomes a capital",
    arguments: [AutocapitalizationType.sentences, .words, .allCharacters])
  func oneLetter(type: AutocapitalizationType) {
    for letter in ["µ", "ß", "ﬁ", "ŉ", "ǰ", "ΐ", "և", "ª", "ⓐ", "ⅰ", "ẖ"] {
      let typist = HelpedTypist { $0.autocapitalizationType = type }
      #expect(typist.type(letter).text == letter)
    }
    for (letter, capital) in [
      ("ö", "Ö"), ("ÿ", "Ÿ"), ("ж", "Ж"), ("μ", "Μ"), ("ς", "Σ"), ("ſ", "S"), ("ⱥ", "Ⱥ"),
      ("ɐ", "Ɐ"), ("ա", "Ա"), ("ᾳ", "ᾼ"), ("ꙋ", "Ꙋ"), ("𐐨", "𐐀"),
    ] {
      let typist = HelpedTypist { $0.autocapitalizationType = type }
      #expect(typist.type(letter).text == capital)
    }
  }

  @Test("AST-6 every capital of Unicode is one letter, and only µ has one of another script")
  func everyLetter() {
    var refused: [Unicode.Scalar] = []
    for value in 0x80...0x1FFFF as ClosedRange<UInt32> {
      guard let letter = Unicode.Scalar(value), letter.properties.isLowercase else { continue }
      for isWord in [false, true] {
        let capital = LetterCase.capital(
          of: String(letter), isWordInCapitals: isWord, language: .english)
        #expect(capital.unicodeScalars.count == 1)
        let title = letter.properties.titlecaseMapping.unicodeScalars
        if !isWord, capital == String(letter), title.count == 1, title.first != letter,
          letter.properties.generalCategory == .lowercaseLetter
        {
          refused.append(letter)
        }
      }
    }
    #expect(refused == ["µ"])
  }

  @Test("AST-6 a letter whose key types another letter with Shift stays as it is")
  func keyboard() throws {
    for (layout, keys, mode, text): (String, [UInt16], String, String) in [
      // These keys with Shift: ẞ, which is no capital of ſ; Þ; Ö; 2, which is no letter; Ж; I.
      ("de", [100, 31], "de-DE", "ſ"), ("de", [100, 25], "de-DE", "Þ"), ("de", [39], "de-DE", "Ö"),
      ("fr", [3], "fr-FR", "É"), ("ru", [39], "ru-RU", "Ж"), ("us", [23], "tr-TR", "İ"),
    ] {
      let layouts = try KeyboardLayouts(settingsFor: { _ in
        LayoutSettings(name: LayoutName(layout: layout))
      })
      let device = DeviceInfo(id: DeviceID(rawValue: 0), name: "Board")
      try layouts.connect(device)
      let typist = HelpedTypist(in: mode) { $0.autocapitalizationType = .allCharacters }
      typist.engine.keyboardMap = layouts
      for code in keys {
        let press = KeyEvent(time: .zero, device: device.id, code: KeyCode(code), phase: .press)
        typist.hit(layouts.keystroke(for: press))
      }
      #expect(typist.text == text, "\(layout)")
    }
  }

  @Test("AST-4, AST-6 after ⌫ on a letter whose capital was refused, the next letter is a capital")
  func refusedByKeyboard() throws {
    let layouts = try KeyboardLayouts(settingsFor: { _ in
      LayoutSettings(name: LayoutName(layout: "de"))
    })
    let device = DeviceInfo(id: DeviceID(rawValue: 0), name: "Board")
    try layouts.connect(device)
    let typist = HelpedTypist(in: "de-DE")
    typist.engine.keyboardMap = layouts
    func press(_ codes: UInt16...) {
      for code in codes {
        let press = KeyEvent(time: .zero, device: device.id, code: KeyCode(code), phase: .press)
        typist.hit(layouts.keystroke(for: press))
      }
      if codes.count > 1 {
        let release = KeyEvent(
          time: .zero, device: device.id, code: KeyCode(codes[0]), phase: .release)
        typist.hit(layouts.keystroke(for: release))
      }
    }
    // AltGr and S type ſ, and with Shift ẞ.
    press(100, 31)
    #expect(typist.text == "ſ")
    typist.press("⌫")
    press(30)
    #expect(typist.text == "A")
    // A refusal by the person stays: the keyboard has no part in it.
    typist.press("⌫")
    press(100, 31)
    #expect(typist.text == "ſ")
    typist.press("⌫")
    press(30)
    #expect(typist.text == "a")
  }

  @Test("AST-4 after ⌫ on a letter whose capital a delegate refused, the next letter is a capital")
  func refusedByDelegate() {
    let typist = HelpedTypist()
    typist.container.allowsSubstitution = { _ in false }
    typist.type("a")
    #expect(typist.text == "a")
    typist.container.allowsSubstitution = nil
    typist.press("⌫").type("b")
    #expect(typist.text == "B")
  }

  @Test("AST-1, UND-4a a letter of a dead key or a compose sequence is a capital too")
  func composed() {
    let typist = HelpedTypist().type("a. ")
    var dead = HelpedTypist.typing("e")
    dead.text = ""
    dead.composition = .pending(preview: "´")
    typist.hit(dead)
    dead.text = "é"
    dead.composition = .completed
    typist.hit(dead)
    #expect(typist.text == "A. É")
    typist.hit(dead)
    #expect(typist.text == "A. Éé")
    let undone = (0..<3).map { _ in typist.press("⌘Z").text }
    #expect(undone == ["A. É", "A. é", "A. "])
  }

  @Test("MOD-14a a letter that is held at the start of a sentence offers variants of its capital")
  func held() {
    let typist = HelpedTypist()
    let letter = HelpedTypist.typing("e")
    typist.engine.handle(letter)
    typist.engine.advance(to: Timestamp(microseconds: 600_000))
    let offered = typist.engine.candidates?.items.map(\.text) ?? []
    #expect(offered.contains("É") && !offered.contains("é"), "\(offered)")
    let chosen = offered.first ?? ""
    typist.press("1")
    #expect(typist.text == chosen)
  }

  @Test("AST-4 after ⌫ on an automatic capital, the next letter there stays as typed")
  func refused() {
    let typist = HelpedTypist().type("h")
    #expect(typist.text == "H")
    #expect(typist.type("⌫h").text == "h")
    #expect(typist.type("⌫i").text == "i")
    // The refusal holds for this place only.
    #expect(typist.type(". o").text == "i. O")
    #expect(typist.type("k⌫⌫o").text == "i. o")
    #expect(typist.type("⌫⌫⌫⌫i").text == "I")
  }

  @Test("AST-4 deleting a selection, or other changes of the text, refuse no capital")
  func notRefused() {
    let typist = HelpedTypist().type("hi")
    #expect(typist.press("⌘A ⌫").type("y").text == "Y")
    typist.type("⌫")
    typist.container.text = ""
    #expect(typist.type("z").text == "Z")
    let capitals = HelpedTypist { $0.autocapitalizationType = .allCharacters }
    #expect(capitals.type("abc⌫⌫b").text == "Ab")
    #expect(capitals.type("c").text == "AbC")
    // Another container is not affected.
    let other = TextView(name: "other")
    typist.type("⌫")
    typist.engine.window.addSubview(other)
    other.becomeFirstResponder()
    typist.type("n")
    #expect(other.text == "N")
  }

  @Test("AST-5 the raw press reports the lower-case key")
  func rawPress() {
    let typist = HelpedTypist()
    let parent = PressedView(name: "pressed")
    let view = TextView(name: "view")
    parent.addSubview(view)
    typist.engine.window.addSubview(parent)
    view.becomeFirstResponder()
    typist.type("h")
    let pressed = typist.engine.takeUpdates().compactMap { update in
      if case .pressBegan(let keystroke, _) = update { keystroke.text } else { nil }
    }
    #expect(view.text == "H" && pressed == ["h"])
  }

  /// A view that receives raw presses.
  private final class PressedView: View {
    override var wantsPresses: Bool { true }
  }

  @Test(
    "AST-6 capitals follow the language of the mode",
    arguments: [
      ("tr-TR", "istanbul", "İstanbul"), ("tr-TR", "ışık", "Işık"), ("az-AZ", "il", "İl"),
      ("en-US", "istanbul", "Istanbul"), ("de-DE", "über", "Über"), ("ru-RU", "что", "Что"),
      ("uk-UA", "ї", "Ї"), ("el-GR", "ώρα", "Ώρα"), ("hr-HR", "ǆ", "ǅ"), ("ja-JP", "abc", "abc"),
      ("zh-Hans", "abc", "abc"), ("he-IL", "abc", "abc"),
    ])
  func language(_ language: String, _ keys: String, _ text: String) {
    #expect(HelpedTypist(in: language).type(keys).text == text)
  }

  @Test("AST-6 all letters of a word are capitals by the language's rules")
  func allCapitals() {
    let typist = HelpedTypist(in: "tr-TR") { $0.autocapitalizationType = .allCharacters }
    #expect(typist.type("iıß").text == "İIß")
  }

  @Test("UND-4a ⌘Z after a capital restores the letter that was typed")
  func undone() {
    let typist = HelpedTypist().type("h")
    #expect(typist.press("⌘Z").text == "h")
    #expect(typist.type("i").text == "hi")
  }

  @Test("F016 the user's setting turns capitals off for every field")
  func setting() {
    let typist = HelpedTypist(
      settings: [\.autocapitalization: false], traits: { $0.autocapitalizationType = .words })
    #expect(typist.type("ann").text == "ann")
  }

  @Test(
    "3.6 a field gets no capitals if its traits say what it is for",
    arguments: [
      { $0.isSecureTextEntry = true }, { $0.keyboardType = .emailAddress },
      { $0.keyboardType = .url }, { $0.keyboardType = .webSearch },
      { $0.textContentType = .username }, { $0.textContentType = .oneTimeCode },
      { $0.keyboardType = .namePhonePad },
    ] as [@Sendable (inout TextInputTraits) -> Void])
  func fields(_ traits: @Sendable (inout TextInputTraits) -> Void) {
    #expect(HelpedTypist(isField: true, traits: traits).type("hi. you").text == "hi. you")
  }

  @Test("AST-1 a long row of white space is read only to a limit")
  func longSpace() {
    let typist = HelpedTypist("a." + String(repeating: " ", count: 10_000))
    #expect(typist.type("b").text.hasSuffix(" b"))
  }
}
