// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TextInput

extension TextEngine {
  /// Declares a command on the application, which performs it, by its chords in words.
  func declare(
    _ title: String, _ chords: String, group: String = "", state: KeyCommand.State = .off
  ) throws {
    let chords = try chords.split(separator: " ").map { try Chord(parsing: String($0)) }
    guard !chords.isEmpty else { throw KeyCommandError.noKey(in: title) }
    let command = KeyCommand(id: title.lowercased(), chords: chords, title: title) {
      $0.group = group
      $0.state = state
    }
    application.addKeyCommand(command) { _ in }
  }

  /// Holds ⌘ until the panel is shown.
  func holdCommand() {
    handle(Self.commandKey(.press))
    advance(to: nextDeadline ?? .zero)
  }

  func releaseCommand() {
    handle(Self.commandKey(.release))
  }

  /// Presses a chord in words.
  func press(_ chord: String) throws {
    let chord = try Chord(parsing: chord)
    for phase in [KeyEvent.Phase.press, .release] {
      handle(
        Keystroke(
          event: keystroke(phase, code: KeyCode(50)).event, modifiers: chord.modifiers,
          charactersIgnoringModifiers: chord.input))
    }
  }

  private static func commandKey(_ phase: KeyEvent.Phase) -> Keystroke {
    keystroke(phase, code: KeyCode(125), keysym: 0xffeb, text: "", modifiers: .command)
  }
}

/// The panel of a small program, or of the continuations of a prefix.
func commandPanel(following prefix: String? = nil) throws -> CommandPanel? {
  let engine = TextEngine(application: Application(name: "Notes"))
  try engine.declare("Close", "cmd+k cmd+c")
  try engine.declare("Bold", "cmd+b", group: "Format", state: .on)
  if let prefix {
    try engine.press(prefix)
    engine.advance(to: engine.nextDeadline ?? .zero)
  } else {
    engine.holdCommand()
  }
  return engine.commandPanel
}
