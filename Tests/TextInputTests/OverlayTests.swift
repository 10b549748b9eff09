// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput

/// Lists that open in front of the text: URL endings and completions.
@Suite struct OverlayTests {
  // MARK: URL endings

  private func urlField() -> (Desk, TextField) {
    let desk = Desk()
    return (desk, desk.field { $0.keyboardType = .url })
  }

  @Test("F006 3.2 ⌃. in a URL field types .com")
  func domain() {
    let (desk, field) = urlField()
    desk.type("apple")
    #expect(desk.press("⌃.") == .insertedText)
    #expect(field.text == "apple.com")
    #expect(desk.facts("text.didChange").last == "text (5,0) .com user")
  }

  @Test(
    "F128 holding ⌃. offers the other endings in their order",
    arguments: [
      ("1", "a.com"), ("2", "a.net"), ("3", "a.edu"), ("4", "a.org"), ("→ ⏎", "a.net"),
      ("⎋", "a.com"), ("5", "a.com5"),
    ])
  func alternatives(_ keys: String, _ text: String) {
    let (desk, field) = urlField()
    desk.type("a")
    desk.down("⌃.")
    desk.repeats("⌃.")
    desk.wait(500)
    #expect(desk.list == "[.com] .net .edu .org")
    #expect(desk.engine.candidates?.kind == .urlEndings)
    desk.up("⌃.")
    for key in keys.split(separator: " ") {
      desk.down(String(key))
      desk.up(String(key))
    }
    #expect(field.text == text)
    #expect(desk.engine.candidates == nil && desk.engine.isIdle)
  }

  @Test("F128 holding ⌃. works even if hold-for-accents is off")
  func settings() {
    let (desk, _) = urlField()
    desk.engine.settings.holdForAccents = false
    desk.down("⌃.")
    desk.wait(500)
    #expect(desk.list == "[.com] .net .edu .org")
  }

  @Test("F006 in other fields ⌃. is unhandled", arguments: KeyboardType.allCases)
  func others(_ type: KeyboardType) {
    let desk = Desk()
    let field = desk.field { $0.keyboardType = type }
    let disposition = desk.press("⌃.")
    #expect(field.text == (type == .url ? ".com" : ""))
    #expect(disposition == (type == .url ? .insertedText : .unhandled))
  }

  // MARK: Completions

  @Test(
    "6.3, IME-3a F5 and ⌥⎋ open the completion list, ⏎ takes the highlighted and closes it",
    arguments: ["F5", "⌥⎋"])
  func completions(_ key: String) {
    let (desk, view) = Desk.showing("help hello helmet hero he‸")
    #expect(desk.press(key) == .overlay)
    #expect(desk.facts() == ["candidates [hero] helmet hello help"])
    #expect(desk.engine.candidates?.kind == .completions)
    desk.press("→ ⏎")
    #expect(Typist.draw(view) == "help hello helmet hero helmet‸")
    #expect(
      desk.facts() == [
        "candidates hero [helmet] hello help", "candidates none", "selection 29",
        "text (23,2) helmet user",
      ])
    desk.press("⌘Z")
    #expect(Typist.draw(view) == "help hello helmet hero he‸")
  }

  @Test(
    "AST-23 the listed keys choose from the list or leave it",
    arguments: [
      ("2", "hip hat hip‸"), ("⎋", "hip hat h‸"), ("x", "hip hat hx‸"), ("␠", "hip hat h ‸"),
    ])
  func leaving(_ key: String, _ drawn: String) {
    let (desk, view) = Desk.showing("hip hat h‸")
    desk.press("F5")
    #expect(desk.list == "[hat] hip")
    desk.down(key)
    desk.up(key)
    #expect(Typist.draw(view) == drawn)
    #expect(desk.engine.stages.overlay.current == nil && desk.engine.candidates == nil)
  }

  @Test("6.3, FLD-2e a list closes if its text becomes read-only or secret")
  func closing() {
    for change: (TextView) -> Void in [
      { $0.isEditable = false }, { $0.traits.isSecureTextEntry = true },
    ] {
      let (desk, view) = Desk.showing("hello he‸")
      desk.press("F5")
      #expect(desk.list != "none")
      change(view)
      #expect(desk.list == "none")
      desk.press("⏎")
      #expect(!view.text.hasPrefix("hello hello"))
    }
  }

  @Test("6.1 a chosen word scrolls into view")
  func chosenWord() {
    let (desk, view) = Desk.showing("nineteen⏎2⏎nine‸")
    view.frame = CellRect(width: 5, height: 3)
    desk.press("F5 ⏎")
    #expect(view.text == "nineteen\n2\nnineteen" && view.topOffset == 9)
  }

  @Test("6.3 the key that opened the list does not repeat in it")
  func opener() {
    let (desk, _) = Desk.showing("hip h‸")
    desk.down("F5")
    desk.repeats("F5")
    #expect(desk.list == "[hip]")
    desk.up("F5")
    #expect(desk.engine.isIdle)
  }

  @Test(
    "6.3 without a word to complete, F5 is unhandled",
    arguments: ["‸", "abc ‸", "xy‸", "hip «h‸»", "hip h‸a"])
  func nothing(_ drawn: String) {
    let (desk, _) = Desk.showing(drawn)
    #expect(desk.press("F5") == .unhandled)
    #expect(desk.engine.candidates == nil)
  }

  @Test("6.3 a secure field completes nothing")
  func secure() {
    let desk = Desk()
    let field = desk.field { $0.isSecureTextEntry = true }
    field.text = "hip h"
    #expect(desk.press("F5") == .unhandled)
  }

  @Test("6.3 sources are consulted in order, and a word is offered once")
  func sources() {
    struct Fixed: CompletionSource {
      func completions(
        of beginning: String, in storage: TextStorage, at caret: Int, language: LanguageTag
      ) -> [String] { [beginning + "!", "hip", language.description] }
    }
    let (desk, _) = Desk.showing("hip hat h‸")
    desk.engine.completionSources = [Fixed(), DocumentWords()]
    desk.press("F5")
    #expect(desk.list == "[h!] hip en-US hat")
  }

  @Test("6.3 the text's words are offered nearest first, on both sides, with capitals distinct")
  func words() {
    let storage = TextStorage("Hat hut hit h hot hut heat")
    let tag = TextInputMode.english.primaryLanguage
    #expect(
      DocumentWords().completions(of: "h", in: storage, at: 13, language: tag)
        == ["hot", "hit", "hut", "heat"])
    #expect(DocumentWords().completions(of: "z", in: storage, at: 13, language: tag) == [])
    #expect(
      DocumentWords().completions(of: "z", in: TextStorage(""), at: 0, language: tag) == [])
  }

  @Test(
    "IME-7a, IME-7b, IME-7c, IME-7d arrows move by candidates, page keys by pages, with wrapping",
    arguments: [
      ("↓", 1), ("↓ ↓ ↑", 1), ("↑", 19),
      ("⇟", 9), ("⇟ ⇟ ⇞", 9), ("⇟ ↓", 10),
      ("⇧↓", 9), ("⇧↓ ⇧↓ ⇧↑", 9), ("⇧↓ ⇧↓ ↓", 19),
      ("↑ ↑", 18), ("⇞", 18), ("⇧↑", 18), ("⇟ ⇟ ⇟", 0), ("⇧↓ ⇧↓ ⇧↓", 0),
    ])
  func keys(_ keys: String, _ highlighted: Int) {
    let desk = Desk()
    let view = desk.add(TextView(name: "view"))
    desk.engine.open(
      CandidateList(.completions, items: (1...20).map { Candidate("\($0)") }, highlighted: 0)
    ) { _ in }
    desk.press(keys)
    #expect(desk.engine.candidates?.highlighted == highlighted)
    #expect(desk.engine.candidates?.page == highlighted / 9)
    #expect(desk.engine.candidates?.isExpanded == false && view.text == "")
  }

  @Test("IME-7c, IME-8a, IME-8b a long list has pages and a grid")
  func pages() {
    let desk = Desk()
    desk.add(TextView(name: "view"))
    desk.engine.open(
      CandidateList(.completions, items: (1...20).map { Candidate("\($0)") }, highlighted: 0)
    ) { _ in }
    desk.press("⇧↓")
    #expect(desk.engine.candidates?.page == 1)
    desk.press("⇧↑ ↓")
    #expect(desk.engine.candidates?.highlighted == 1)
    desk.press("⌘↓")
    #expect(desk.engine.candidates?.isExpanded == true)
    desk.press("↓")
    #expect(desk.engine.candidates?.highlighted == 10)
    desk.press("→ ↑ ←")
    #expect(desk.engine.candidates?.highlighted == 1)
  }

  @Test("IME-8c ⏎ takes the highlighted candidate of the grid, and closes the grid")
  func gridChoice() {
    let desk = Desk()
    desk.add(TextView(name: "view"))
    var taken: [Int] = []
    desk.engine.open(
      CandidateList(.completions, items: (1...20).map { Candidate("\($0)") }, highlighted: 0)
    ) { taken.append($0) }
    desk.press("⌘↓ ↓ → ⏎")
    #expect(taken == [10])
    #expect(desk.engine.candidates == nil && desk.engine.stages.overlay.current == nil)
  }
}
