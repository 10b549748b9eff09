// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput

/// Lists and held keys end when keys go elsewhere, even without a first responder, and when their
/// text changes.
@Suite struct OverlayEndTests {
  /// A reason why keys go elsewhere.
  enum Way: CaseIterable {
    case focus, windowCloses, otherWindow, lookingElsewhere
  }

  private let application = RecordingResponder("application")
  private let desk: Desk
  private let field = TextField(name: "field")
  private let other: Window

  init() {
    application.offersPresses = true
    desk = Desk(modes: "en-US sv-SE", application: application)
    other = desk.engine.makeWindow(name: "other")
    desk.engine.window.addSubview(field)
    _ = desk.engine.takeUpdates()
  }

  private func go(_ way: Way) {
    switch way {
    case .focus: field.becomeFirstResponder()
    case .windowCloses: desk.engine.window.close()
    case .otherWindow: other.makeKey()
    case .lookingElsewhere: desk.engine.setActive(false)
    }
  }

  private func openModes() {
    desk.down("globe")
    desk.wait(500)
    desk.up("globe")
  }

  // MARK: Without the focus

  @Test(
    "MOD-8d RSP-3 F001 the list of modes opens without the focus too, and shows no keyboard area")
  func modes() {
    openModes()
    #expect(desk.list == "[English (US)] Svenska")
    #expect(desk.engine.takeUpdates().compactMap(\.keyboardFact) == [])
    #expect(desk.engine.keyboardArea.frame.isEmpty && !desk.engine.keyboardArea.isShown)
    #expect(desk.press("→ ⏎") == .overlay)
    #expect(desk.mode == "sv-SE")
    #expect(desk.engine.stages.overlay.current == nil && desk.engine.candidates == nil)
    openModes()
    #expect(desk.press("1") == .overlay)
    #expect(desk.mode == "en-US")
    application.log = []
    openModes()
    #expect(desk.press("x") == .unhandled, "the key that closes the list is passed on")
    #expect(desk.engine.stages.overlay.current == nil && application.log == ["began x", "ended"])
  }

  @Test(
    "8.3 a list that opened without the focus ends when keys go elsewhere", arguments: Way.allCases
  )
  func list(_ way: Way) {
    openModes()
    _ = desk.engine.takeUpdates()
    go(way)
    #expect(desk.engine.stages.overlay.current == nil && desk.engine.candidates == nil)
    #expect(desk.facts("candidates.didChange") == ["candidates none"])
    desk.press("2")
    #expect(desk.mode == "en-US")
  }

  @Test("NTF-5a if gaining the focus ends a list, the candidates end before other notifications")
  func order() {
    openModes()
    _ = desk.facts()
    field.becomeFirstResponder()
    #expect(desk.facts().prefix(2) == ["candidates none", "focus.didBegin"])
    desk.type("2")
    #expect(field.text == "2")
  }

  @Test(
    "CMD-16b a press without the focus is cancelled once, and its repeats are ignored",
    arguments: Way.allCases
  )
  func presses(_ way: Way) {
    application.takesPresses = true
    desk.down("x")
    go(way)
    #expect(application.log == ["began x", "cancelled"])
    #expect(desk.repeats("x") == .ignored)
    desk.up("x")
    #expect(application.log == ["began x", "cancelled"])
    #expect(field.text == "" && desk.engine.isIdle)
  }

  @Test("MOD-8c a Globe key held without the focus does not switch", arguments: Way.allCases)
  func globe(_ way: Way) {
    desk.down("globe")
    go(way)
    desk.up("globe")
    #expect(desk.mode == "en-US" && desk.engine.isIdle)
  }

  @Test("a dead key pressed in a read-only text does not apply to the next text or to its own")
  func deadKeyInReadOnlyText() {
    let typist = Typist("a‸")
    var abandoned = 0
    typist.engine.compositionAbandoned = { abandoned += 1 }
    typist.view.isEditable = false
    typist.hit(Typist.composing(.pending(preview: "´")))
    #expect(typist.lastDisposition == .unhandled && abandoned == 0)
    typist.view.isEditable = true
    #expect(abandoned == 1)
    typist.view.isEditable = false
    typist.hit(Typist.composing(.pending(preview: "´")))
    let field = TextField(name: "field")
    typist.engine.window.addSubview(field)
    field.becomeFirstResponder()
    #expect(abandoned >= 2)
  }

  @Test("a dead key pressed without the focus does not apply to a text", arguments: Way.allCases)
  func deadKey(_ way: Way) {
    desk.send(Typist.composing(.pending(preview: "´")), .press)
    var abandoned = 0
    desk.engine.compositionAbandoned = { abandoned += 1 }
    go(way)
    #expect(abandoned == 1)
  }

  @Test("RSP-5 a window that is closed while presses end does not become the key window")
  func closedMeanwhile() {
    final class Closing: Responder {
      var closes: Window?
      override var wantsPresses: Bool { true }
      override func pressBegan(_ keystroke: Keystroke) -> Bool { true }
      override func pressCancelled(_ keystroke: Keystroke) { closes?.close() }
    }
    let closing = Closing(name: "application")
    let engine = TextEngine(application: closing)
    let other = engine.makeWindow(name: "other")
    closing.closes = other
    engine.handle(Typist.typing("x"))
    other.makeKey()
    #expect(engine.keyWindow === engine.window && engine.windows.count == 1)
  }

  // MARK: The text changes

  private func view(_ drawn: String) -> TextView {
    let view = desk.add(TextView(name: "view"))
    let (text, selection) = Typist.read(drawn)
    view.text = text
    view.select(selection)
    _ = desk.engine.takeUpdates()
    return view
  }

  @Test("6.3 FLD-12a a completion list closes when its text changes, even to the same text")
  func completions() {
    let view = view("hh hat h‸")
    desk.press("F5")
    #expect(desk.list == "[hat] hh")
    // The text at the word's place is the same as before.
    view.replace(TextRange(0, 0), withText: "h ")
    view.replace(TextRange(0, 2), withText: "")
    #expect(desk.engine.stages.overlay.current == nil && desk.engine.candidates == nil)
    view.select(Selection(caret: 8))
    desk.press("⏎")
    #expect(Typist.draw(view) == "hh hat h⏎‸")
  }

  @Test("6.3 a completion list closes when the caret moves or is removed")
  func caret() {
    let view = view("hat h‸")
    desk.press("F5")
    view.select(Selection(caret: 0))
    #expect(desk.engine.stages.overlay.current == nil)
    view.select(Selection(caret: 5))
    desk.press("F5")
    #expect(desk.list == "[hat]")
    view.selectedRange = nil
    #expect(desk.engine.stages.overlay.current == nil)
  }

  @Test("6.3 a completion list closes when the focus leaves, and does not reopen with it")
  func focusReturns() {
    let view = view("hat h‸")
    desk.press("F5")
    field.becomeFirstResponder()
    view.becomeFirstResponder()
    #expect(desk.engine.stages.overlay.current == nil && desk.engine.candidates == nil)
    desk.press("⏎")
    #expect(Typist.draw(view) == "hat h⏎‸")
  }

  @Test("6.3 changes in other texts close no list, and no text closes the list of modes")
  func others() {
    let view = view("hat h‸")
    desk.press("F5")
    field.text = "new"
    #expect(desk.list == "[hat]")
    desk.press("⏎")
    #expect(Typist.draw(view) == "hat hat‸")
    openModes()
    view.text = "new"
    #expect(desk.list == "[English (US)] Svenska")
  }

  @Test("F003 caret mode ends when its text changes, so ⎋ does not restore the caret")
  func caretMode() {
    let view = view("hello‸")
    desk.press("⌃⇧␠ ← ←")
    view.replace(TextRange(0, 1), withText: "")
    #expect(desk.engine.caretContext == nil && desk.engine.stages.overlay.current == nil)
    view.replace(TextRange(0, 0), withText: "h")
    view.select(Selection(caret: 3))
    desk.press("⎋")
    #expect(Typist.draw(view) == "hel‸lo")
    // Without caret mode ⎋ ended the editing.
    view.becomeFirstResponder()
    desk.press("⌃⇧␠")
    #expect(desk.engine.caretContext != nil)
    view.setMarkedText("か", selectedRange: TextRange(caret: 1))
    #expect(desk.engine.caretContext == nil && desk.engine.stages.overlay.current == nil)
  }

  @Test("F003 caret mode continues if a program moves the caret, or another text changes")
  func caretModeStays() {
    let view = view("hello‸")
    desk.press("⌃⇧␠ ←")
    field.text = "new"
    view.select(Selection(caret: 1))
    #expect(desk.engine.caretContext != nil)
    desk.press("→ ⎋")
    #expect(Typist.draw(view) == "hello‸")
  }

  @Test("IME-5c caret mode commits the composition before the caret moves")
  func caretModeCommits() {
    let view = view("ab‸")
    view.setMarkedText("か", selectedRange: TextRange(caret: 1))
    desk.press("⌃⇧␠")
    #expect(view.markedRange == nil && Typist.draw(view) == "abか‸")
    desk.press("← ←")
    #expect(desk.engine.caretContext?.before == "a")
    desk.press("⎋")
    #expect(Typist.draw(view) == "abか‸")
  }

  @Test("CIV-11 a word on a bar replaces only the word for which it was shown")
  func staleWord() {
    let form = AreaForm()
    let bar = CompletionAccessory { ["\($0)lo"] }
    form.first.inputAccessoryView = bar
    form.first.becomeFirstResponder()
    form.type("hel")
    form.press("F6")
    form.first.text = "wor"
    form.press("⏎")
    #expect(Typist.draw(form.first) == "wor‸")
    #expect(bar.results == ["worlo"])
    form.press("⏎")
    #expect(Typist.draw(form.first) == "worlo‸")
  }
}
