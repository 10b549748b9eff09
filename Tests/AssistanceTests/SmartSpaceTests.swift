// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import TextInput

@testable import Assistance

@Suite("10.8 Smart insert and delete") struct SmartSpaceTests {
  private static let pasted = "and Jiwang"

  private func typist(
    _ drawn: String, _ choice: TraitSwitch = .default, isField: Bool = false
  ) -> HelpedTypist {
    HelpedTypist(drawn, isField: isField) { $0.smartInsertDeleteType = choice }
  }

  @Test(
    "F095 the party sentence: pasted text gets the space that it needs", arguments: [true, false],
    [
      (
        "Vivian will bring Misiu‸ to the party.",
        "Vivian will bring Misiu and Jiwang‸ to the party."
      ),
      (
        "Vivian will bring Misiu ‸to the party.",
        "Vivian will bring Misiu and Jiwang ‸to the party."
      ),
    ])
  func partyPasted(_ isField: Bool, _ row: (before: String, after: String)) {
    let typist = typist(row.before, isField: isField)
    typist.engine.pasteboard.text = Self.pasted
    #expect(typist.press("⌘V").drawn == row.after)
    #expect(typist.press("⌘Z").drawn == row.before)
  }

  @Test("AST-44 the protocol's page says that a paste adds spaces, and which trait prevents it")
  func protocolPage() {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = contents(of: root + "/Documentation/Protocol.md")
    #expect(page.contains("A paste adds the spaces that separate it from the words next to it."))
    #expect(page.contains("none if the trait `smartInsertDeleteType` is\n`no`."))
    for (choice, after) in [(TraitSwitch.default, "a and Jiwang‸ b"), (.no, "aand Jiwang‸ b")] {
      let typist = typist("a‸ b", choice)
      typist.engine.pasteboard.text = Self.pasted
      #expect(typist.press("⌘V").drawn == after)
    }
  }

  @Test(
    "F095 the party sentence: deleted text takes its space with it", arguments: [true, false],
    ["⌫", "⌦", "⌘X", "⌥⌫"])
  func partyDeleted(_ isField: Bool, _ key: String) {
    let before = "Vivian will bring Misiu ⟦and Jiwang‸⟧ to the party."
    let typist = typist(before, isField: isField)
    #expect(typist.press(key).drawn == "Vivian will bring Misiu‸ to the party.")
    #expect(typist.engine.pasteboard.text == (key == "⌘X" ? Self.pasted : ""))
    #expect(typist.press("⌘Z").drawn == before)
    #expect(
      self.typist(before, .no, isField: isField).press(key).drawn
        == "Vivian will bring Misiu ‸ to the party.")
  }

  @Test(
    "AST-42, AST-43 a selection is deleted with one space, unless it is a part of a word",
    arguments: [
      ("a ⟦b‸⟧ c", "a‸ c"), ("⟦a‸⟧ b c", "‸b c"), ("a b ⟦c‸⟧", "a b‸"), ("a⏎⟦b‸⟧ c", "a⏎‸c"),
      ("a ⟦b‸⟧.", "a‸."), ("(⟦a‸⟧ b)", "(‸b)"), ("a ⟦b c‸⟧ d", "a‸ d"), ("⟦‸b⟧ c", "‸c"),
      // White space at an edge of the selection: the user chose the spaces.
      ("a⟦ b‸⟧ c", "a‸ c"), ("a ⟦b ‸⟧c", "a ‸c"), ("a ⟦b⏎‸⟧c", "a ‸c"), ("a⟦ ‸⟧b", "a‸b"),
      // Inside of a word.
      ("a b⟦c‸⟧ d", "a b‸ d"), ("a ⟦b‸⟧c d", "a ‸c d"), ("it’⟦s‸⟧ a", "it’‸ a"),
      ("⟦it‸⟧'s a", "‸'s a"), ("a ⟦3‸⟧4", "a ‸4"), ("漢 ⟦字‸⟧漢", "漢 ‸漢"),
      // Two words never become one.
      ("a ⟦,‸⟧b", "a ‸b"), ("a ⟦(‸⟧b", "a ‸b"),
      // A word next to other marks.
      ("a “⟦b‸⟧” c", "a “‸” c"), ("a-⟦b‸⟧ c", "a-‸c"), ("⟦a‸⟧", "‸"), ("a  ⟦b‸⟧  c", "a ‸  c"),
    ])
  func deleted(_ before: String, _ after: String) {
    #expect(typist(before).press("⌫").drawn == after)
    #expect(typist(before).press("⌘X").drawn == after)
  }

  @Test(
    "AST-42 a caret deletes one character only, and ⌃K and typing over a selection nothing more")
  func other() {
    #expect(typist("a b ‸c").press("⌫").drawn == "a b‸c")
    #expect(typist("a ‸b c").press("⌦").drawn == "a ‸ c")
    #expect(typist("a ⟦b‸⟧ c").press("⌃K").drawn == "a ‸ c")
    #expect(typist("a ⟦b‸⟧ c").type("x").drawn == "a x‸ c")
  }

  @Test(
    "AST-44, AST-45, AST-46 the spaces around pasted text",
    arguments: [
      ("a‸", "b", "a b‸"), ("‸a", "b", "b ‸a"), ("a‸c", "b", "a b ‸c"), ("‸", "b", "b‸"),
      ("a⏎‸⏎c", "b", "a⏎b‸⏎c"), ("a ‸ c", "b", "a b‸ c"), ("a\t‸\tc", "b", "a\tb‸\tc"),
      ("a‸", ", b", "a, b‸"), ("a‸", ".", "a.‸"), ("a‸", " b", "a b‸"), ("‸c", "b ", "b ‸c"),
      ("漢‸字", "b", "漢b‸字"), ("あ‸", "b", "あb‸"), ("a‸", "漢", "a漢‸"), ("👍‸", "b", "👍 b‸"),
      ("a⟦x‸⟧c", "b", "a b ‸c"), ("a ⟦x‸⟧ c", "b", "a b‸ c"), ("a‸", "", "a‸"),
      ("a‸", "(b)", "a(b)‸"),
      ("a)‸", "b", "a) b‸"), ("5%‸", "b", "5% b‸"), ("“a”‸", "b", "“a” b‸"),
    ])
  func pasted(_ before: String, _ text: String, _ after: String) {
    let typist = typist(before)
    typist.engine.pasteboard.text = text
    #expect(typist.press("⌘V").drawn == after)
  }

  @Test(
    "AST-44 no space after these marks",
    arguments: ["(", "[", "{", "\"", "'", "#", "$", "/", "-", "“", "‘", "«", "–", "—", "¿"])
  func noSpaceAfter(_ mark: String) {
    let typist = typist("a \(mark)‸")
    typist.engine.pasteboard.text = "b"
    #expect(typist.press("⌘V").drawn == "a \(mark)b‸")
  }

  @Test(
    "AST-45 no space before these marks",
    arguments: [
      ")", "]", "}", ".", ",", ";", ":", "?", "!", "'", "\"", "%", "*", "-", "/", "”", "’", "»",
      "…",
    ])
  func noSpaceBefore(_ mark: String) {
    let typist = typist("‸\(mark)")
    typist.engine.pasteboard.text = "b"
    #expect(typist.press("⌘V").drawn == "b‸\(mark)")
  }

  @Test("AST-46 typed characters and text of the program never get spaces")
  func typed() {
    #expect(typist("a‸").type("b").drawn == "ab‸")
    let typist = typist("a‸")
    typist.container.insertText("b")
    #expect(typist.drawn == "ab‸")
  }

  @Test("AST-42, AST-44 the delegate is consulted about the final range and text, and may refuse")
  func delegate() {
    let typist = typist("a ⟦b‸⟧ c")
    let delegate = AskedDelegate()
    (typist.container as? TextView)?.delegate = delegate
    typist.engine.pasteboard.text = "x"
    delegate.accepts = false
    typist.press("⌘X")
    #expect(delegate.asked == ["(1,2) "])
    #expect(typist.drawn == "a ⟦b‸⟧ c" && typist.engine.pasteboard.text == "x")
    delegate.accepts = true
    delegate.asked = []
    typist.press("⌘X ⌘V")
    #expect(delegate.asked == ["(1,2) ", "(1,0)  b"])
    #expect(typist.drawn == "a b‸ c")
  }

  @Test("3.6 nothing is added or removed where the field, its trait or the setting excludes it")
  func off() {
    func result(_ typist: HelpedTypist) -> [String] {
      typist.engine.pasteboard.text = "x"
      let pasted = typist.press("⌘V").drawn
      typist.show("a ⟦b‸⟧ c")
      return [pasted, typist.press("⌫").drawn]
    }
    let plain = ["ax‸", "a ‸ c"]
    #expect(result(typist("a‸", .no)) == plain)
    #expect(result(HelpedTypist("a‸", settings: [\.smartInsertDelete: false])) == plain)
    #expect(result(HelpedTypist("a‸", isField: true) { $0.keyboardType = .emailAddress }) == plain)
    #expect(result(HelpedTypist("a‸", isField: true) { $0.isSecureTextEntry = true }) == plain)
    #expect(result(HelpedTypist("a‸")) == ["a x‸", "a‸ c"])
    let explicit = HelpedTypist("a‸", isField: true) {
      $0.keyboardType = .emailAddress
      $0.smartInsertDeleteType = .yes
    }
    #expect(result(explicit) == ["a x‸", "a‸ c"])
  }

  @Test("10.8 a field with a limit receives exactly what was copied")
  func limited() {
    let typist = typist("a‸", isField: true)
    typist.container.maximumLength = 10
    typist.engine.pasteboard.text = "b"
    #expect(typist.press("⌘V").drawn == "ab‸")
  }

  @Test("4.1 text that is to be replaced is replaced by exactly what was copied")
  func replaced() {
    let typist = typist("a‸")
    typist.container.clearsOnInsertion = true
    typist.engine.pasteboard.text = "b"
    #expect(typist.press("⌘V").drawn == "b‸")
  }

  @Test("BND-10a newlines of pasted text become spaces in a field, and no second space is added")
  func newlines() {
    let typist = typist("a‸", isField: true)
    typist.engine.pasteboard.text = "\nb"
    #expect(typist.press("⌘V").drawn == "a b‸")
  }
}
