// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput

@Suite struct FocusTests {
  @Test("RSP-1 a plain responder cannot have the focus, a text view can")
  func mayBegin() {
    let engine = TextEngine()
    #expect(!engine.window.focus(Responder(name: "plain", next: engine.window)))
    let view = engine.makeTextView(name: "view")
    #expect(engine.window.focus(view))
    #expect(engine.firstResponder === view)
  }

  @Test("RSP-4a, RSP-4b the new responder is consulted before the old one, and either may refuse")
  func order() {
    let engine = TextEngine()
    let first = RecordingResponder("first", next: engine.window)
    let second = RecordingResponder("second", next: engine.window)
    first.acceptsFocus = true
    #expect(engine.window.focus(first))
    #expect(!engine.window.focus(second))
    #expect(first.log == ["began focus"])
    second.acceptsFocus = true
    first.releasesFocus = false
    #expect(!engine.window.focus(second))
    #expect(second.log == [])
    #expect(engine.firstResponder === first)
    first.releasesFocus = true
    #expect(engine.window.focus(second))
    #expect(first.log.last == "ended focus")
    #expect(second.log == ["began focus"])
  }

  @Test("RSP-5 removing a container ends its editing without consulting the delegate")
  func removal() {
    let typist = Typist("ab‸")
    typist.view.setMarkedText("´", selectedRange: TextRange(caret: 1))
    typist.view.removeFromSuperview()
    #expect(typist.engine.firstResponder == nil)
    #expect(typist.view.markedRange == nil)
    #expect(typist.engine.window.subviews.isEmpty)
  }

  @Test("6.3 ⌃⇥ and ⌃⇧⇥ cycle through the containers; ⇥ in a text view types a tab")
  func focusKeys() {
    let typist = Typist("‸")
    let other = typist.engine.makeTextView(name: "other")
    let third = typist.engine.makeTextView(name: "third")
    #expect(typist.press("⇥").drawn == "\t‸")
    #expect(typist.press("⌃⇥").lastDisposition == .movedFocus)
    #expect(typist.engine.firstResponder === other)
    typist.press("⌃⇥ ⌃⇥")
    #expect(typist.engine.firstResponder === typist.view)
    typist.press("⌃⇧⇥")
    #expect(typist.engine.firstResponder === third)
    typist.type("x")
    #expect(third.text == "x")
    #expect(typist.view.text == "\t")
  }

  /// Fields A, B, C and D, the first with the focus.
  private func fields() -> (desk: FieldDesk, fields: [TextField]) {
    let desk = FieldDesk()
    let fields = ["A", "B", "C", "D"].map { desk.field($0) }
    fields[0].becomeFirstResponder()
    _ = desk.log()
    return (desk, fields)
  }

  @Test(
    "RSP-4b ⇥ consults no further field if the focused one keeps the focus", arguments: ["⇥", "⇧⇥"])
  func tabKept(_ keys: String) {
    let (desk, fields) = fields()
    desk.delegate.answers["A focus.shouldEnd"] = false
    desk.press(keys)
    #expect(fields[0].isFirstResponder && desk.lastDisposition != .movedFocus)
    #expect(
      desk.log().filter { $0.contains("focus.") }
        == ["\(keys == "⇥" ? "B" : "D") focus.shouldBegin", "A focus.shouldEnd"])
  }

  @Test(
    "RSP-4b ⇥ skips a field that refuses to begin, at most once around", arguments: ["⇥", "⇧⇥"])
  func tabDeclined(_ keys: String) {
    let (desk, fields) = fields()
    for name in ["B", "D"] { desk.delegate.answers["\(name) focus.shouldBegin"] = false }
    #expect(desk.press(keys).lastDisposition == .movedFocus && fields[2].isFirstResponder)
    desk.delegate.answers["A focus.shouldBegin"] = false
    _ = desk.log()
    #expect(desk.press(keys).lastDisposition != .movedFocus && fields[2].isFirstResponder)
    #expect(
      desk.log().filter { $0.contains("focus.") }
        == (keys == "⇥" ? ["D", "A", "B"] : ["B", "A", "D"]).map { "\($0) focus.shouldBegin" })
  }

  @Test(
    "RSP-4a ⇥ keeps the focus where a delegate moved it",
    arguments: ["B focus.shouldBegin", "B didBegin", "A focus.shouldEnd"], [true, false])
  func tabRedirected(_ fact: String, _ agrees: Bool) {
    let (desk, fields) = fields()
    desk.delegate.answers[fact] = agrees
    desk.delegate.acts[fact] = { fields[3].becomeFirstResponder() }
    #expect(desk.press("⇥").lastDisposition == .movedFocus)
    #expect(fields[3].isFirstResponder)
    #expect(!desk.log().contains { $0.hasPrefix("C ") })
  }

  @Test("RSP-4a ⇥ skips a field that the end of the previous one disabled")
  func tabDisabled() {
    let (desk, fields) = fields()
    desk.delegate.acts["A didEnd(committed)"] = { fields[1].isEnabled = false }
    #expect(desk.press("⇥").lastDisposition == .movedFocus)
    #expect(fields[2].isFirstResponder)
  }

  @Test("8.3 outside text ⇥ and the arrows move the focus")
  func outsideText() {
    let typist = Typist("‸")
    let other = typist.engine.makeTextView(name: "other")
    typist.engine.window.focus(nil)
    typist.press("⇥")
    #expect(typist.engine.firstResponder === typist.view)
    typist.engine.window.focus(nil)
    typist.press("↑")
    #expect(typist.engine.firstResponder === other)
  }

  @Test("⌃⇥ with a single container is unhandled")
  func alone() {
    #expect(Typist("‸").press("⌃⇥").lastDisposition == .unhandled)
  }

  @Test("RSP-2 while the engine is inactive no press is delivered; then the focus is restored")
  func away() {
    let typist = Typist("ab‸")
    typist.engine.setActive(false)
    #expect(typist.engine.firstResponder == nil && !typist.engine.isActive)
    typist.type("x").press("⌫ ⌘A ⇥ ⌃⇥ ↑")
    #expect(typist.lastDisposition == .ignored)
    #expect(typist.facts() == [] && typist.drawn == "ab‸" && typist.engine.isIdle)
    typist.engine.setActive(false)
    typist.engine.setActive(true)
    #expect(typist.engine.firstResponder === typist.view)
    #expect(typist.type("c").drawn == "abc‸")
  }

  @Test("IME-5a deactivating commits the composition, and drops dead keys pressed meanwhile")
  func awayComposing() {
    let typist = Typist("a‸")
    var abandoned = 0
    typist.engine.compositionAbandoned = { abandoned += 1 }
    typist.hit(Typist.composing(.pending(preview: "´")))
    #expect(typist.drawn == "a{´‸}")
    typist.updates = []
    typist.engine.setActive(false)
    #expect(typist.facts() == ["marked none", "text (1,0) ´ user"])
    #expect(typist.drawn == "a´‸" && abandoned == 1)
    typist.hit(Typist.composing(.pending(preview: "¨")))
    typist.engine.setActive(true)
    #expect(typist.facts() == [] && abandoned == 2)
  }

  @Test("CMD-16b deactivating cancels presses even without a first responder")
  func awayWithoutFocus() {
    let application = RecordingResponder("application")
    application.offersPresses = true
    application.takesPresses = true
    let typist = Typist("‸", application: application)
    typist.engine.window.focus(nil)
    let key = Typist.typing("a")
    typist.send(key, .press)
    typist.updates = []
    typist.engine.setActive(false)
    typist.send(key, .release)
    #expect(typist.facts() == ["press.cancelled"])
    #expect(application.log == ["began a", "cancelled"])
    #expect(typist.engine.isIdle)
  }

  @Test("CMD-16b deactivating cancels presses, and a key still down types nothing on reactivation")
  func awayPressing() {
    let application = RecordingResponder("application")
    application.offersPresses = true
    application.takesPresses = true
    let typist = Typist("‸", application: application)
    let key = Typist.typing("a")
    typist.send(key, .press)
    typist.updates = []
    typist.engine.setActive(false)
    #expect(typist.facts() == ["press.cancelled"])
    #expect(application.log == ["began a", "cancelled"])
    application.offersPresses = false
    let other = Typist.typing("b")
    typist.send(other, .press)
    typist.send(Typist.typing("c"), .found)
    typist.engine.setActive(true)
    for key in [key, other, Typist.typing("c")] {
      #expect(typist.send(key, .repeat) == .ignored)
      #expect(typist.send(key, .release) == .released)
    }
    #expect(typist.facts() == [] && typist.drawn == "‸" && typist.engine.isIdle)
    #expect(typist.type("a").drawn == "a‸")
  }

  @Test("a typing key held across deactivation types nothing until its release")
  func awayHolding() {
    let typist = Typist("‸")
    let key = Typist.typing("a")
    typist.send(key, .press)
    typist.engine.setActive(false)
    typist.send(key, .repeat)
    typist.engine.setActive(true)
    typist.send(key, .repeat)
    #expect(typist.drawn == "a‸")
    typist.send(key, .release)
    #expect(typist.engine.isIdle)
    #expect(typist.type("a").drawn == "aa‸")
  }

  @Test("RSP-4a focus moved while the engine is inactive applies on reactivation")
  func awayMoving() {
    let typist = Typist("‸")
    let other = typist.engine.makeTextView(name: "other")
    typist.engine.setActive(false)
    #expect(!typist.engine.window.focus(Responder(name: "plain", next: typist.engine.window)))
    #expect(other.becomeFirstResponder())
    #expect(typist.engine.firstResponder == nil)
    typist.engine.setActive(true)
    #expect(typist.engine.firstResponder === other)
    typist.engine.setActive(false)
    other.removeFromSuperview()
    typist.engine.setActive(true)
    #expect(typist.engine.firstResponder == nil)
  }

  @Test(
    "TRT-2b, RSP-12 traits that changed while the engine was inactive are reported on reactivation")
  func awayTraits() {
    let (desk, fields) = fields()
    fields[1].traits.returnKeyType = .go
    desk.engine.setActive(false)
    fields[1].becomeFirstResponder()
    #expect(!desk.log().contains { $0.contains("traits.didChange") })
    desk.engine.setActive(true)
    #expect(desk.log() == ["B traits.didChange default go"])
    desk.engine.setActive(false)
    desk.engine.setActive(true)
    #expect(desk.log() == [], "the traits are reported once")
    desk.engine.setActive(false)
    fields[1].traits.keyboardType = .url
    desk.engine.setActive(true)
    #expect(desk.log() == ["B traits.didChange url go"])
  }

  @Test("A timer beyond the greatest timestamp fires at that timestamp")
  func endOfTime() {
    let timers = EngineTimers()
    timers.advance(to: Timestamp(microseconds: .max - 5))
    _ = timers.schedule(after: 10) {}
    #expect(timers.next == .distantFuture)
    #expect(timers.takeDue(at: timers.now) == nil)
    #expect(timers.takeDue(at: .distantFuture) != nil)
  }

  @Test("The containers of an engine share its pasteboard and kill buffer")
  func shared() {
    let typist = Typist("«ab‸»")
    let other = typist.engine.makeTextView(name: "other")
    typist.press("⌘X ⌃⇥ ⌘V ⌘↑ ⌃K ⌃⇥ ⌃Y")
    #expect(other.text == "")
    #expect(typist.view.text == "ab")
  }
}
