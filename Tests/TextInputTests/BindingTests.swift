// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// Reference section 6, row by row: text with the caret drawn in, keys, text after them.
@Suite struct BindingTests {
  @Test(
    "6.1, BND-3, BND-4, BND-6 the movement keys move the caret",
    arguments: [
      ("ab‸cd", "←", "a‸bcd"), ("ab‸cd", "→", "abc‸d"),
      ("‸ab", "←", "‸ab"), ("ab‸", "→", "ab‸"),
      ("a👍🏽‸b", "←", "a‸👍🏽b"), ("‸🇸🇪🇳🇴", "→", "🇸🇪‸🇳🇴"), ("🇸🇪🇳🇴‸", "← ←", "‸🇸🇪🇳🇴"),
      ("a␍‸b", "←", "a‸␍b"), ("e\u{301}‸x", "←", "‸e\u{301}x"),
      // A selection collapses to its edge (BND-4).
      ("a«bc‸»d", "←", "a‸bcd"), ("a«bc‸»d", "→", "abc‸d"), ("a«‸bc»d", "→", "abc‸d"),
      // ↑ ↓
      ("abc⏎de‸f", "↑", "ab‸c⏎def"), ("ab‸c⏎def", "↓", "abc⏎de‸f"),
      ("ab‸c⏎def", "↑", "‸abc⏎def"), ("abc⏎d‸ef", "↓", "abc⏎def‸"),
      ("abcd⏎x⏎abc‸d", "↑", "abcd⏎x‸⏎abcd"), ("abcd⏎x⏎abc‸d", "↑ ↑", "abc‸d⏎x⏎abcd"),
      // Any other key ends the goal column (BND-6).
      ("abcd⏎x⏎abc‸d", "↑ ← → ↑", "a‸bcd⏎x⏎abcd"), ("abcd⏎x⏎abc‸d", "↑ ⌘A ↓", "abcd⏎x⏎abcd‸"),
      ("日本⏎ab‸c", "↑", "日‸本⏎abc"), ("日‸本⏎abc", "↓", "日本⏎ab‸c"),
      ("\t‸a⏎12345678901", "↓", "\ta⏎12345678‸901"),
      // ⌥ moves by words (BND-3).
      ("foo‸, bar", "⌥→", "foo, bar‸"), ("foo b‸ar", "⌥←", "foo ‸bar"),
      ("one tw‸o", "⌥→", "one two‸"), ("one ‸two", "⌥←", "‸one two"),
      ("«foo b‸»ar x", "⌥→", "foo bar‸ x"), ("don't‸", "⌥←", "‸don't"),
      ("x 3.14‸", "⌥←", "x ‸3.14"), ("a.b‸", "⌥←", "‸a.b"), ("a, b‸", "⌥←", "a, ‸b"),
      ("snake_case‸", "⌥←", "‸snake_case"), ("‸ été ", "⌥→", " été‸ "),
      ("‸日本", "⌥→", "日本‸"), ("one⏎‸two", "⌥←", "‸one⏎two"),
      // ⌥↑ ⌥↓
      ("ab⏎c‸d", "⌥↑", "ab⏎‸cd"), ("ab⏎c‸d", "⌥↑ ⌥↑", "‸ab⏎cd"), ("‸ab", "⌥↑", "‸ab"),
      ("a‸b⏎cd", "⌥↓", "ab‸⏎cd"), ("a‸b⏎cd", "⌥↓ ⌥↓", "ab⏎cd‸"), ("a‸b␍cd", "⌥↓ ⌥↓", "ab␍cd‸"),
      // ⌘ and ⌃
      ("ab⏎c‸d", "⌘←", "ab⏎‸cd"), ("ab⏎c‸d⏎e", "⌘→", "ab⏎cd‸⏎e"),
      ("ab⏎c‸d", "⌘↑", "‸ab⏎cd"), ("a‸b⏎cd", "⌘↓", "ab⏎cd‸"),
      ("ab⏎c‸d", "⌃A", "ab⏎‸cd"), ("ab⏎‸cd⏎", "⌃E", "ab⏎cd‸⏎"), ("ab⏎‸cd", "⌃A", "ab⏎‸cd"),
      ("a‸b", "⌃F", "ab‸"), ("a‸b", "⌃B", "‸ab"), ("ab⏎c‸d", "⌃P", "a‸b⏎cd"),
      ("a‸b⏎cd", "⌃N", "ab⏎c‸d"), ("one ‸two", "⌃⌥F", "one two‸"), ("one ‸two", "⌃⌥B", "‸one two"),
      ("ab⏎c‸d", "⌃←", "ab⏎‸cd"), ("a‸b⏎cd", "⌃→", "ab‸⏎cd"),
      ("‸ab\u{2028}cd", "⌘→", "ab‸\u{2028}cd"),
    ])
  func moving(_ before: String, _ keys: String, _ after: String) {
    #expect(Typist(before).press(keys).drawn == after)
  }

  @Test(
    "6.1 ⇞ and ⇟ move by a page",
    arguments: [
      ("a⏎b⏎c⏎‸d", "⌥⇞", "a⏎‸b⏎c⏎d"), ("‸a⏎b⏎c⏎d", "⌥⇟", "a⏎b⏎‸c⏎d"),
      ("‸a⏎b⏎c⏎d", "⌃V", "a⏎b⏎‸c⏎d"),
      ("a⏎b⏎c⏎‸d", "⇧⇞", "a⏎«‸b⏎c⏎»d"), ("‸a⏎b⏎c⏎d", "⇧⇟", "«a⏎b⏎‸»c⏎d"),
      ("a⏎b⏎c⏎‸d", "⌥⇧⇞", "a⏎«‸b⏎c⏎»d"), ("‸a⏎b⏎c⏎d", "⌥⇧⇟", "«a⏎b⏎‸»c⏎d"),
      ("‸a⏎b⏎c⏎d", "⌃⇧V", "«a⏎b⏎‸»c⏎d"),
    ])
  func paging(_ before: String, _ keys: String, _ after: String) {
    let typist = Typist(before)
    typist.view.frame.height = 2
    #expect(typist.press(keys).drawn == after)
  }

  @Test(
    "6.1, BND-1, BND-2a, BND-2b movement keys with ⇧ extend the selection",
    arguments: [
      // ⇧ moves the active end of the selection (BND-1).
      ("ab‸cd", "⇧→ ⇧→ ⇧←", "ab«c‸»d"), ("ab‸cd", "⇧→ ⇧← ⇧←", "a«‸b»cd"),
      ("ab⏎c‸d", "⇧↑", "a«‸b⏎c»d"), ("a‸b⏎cd", "⇧↓", "a«b⏎c‸»d"),
      // Growing keeps the far end (BND-2).
      ("ab«cd‸»ef", "⇧⌘←", "«‸abcd»ef"), ("ab«‸cd»ef", "⇧⌘→", "ab«cdef‸»"),
      ("ab«cd‸»ef", "⇧⌘→", "ab«cdef‸»"), ("a⏎b«c‸»d⏎e", "⇧⌘↑", "«‸a⏎bc»d⏎e"),
      ("a⏎b«‸c»d⏎e", "⇧⌘↓", "a⏎b«cd⏎e‸»"), ("ab‸cd", "⌃⇧←", "«‸ab»cd"), ("ab‸cd", "⌃⇧→", "ab«cd‸»"),
      ("a⏎b‸c", "⇧↖", "«‸a⏎b»c"), ("a⏎b‸c", "⇧↘", "a⏎b«c‸»"),
      // Plain ⇧ and ⇧⌥ may cross the anchor.
      ("ab «cd‸»", "⌥⇧← ⌥⇧←", "«‸ab »cd"), ("one ‸two", "⌥⇧→", "one «two‸»"),
      ("ab⏎c‸d", "⌥⇧↑", "ab⏎«‸c»d"), ("ab⏎c‸d", "⌥⇧↑ ⌥⇧↑", "«‸ab⏎c»d"),
      // ⇧⌥↓ includes the terminator.
      ("a‸b⏎cd⏎e", "⌥⇧↓", "a«b⏎‸»cd⏎e"), ("a‸b⏎cd⏎e", "⌥⇧↓ ⌥⇧↓", "a«b⏎cd⏎‸»e"),
      ("ab⏎c‸d", "⌃⇧A", "ab⏎«‸c»d"), ("ab⏎c‸d", "⌃⇧E", "ab⏎c«d‸»"),
      ("a‸b", "⌃⇧F", "a«b‸»"), ("a‸b", "⌃⇧B", "«‸a»b"),
      ("ab⏎c‸d", "⌃⇧P", "a«‸b⏎c»d"), ("a‸b⏎cd", "⌃⇧N", "a«b⏎c‸»d"),
      ("one ‸two", "⌃⌥⇧F", "one «two‸»"), ("one ‸two", "⌃⌥⇧B", "«‸one »two"),
      // Pages, here of twenty lines, may cross it too.
      ("a⏎b⏎«c‸»⏎d", "⇧⇞", "«‸a⏎b⏎»c⏎d"), ("a⏎b⏎«‸c»⏎d", "⇧⇟", "a⏎b⏎c«⏎d‸»"),
    ])
  func extending(_ before: String, _ keys: String, _ after: String) {
    #expect(Typist(before).press(keys).drawn == after)
  }

  @Test(
    "6.2, BND-7, BND-8, BND-9a, BND-9b the deletion keys delete their unit",
    arguments: [
      ("ab‸c", "⌫", "a‸c"), ("ab‸c", "⌃H", "a‸c"), ("ab‸c", "⇧⌫", "a‸c"), ("‸ab", "⌫", "‸ab"),
      ("ab‸c", "⌦", "ab‸"), ("ab‸c", "⌃D", "ab‸"), ("ab‸", "⌦", "ab‸"),
      ("👍🏽‸", "⌫", "‸"), ("🇸🇪🇳🇴‸", "⌫", "🇸🇪‸"), ("a␍‸", "⌫", "a‸"), ("‸␍a", "⌦", "‸a"),
      // With a selection every deletion key deletes the selection (BND-7).
      ("a«bc‸»d", "⌫", "a‸d"), ("a«bc‸»d", "⌦", "a‸d"), ("a«bc‸»d", "⌥⌫", "a‸d"),
      ("a«bc‸»d", "⌥⌦", "a‸d"), ("a«bc‸»d", "⌘⌫", "a‸d"), ("a«bc‸»d", "⌃K", "a‸d"),
      ("a«bc‸»d", "⌃⌫", "a‸d"),
      // The example table.
      ("one tw‸o three", "⌥⌫", "one ‸o three"), ("one ‸two", "⌥⌫", "‸two"),
      ("ab‸cd⏎ef", "⌃K ⌃K ⌃Y", "abcd⏎‸ef"), ("ab‸cd", "⌃T", "acb‸d"), ("ab‸cd", "⌃O", "ab‸⏎cd"),
      ("one tw‸o three", "⌃⌥⌫", "one ‸o three"), ("one tw‸o three", "⌥⌦", "one tw‸ three"),
      ("one ‸", "⌥⌦", "one ‸"),
      // ⌃⌫ undoes composition.
      ("e\u{301}‸", "⌃⌫", "e‸"), ("é‸", "⌃⌫", "e‸"), ("ab‸", "⌃⌫", "a‸"), ("a␍‸", "⌃⌫", "a‸"),
      ("ậ‸", "⌃⌫", "ạ‸"), ("‸", "⌃⌫", "‸"),
      // At the start of a line the line break is deleted (BND-8).
      ("ab⏎cd‸e", "⌘⌫", "ab⏎‸e"), ("ab⏎‸cd", "⌘⌫", "ab‸cd"), ("‸ab", "⌘⌫", "‸ab"),
      ("ab‸⏎cd", "⌃K", "ab‸cd"), ("ab‸", "⌃K", "ab‸"), ("ab‸␍cd", "⌃K", "ab‸cd"),
      // Any other key ends the run (BND-9).
      ("‸ab⏎cd", "⌃K → ⌃K ⌃Y", "⏎cd‸"), ("a‸b⏎cd", "⌃K F7 ⌃K ⌃Y", "a⏎‸cd"),
      // ⌃T at the edges
      ("ab‸", "⌃T", "ba‸"), ("‸ab", "⌃T", "‸ab"), ("ab‸⏎c", "⌃T", "ba‸⏎c"),
      ("a⏎‸bc", "⌃T", "a⏎‸bc"), ("a«b‸»c", "⌃T", "a«b‸»c"), ("a‸", "⌃T", "a‸"),
      ("👍🏽‸🇸🇪", "⌃T", "🇸🇪👍🏽‸"),
    ])
  func deleting(_ before: String, _ keys: String, _ after: String) {
    #expect(Typist(before).press(keys).drawn == after)
  }

  @Test(
    "6.3 the keys for newlines and tabs insert them",
    arguments: [
      ("a‸b", "⏎", "a⏎‸b"), ("a‸b", "⌥⏎", "a⏎‸b"), ("a‸b", "⇧⏎", "a⏎‸b"),
      ("a‸b", "⌃⏎", "a\u{2028}‸b"), ("a‸b", "⇥", "a\t‸b"), ("a‸b", "⇧⇥", "a‸b"),
      ("a‸b", "⌥⇥", "a\t‸b"), ("a«b‸»c", "⏎", "a⏎‸c"),
    ])
  func newlines(_ before: String, _ keys: String, _ after: String) {
    #expect(Typist(before).press(keys).drawn == after)
  }

  @Test(
    "6.4 the keys of the editing commands run them",
    arguments: [
      ("a‸b", "⌘A", "«ab‸»"), ("a«b‸»c", "⇧⌘A", "ab‸c"), ("a«bc‸»d", "⌘X", "a‸d"),
      ("a«bc‸»d", "⌘C ⌘↓ ⌘V", "abcdbc‸"), ("a«bc‸»d", "⌘X ⌘↓ ⌘V ⌘V", "adbcbc‸"),
      ("a«bc‸»d", "⌘C → ⌥⇧⌘V", "abcbc‸d"), ("a«b⏎c‸»d", "⌘C ⌘↓ ⌘V", "ab⏎cdb⏎c‸"),
      ("a‸", "⌃'", "a'‸"), ("a‸", "⌃⇧'", "a\"‸"),
    ])
  func editing(_ before: String, _ keys: String, _ after: String) {
    #expect(Typist(before).press(keys).drawn == after)
  }

  @Test("BND-5a, BND-5b in a right-to-left paragraph left is forward; ⌃B and ⌃F stay logical")
  func rightToLeft() {
    #expect(Typist("אב‸גד").press("←").drawn == "אבג‸ד")
    #expect(Typist("אב‸גד").press("→").drawn == "א‸בגד")
    #expect(Typist("אב‸גד").press("⌃F").drawn == "אבג‸ד")
    #expect(Typist("אב‸גד").press("⌘←").drawn == "אבגד‸")
    #expect(Typist("אב‸גד").press("⇧⌘→").drawn == "«‸אב»גד")
    #expect(Typist("‸שלום עולם").press("⌥←").drawn == "שלום‸ עולם")
    #expect(Typist("ab⏎אב‸גד").press("⌘⌫").drawn == "ab⏎‸גד")
  }

  @Test(
    "BND-11 cut and copy without a selection are unhandled; so is paste with an empty pasteboard",
    arguments: [
      "⌘X", "⌘C", "⌘V", "⌘Z", "⇧⌘Z", "⎋", "⌘.", "⌘B", "⌘I", "⌘U", "⌘F", "⌘G",
      "⇧⌘G", "⌘E", "⌘;", "F5", "⌥⎋", "F9", "⌃Q", "⌘J", "⌃L",
    ])
  func unhandled(_ keys: String) {
    let typist = Typist("a‸b")
    typist.press(keys)
    #expect(typist.lastDisposition == .unhandled)
    #expect(typist.drawn == "a‸b")
    #expect(typist.facts() == ["press.unhandled"])
  }

  @Test("BND-12a, BND-12b a user's binding replaces the built-in one")
  func userBindings() {
    let typist = Typist("ab‸cd")
    typist.engine.bindings.bind(Chord("t", .control), to: .moveDocumentEnd)
    typist.engine.bindings.bind(Chord(.rightArrow), to: nil)
    typist.engine.bindings.bind(Chord(.function(7)), to: .deleteBackward)
    #expect(typist.press("F7").drawn == "a‸cd")
    #expect(typist.press("⌃T").drawn == "acd‸")
    typist.press("← ←")
    #expect(typist.press("→").drawn == "a‸cd")
  }

  @Test("FLD-3a, FLD-3b a secure view can be pasted into, but neither cut nor copied")
  func secure() {
    let typist = Typist("a«b‸»c")
    typist.view.traits.isSecureTextEntry = true
    typist.engine.pasteboard.text = "x"
    #expect(typist.press("⌘C").lastDisposition == .unhandled)
    #expect(typist.press("⌘X").lastDisposition == .unhandled)
    #expect(typist.press("⌘V").drawn == "ax‸c")
  }

  @Test(
    "FLD-13 a movement reports only the selection, and one without effect reports nothing",
    arguments: [
      ("a‸b", "←", ["selection 0"]), ("‸ab", "←", []), ("‸ab", "⌘↑", []), ("ab‸", "⇧→", []),
      ("ab‸", "↓", []), ("«ab‸»", "⌘A", []), ("a‸b", "⇧→", ["selection 1→2"]), ("‸", "⌫", []),
      ("ab‸", "⌥⌦", []),
    ])
  func movementFacts(_ before: String, _ keys: String, _ facts: [String]) {
    let typist = Typist(before)
    typist.press(keys)
    #expect(typist.facts() == facts)
  }

  @Test(
    "4.3 an edit reports the selection and then the text",
    arguments: [
      ("ab‸", "x", ["selection 3", "text (2,0) x user"]),
      ("a«bc‸»", "x", ["selection 2", "text (1,2) x user"]),
      ("ab‸", "⌫", ["selection 1", "text (1,1)  user"]),
      ("👍🏽‸", "⌫", ["selection 0", "text (0,4)  user"]),
      ("‸ab", "⌦", ["text (0,1)  user"]),
      ("a«bc‸»", "⌘X", ["selection 1", "text (1,2)  user"]),
      ("foo bar‸", "⌥⌫", ["selection 4", "text (4,3)  user"]),
      ("a‸", "⏎", ["selection 2", "text (1,0) \n user"]),
    ])
  func editFacts(_ before: String, _ keys: String, _ facts: [String]) {
    let typist = Typist(before)
    typist.press(keys)
    #expect(typist.facts() == facts)
  }
}
