// SPDX-License-Identifier: Apache-2.0
import Forms
import Testing

@testable import TextInput

/// Cut, copied, killed and searched text belongs to the program, and is dropped with it.
@Suite struct ClipboardTests {
  /// A window with a focused text view, as of another program.
  private func window(_ desk: FieldDesk, _ name: String, _ text: String) -> (Window, TextView) {
    let window = desk.engine.makeWindow(name: name)
    let view = TextView(name: name)
    view.text = text
    window.addSubview(view)
    window.makeKey()
    view.becomeFirstResponder()
    return (window, view)
  }

  @Test("text copied, killed or searched for in one window is not available in another")
  func windows() {
    let desk = FieldDesk()
    let (kiosk, view) = window(desk, "kiosk", "pin pin")
    desk.press("⌘A ⌘C ⌘E ⌘→ ⌘← ⌃K")
    #expect(view.text == "" && desk.engine.pasteboard.text == "pin pin")
    let (_, other) = window(desk, "other", "pin pin")
    desk.press("⌘A ⌘V ⌃Y ⌘G")
    #expect(other.text == "pin pin" && desk.engine.clipboard.isEmpty)
    #expect(!other.canPerform(.paste) && !other.canPerform(.findNext))
    kiosk.makeKey()
    desk.press("⌃Y ⌘V")
    #expect(view.text == "pin pinpin pin")
    // Closing a window drops its clipboard.
    let clipboard = kiosk.clipboard
    kiosk.close()
    #expect(desk.engine.clipboard !== clipboard)
  }

  @Test("a setting drops text copied in a form when the form is finished")
  func forms() {
    let desk = FieldDesk()
    desk.engine.settings.pasteboardPerForm = true
    let form = FormController(name: "form")
    let inside = TextField(name: "inside")
    inside.tag = 1
    inside.delegate = form
    form.view.addSubview(inside)
    desk.engine.window.addSubview(form.view)
    let outside = desk.field("outside", "o")
    inside.text = "secret"
    inside.becomeFirstResponder()
    desk.press("⌘A ⌘C ⌘→ ⌘V")
    #expect(inside.text == "secretsecret")
    outside.becomeFirstResponder()
    desk.press("⌘V")
    #expect(outside.text == "o")
    inside.becomeFirstResponder()
    desk.press("⏎")
    #expect(!inside.isFirstResponder && form.view.clipboard.isEmpty)
  }

  @Test("the expiry starts again with each copy")
  func expiry() {
    let desk = FieldDesk()
    desk.engine.settings.pasteboardExpiry = 30
    let field = desk.field("field", "abc")
    field.becomeFirstResponder()
    desk.press("⌘A ⌘C")
    desk.wait(microseconds: 20_000_000)
    desk.press("⌘C")
    desk.wait(microseconds: 29_000_000)
    #expect(desk.engine.pasteboard.text == "abc")
    desk.wait(microseconds: 1_000_000)
    #expect(desk.engine.clipboard.isEmpty && desk.engine.isIdle)
  }

  @Test("the end of a session clears texts, undo, composition and pasteboard")
  func sessionEnd() {
    let desk = FieldDesk()
    let field = desk.field("field")
    field.becomeFirstResponder()
    desk.type("abc").press("⌘A ⌘C ⌘→")
    field.setMarkedText("x", selectedRange: TextRange(caret: 1))
    _ = desk.log()
    field.endSession()
    #expect(field.text == "" && field.markedRange == nil && desk.engine.clipboard.isEmpty)
    #expect(!desk.log().contains { $0.contains("shouldChange") })
    desk.press("⌘Z ⌘V ⌃Y")
    #expect(field.text == "" && field.isFirstResponder)
  }

  @Test("a text that is pasted from outside leaves the clipboard as it is, also for a delegate")
  func pasteFromOutside() {
    let desk = FieldDesk()
    let field = desk.field("field", "abc")
    field.becomeFirstResponder()
    desk.press("⌘A ⌘C")
    var seen: [String] = []
    desk.delegate.acts["field text.shouldChange"] = { [engine = desk.engine] in
      seen.append(engine.pasteboard.text)
    }
    field.paste("xyz")
    #expect(seen == ["abc"] && field.text == "xyz")
    desk.press("⌘V")
    #expect(field.text == "xyzabc")
  }
}
