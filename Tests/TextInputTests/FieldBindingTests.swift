// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// Reference section 6 in a field, which has one line: rows as in ``BindingTests``.
@Suite struct FieldBindingTests {
  @Test(
    "6.1 the movement keys move and extend in a field",
    arguments: [
      ("ab‸cd", "←", "a‸bcd"), ("ab‸cd", "→", "abc‸d"), ("a«bc‸»d", "←", "a‸bcd"),
      // The first line is also the last one.
      ("ab‸cd", "↑", "‸abcd"), ("ab‸cd", "↓", "abcd‸"), ("ab‸cd", "⌃P", "‸abcd"),
      ("ab‸cd", "⌃N", "abcd‸"), ("ab‸cd", "⇧↑", "«‸ab»cd"), ("ab‸cd", "⇧↓", "ab«cd‸»"),
      ("one tw‸o", "⌥←", "one ‸two"), ("one t‸wo", "⌥→", "one two‸"),
      ("one t‸wo", "⌥⇧→", "one t«wo‸»"), ("one tw‸o", "⌥⇧←", "one «‸tw»o"),
      ("ab‸cd", "⌥↑", "‸abcd"), ("ab‸cd", "⌥↓", "abcd‸"),
      ("ab‸cd", "⌘←", "‸abcd"), ("ab‸cd", "⌘→", "abcd‸"), ("ab‸cd", "⌘↑", "‸abcd"),
      ("ab‸cd", "⌘↓", "abcd‸"), ("ab«c‸»d", "⇧⌘←", "«‸abc»d"), ("ab«‸c»d", "⇧⌘→", "ab«cd‸»"),
      ("ab‸cd", "⌃A", "‸abcd"), ("ab‸cd", "⌃E", "abcd‸"), ("ab‸cd", "⌃B", "a‸bcd"),
      ("ab‸cd", "⌃F", "abc‸d"), ("one t‸wo", "⌃⌥F", "one two‸"), ("one t‸wo", "⌃⌥B", "one ‸two"),
      ("ab‸cd", "⌃←", "‸abcd"), ("ab‸cd", "⌃→", "abcd‸"),
      // A field cannot scroll, so the caret moves.
      ("ab‸cd", "⇞", "‸abcd"), ("ab‸cd", "⇟", "abcd‸"), ("ab‸cd", "↖", "‸abcd"),
      ("ab‸cd", "↘", "abcd‸"), ("ab‸cd", "⌃↑", "‸abcd"), ("ab‸cd", "⌃↓", "abcd‸"),
      ("ab‸cd", "⇧⇞", "«‸ab»cd"), ("ab‸cd", "⇧⇟", "ab«cd‸»"), ("ab‸cd", "⇧↖", "«‸ab»cd"),
      ("ab‸cd", "⇧↘", "ab«cd‸»"), ("ab‸cd", "⌥⇞", "‸abcd"), ("ab‸cd", "⌃V", "abcd‸"),
    ])
  func moving(_ before: String, _ keys: String, _ after: String) {
    #expect(FieldTypist(before).press(keys).drawn == after)
  }

  @Test(
    "6.2 the deletion keys delete in a field",
    arguments: [
      ("ab‸c", "⌫", "a‸c"), ("ab‸c", "⌃H", "a‸c"), ("ab‸c", "⌦", "ab‸"), ("ab‸c", "⌃D", "ab‸"),
      ("one tw‸o", "⌥⌫", "one ‸o"), ("one t‸wo", "⌥⌦", "one t‸"), ("one tw‸o", "⌃⌥⌫", "one ‸o"),
      ("é‸", "⌃⌫", "e‸"), ("ab‸cd", "⌘⌫", "‸cd"), ("ab‸cd", "⌃K", "ab‸"),
      ("ab‸cd", "⌃K ⌃A ⌃Y", "cd‸ab"), ("ab‸cd", "⌃T", "acb‸d"), ("a«b‸»c", "⌥⌫", "a‸c"),
      // A field cannot open a new line.
      ("ab‸cd", "⌃O", "ab‸cd"),
    ])
  func deleting(_ before: String, _ keys: String, _ after: String) {
    #expect(FieldTypist(before).press(keys).drawn == after)
  }

  @Test(
    "6.3 in a field ⏎, ⇧⏎ and ⌃⏎ are Return, ⌥⏎ is refused, and ⌥⇥ is a tab",
    arguments: [
      ("⏎", "ab‸", ["field.didEndOnExit"]), ("⇧⏎", "ab‸", ["field.didEndOnExit"]),
      ("⌃⏎", "ab‸", ["field.didEndOnExit"]), ("⌥⏎", "ab‸", []),
      ("⌥⇥", "ab\t‸", ["selection 3", "field.editingChanged", "text (2,0) \t user"]),
    ])
  func returnAndTab(_ keys: String, _ after: String, _ facts: [String]) {
    let typist = FieldTypist("ab‸").press(keys)
    #expect(typist.drawn == after)
    #expect(typist.facts() == facts)
    #expect(typist.lastDisposition != .unhandled)
  }

  @Test(
    "6.3 ⇥ and ⌃⇥ move to the next field, ⇧⇥ and ⌃⇧⇥ back; only ⌃⇥ leaves a view",
    arguments: [
      ("⇥", "next"), ("⌃⇥", "next"), ("⇧⇥", "last"), ("⌃⇧⇥", "last"), ("⌃⇥ ⌃⇥", "last"),
      ("⌃⇥ ⌃⇧⇥", "field"), ("⌃⇥ ⇥", "next"), ("⌃⇥ ⇧⇥", "next"),
    ])
  func tabs(_ keys: String, _ focused: String) {
    let typist = FieldTypist("ab‸")
    typist.engine.window.addSubview(TextView(name: "next"))
    typist.engine.window.addSubview(TextField(name: "last"))
    typist.press(keys)
    #expect(typist.engine.firstResponder?.name == focused)
    #expect(typist.field.text == "ab")
  }

  @Test(
    "BND-10a, BND-10b text pasted or yanked into a field gets spaces for newlines, in a view not",
    arguments: [
      ("a\nb", "a b‸", "a⏎b‸"), ("a\r\nb\n", "a b ‸", "a␍b⏎‸"),
      ("a\u{2028}b\u{2029}c", "a b c‸", "a\u{2028}b\u{2029}c‸"), ("a\tb", "a\tb‸", "a\tb‸"),
    ])
  func pasting(_ text: String, _ inField: String, _ inView: String) {
    for key in ["⌘V", "⌥⇧⌘V"] {
      let typist = FieldTypist()
      typist.engine.pasteboard.text = text
      #expect(typist.press(key).drawn == inField)
      #expect(typist.facts().filter { $0.hasPrefix("text") }.count == 1)
      let other = Typist()
      other.engine.pasteboard.text = text
      #expect(other.press(key).drawn == inView)
    }
    let typist = FieldTypist()
    typist.engine.killBuffer.text = text
    #expect(typist.press("⌃Y").drawn == inField)
  }

  @Test(
    "6.4 the keys of the editing commands work in a field; ⇧⌘A works in a view only",
    arguments: [
      ("a‸b", "⌘A", "«ab‸»"), ("a«b‸»c", "⇧⌘A", "a«b‸»c"), ("a«bc‸»d", "⌘X", "a‸d"),
      ("a«bc‸»d", "⌘C ⌘↓ ⌘V", "abcdbc‸"), ("a‸", "⌃'", "a'‸"), ("a‸", "⌃⇧'", "a\"‸"),
      ("a‸", "⌃' ⌘Z", "a‸"), ("a‸", "⌃' ⌘Z ⇧⌘Z", "a'‸"),
    ])
  func editing(_ before: String, _ keys: String, _ after: String) {
    #expect(FieldTypist(before).press(keys).drawn == after)
  }

  @Test(
    "BND-11, 6.4 keys without effect in a field are unhandled",
    arguments: [
      "⌘X", "⌘C", "⌘V", "⌘Z", "⇧⌘Z", "⇧⌘A", "⎋", "⌘.", "⌘B", "⌘I", "⌘U", "⌘F", "⌘G", "⇧⌘G",
      "⌘E", "⌘J", "⌃L", "⌘;", "F5", "⌥⎋",
    ])
  func unhandled(_ keys: String) {
    let typist = FieldTypist("a‸b").press(keys)
    #expect(typist.lastDisposition == .unhandled)
    #expect(typist.facts() == ["press.unhandled"])
  }

  @Test("UND-7a, UND-7b a field's history ends when it resigns, a view's does not")
  func histories() {
    let typist = FieldTypist().type("ab")
    #expect(typist.press("⌘Z").drawn == "‸")
    typist.press("⇧⌘Z")
    let view = TextView(name: "view")
    typist.engine.window.addSubview(view)
    #expect(view.becomeFirstResponder())
    typist.type("xy")
    #expect(typist.field.becomeFirstResponder())
    #expect(typist.press("⌘Z").lastDisposition == .unhandled)
    #expect(typist.press("⇧⌘Z").lastDisposition == .unhandled)
    #expect(typist.drawn == "ab‸")
    #expect(view.becomeFirstResponder())
    #expect(typist.press("⌘Z").lastDisposition == .binding(.undo))
    #expect(view.text.isEmpty)
  }
}
