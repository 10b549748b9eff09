// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// Which raw presses a responder receives (CMD-31), and their text (CMD-33).
@Suite struct WantedPressesTests {
  /// A responder that handles the presses that it wants.
  final class Game: Application {
    var wantsAll = false
    var composes = true
    override var wantsPresses: Bool { true }
    override var wantsPressesOfText: Bool { wantsAll }
    override var composesPresses: Bool { composes }
    override func pressBegan(_ keystroke: Keystroke) -> Bool { true }
  }

  private let game = Game()

  /// The names of keys that began a press.
  private func began(_ engine: TextEngine) -> [Keystroke] {
    engine.takeUpdates().compactMap { update in
      if case .pressBegan(let keystroke, _) = update { keystroke } else { nil }
    }
  }

  @Test(
    "CMD-31a a responder of unhandled presses receives no key that text, the focus or a command takes",
    arguments: [
      ("a", "a‸c"), ("⌫", "‸c"), ("⌦", "b‸"), ("←", "‸bc"), ("⌘→", "bc‸"), ("⇧→", "b«c‸»"),
      ("⏎", "b‸c"), ("⇥", "b‸c"), ("⌘K", "b‸c"), ("⌃A", "‸bc"),
    ])
  func unhandled(_ key: String, _ drawn: String) throws {
    let desk = Desk(application: game)
    game.addKeyCommand(KeyCommand(id: "k", chords: [Chord("k", .command)], title: "k")) { _ in }
    let field = desk.add(TextField(name: "field"))
    let other = TextField(name: "other")
    desk.engine.window.addSubview(other)
    field.text = "bc"
    field.select(Selection(caret: 1))
    _ = desk.engine.takeUpdates()
    desk.press(key)
    #expect(began(desk.engine) == [], "\(key)")
    #expect(desk.engine.isIdle)
    if key == "a" { #expect(field.text == "bac") }
    if drawn.hasPrefix("‸"), key == "⌫" { #expect(field.text == "c") }
  }

  @Test("CMD-31a a responder of unhandled presses receives all other keys, and modifiers")
  func others() {
    let desk = Desk(application: game)
    desk.add(TextField(name: "field"))
    for key in ["F5", "⌘J", "⌃⌘F7", "shift", "⌃G"] {
      desk.press(key)
      #expect(began(desk.engine).count == 1, "\(key)")
    }
    // Without a text, every key is unhandled.
    let empty = Desk(application: game)
    for key in ["a", "⌫", "←", "⏎", "F5"] {
      empty.press(key)
      #expect(began(empty.engine).count == 1, "\(key)")
    }
  }

  @Test("CMD-31a a key found down is reported only if text would not take it")
  func found() {
    let desk = Desk(application: game)
    let field = desk.add(TextField(name: "field"))
    for (key, count) in [("a", 0), ("⌫", 0), ("F5", 1)] {
      desk.send(Desk.keystroke(key), .found)
      #expect(began(desk.engine).count == count, "\(key)")
      desk.repeats(key)
      desk.up(key)
    }
    #expect(field.text == "" && desk.engine.isIdle)
  }

  @Test("CMD-31b a responder of all presses takes the keys of the text, which types nothing")
  func all() {
    game.wantsAll = true
    let desk = Desk(application: game)
    let field = desk.add(TextField(name: "field"))
    field.text = "bc"
    _ = desk.engine.takeUpdates()
    for key in ["a", "⌫", "←", "⌘←", "⏎", "F5", "shift"] {
      desk.down(key)
      desk.repeats(key)
      desk.up(key)
      #expect(began(desk.engine).count == 1, "\(key)")
    }
    #expect(field.text == "bc" && field.selection == Selection(caret: 2))
  }

  @Test(
    "CMD-33 the press that completes a dead key has the composed text", arguments: [true, false])
  func composed(hasText: Bool) throws {
    game.wantsAll = true
    let desk = try composingDesk()
    if hasText { desk.engine.window.addSubview(TextField(name: "field")) }
    if hasText { #expect(desk.engine.window.focusOrder.first?.becomeFirstResponder() == true) }
    _ = desk.engine.takeUpdates()
    tap(40, on: desk)
    tap(18, on: desk)
    tap(18, on: desk)
    #expect(began(desk.engine).map(\.text) == ["", "é", "e"])
    // Backspace cancels the sequence, and is reported like any other key.
    tap(40, on: desk)
    tap(14, on: desk)
    tap(18, on: desk)
    #expect(began(desk.engine).map(\.text) == ["", "", "e"])
  }

  @Test("CMD-33 a dead key that another responder handles is dropped")
  func dropped() throws {
    game.wantsAll = true
    game.composes = false
    let desk = try composingDesk()
    tap(40, on: desk)
    tap(18, on: desk)
    #expect(began(desk.engine).map(\.text) == ["", "e"])
  }

  @Test("CMD-33 a dead key that text takes is not reported, and the text is composed")
  func composedText() throws {
    let desk = try composingDesk()
    let field = TextField(name: "field")
    desk.engine.window.addSubview(field)
    field.becomeFirstResponder()
    _ = desk.engine.takeUpdates()
    tap(40, on: desk)
    tap(18, on: desk)
    #expect(began(desk.engine) == [] && field.text == "é")
  }

  /// Presses and releases a key, and keeps a pending sequence.
  private func tap(_ code: UInt16, on desk: LayoutDesk) {
    for phase in [KeyEvent.Phase.press, .release] { desk.send(KeyCode(code), phase) }
  }

  private func composingDesk() throws -> LayoutDesk {
    let desk = try LayoutDesk("us", "intl", application: game)
    let layouts = desk.layouts
    desk.engine.compositionAbandoned = { layouts.cancelComposition() }
    return desk
  }
}
