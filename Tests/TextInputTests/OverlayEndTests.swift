// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput

/// What is open or held ends when keys go elsewhere, also where nobody has the focus, and when the
/// text that it is about changes.
@Suite struct OverlayEndTests {
  /// A way in which keys go elsewhere.
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
    "MOD-8d RSP-3 F001 without the focus the list of modes opens too, and shows no keyboard area")
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
    #expect(desk.press("x") == .unhandled, "the key that leaves it goes its way")
    #expect(desk.engine.stages.overlay.current == nil && application.log == ["began x", "ended"])
  }

  @Test(
    "8.3 a list that nobody's focus was behind ends when keys go elsewhere", arguments: Way.allCases
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

  @Test("NTF-5a where the focus ends a list, the candidates end before anything else is told")
  func order() {
    openModes()
    _ = desk.facts()
    field.becomeFirstResponder()
    #expect(desk.facts().prefix(2) == ["candidates none", "focus.didBegin"])
    desk.type("2")
    #expect(field.text == "2")
  }

  @Test(
    "CMD-16b a press without the focus is cancelled once, and stays silent", arguments: Way.allCases
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

  @Test(
    "MOD-8c a Globe key that was down without the focus switches nothing", arguments: Way.allCases)
  func globe(_ way: Way) {
    desk.down("globe")
    go(way)
    desk.up("globe")
    #expect(desk.mode == "en-US" && desk.engine.isIdle)
  }

  @Test("a dead key pressed in a text that takes none does not wait for the next, nor for its own")
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

  @Test("a dead key pressed without the focus does not wait for a text", arguments: Way.allCases)
  func deadKey(_ way: Way) {
    desk.send(Typist.composing(.pending(preview: "´")), .press)
    var abandoned = 0
    desk.engine.compositionAbandoned = { abandoned += 1 }
    go(way)
    #expect(abandoned == 1)
  }

  @Test("RSP-5 a window that is closed while keys end does not become the key window")
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

  @Test(
    "6.3 FLD-12a a completion list closes when its text changes, be it to the same at its place")
  func completions() {
    let view = view("hh hat h‸")
    desk.press("F5")
    #expect(desk.list == "[hat] hh")
    // What stands where the word stood is the same as before.
    view.replace(TextRange(0, 0), withText: "h ")
    view.replace(TextRange(0, 2), withText: "")
    #expect(desk.engine.stages.overlay.current == nil && desk.engine.candidates == nil)
    view.select(Selection(caret: 8))
    desk.press("⏎")
    #expect(Typist.draw(view) == "hh hat h⏎‸")
  }

  @Test("6.3 a completion list closes when the caret goes elsewhere, or is no more")
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

  @Test("6.3 a completion list closes with the focus, and does not come back with it")
  func focusReturns() {
    let view = view("hat h‸")
    desk.press("F5")
    field.becomeFirstResponder()
    view.becomeFirstResponder()
    #expect(desk.engine.stages.overlay.current == nil && desk.engine.candidates == nil)
    desk.press("⏎")
    #expect(Typist.draw(view) == "hat h⏎‸")
  }

  @Test("6.3 what changes in another text closes no list, and no text closes the list of modes")
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

  @Test("F003 caret mode ends when its text changes, be it back again: ⎋ has nowhere to go back to")
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

  @Test(
    "F003 caret mode goes on where only the caret is placed by program, or another text changes")
  func caretModeStays() {
    let view = view("hello‸")
    desk.press("⌃⇧␠ ←")
    field.text = "new"
    view.select(Selection(caret: 1))
    #expect(desk.engine.caretContext != nil)
    desk.press("→ ⎋")
    #expect(Typist.draw(view) == "hello‸")
  }

  @Test("IME-5c caret mode commits what is composed before the caret goes anywhere")
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

  @Test("CIV-11 a word on a bar does not replace another than it was shown for")
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
