// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import Testing

@testable import TextInput

/// Only the length of a text that is or was a secret is reported to others.
@Suite struct SecretKeepingTests {
  private let desk = Desk()
  private var engine: TextEngine { desk.engine }

  @Test("FLD-2e an assistant receives nothing of a text that was a secret before")
  func assistant() {
    let assistant = CuriousAssistant()
    engine.assistant = assistant
    let field = desk.field { $0.isSecureTextEntry = true }
    desk.type("te")
    field.traits.isSecureTextEntry = false
    desk.type("h ")
    engine.window.focus(nil)
    #expect(field.text == "teh ")
    #expect(assistant.texts.isEmpty)
    #expect(!engine.takeUpdates().contains { $0.name.hasPrefix("correction") })
  }

  @Test("FLD-2e a pending correction is not reported to others once its text is a secret")
  func correction() {
    engine.assistant = CuriousAssistant()
    let field = desk.field()
    let other = TextField(name: "other")
    engine.window.addSubview(other)
    desk.type("teh")
    field.traits.isSecureTextEntry = true
    let offered = engine.takeUpdates().filter { $0.name == "correction.offered" }
    #expect(offered.count == 1)
    #expect(offered.compactMap { engine.shared($0) }.isEmpty)
    other.becomeFirstResponder()
    _ = engine.takeUpdates()
    desk.type("teh")
    let open = engine.takeUpdates().filter { $0.name == "correction.offered" }
    #expect(open.count == 1 && open.compactMap { engine.shared($0) } == open)
  }

  @Test("FLD-2e a bar of completions and the completion list receive no text that was a secret")
  func completions() {
    let field = desk.field { $0.isSecureTextEntry = true }
    var beginnings: [String] = []
    let bar = CompletionAccessory { beginning in
      beginnings.append(beginning)
      return [beginning + "x"]
    }
    field.inputAccessoryView = bar
    field.reloadInputViews()
    field.text = "apple ap"
    field.traits.isSecureTextEntry = false
    desk.type("p")
    _ = engine.takeUpdates()
    #expect(beginnings.isEmpty && bar.results.isEmpty)
    desk.press("F5")
    #expect(desk.list == "none")
    field.resignFirstResponder()
    let other = desk.add(TextField(name: "other"))
    other.inputAccessoryView = bar
    other.reloadInputViews()
    desk.type("apple app")
    _ = engine.takeUpdates()
    #expect(bar.results == ["appx"])
    desk.press("F5")
    #expect(desk.list != "none")
  }

  @Test("FLD-2d a press in a secret field stays hidden if the focus moves before its delivery")
  func presses() {
    let watcher = RecordingResponder("application")
    watcher.offersPresses = true
    let desk = Desk(application: watcher)
    let next = desk.field("next")
    let pin = desk.field("pin") { $0.isSecureTextEntry = true }
    pin.addAction(for: .editingChanged) { next.becomeFirstResponder() }
    desk.type("7")
    #expect(desk.engine.firstResponder === next)
    let updates = desk.engine.takeUpdates()
    #expect(
      updates.map(\.name).filter { $0.hasPrefix("press") } == ["press.began", "press.cancelled"])
    #expect(!updates.compactMap { desk.engine.shared($0) }.contains { $0.name.hasPrefix("press") })
    desk.type("8")
    let open = desk.engine.takeUpdates()
    #expect(open.map(\.name).filter { $0.hasPrefix("press") } == ["press.began", "press.ended"])
    #expect(open.compactMap { desk.engine.shared($0) } == open)
    // A responder that moves the focus when it is offered the press receives the press's end.
    pin.becomeFirstResponder()
    _ = desk.engine.takeUpdates()
    desk.down("F9")
    next.becomeFirstResponder()
    desk.up("F9")
    let moved = desk.engine.takeUpdates()
    #expect(moved.contains { $0.name == "press.began" })
    #expect(!moved.compactMap { desk.engine.shared($0) }.contains { $0.name.hasPrefix("press") })
  }

  @Test("FLD-2d a press in a secret field ends hidden, whichever text has the focus by then")
  func endOfPress() {
    let mover = MovingResponder(name: "mover", next: nil)
    let desk = Desk(application: mover)
    let next = desk.field("next")
    let other = desk.field("other")
    let pin = desk.field("pin") { $0.isSecureTextEntry = true }
    mover.move = { next.becomeFirstResponder() }
    _ = desk.engine.takeUpdates()
    func presses() -> [String] {
      let updates = desk.engine.takeUpdates().filter { $0.name.hasPrefix("press") }
      #expect(updates.compactMap { desk.engine.shared($0) }.isEmpty)
      return updates.map(\.name)
    }
    desk.press("F9")
    #expect(desk.engine.firstResponder === next && presses() == ["press.began", "press.ended"])
    pin.becomeFirstResponder()
    desk.down("F9")
    other.becomeFirstResponder()
    #expect(presses() == ["press.began", "press.cancelled"])
  }

  @Test("FLD-2e candidates for a letter of a former secret go to its owner only")
  func candidates() {
    let next = desk.field("next")
    let shown = desk.field("shown") { $0.isSecureTextEntry = true }
    shown.traits.isSecureTextEntry = false
    _ = engine.takeUpdates()
    desk.down("e")
    desk.wait(1000)
    next.becomeFirstResponder()
    desk.up("e")
    let lists = engine.takeUpdates().filter {
      if case .candidatesDidChange(.some, _) = $0 { true } else { false }
    }
    #expect(lists.count == 1)
    #expect(lists.compactMap { engine.shared($0) }.isEmpty)
  }

  @Test(
    "FLD-3a a program's command copies no more of a secret than the keys do",
    arguments: [EditingCommand.copy, .cut, .useSelectionForFind])
  func performed(_ command: EditingCommand) {
    let field = desk.field { $0.isSecureTextEntry = true }
    engine.pasteboard.text = "before"
    field.text = "secret"
    field.perform(.selectAll)
    field.perform(command)
    #expect(field.text == "secret")
    #expect(engine.pasteboard.text == "before" && engine.findSession.query.isEmpty)
    // Copying with a caret does not empty the pasteboard either.
    let open = desk.field("open")
    open.text = "text"
    open.perform(command)
    #expect(engine.pasteboard.text == "before" && engine.findSession.query.isEmpty)
    open.perform(.selectAll)
    open.perform(command)
    #expect([engine.pasteboard.text, engine.findSession.query].contains("text"))
  }
}

/// An assistant that records the texts it receives, and corrects `teh`.
private final class CuriousAssistant: TypingAssistant {
  var texts: [String] = []

  func substitutions(for context: TypingContext) -> [TextSubstitution] {
    texts.append(context.storage.text + context.text)
    return []
  }

  func correction(in context: TypingContext) -> TextCorrection? {
    texts.append(context.storage.text)
    guard context.storage.text == "teh" else { return nil }
    return TextCorrection(TextRange(0, 3), typed: "teh", replacement: "the")
  }
}

/// A responder that takes every press, and moves the focus when it is offered one.
private final class MovingResponder: Responder {
  var move: () -> Void = {}

  override var wantsPresses: Bool { true }
  override func pressBegan(_ keystroke: Keystroke) -> Bool {
    move()
    return true
  }
}
