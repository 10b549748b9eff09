// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

@Suite struct MarkedTextTests {
  private func mark(_ typist: Typist, _ text: String, _ selectedRange: TextRange) {
    typist.view.setMarkedText(text, selectedRange: selectedRange)
  }

  @Test(
    "INP-7a, INP-7b, INP-8a, INP-8b marked text replaces marked text or selection, until unmarked"
  )
  func marking() {
    let typist = Typist("x‸y")
    mark(typist, "kyo", TextRange(caret: 3))
    #expect(typist.drawn == "x{kyo‸}y")
    mark(typist, "きょ", TextRange(caret: 2))
    #expect(typist.drawn == "x{きょ‸}y")
    #expect(
      typist.facts() == ["marked (1,3) kyo", "selection 4", "marked (1,2) きょ", "selection 3"])
    typist.view.unmarkText()
    #expect(typist.drawn == "xきょ‸y")
    #expect(typist.facts() == ["marked none", "text (1,0) きょ user"])
    #expect(typist.press("⌘Z").drawn == "x‸y")
    #expect(typist.press("⇧⌘Z").drawn == "xきょ‸y")
  }

  @Test("INP-7a, INP-7c empty text removes the marked text; undo restores the text it replaced")
  func emptyRemoves() {
    let typist = Typist("a«bc‸»d")
    mark(typist, "k", TextRange(caret: 1))
    mark(typist, "", TextRange(caret: 0))
    #expect(typist.drawn == "a‸d")
    #expect(typist.view.markedRange == nil)
    #expect(typist.facts().last == "text (1,2)  user")
    #expect(typist.press("⌘Z").drawn == "a«bc‸»d")
    mark(typist, "", TextRange(caret: 0))
    #expect(typist.drawn == "a«bc‸»d")
  }

  @Test("INP-4 insertion replaces the marked text and ends marking")
  func insertion() {
    let typist = Typist("a«b‸»c")
    mark(typist, "kyo", TextRange(caret: 0))
    #expect(typist.drawn == "a{‸kyo}c")
    typist.view.insertText("今")
    #expect(typist.drawn == "a今‸c")
    #expect(typist.facts().suffix(3) == ["marked none", "selection 2", "text (1,1) 今 user"])
  }

  @Test("INP-6 ⌫ deletes one character of the composition, and the last one ends it")
  func deleteInMarkedText() {
    let typist = Typist("a‸b")
    mark(typist, "きょ", TextRange(caret: 2))
    #expect(typist.press("⌫").drawn == "a{き‸}b")
    #expect(typist.press("⌫").drawn == "a‸b")
    #expect(typist.view.markedRange == nil)
  }

  @Test(
    "INP-6 ⌫ deletes one unit of the composition: a kana, a letter, a jamo",
    arguments: [
      ("きょ", "き"), ("か\u{3099}き", "か\u{3099}"), ("きyo", "きy"), ("ky", "k"),
      // Precomposed syllables and rows of jamo lose their last letter.
      ("한", "하"), ("하", "\u{1112}"), ("가각", "가가"), ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}"),
      ("값", "가"),
    ])
  func units(_ text: String, _ rest: String) {
    let typist = Typist("a‸b")
    mark(typist, text, TextRange(caret: text.utf16.count))
    typist.press("⌫")
    #expect(typist.view.text.utf16.elementsEqual("a\(rest)b".utf16))
    #expect(typist.view.markedRange == TextRange(1, 1 + rest.utf16.count))
    #expect(typist.view.selection == Selection(caret: 1 + rest.utf16.count))
  }

  @Test(
    "INP-5a, INP-5b, INP-5c ⌫ deletes the selection or a character, without marking a syllable"
  )
  func deleteBackward() {
    for (before, after) in [("a«bc‸»d", "a‸d"), ("ab‸", "a‸"), ("‸ab", "‸ab"), ("a한‸", "a‸")] {
      let typist = Typist(before)
      typist.view.deleteBackward()
      #expect(typist.drawn == after)
    }
  }

  @Test("INP-3 a replacement places the caret after the text, unless the caret is set")
  func replacing() {
    let typist = Typist("a‸bc")
    typist.view.replace(TextRange(0, 1), withText: "xyz")
    #expect(typist.drawn == "xyz‸bc")
    typist.view.select(Selection(caret: 1))
    #expect(typist.drawn == "x‸yzbc")
  }

  @Test("INP-11, F098 a search field's query contains the composition")
  func liveSearch() {
    let typist = FieldTypist("a‸")
    var queries: [String] = []
    let field = typist.field
    field.addAction(for: .queryChanged) { [unowned field] in queries.append(field.queryText) }
    field.setMarkedText("ky", selectedRange: TextRange(caret: 2))
    field.setMarkedText("きょ", selectedRange: TextRange(caret: 2))
    #expect(queries == ["aky", "aきょ"])
    field.unmarkText()
    typist.press("⌫")
    #expect(queries.last == "aき")
    #expect(field.queryText == "aき")
  }

  @Test("INP-9a, INP-9b the selection is within the marked text; selecting outside commits first")
  func selectionOutside() {
    let typist = Typist("a‸b")
    mark(typist, "kyo", TextRange(caret: 3))
    #expect(typist.press("←").drawn == "a{ky‸o}b")
    #expect(typist.press("→ →").drawn == "akyob‸")
    mark(typist, "x", TextRange(caret: 9))
    typist.view.select(Selection(caret: 0))
    #expect(typist.drawn == "‸akyobx")
  }

  @Test("INP-10 an edit by program commits the marked text first")
  func programEdit() {
    let typist = Typist("a‸b")
    mark(typist, "kyo", TextRange(caret: 3))
    _ = typist.facts()
    typist.view.replace(TextRange(0, 1), withText: "X")
    #expect(typist.drawn == "Xkyo‸b")
    #expect(
      typist.facts() == ["marked none", "text (1,0) kyo user", "text (0,1) X program"])
  }

  @Test("UND-5c ⌘Z and ⎋ during a composition cancel it and restore the selection")
  func cancel() {
    for key in ["⌘Z", "⎋", "⌘."] {
      let typist = Typist("a«bc‸»d").type("")
      mark(typist, "k", TextRange(caret: 1))
      _ = typist.facts()
      #expect(typist.press(key).drawn == "a«bc‸»d")
      #expect(typist.facts() == ["marked none", "selection 1→3"])
    }
  }

  @Test("IME-3c in a field ⏎ commits marked text without a Return, even if Return is disabled")
  func commitInField() {
    for isAutomatic in [false, true] {
      let desk = FieldDesk()
      let field = desk.field("a")
      field.traits.enablesReturnKeyAutomatically = isAutomatic
      field.becomeFirstResponder()
      field.setMarkedText("kyo", selectedRange: TextRange(caret: 3))
      _ = desk.log()
      desk.press("⏎")
      #expect(field.text == "kyo" && field.markedRange == nil && field.isFirstResponder)
      #expect(!desk.log().contains { $0.contains("shouldReturn") || $0.contains("OnExit") })
      desk.press("⏎")
      #expect(desk.log().contains("a field.shouldReturn"), "the next Return is an ordinary Return")
    }
  }

  @Test("IME-3b, IME-3d ⏎ commits marked text without a newline; other edits commit and then act")
  func commitKeys() {
    for (key, after) in [("⏎", "akyo‸b"), ("⌦", "akyo‸"), ("⌘A", "«akyob‸»"), ("⌥⌫", "‸b")] {
      let typist = Typist("a‸b")
      mark(typist, "kyo", TextRange(caret: 3))
      #expect(typist.press(key).drawn == after)
      #expect(typist.view.markedRange == nil)
    }
  }
}

@Suite struct ProgramTests {
  @Test("A program's ranges are clamped to the text and widened to whole characters")
  func hostileRanges() {
    let typist = Typist("a👍🏽e\u{301}b‸")
    typist.view.select(Selection(anchor: -7, head: 3))
    #expect(typist.drawn == "«a👍🏽‸»e\u{301}b")
    typist.view.select(Selection(caret: 99))
    #expect(typist.drawn == "a👍🏽e\u{301}b‸")
    typist.view.replace(TextRange(2, 6), withText: "x")
    #expect(typist.drawn == "axb‸")
    typist.view.replace(TextRange(-3, 99), withText: "")
    #expect(typist.drawn == "‸")
    typist.view.setMarkedText("k", selectedRange: TextRange(-4, 99))
    #expect(typist.drawn == "{«k‸»}")
  }

  @Test("Marking and committing over a selection is one undo step")
  func markedOverSelection() {
    let typist = Typist("a«b‸»c")
    typist.view.setMarkedText("kyo", selectedRange: TextRange(caret: 3))
    typist.view.unmarkText()
    #expect(typist.drawn == "akyo‸c")
    #expect(typist.press("⌘Z").drawn == "a«b‸»c")
    #expect(typist.press("⌘Z").lastDisposition == .unhandled)
  }
}

@Suite struct SequenceTests {
  private let acute = Typist.composing(
    .pending(preview: "´"), input: "e", modifiers: .option)

  @Test(
    "MOD-13 a dead key is shown as marked text until its sequence ends",
    arguments: [
      (Typist.composing(.completed, text: "é"), "aé‸b"),
      (Typist.composing(.completed, text: "´", input: " "), "a´‸b"),
      (Typist.composing(.cancelled(swallowed: false), text: "´x", input: "x"), "a´x‸b"),
      (Typist.composing(.cancelled(swallowed: true), input: .delete), "a‸b"),
      (Typist.composing(.cancelled(swallowed: true), input: .escape), "a‸b"),
      (Typist.composing(.pending(preview: "´´")), "a{´´‸}b"),
      // Any other key has its usual effect, and the preview stays.
      (Typist.composing(.cancelled(swallowed: false), input: .leftArrow), "a‸´b"),
      (Typist.composing(.cancelled(swallowed: false), text: "\r", input: "\r"), "a´⏎‸b"),
      (Typist.composing(.cancelled(swallowed: false), text: "\t", input: "\t"), "a´\t‸b"),
      // A sequence that a new one replaces is typed first.
      (Typist.composing(.pending(preview: "¨"), text: "´", input: "u"), "a´{¨‸}b"),
    ])
  func deadKey(_ second: Keystroke, _ after: String) {
    let typist = Typist("a‸b")
    #expect(typist.hit(acute) == .composing)
    #expect(typist.drawn == "a{´‸}b")
    typist.hit(second)
    #expect(typist.drawn == after)
  }

  @Test("⌫ on a dead key that replaced a selection leaves nothing, ⎋ restores the selection")
  func selectionReplaced() {
    let backspace = Typist("a«b‸»c")
    backspace.hit(acute)
    backspace.hit(Typist.composing(.cancelled(swallowed: true), input: .delete))
    #expect(backspace.drawn == "a‸c")
    let escape = Typist("a«b‸»c")
    escape.hit(acute)
    escape.hit(Typist.composing(.cancelled(swallowed: true), input: .escape))
    #expect(escape.drawn == "a«b‸»c")
  }

  @Test("A key outside the sequence that ends the marked text abandons the sequence")
  func abandoned() {
    let typist = Typist("a‸b")
    var count = 0
    typist.engine.compositionAbandoned = { count += 1 }
    typist.hit(acute)
    typist.press("⌘B")
    #expect(count == 0)
    #expect(typist.drawn == "a{´‸}b")
    typist.press("⌘→")
    #expect(typist.drawn == "a´b‸")
    #expect(count == 1)
    typist.hit(acute)
    typist.press("⌘Z")
    #expect(typist.drawn == "a´b‸")
    #expect(count == 2)
    typist.hit(acute)
    #expect(typist.engine.window.focus(nil))
    #expect(typist.view.text == "a´b´")
    #expect(count == 3)
    typist.press("x")
    #expect(typist.view.text == "a´b´")
  }

  @Test("A dead key that a command or a responder takes begins no sequence")
  func claimed() {
    let application = RecordingResponder("application")
    application.commands = CommandRegistry([
      KeyCommand(id: "edit", input: "e", modifiers: .option, title: "Edit") {
        $0.wantsPriority = true
      }
    ])
    let typist = Typist("a‸b", application: application)
    var count = 0
    typist.engine.compositionAbandoned = { count += 1 }
    #expect(typist.hit(acute) == .command(id: "edit"))
    #expect(typist.drawn == "a‸b")
    #expect(count == 1)
    application.commands = nil
    application.offersPresses = true
    application.takesPresses = true
    #expect(typist.hit(acute) == .press)
    #expect(count == 2)
    #expect(typist.drawn == "a‸b")
  }

  @Test("A letter that ignores the pending dead key keeps both")
  func unrelatedInsertion() {
    let typist = Typist("a‸b")
    typist.hit(acute)
    typist.type("x")
    #expect(typist.drawn == "a´x‸b")
  }

  @Test("A sequence without a focused container is unhandled")
  func withoutFocus() {
    let typist = Typist("ab‸")
    typist.engine.window.focus(nil)
    #expect(typist.hit(acute) == .unhandled)
    typist.view.becomeFirstResponder()
    #expect(typist.hit(Typist.composing(.completed, text: "é")) == .insertedText)
    #expect(typist.drawn == "abé‸")
    #expect(
      typist.hit(Typist.composing(.cancelled(swallowed: true), input: .delete))
        == .composing)
    #expect(typist.drawn == "abé‸")
  }
}
