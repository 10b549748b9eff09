// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// Rows of reference 17 that involve several parts of the engine.
@Suite struct SeedRowTests {
  @Test("F007, F125 a Return labelled Go is enabled once there is text, even a space")
  func go() {
    let engine = TextEngine()
    let field = TextField(name: "url")
    field.traits.returnKeyType = .go
    field.traits.enablesReturnKeyAutomatically = true
    let asked = ReturnCounter()
    field.delegate = asked
    engine.window.addSubview(field)
    field.becomeFirstResponder()
    #expect(field.traits.returnKeyType.label(in: "en") == "Go")
    func press(_ keystroke: Keystroke) {
      engine.handle(keystroke)
      engine.handle(keystroke.phase(.release))
    }
    press(Typist.keystroke("⏎"))
    #expect(asked.count == 0)
    press(Typist.typing(" "))
    press(Typist.keystroke("⏎"))
    #expect(asked.count == 1)
    press(Typist.keystroke("⌫"))
    press(Typist.keystroke("⏎"))
    #expect(asked.count == 1)
  }

  @Test("F010 the dark appearance is reported once as a trait, and changes no text and no area")
  func appearance() {
    let desk = Desk()
    let field = desk.field()
    field.text = "ab"
    _ = desk.engine.takeUpdates()
    #expect(field.traits.keyboardAppearance == .default)
    for (appearance, reported) in [
      (KeyboardAppearance.dark, KeyboardAppearance.dark), (.light, .light), (.alert, .dark),
    ] {
      field.traits.keyboardAppearance = appearance
      let traits = desk.engine.takeUpdates().compactMap { update in
        if case .traitsDidChange(_, let traits) = update { traits.keyboardAppearance } else { nil }
      }
      #expect(traits == [reported] && field.traits.keyboardAppearance == reported)
      #expect(desk.engine.keyboardArea.frame == CellRect(y: 23, width: 80, height: 1))
      #expect(field.text == "ab")
    }
  }

  @Test("F099 with the conversation list focused ⌘↓ is the next conversation; in text it is not")
  func conversations() throws {
    let engine = TextEngine()
    let list = ListController(name: "list")
    var chosen = 0
    list.addKeyCommand(
      KeyCommand(
        id: "next", input: .downArrow, modifiers: .command, title: "Next Conversation")
    ) { _ in chosen += 1 }
    engine.window.rootViewController = list
    list.becomeFirstResponder()
    #expect(engine.handle(Typist.keystroke("⌘↓")) == .command(id: "next"))
    #expect(chosen == 1)
    let note = TextView(name: "note")
    list.view.addSubview(note)
    note.text = "a\nb"
    note.select(Selection(caret: 0))
    note.becomeFirstResponder()
    #expect(engine.handle(Typist.keystroke("⌘↓")) == .binding(.moveDocumentEnd))
    #expect(chosen == 1 && note.selection == Selection(caret: 3))
  }

  @Test("CMD-11a, CMD-16a a held key whose command moves the focus into a text types nothing there")
  func heldCommandKey() {
    let engine = TextEngine()
    let list = ListController(name: "list")
    let note = TextView(name: "note")
    list.addKeyCommand(KeyCommand(id: "open", input: "\r", title: "Open")) { _ in
      note.becomeFirstResponder()
    }
    list.view.addSubview(note)
    engine.window.rootViewController = list
    list.becomeFirstResponder()
    let key = Typist.keystroke("⏎")
    #expect(engine.handle(key) == .command(id: "open"))
    #expect(note.isFirstResponder)
    for _ in 0..<3 { engine.handle(key.phase(.repeat)) }
    #expect(note.text.isEmpty)
    engine.handle(key.phase(.release))
    #expect(engine.isIdle)
    engine.handle(key)
    #expect(note.text == "\n")
  }

  @Test("MOD-8d with a single mode no list of modes opens", arguments: [false, true])
  func oneMode(_ hasText: Bool) {
    let desk = Desk()
    if hasText { desk.add(TextView(name: "note")) }
    desk.down("globe")
    desk.wait(600)
    desk.up("globe")
    #expect(desk.engine.stages.overlay.current == nil && desk.engine.isIdle)
  }

  private final class ReturnCounter: TextFieldDelegate {
    var count = 0
    func textFieldShouldReturn(_ textField: TextField) -> Bool {
      count += 1
      return false
    }
  }

  private final class ListController: ViewController {
    override var canBecomeFirstResponder: Bool { true }
  }
}
