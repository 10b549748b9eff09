// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing
import TextInput

@testable import Assistance

@Suite("10.2 The period shortcut") struct PeriodShortcutTests {
  private func typist(_ drawn: String = "‸", in language: String = "en-US") -> HelpedTypist {
    HelpedTypist(drawn, in: language)
  }

  @Test(
    "AST-7, AST-10 two typed spaces become a period and a space, and a third one stays a space",
    arguments: [
      ("ok  so", "Ok. So"), ("ok   so", "Ok.  So"), ("5  so", "5. So"), ("(a)  b", "(A). B"),
      ("\"a\"  b", "“A”. B"), ("5%  b", "5%. B"), ("5°  b", "5°. B"), ("5€  b", "5€. B"),
      ("a]  b", "A]. B"), ("é  b", "É. B"), ("e.g. a  b", "E.g. a. B"),
    ])
  func shortcut(_ keys: String, _ text: String) { #expect(typist().type(keys).text == text) }

  @Test(
    "AST-8a two spaces stay after punctuation, after white space and at the start",
    arguments: [
      "“  ", "Ok “  ", "Ok “‘  ", "(‘  ", "A_  ", "Ok_  ",
      "Ok!  ", "Ok?  ", "Ok.  ", "Ok,  ", "Ok:  ", "Ok;  ", "Ok-  ", "  ", "Ok\t  ", "Ok⏎  ",
    ])
  func noShortcut(_ keys: String) {
    let typist = HelpedTypist(traits: { $0.smartDashesType = .no })
    #expect(typist.type(keys).text == keys)
  }

  @Test(
    "AST-7 a period follows the closing quotation mark of the language, and none its opening one",
    arguments: [
      ("en-US", "'a'  b", "‘A’. B"), ("de-DE", "\"a\"  b", "„A“. B"), ("de-DE", "\"  b", "„  b"),
      ("fr-FR", "\"a\"  b", "«␣A␣». B"), ("fr-FR", "\"  b", "«␣  b"),
      ("sv-SE", "\"a\"  b", "”A”. B"), ("sv-SE", "a \"  b", "A ”  b"),
      ("nb-NO", "\"a\"  b", "«A». B"), ("pl-PL", "'a'  b", "‚A’. B"), ("ru-RU", "\"  b", "«  b"),
    ])
  func quotes(_ language: String, _ keys: String, _ text: String) {
    #expect(HelpedTypist(in: language).type(keys).text == text)
  }

  @Test(
    "AST-8b two spaces stay in fields for secrets, addresses and numbers",
    arguments: [
      { $0.isSecureTextEntry = true }, { $0.keyboardType = .url }, { $0.keyboardType = .webSearch },
      { $0.keyboardType = .emailAddress }, { $0.keyboardType = .numberPad },
      { $0.keyboardType = .phonePad }, { $0.keyboardType = .decimalPad },
      { $0.textContentType = .username },
    ] as [@Sendable (inout TextInputTraits) -> Void])
  func fields(_ traits: @Sendable (inout TextInputTraits) -> Void) {
    #expect(HelpedTypist(isField: true, traits: traits).type("1  2").text == "1  2")
  }

  @Test("AST-9 ⌘Z restores both spaces, and then a third one stays a space")
  func undone() {
    let typist = typist().type("ok  ")
    #expect(typist.text == "Ok. ")
    #expect(typist.press("⌘Z").text == "Ok  ")
    #expect(typist.type(" s").text == "Ok   s")
  }

  @Test("AST-9 ⌫ deletes only the space after the period")
  func deleted() { #expect(typist().type("ok  ⌫").text == "Ok.") }

  @Test("AST-7 a space that was not typed right before is not replaced")
  func notTyped() {
    #expect(typist("ok ‸").type(" ").text == "ok  ")
    let moved = typist("a‸ b").type(" ")
    moved.press("⌘→")
    #expect(moved.type(" ").text == "a  b ")
    let pasted = typist().type("ok ")
    pasted.press("⌘A")
    pasted.engine.pasteboard.text = "no "
    pasted.press("⌘V")
    #expect(pasted.type("x⌫ ").text == "no  ")
  }

  @Test("AST-10 the two spaces may be typed with other keys in between that change nothing")
  func moves() {
    let typist = typist().type("ok ")
    typist.press("← →")
    #expect(typist.type(" ").text == "Ok. ")
  }

  @Test("F016 with the period shortcut off, a and two spaces become A and two spaces")
  func setting() {
    let typist = HelpedTypist(settings: [\.periodShortcut: false])
    #expect(typist.type("a  ").text == "A  ")
  }
}

@Suite("10.6 Smart quotes") struct SmartQuoteTests {
  @Test(
    "F092, AST-31 a quote opens at the start, after white space, a bracket, a dash or an opening quote",
    arguments: [
      ("\"hi\"", "“hi”"), ("it's", "it’s"), ("(\"a\")", "(“a”)"), ("a \"b\" c", "a “b” c"),
      ("\"'a' b\"", "“‘a’ b”"), ("['a']", "[‘a’]"), ("{\"a\"}", "{“a”}"), ("a—\"b\"", "a—“b”"),
      ("a\t\"b\"", "a\t“b”"), ("a⏎\"b\"", "a⏎“b”"), ("\"a.\"", "“a.”"), ("5'10\"", "5’10”"),
      ("'a' 'b'", "‘a’ ‘b’"), ("dogs' tails", "dogs’ tails"), ("\"\"", "““"), ("a\"b", "a”b"),
    ])
  func positions(_ keys: String, _ text: String) {
    let typist = HelpedTypist { $0.autocapitalizationType = .none }
    #expect(typist.type(keys).text == text)
  }

  @Test("AST-31 in a secure field and with the trait no, quotes stay straight")
  func straight() {
    #expect(
      HelpedTypist(isField: true) { $0.isSecureTextEntry = true }.type("\"a\"").container.text
        == "\"a\"")
    #expect(HelpedTypist { $0.smartQuotesType = .no }.type("\"It's\"").text == "\"It's\"")
    let setting = HelpedTypist(settings: [\.smartPunctuation: false])
    #expect(setting.type("\"it's\" --").text == "\"It's\" --")
    let explicit = HelpedTypist(isField: true) {
      $0.keyboardType = .emailAddress
      $0.smartQuotesType = .yes
    }
    #expect(explicit.type("\"a\"").text == "“a”")
  }

  @Test("AST-32 a leading apostrophe comes out as an opening quote, and ⌃' types a straight one")
  func leading() {
    #expect(HelpedTypist().type("'90s").text == "‘90s")
    let typist = HelpedTypist().press("⌃'").type("tis")
    #expect(typist.text == "'Tis")
    #expect(HelpedTypist().press("⌃⇧'").text == "\"")
  }

  @Test(
    "F093, AST-33, AST-34 the code points follow the language",
    arguments: [
      ("en-US", "“a” ‘b’"), ("fr-FR", "«␣a␣» ‹b›"), ("de-DE", "„a“ ‚b‘"), ("es-ES", "«a» “b”"),
      ("it-IT", "«a» “b”"), ("pt-PT", "«a» “b”"), ("pt-BR", "“a” ‘b’"), ("nl-NL", "“a” ‘b’"),
      ("tr-TR", "“a” ‘b’"), ("sv-SE", "”a” ’b’"), ("fi-FI", "”a” ’b’"), ("da-DK", "”a” ’b’"),
      ("pl-PL", "„a” ‚b’"), ("nb-NO", "«a» ‘b’"), ("nn-NO", "«a» ‘b’"), ("ru-RU", "«a» „b“"),
      ("uk-UA", "«a» „b“"), ("ja-JP", "「a」 『b』"), ("zh-Hans", "“a” ‘b’"),
      ("zh-Hant", "「a」 『b』"), ("zh-TW", "「a」 『b』"), ("pt", "“a” ‘b’"), ("ko-KR", "“a” ‘b’"),
      ("de-CH", "«a» ‹b›"), ("fr-CA", "«␣a␣» ‹b›"), ("es-MX", "“a” ‘b’"), ("en-AU", "“a” ‘b’"),
      ("ca-ES", "«a» “b”"), ("ro-RO", "„a” «b»"), ("cs-CZ", "„a“ ‚b‘"), ("sk-SK", "„a“ ‚b‘"),
      ("sl-SI", "„a“ ‚b‘"), ("hr-HR", "„a” ‚b’"), ("bs-BA", "„a” ‚b’"), ("sr-RS", "„a” ‚b’"),
      ("bg-BG", "„a“ ‚b‘"), ("hu-HU", "„a” »b«"), ("el-GR", "«a» “b”"), ("he-IL", "”a” ’b’"),
      ("ar-EG", "”a“ ’b‘"), ("fa-IR", "«a» ‹b›"), ("hi-IN", "“a” ‘b’"), ("th-TH", "“a” ‘b’"),
      ("id-ID", "“a” ‘b’"), ("vi-VN", "“a” ‘b’"),
    ])
  func glyphs(_ language: String, _ text: String) {
    let typist = HelpedTypist(in: language) { $0.autocapitalizationType = .none }
    #expect(typist.type("\"a\" 'b'").text == text)
  }

  @Test(
    "AST-31 between letters there is always an apostrophe",
    arguments: [
      ("de-DE", "geht's", "geht’s"), ("de-DE", "'wie geht's'", "‚wie geht’s‘"),
      ("fr-FR", "l'ami", "l’ami"), ("fr-FR", "'l'ami'", "‹l’ami›"), ("it-IT", "l'altro", "l’altro"),
      ("ru-RU", "об'єкт", "об’єкт"), ("uk-UA", "'об'єкт'", "„об’єкт“"),
      ("sv-SE", "rock'n", "rock’n"),
      ("es-ES", "'o'neil'", "“o’neil”"), ("de-DE", "'a' 'b'", "‚a‘ ‚b‘"),
      ("de-DE", "hans' hut", "hans’ hut"),
    ])
  func apostrophes(_ language: String, _ keys: String, _ text: String) {
    let typist = HelpedTypist(in: language) { $0.autocapitalizationType = .none }
    #expect(typist.type(keys).text == text)
  }

  @Test(
    "AST-31 a Hebrew abbreviation has gershayim before its last letter",
    arguments: [("צה\"ל ", "צה״ל "), ("\"שלום\" ", "”שלום” "), ("ארה\"ב, ", "ארה״ב, ")])
  func gershayim(_ keys: String, _ text: String) {
    #expect(HelpedTypist(in: "he-IL").type(keys).text == text)
  }

  @Test(
    "AST-31 where one mark opens and closes, its place decides",
    arguments: [("\"'a'\"", "”’a’”"), ("(\"'a", "(”’a"), ("a\"'b", "a”’b"), ("'\"a\"'", "’”a”’")])
  func equalMarks(_ keys: String, _ text: String) {
    let typist = HelpedTypist(in: "sv-SE") { $0.autocapitalizationType = .none }
    #expect(typist.type(keys).text == text)
  }

  @Test(
    "AST-33 in French a letter after the opening mark is a capital, and after the closing one too")
  func french() {
    let typist = HelpedTypist(in: "fr-FR")
    #expect(typist.type("\"oui.\" \"non").text == "«␣Oui.␣» «␣Non")
    #expect(typist.type("⌫⌫⌫⌫").text == "«␣Oui.␣» ")
  }

  @Test("AST-33 ⌫ deletes a mark and its no-break space together, as one key typed them")
  func deletedWithSpace() {
    let typist = HelpedTypist(in: "fr-FR")
    #expect(typist.type("a \"b\"⌫").text == "A «␣b")
    #expect(typist.type("⌫⌫").text == "A ")
    #expect(typist.press("⌘Z").text != "A ")
    // A space that is alone, and marks of other languages.
    #expect(HelpedTypist("a␣‸", in: "fr-FR").type("⌫").text == "a")
    #expect(HelpedTypist("a «‸", in: "fr-FR").type("⌫").text == "a ")
    #expect(HelpedTypist("a «␣‸", in: "es-ES").type("⌫").text == "a «")
  }

  @Test("AST-35 ⌘Z restores the straight mark and keeps it")
  func undone() {
    let typist = HelpedTypist().type("\"")
    #expect(typist.press("⌘Z").text == "\"")
    #expect(typist.type("hi").text == "\"Hi")
    let french = HelpedTypist(in: "fr-FR").type("\"")
    #expect(french.press("⌘Z").drawn == "\"‸")
  }
}

@Suite("10.7 Smart dashes") struct SmartDashTests {
  private let plain: (inout TextInputTraits) -> Void = { $0.autocapitalizationType = .none }

  @Test(
    "F094, AST-36 the second hyphen turns both into an en dash, and the third into an em dash",
    arguments: [
      ("a-b", "a-b"), ("1--2", "1–2"), ("a---b", "a—b"), ("----", "—-"), ("-----", "—–"),
      ("- -", "- -"), ("--", "–"), ("a -- b", "a – b"), ("a-b-c", "a-b-c"),
    ])
  func dashes(_ keys: String, _ text: String) {
    #expect(HelpedTypist(traits: plain).type(keys).text == text)
  }

  @Test("AST-36 an en dash that was not made of hyphens is not extended")
  func otherDash() {
    #expect(HelpedTypist("1–‸", traits: plain).type("-").text == "1–-")
    let undone = HelpedTypist(traits: plain).type("--")
    #expect(undone.press("⌘Z").type("-").text == "---")
    let twice = HelpedTypist(traits: plain).type("---")
    #expect(twice.press("⌘Z").text == "–-")
    #expect(twice.type("-").text == "–--")
  }

  @Test(
    "AST-37 with twoHyphensToEm the second hyphen gives an em dash, and a third stays a hyphen",
    arguments: [("--", "—"), ("---", "—-"), ("a--b", "a—b"), ("a-b", "a-b")])
  func em(_ keys: String, _ text: String) {
    let typist = HelpedTypist(settings: [\.twoHyphensToEm: true], traits: plain)
    #expect(typist.type(keys).text == text)
  }

  @Test(
    "AST-38 each step consults the delegate once about the hyphens before, and is one undo step")
  func steps() {
    let typist = HelpedTypist(traits: plain)
    let delegate = AskedDelegate()
    (typist.container as? TextView)?.delegate = delegate
    typist.type("a---")
    #expect(delegate.asked == ["(0,0) a", "(1,0) -", "(1,1) –", "(1,1) —"])
    var states: [String] = []
    for _ in 0..<3 { states.append(typist.press("⌘Z").text) }
    #expect(states == ["a–-", "a---", ""])
  }

  @Test(
    "AST-39 hyphens stay in fields for addresses, numbers and secrets",
    arguments: [
      { $0.isSecureTextEntry = true }, { $0.keyboardType = .url },
      { $0.keyboardType = .emailAddress }, { $0.keyboardType = .numberPad },
      { $0.keyboardType = .phonePad }, { $0.keyboardType = .webSearch },
      { $0.smartDashesType = .no },
    ] as [@Sendable (inout TextInputTraits) -> Void])
  func fields(_ traits: @Sendable (inout TextInputTraits) -> Void) {
    #expect(HelpedTypist(isField: true, traits: traits).type("1---2").container.text == "1---2")
  }

  @Test(
    "AST-39 hyphens stay at the start of a line of code, which has straight quotes",
    arguments: [
      ("--", "--"), ("---", "---"), ("  -- x", "  -- x"), ("a⏎--b", "a⏎--b"), ("a --", "a –"),
    ])
  func code(_ keys: String, _ text: String) {
    let typist = HelpedTypist {
      $0.autocapitalizationType = .none
      $0.smartQuotesType = .no
    }
    #expect(typist.type(keys).text == text)
    let explicit = HelpedTypist {
      $0.autocapitalizationType = .none
      $0.smartQuotesType = .no
      $0.smartDashesType = .yes
    }
    #expect(explicit.type("--").text == "–")
  }

  @Test(
    "AST-39 hyphens stay before a letter after white space, as in the option of a command",
    arguments: [
      ("ls --all", "ls --all"), ("--help", "--help"), ("a⏎--b", "a⏎--b"), ("a--b", "a–b"),
      ("a -- b", "a – b"), ("a ---b", "a —b"), ("(--b", "(–b"), ("a --1", "a –1"),
    ])
  func options(_ keys: String, _ text: String) {
    #expect(HelpedTypist(traits: plain).type(keys).text == text)
    let em = HelpedTypist(settings: [\.twoHyphensToEm: true], traits: plain)
    #expect(em.type("ls --all").text == "ls --all")
    // A dash that was typed as such stays.
    #expect(HelpedTypist("a –‸", traits: plain).type("b").text == "a –b")
    #expect(HelpedTypist(traits: plain).type("ls --a").press("⌘Z").text == "ls –a")
  }

  @Test("AST-40 a substitution inserts the dash and no other code point")
  func exact() {
    let typist = HelpedTypist(traits: plain).type("a--b---c")
    #expect(
      typist.container.text.unicodeScalars.map(\.value) == [0x61, 0x2013, 0x62, 0x2014, 0x63])
  }

  @Test(
    "AST-41 three dots stay three dots, unless the setting smartEllipsis is on",
    arguments: [("a...", "a…"), ("a....", "a…."), ("a..", "a.."), ("a.b.c.", "a.b.c.")])
  func ellipsis(_ keys: String, _ text: String) {
    #expect(HelpedTypist(traits: plain).type(keys).text == keys)
    let on = HelpedTypist(settings: [\.smartEllipsis: true], traits: plain)
    #expect(on.type(keys).text == text)
    let field = HelpedTypist(isField: true, settings: [\.smartEllipsis: true]) {
      $0.keyboardType = .url
    }
    #expect(field.type(keys).text == keys)
  }
}

/// A delegate that records what it is asked, and can refuse.
final class AskedDelegate: TextViewDelegate, TextFieldDelegate {
  var asked: [String] = []
  var accepts = true

  func textView(
    _ textView: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
  ) -> Bool { answer(range, text) }

  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool { answer(range, replacementString) }

  private func answer(_ range: TextRange, _ text: String) -> Bool {
    asked.append("(\(range.start),\(range.length)) \(text)")
    return accepts
  }
}
