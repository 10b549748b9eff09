// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Assistance
@testable import TextInput
@testable import Typing

/// When a word is corrected (reference 10.3).
@Suite struct WordCorrectionTests {
  private let desk = HelpedDesk(modes: "en-US sv-SE fr-FR ja-JP+kana")

  /// A row of the table in 10.3: keys, events in order, and the text.
  struct Row: CustomTestStringConvertible {
    let keys: String
    let isOff: Bool
    let events: [String]
    let text: String

    init(_ keys: String, isOff: Bool = false, _ events: [String], _ text: String) {
      (self.keys, self.isOff, self.events, self.text) = (keys, isOff, events, text)
    }

    var testDescription: String { keys }
  }

  @Test(
    "F046 AST-11 AST-12 AST-13a AST-13c AST-15 the table of 10.3: events in order, and the text",
    arguments: [
      Row(
        "t e h ␠", ["offered", "shouldChange (0,3) the", "shouldChange (3,0)  ", "applied"], "the "),
      Row("t e h ⎋ ␠", ["offered", "rejected", "shouldChange (3,0)  "], "teh "),
      Row("t e h ← ␠", ["offered", "rejected", "shouldChange (2,0)  "], "te h"),
      Row(
        "t e h ␠ ⌘Z",
        ["offered", "shouldChange (0,3) the", "shouldChange (3,0)  ", "applied", "reverted"],
        "teh "),
      Row("t e h ␠", isOff: true, ["shouldChange (3,0)  "], "teh "),
    ])
  func table(_ row: Row) {
    let view = desk.view { $0.autocorrectionType = row.isOff ? .no : .default }
    var events: [String] = []
    for key in row.keys.split(separator: " ") {
      let isLetter = key.first?.isLetter == true
      desk.delegate.asked = []
      desk.press(String(key))
      if !isLetter { events += desk.delegate.asked.map { "shouldChange \($0)" } }
      events += desk.corrections().map { fact in
        String(fact.dropFirst("correction.".count).prefix { $0 != " " })
      }
    }
    #expect(events == row.events)
    #expect(view.text == row.text)
  }

  @Test("AST-17 a word of a device's or program's name stays as it is, for its user")
  func names() {
    desk.personalWords.names = { $0 == nil ? ["Acme Teh-Board 2", "till"] : [] }
    let view = desk.view()
    desk.press("teh")
    desk.press("␠")
    #expect(view.text == "teh ")
    #expect(desk.personalWords.isName("ACME") && desk.personalWords.isName("till"))
    #expect(!desk.personalWords.isName("Boar") && !desk.personalWords.isName("2"))
    desk.personalWords.user = 7
    #expect(!desk.personalWords.isName("teh"))
  }

  @Test(
    "AST-12 white space, punctuation, a hyphen and ⏎ end a word; letters, digits and signs do not",
    arguments: [
      ("teh ", "the "), ("teh.", "the."), ("teh,", "the,"), ("teh!", "the!"), ("teh)", "the)"),
      ("teh-", "the-"), ("teh…", "the…"), ("teh\n", "the\n"), ("teh\u{A0}", "the\u{A0}"),
      ("teh1 ", "teh1 "), ("teh_ ", "teh_ "), ("teh@ ", "teh@ "), ("teh/ ", "teh/ "),
      ("teh's ", "teh's "), ("teh+", "teh+"), ("(teh ", "(the "), ("“teh”", "“the”"),
      ("‘teh’ ", "‘the’ "), ("‘teh’.", "‘the’."), ("'teh' ", "'the' "), ("(‘teh’)", "(‘the’)"),
      ("teh’ ", "teh’ "), ("“teh’ ", "“teh’ "),
    ])
  func ends(_ typed: String, _ text: String) {
    let view = desk.view { $0.smartQuotesType = .no }
    desk.type(typed)
    #expect(view.text == text)
  }

  @Test("AST-12 ⇥ and the loss of focus end the last word of a field")
  func leaving() {
    let field = desk.field()
    desk.type("teh")
    desk.press("⇥")
    desk.engine.window.focus(nil)
    #expect(field.text == "the")
    let view = desk.view()
    desk.type("teh").press("⇥")
    #expect(view.text == "the\t")
  }

  @Test(
    "AST-16 the case of the typed word is kept",
    arguments: [("Teh ", "The "), ("TEH ", "THE "), ("im ", "I'm "), ("Im ", "I'm ")])
  func letterCase(_ typed: String, _ text: String) {
    let view = desk.view()
    desk.type(typed)
    #expect(view.text == text)
  }

  @Test("AST-16 a Turkish word begins with İ", arguments: [("tr-TR", "İhr"), ("de-DE", "Ihr")])
  func turkish(_ language: String, _ word: String) throws {
    let tag = try #require(LanguageTag(language))
    #expect(LetterCase.capitalized.applied(to: "ihr", in: tag) == word)
  }

  @Test(
    "AST-17 digits, @, /, _, inner capitals, addresses and mixed scripts are never corrected",
    arguments: [
      "teh4 ", "4teh ", "te4h ", "a@teh ", "teh@teh ", "/teh ", "a/teh ", "_teh ", "a_teh ",
      "www.teh ", "http://teh ", "tEh ", "TeH ", "tеh ", "a.teh ", "#teh ",
    ])
  func never(_ typed: String) {
    desk.vocabulary.corrections["tеh"] = "the"
    let view = desk.view()
    desk.type(typed)
    #expect(view.text == typed)
    #expect(!desk.corrections().contains { $0.hasPrefix("correction.applied") })
  }

  @Test("AST-17 a word is never corrected if a digit is far before it in the same run")
  func neverFarAway() {
    let view = desk.view()
    let typed = "4" + String(repeating: "a-", count: 60) + "teh "
    desk.type(typed)
    #expect(view.text == typed)
    // White space ends the run.
    desk.type("4 " + String(repeating: "a-", count: 60) + "teh ")
    #expect(view.text.hasSuffix("a-the "))
  }

  @Test("AST-17 a word of the user's dictionary is never corrected")
  func personal() throws {
    let english = try #require(LanguageTag("en-US"))
    for _ in 0..<2 { desk.personalWords.correctionWasRefused(of: "teh", in: english) }
    let view = desk.view()
    desk.type("teh adn ")
    #expect(view.text == "teh and ")
  }

  @Test(
    "AST-13d AST-14 a rejected word is not corrected again in this document, but in another one")
  func memory() {
    let view = desk.view()
    desk.type("teh").press("⎋")
    desk.type(" teh Teh adn ")
    #expect(view.text == "teh teh Teh and ")
    #expect(desk.corrections().count == 4)
    let other = desk.field()
    desk.type("teh ")
    #expect(other.text == "the ")
    // A new text is another document.
    view.becomeFirstResponder()
    view.text = ""
    desk.type("teh ")
    #expect(view.text == "the ")
  }

  @Test("AST-15 a reverted word is not corrected again either")
  func reverted() {
    let view = desk.view()
    desk.type("teh ").press("⌘Z ⌫ ␠")
    #expect(view.text == "teh ")
  }

  @Test("AST-18 a word that was rejected or reverted twice joins the user's dictionary")
  func learned() throws {
    let english = try #require(LanguageTag("en-US"))
    desk.view()
    desk.type("teh").press("⎋")
    #expect(!desk.personalWords.contains("teh", in: english))
    desk.field()
    desk.type("teh ").press("⌘Z")
    #expect(desk.personalWords.contains("teh", in: english))
  }

  @Test("AST-13e a word whose correction is deleted and that is typed again stays in this document")
  func typedAgain() throws {
    let english = try #require(LanguageTag("en-US"))
    let view = desk.view()
    desk.type("teh ")
    #expect(view.text == "the ")
    desk.press("⌫ ⌫ ⌫ ⌫")
    _ = desk.corrections()
    desk.type("teh ")
    #expect(view.text == "teh " && desk.corrections() == ["correction.rejected teh → the"])
    desk.type("Teh adn ")
    #expect(view.text == "teh Teh and ")
    #expect(!desk.personalWords.contains("teh", in: english), "once is too little to learn it")
  }

  @Test("AST-18 a word that is typed again twice after its correction was deleted is learned")
  func typedAgainTwice() throws {
    let english = try #require(LanguageTag("en-US"))
    for keys in ["⌫ ⌫ ⌫ ⌫", "⌥⌫"] {
      #expect(!desk.personalWords.contains("teh", in: english))
      let view = desk.view()
      desk.type("Teh ").press(keys)
      #expect(view.text == "")
      desk.type("teh ")
      #expect(view.text == "teh ")
    }
    #expect(desk.personalWords.contains("teh", in: english))
  }

  @Test(
    "AST-13e a word that is typed elsewhere, or another one, refuses no correction",
    arguments: [
      ("adn ", "and "), ("so teh ", "so the "), ("the teh ", "the the "),
      ("tehx teh ", "tehx the "),
    ])
  func typedElsewhere(_ typed: String, _ text: String) {
    let view = desk.view()
    desk.type("teh ").press("⌫ ⌫ ⌫ ⌫")
    desk.type(typed)
    #expect(view.text == text)
  }

  @Test("AST-13e a text that the program sets in between makes it another document")
  func setInBetween() {
    let view = desk.view()
    desk.type("teh ").press("⌫ ⌫ ⌫ ⌫")
    view.text = ""
    desk.type("teh ")
    #expect(view.text == "the ")
  }

  @Test("AST-13e the last letters alone, typed again, refuse the correction as well")
  func lastLetters() {
    let view = desk.view()
    desk.type("teh ").press("⌫ ⌫ ⌫")
    desk.type("eh ")
    #expect(view.text == "teh ")
  }

  @Test(
    "AST-17 options of commands are never corrected",
    arguments: ["ls -teh ", "-teh ", "ls --teh ", "a -teh-teh "])
  func options(_ typed: String) {
    let view = desk.view { $0.smartDashesType = .no }
    desk.type(typed)
    #expect(view.text == typed)
    desk.type("teh ")
    #expect(view.text == typed + "the ")
  }

  @Test("AST-11 words that are taken for others are corrected together, once")
  func phrases() {
    desk.vocabulary.phrases = ["its a": "it’s a", "should of taken": "should have taken"]
    for (typed, text) in [
      ("its a ", "it’s a "), ("Its a ", "It’s a "), ("I should of taken ", "I should have taken "),
      ("its, a ", "its, a "), ("its an ", "its an "),
    ] {
      let view = desk.view()
      desk.type(typed)
      #expect(view.text == text)
    }
    let view = desk.view()
    desk.type("its a ").press("⌘Z")
    #expect(view.text == "its a ")
    desk.type("b its a ")
    #expect(view.text == "its a b its a ", "the phrase was refused in this document")
  }

  @Test("AST-11 a single i before a full stop may be an abbreviation")
  func abbreviation() {
    desk.vocabulary.corrections["i"] = "I"
    let view = desk.view()
    desk.type("Soon, i.e. now. So am i ")
    #expect(view.text == "Soon, i.e. now. So am I ")
  }

  @Test(
    "AST-16 a word with inner capitals keeps them", arguments: ["iphone ", "Iphone ", "IPHONE "])
  func innerCapitals(_ typed: String) {
    desk.vocabulary.corrections["iphone"] = "iPhone"
    let view = desk.view()
    desk.type(typed)
    #expect(view.text == (typed == "IPHONE " ? typed : "iPhone "))
  }

  @Test("AST-18 moving the caret out of a word does not count: the user may fix the word")
  func moved() throws {
    let english = try #require(LanguageTag("en-US"))
    for _ in 0..<3 {
      let view = desk.view()
      desk.type("teh").press("← →")
      desk.type(" ")
      #expect(view.text == "teh ", "it is not corrected in this document")
    }
    #expect(!desk.personalWords.contains("teh", in: english))
    let view = desk.view()
    desk.type("teh ")
    #expect(view.text == "the ")
  }

  @Test("a correction is searched for again after words were installed")
  func installed() {
    let view = desk.view { $0.inlinePredictionType = .no }
    desk.type("zeh").press("⎋")
    desk.vocabulary.corrections["zeh"] = "zero"
    desk.assistant.vocabulariesDidChange()
    desk.type(" ")
    #expect(view.text == "zero ")
  }

  @Test(
    "F124 AST-20 a language without word correction never offers any, not even on request",
    arguments: [TraitSwitch.default, .yes])
  func japanese(_ choice: TraitSwitch) {
    let view = desk.view { $0.autocorrectionType = choice }
    desk.engine.modes.perform(.choose("ja-JP+kana"))
    _ = desk.facts()
    desk.type("teh ")
    #expect(view.text == "teh " && desk.corrections().isEmpty)
    #expect(desk.vocabulary.calls.isEmpty)
  }

  @Test(
    "F019 MOD-12 a French mistake is corrected in a French mode; without words none is, but typed")
  func languages() {
    desk.vocabulary.language = "fr"
    desk.vocabulary.corrections["francais"] = "français"
    let view = desk.view()
    desk.type("francais ")
    desk.engine.modes.perform(.choose("fr-FR"))
    _ = desk.facts()
    desk.type("francais")
    #expect(desk.corrections() == ["correction.offered francais → français"])
    desk.type(" ")
    #expect(view.text == "francais français ")
  }

  @Test("F054 AST-21 a web field corrects as others do, until its trait turns that off")
  func webField() {
    let field = desk.add(WebField(name: "search"))
    field.autocapitalizationType = .none
    desk.type("teh ")
    field.autocorrectionType = .no
    desk.type("teh ")
    #expect(field.text == "the teh ")
  }

  @Test("A change of mode drops the offer of the old language")
  func modeChange() {
    desk.vocabulary.language = "en"
    let view = desk.view()
    desk.type("teh")
    #expect(view.help?.pendingCorrection != nil && desk.row != "none")
    desk.engine.modes.perform(.choose("sv-SE"))
    #expect(view.help?.pendingCorrection == nil && desk.row == "none")
    desk.type(" ")
    #expect(view.text == "teh ")
  }

  @Test("The user's setting turns correction off at once, and an open offer disappears")
  func setting() {
    let view = desk.view()
    desk.type("teh")
    _ = desk.facts()
    desk.engine.settings.autocorrection = false
    #expect(view.help?.pendingCorrection == nil)
    #expect(desk.type(" ").corrections().isEmpty && view.text == "teh ")
  }

  @Test("Text that the program or the pasteboard set is not corrected by a space after it")
  func notTyped() {
    let view = desk.view()
    view.text = "teh"
    desk.type(" ")
    #expect(view.text == "teh ")
    view.text = ""
    desk.engine.pasteboard.text = "teh"
    desk.press("⌘V ␠")
    #expect(view.text == "teh ")
  }

  @Test("A program that changes the text between offer and application gets no correction")
  func programChange() {
    let view = desk.view()
    desk.type("teh")
    view.replace(TextRange(0, 3), withText: "xeh")
    desk.type(" ")
    #expect(view.text == "xeh ")
    #expect(desk.row == "none")
  }

  @Test("A field that becomes secure drops its offer everywhere, and learns nothing")
  func secure() throws {
    let english = try #require(LanguageTag("en-US"))
    let field = desk.field()
    desk.type("teh")
    _ = desk.facts()
    #expect(desk.row == "“teh” | the | tech")
    field.traits.isSecureTextEntry = true
    #expect(desk.engine.takeUpdates().contains { $0 == .candidatesDidChange(nil, in: field.id) })
    #expect(desk.row == "none" && field.help?.pendingCorrection == nil)
    desk.press("⎋ ⌘Z")
    desk.type("teh ")
    #expect(field.text.hasSuffix("teh "))
    #expect(
      !desk.personalWords.contains("teh", in: english)
        && field.help?.help.refusedWords.isEmpty != false)
  }

  @Test("A key that ends a word uses what its offer found, and asks only once for it")
  func onceForAWord() {
    desk.view()
    desk.type("teh")
    desk.vocabulary.forgetCalls()
    desk.type(" ")
    #expect(!desk.vocabulary.calls.contains { $0.hasPrefix("correction") })
  }

  @Test("A word of 100,000 letters, emoji and joined marks cost no search and are not changed")
  func faults() {
    let view = desk.view()
    view.text = String(repeating: "teh", count: 33_000)
    desk.vocabulary.forgetCalls()
    desk.type("x ")
    #expect(desk.vocabulary.calls.allSatisfy { $0 == "completions " })
    view.text = ""
    for typed in ["👍🏽teh ", "t👍🏽eh ", "te\u{301}h ", "\u{301} ", "🇸🇪 ", "日本teh "] {
      view.text = ""
      desk.type(typed)
      #expect(view.text == typed)
    }
  }

  @Test("FLD-10a a delegate that refuses the correction keeps the word, which may be offered again")
  func refused() {
    let view = desk.view()
    desk.delegate.refuses = { $0 == "the" }
    desk.type("teh ")
    #expect(view.text == "teh ")
    #expect(!desk.corrections().contains { $0.hasPrefix("correction.applied") })
    #expect(view.help?.help.refusedWords.isEmpty != false)
  }
}
