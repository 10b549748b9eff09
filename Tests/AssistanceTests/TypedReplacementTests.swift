// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Assistance
@testable import TextInput

/// The user's text replacements (reference 10.9).
@Suite struct TypedReplacementTests {
  private let desk = HelpedDesk()

  init() {
    desk.assistant.words.replacements = TextReplacements([
      TextReplacement("omw", "On my way!"), TextReplacement("NASA", "the agency"),
      TextReplacement("sig", "Ann\nEly"), TextReplacement("b4", "before"),
      TextReplacement("teh", "ten"),
    ])
  }

  @Test(
    "AST-47 the case of a shortcut counts only if it contains capitals",
    arguments: [
      ("omw ", "On my way! "), ("Omw ", "On my way! "), ("OMW ", "On my way! "),
      ("NASA ", "the agency "), ("nasa ", "nasa "), ("xomw ", "xomw "), ("omwx ", "omwx "),
      ("b4 ", "before "), ("(omw ", "(On my way! "),
    ])
  func letterCase(_ typed: String, _ text: String) {
    let view = desk.view()
    desk.type(typed)
    #expect(view.text == text)
  }

  @Test(
    "AST-48 a shortcut is offered like a correction; space, punctuation and ⏎ apply it",
    arguments: [("omw ", "On my way! "), ("omw,", "On my way!,"), ("omw\n", "On my way!\n")])
  func offered(_ typed: String, _ text: String) {
    let view = desk.view()
    desk.type(String(typed.prefix(3)))
    #expect(desk.corrections() == ["correction.offered omw → On my way!"])
    #expect(desk.row == "“omw” | On my way!")
    desk.type(String(typed.dropFirst(3)))
    #expect(view.text == text)
    #expect(desk.corrections() == ["correction.applied omw → On my way!"])
    desk.press("⌘Z")
    #expect(view.text == typed)
    #expect(desk.corrections() == ["correction.reverted omw → On my way!"])
  }

  @Test(
    "AST-48 a shortcut directly before a letter is a part of a longer word, and stays",
    arguments: [("x", "omw x"), ("é", "omw é"), (")", "On my way! )"), ("", "On my way! ")])
  func beforeALetter(_ after: String, _ text: String) {
    let view = desk.view()
    view.text = after
    view.select(Selection(caret: 0))
    desk.type("omw ")
    #expect(view.text == text)
  }

  @Test("AST-48 ⎋ rejects for this occurrence only, and nothing is learned")
  func rejected() throws {
    let english = try #require(LanguageTag("en-US"))
    let view = desk.view()
    desk.type("omw").press("⎋")
    #expect(desk.corrections().last == "correction.rejected omw → On my way!")
    desk.type(" omw ")
    #expect(view.text == "omw On my way! ")
    desk.type("omw").press("⎋")
    #expect(!desk.personalWords.contains("omw", in: english))
  }

  @Test("AST-49 they work with autocorrection off, but not in secure fields and fields for code")
  func correctionOff() {
    let off = desk.view { $0.autocorrectionType = .no }
    desk.type("omw ")
    #expect(off.text == "On my way! ")
    desk.engine.settings.autocorrection = false
    let setting = desk.view()
    desk.type("omw ")
    #expect(setting.text == "On my way! ")
    let secure = desk.field { $0.isSecureTextEntry = true }
    desk.type("omw ")
    #expect(secure.text == "omw ")
    let code = desk.field { $0.textContentType = .code }
    desk.type("omw ")
    #expect(code.text == "omw ")
  }

  @Test("AST-50 the newlines of a phrase become spaces in a field, and stay in a view")
  func newlines() {
    let view = desk.view()
    desk.type("sig ")
    #expect(view.text == "Ann\nEly ")
    let field = desk.field()
    desk.type("sig")
    #expect(desk.row == "“sig” | Ann Ely")
    desk.type(" ")
    #expect(field.text == "Ann Ely ")
  }

  @Test("A replacement comes before a correction of the same word")
  func first() {
    let view = desk.view()
    desk.type("teh ")
    #expect(view.text == "ten ")
  }
}
