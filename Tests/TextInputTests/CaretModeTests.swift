// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput

/// F003: the arrows place the caret.
@Suite struct CaretModeTests {
  @Test(
    "F003 ⌃⇧␠ starts caret mode, ⏎ ends it, ⎋ returns to the start",
    arguments: [
      ("hello‸", "← ← ⏎", "hel‸lo"), ("hello‸", "← ← ⎋", "hello‸"), ("h‸ello", "→ ⏎", "he‸llo"),
      ("ab⏎cd‸", "↑ ⏎", "ab‸⏎cd"), ("ab‸⏎cd", "↓ ⎋", "ab‸⏎cd"), ("«hel‸»lo", "→ ⎋", "«hel‸»lo"),
    ])
  func places(_ before: String, _ keys: String, _ after: String) {
    let (desk, view) = Desk.showing(before)
    #expect(desk.press("⌃⇧␠") == .overlay)
    #expect(desk.engine.caretContext != nil)
    #expect(desk.press(keys) == .overlay)
    #expect(Typist.draw(view) == after)
    #expect(desk.engine.caretContext == nil && desk.engine.isIdle)
  }

  @Test("F003 each step reports selection.didChange, and ⏎ and ⎋ do not change the text")
  func facts() {
    let (desk, _) = Desk.showing("abc‸")
    desk.press("⌃⇧␠ ← ←")
    #expect(desk.facts() == ["selection 2", "selection 1"])
    desk.press("⎋")
    #expect(desk.facts() == ["selection 3"])
    desk.press("⌃⇧␠ ← ⏎")
    #expect(desk.facts() == ["selection 2"])
  }

  @Test("F003 any other key ends caret mode and has its usual effect")
  func others() {
    let (desk, view) = Desk.showing("abc‸")
    desk.press("⌃⇧␠ ←")
    desk.type("x")
    #expect(Typist.draw(view) == "abx‸c")
    #expect(desk.engine.caretContext == nil)
    desk.press("⌃⇧␠ ← ⌘→")
    #expect(Typist.draw(view) == "abxc‸")
    #expect(desk.engine.caretContext == nil)
  }

  @Test("F003, 6.1 the caret stays in view while it is placed and when it returns")
  func scrolls() {
    let (desk, view) = Desk.showing("1⏎2⏎3⏎4⏎5⏎6‸")
    view.frame = CellRect(width: 10, height: 3)
    desk.press("⌃⇧␠")
    #expect(view.topOffset == 6)
    desk.press("↑ ↑ ↑ ↑")
    #expect(view.topOffset == 2)
    desk.press("⎋")
    #expect(view.topOffset == 6)
  }

  @Test("F003 caret mode ends with the focus, and cannot start outside text")
  func ends() {
    let (desk, view) = Desk.showing("abc‸")
    desk.press("⌃⇧␠")
    view.resignFirstResponder()
    #expect(desk.engine.caretContext == nil && desk.engine.stages.overlay.current == nil)
    desk.press("⌃⇧␠")
    #expect(desk.engine.caretContext == nil)
  }

  @Test("CMD-16a a press that reaches a responder before it starts caret mode begins and ends once")
  func offered() {
    let application = RecordingResponder("application")
    application.offersPresses = true
    let desk = Desk(application: application)
    desk.add(TextView(name: "view"))
    desk.press("⌃⇧␠")
    #expect(application.log == ["began  ", "ended"])
    #expect(desk.engine.caretContext != nil && desk.engine.isIdle)
  }

  @Test("F003 the key that starts caret mode does not repeat")
  func repeats() {
    let (desk, view) = Desk.showing("abc‸")
    desk.down("⌃⇧␠")
    desk.repeats("⌃⇧␠")
    #expect(desk.engine.caretContext != nil)
    desk.up("⌃⇧␠")
    #expect(Typist.draw(view) == "abc‸")
  }

  @Test(
    "F003 the context shows nine characters around the caret, or fewer at the ends",
    arguments: [
      ("abcdefgh‸ijklmnop", "efgh", "ijklm"), ("‸abcdefghijkl", "", "abcdefghi"),
      ("abcdefghijkl‸", "defghijkl", ""), ("ab‸cdefghijkl", "ab", "cdefghi"),
      ("abcdefghij‸k", "cdefghij", "k"), ("a‸b", "a", "b"), ("‸", "", ""),
      ("👍🏽é日‸🇸🇪x", "👍🏽é日", "🇸🇪x"),
    ])
  func context(_ drawn: String, _ before: String, _ after: String) {
    let (desk, _) = Desk.showing(drawn)
    desk.press("⌃⇧␠")
    #expect(desk.engine.caretContext?.before == before)
    #expect(desk.engine.caretContext?.after == after)
  }

  @Test("FLD-2a the context of a secret text shows only bullets")
  func secure() {
    let desk = Desk()
    let field = desk.field { $0.isSecureTextEntry = true }
    field.text = "hunter2"
    desk.press("⌃⇧␠ ←")
    #expect(desk.engine.caretContext?.before == "••••••")
    #expect(desk.engine.caretContext?.after == "•")
  }
}
