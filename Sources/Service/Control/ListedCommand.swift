// SPDX-License-Identifier: Apache-2.0
package import KeyCommands
package import TextInput

/// A command as a list of commands has it; the shape is stable.
package struct ListedCommand: Encodable, Hashable, Sendable {
  /// The command's name.
  package var id: String
  /// What lists call it; not translated.
  package var title: String
  /// The heading; not translated, and empty for the program's own.
  package var group: String
  /// What runs it, in words; a sequence has spaces.
  package var chords: [String]
  /// Where it counts.
  package var `where`: String
  /// Who has it: `built-in`, a place in a file, or a responder's name.
  package var source: String
  /// Whether it is on.
  package var state: String
  /// What tells it from others of its name.
  package var argument: String?

  /// A command that would run now.
  package init(_ active: ActiveCommand) {
    let command = active.command
    id = command.id
    title = command.listedTitle
    group = command.group
    chords = [active.chords.map(\.words).joined(separator: " ")]
    `where` = active.source == .user ? command.place : active.target.name
    source = command.source.isEmpty ? active.target.name : command.source
    state = command.state.rawValue
    argument = command.propertyList
  }

  /// A built-in command, with the chords that would run it now.
  package init(_ row: BuiltinCommand) {
    id = row.id
    title = row.discoverabilityTitle
    group = row.group
    chords = row.chords.map(\.words)
    `where` = "text"
    source = "built-in"
    state = KeyCommand.State.off.rawValue
  }

  /// All that would run now: what is declared, then what the text does by itself; one entry for each
  /// command, whatever its chords, and none for the hidden ones.
  package static func active(in engine: TextEngine) -> [ListedCommand] {
    var listed: [ListedCommand] = []
    var places: [ListedCommand: Int] = [:]
    for active in engine.activeCommands where !active.command.attributes.contains(.hidden) {
      let row = ListedCommand(active)
      var name = row
      name.chords = []
      // Each of its chords has a place of its own in the file.
      if active.source == .user { name.source = "" }
      if let place = places[name] {
        listed[place].chords += row.chords
      } else {
        places[name] = listed.count
        listed.append(row)
      }
    }
    return listed + engine.activeBindings.map(ListedCommand.init)
  }
}
