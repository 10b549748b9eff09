// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

@testable import TextInput

/// Commands as text, and the panel that lists them.
extension Desk {
  /// A command as text: identifier, chords, and a group that begins with a capital.
  static func command(_ words: String) throws -> KeyCommand {
    let words = words.split(separator: " ").map(String.init)
    let group = words.last.flatMap { $0.first?.isUppercase == true ? $0 : nil } ?? ""
    let chords = try words.dropFirst().filter { $0 != group }.map { try Chord(parsing: $0) }
    guard !chords.isEmpty else { throw KeyCommandError.noKey(in: words.joined()) }
    return KeyCommand(id: words[0], chords: chords, title: words[0]) { $0.group = group }
  }

  /// Declares commands on the application.
  func declare(_ commands: String...) throws {
    for command in commands { perform(try Self.command(command)) }
  }

  /// Declares a command on the application, which performs it.
  func perform(_ command: KeyCommand) {
    engine.application.addKeyCommand(command) { _ in }
  }

  /// Presses ⌘ and holds it until the panel is due.
  func hold() {
    down("cmd")
    wait(Int64(engine.settings.discoverabilityDelay))
  }

  /// The panel: headings in brackets, rows with the keys to press.
  var panel: [String] {
    engine.commandPanel?.groups.flatMap { group in
      ["[\(group.title)]"] + group.rows.map { "\($0.keys(in: .symbols)) \($0.title)" }
    } ?? []
  }

  /// The titles of the rows that a screen shows.
  var page: [String] {
    guard let panel = engine.commandPanel else { return [] }
    let layout = CommandPanelLayout(of: panel, in: engine.commandPanelRoom.size)
    return layout.columns.joined().compactMap { line in
      if case .row(let row) = line { row.title } else { nil }
    }
  }
}
