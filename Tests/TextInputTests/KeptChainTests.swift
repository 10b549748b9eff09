// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// The wishes of the responder chain, which the engine keeps from one key to the next.
@Suite struct KeptChainTests {
  private let desk = Desk()
  private let screen = ViewController(name: "screen")
  private let field = TextField(name: "field")
  private let command: KeyCommand

  init() throws {
    command = KeyCommand(id: "letter", chords: [try Chord(parsing: "a")], title: "Letter") {
      $0.wantsPriority = true
    }
    desk.engine.window.rootViewController = screen
    screen.view.addSubview(field)
    field.becomeFirstResponder()
  }

  /// A change that decides whether a letter runs a command, with its way back.
  private typealias Change = (make: () -> Void, undo: () -> Void)

  private func change(_ name: String) -> Change {
    let other = ViewController(name: "other")
    other.addKeyCommand(command) { _ in }
    let (engine, window) = (desk.engine, desk.engine.window)
    switch name {
    case "added command":
      return (
        { screen.addKeyCommand(command) { _ in } }, { screen.removeKeyCommand(id: "letter") }
      )
    case "registry":
      screen.addKeyCommand(KeyCommand(id: "letter", chords: [], title: "")) { _ in }
      return (
        { screen.commandRegistry = CommandRegistry([command]) }, { screen.commandRegistry = nil }
      )
    case "command in a registry":
      let registry = CommandRegistry()
      screen.addKeyCommand(KeyCommand(id: "letter", chords: [], title: "")) { _ in }
      screen.commandRegistry = registry
      return ({ try? registry.add(command) }, { registry.remove(id: "letter") })
    case "next responder": return ({ screen.next = other }, { screen.next = nil })
    case "delegate of the application":
      let application = engine.application as? Application
      let delegate = Responder()
      delegate.addKeyCommand(command) { _ in }
      return ({ application?.delegate = delegate }, { application?.delegate = nil })
    case "user's commands": return ({ engine.userCommands = other }, { engine.userCommands = nil })
    case "superview":
      screen.view.addSubview(other.view)
      return (
        { move(field, to: other.view) }, { move(field, to: screen.view) }
      )
    case "presented controller":
      return (
        {
          screen.present(other)
          move(field, to: other.view)
        },
        {
          move(field, to: screen.view)
          other.dismiss()
        }
      )
    case "root controller":
      return (
        {
          window.rootViewController = other
          move(field, to: other.view)
        },
        {
          window.rootViewController = screen
          move(field, to: screen.view)
        }
      )
    case "focus":
      let second = TextField(name: "second")
      second.addKeyCommand(command) { _ in }
      screen.view.addSubview(second)
      return ({ second.becomeFirstResponder() }, { field.becomeFirstResponder() })
    case "key window":
      let second = engine.makeWindow(name: "second")
      second.rootViewController = other
      let text = TextField(name: "text")
      other.view.addSubview(text)
      text.becomeFirstResponder()
      window.makeKey()
      return ({ second.makeKey() }, { window.makeKey() })
    default: return ({}, {})
    }
  }

  private func move(_ field: TextField, to view: View) {
    view.addSubview(field)
    field.becomeFirstResponder()
  }

  @Test(
    "CMD-5a a letter after a change reaches a command that the change brought, and text after it",
    arguments: [
      "added command", "registry", "command in a registry", "next responder",
      "delegate of the application", "user's commands", "superview", "presented controller",
      "root controller", "focus", "key window",
    ])
  func change(name: String) {
    let change = change(name)
    #expect(desk.press("a") == .insertedText)
    change.make()
    #expect(desk.press("a") == .command(id: "letter"))
    change.undo()
    #expect(desk.press("a") == .insertedText)
  }

  /// A screen that takes letters while it wants them.
  private final class Game: ViewController {
    var isPlaying = false
    override var wantsPresses: Bool { isPlaying }
    override func pressBegan(_ keystroke: Keystroke) -> Bool { isPlaying }
  }

  @Test(
    "CMD-17b a responder of another package that begins to want presses receives the next letter")
  func wish() {
    let game = Game(name: "game")
    desk.engine.window.rootViewController = game
    move(field, to: game.view)
    #expect(desk.press("a") == .insertedText)
    game.isPlaying = true
    #expect(desk.press("a") != .insertedText)
    game.isPlaying = false
    #expect(desk.press("a") == .insertedText)
    #expect(field.text == "aa")
  }
}
