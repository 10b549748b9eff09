// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput
@testable import Typing

/// How an assistant's substitutions combine with container states, filters and text that was not
/// typed.
@Suite struct HelpedTypingTests {
  private let assistant = PlainAssistant()

  private func typist(_ drawn: String) -> Typist {
    let typist = Typist(drawn)
    typist.engine.assistant = assistant
    return typist
  }

  @Test("4.1 a substituted character replaces all text that is to be replaced, and clears the flag")
  func replacesAll() {
    let typist = typist("ol‸d")
    typist.view.clearsOnInsertion = true
    #expect(typist.type("\"").drawn == "”‸")
    #expect(!typist.view.clearsOnInsertion)
    #expect(typist.type("a").drawn == "”a‸")
    // Undo restores the typed text, then the text it replaced (UND-4).
    #expect(typist.press("⌘Z").drawn == "\"a‸")
    #expect(typist.press("⌘Z").drawn == "ol‸d")
    let empty = self.typist("‸")
    empty.view.clearsOnInsertion = true
    #expect(empty.type("\"y").drawn == "”y‸" && !empty.view.clearsOnInsertion)
  }

  @Test("4.1 no word is corrected in text that is to be replaced")
  func replacedWord() {
    let typist = typist("teh‸")
    typist.view.clearsOnInsertion = true
    _ = typist.facts()
    #expect(typist.type(" ").drawn == " ‸")
    #expect(!typist.facts().contains { $0.hasPrefix("correction.applied") })
  }

  @Test("INP-2 without a selection there is no substitution", arguments: ["\"", " ", "a"])
  func noSelection(_ typed: String) {
    let typist = typist("teh‸")
    typist.view.selectedRange = nil
    typist.type(typed)
    #expect(typist.view.text == "teh" && typist.view.selectedRange == nil)
  }

  @Test("TRT-4b a substitution is subject to the keyboard type too")
  func filtered() {
    let desk = Desk()
    desk.engine.assistant = assistant
    let field = desk.field {
      $0.keyboardType = .numberPad
      $0.restrictToKeyboardType = true
    }
    desk.type("12")
    #expect(field.text == "12")
    desk.type("3")
    #expect(field.text == "123")
    #expect(desk.engine.keyboardArea.refusalCount == 0)
    // A substitute does not admit refused characters either.
    desk.type("x")
    #expect(field.text == "123" && desk.engine.keyboardArea.refusalCount == 1)
  }

  @Test("AST-12 the assistant is not consulted about pasted, undone or set text")
  func notAsked() {
    let typist = typist("‸")
    typist.engine.pasteboard.text = "teh"
    typist.press("⌘V")
    typist.press("⌘Z ⇧⌘Z")
    typist.view.text = "teh"
    typist.press("← →")
    typist.engine.window.focus(nil)
    #expect(typist.view.text == "teh" && assistant.asked.isEmpty)
  }

  @Test("AST-12 an offer ends with the word that was undone or pasted over")
  func forgotten() {
    let typist = typist("‸").type("teh")
    #expect(typist.view.help?.pendingCorrection != nil)
    typist.press("⌘Z")
    #expect(typist.view.help?.pendingCorrection == nil && typist.view.text.isEmpty)
    #expect(!typist.facts().contains { $0.hasPrefix("correction.rejected") })
  }

  @Test("AST-12 the assistant is not consulted about text from an input method")
  func composed() {
    let typist = typist("‸")
    typist.view.setMarkedText("teh", selectedRange: TextRange(caret: 3))
    typist.press("⏎")
    #expect(typist.drawn == "teh‸" && assistant.asked.isEmpty)
  }

  @Test("A text that leaves its window, and the engine, are released with their help")
  func released() {
    weak var view: TextView?
    weak var kept: TextView?
    weak var engine: TextEngine?
    do {
      let typist = typist("‸").type("teh")
      let other = TextView(name: "other")
      typist.engine.window.addSubview(other)
      other.becomeFirstResponder()
      typist.type("teh")
      #expect(typist.view.help != nil && other.help != nil)
      (view, kept, engine) = (typist.view, other, typist.engine)
      other.removeFromSuperview()
      #expect(other.help == nil && !other.hasContinuation)
    }
    #expect(view == nil && kept == nil && engine == nil)
  }

  @Test("FLD-9b, AST-12 the typed text is corrected when the focus leaves, even after a deletion")
  func settled() {
    let typist = typist("‸").type("teh")
    typist.engine.window.focus(nil)
    #expect(typist.view.text == "the")
    let shortened = self.typist("‸").type("tehy")
    shortened.press("⌫")
    #expect(shortened.view.help?.pendingCorrection != nil)
    shortened.engine.window.focus(nil)
    #expect(shortened.view.text == "the")
    // Moving away rejects the correction, and moving back does not restore it (AST-13).
    let rejected = self.typist("‸").type("teh")
    rejected.press("← →")
    rejected.engine.window.focus(nil)
    #expect(rejected.view.text == "teh")
    // Return in a field ends the word too.
    let field = FieldTypist()
    field.engine.assistant = assistant
    field.type("teh").press("⏎")
    #expect(field.field.text == "the")
  }
}

/// An assistant that replaces inch marks by quotes, digits by words, and `teh` by `the`.
private final class PlainAssistant: TypingAssistant {
  var asked: [String] = []

  func substitutions(for context: TypingContext) -> [TextSubstitution] {
    let before = context.storage.substring(TextRange(0, context.selection.range.start))
    asked.append(before + context.text)
    let start = before.utf16.count
    let own = TextRange(start, start + context.text.utf16.count)
    switch (before, context.text) {
    case (_, "\""): return [TextSubstitution(own, with: "”", kind: .quote)]
    case ("teh", let text) where text.allSatisfy({ !$0.isLetter }):
      return [TextSubstitution(TextRange(0, 3), with: "the", kind: .correction)]
    case ("1", "2"): return [TextSubstitution(own, with: "two", kind: .replacement)]
    case ("12", "3"):
      return [TextSubstitution(TextRange(0, 2), with: "twelve", kind: .replacement)]
    case (_, "x"): return [TextSubstitution(own, with: "10", kind: .replacement)]
    default: return []
    }
  }

  func correction(in context: TypingContext) -> TextCorrection? {
    asked.append(context.storage.text)
    guard context.storage.text == "teh" else { return nil }
    return TextCorrection(TextRange(0, 3), typed: "teh", replacement: "the")
  }
}
