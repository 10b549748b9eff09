// SPDX-License-Identifier: Apache-2.0
package import KeyCommands
package import TextInput

/// A command in a list of commands.
///
/// Its JSON members are stable.
package struct ListedCommand: Encodable, Hashable, Sendable {
  /// The command's name.
  package var id: String
  /// The title in lists; not translated.
  package var title: String
  /// The group's heading; not translated, and empty for a program's own commands.
  package var group: String
  /// The chords that run the command, in words; spaces separate the chords of a sequence.
  package var chords: [String]
  /// The scope in which the command is active.
  package var `where`: String
  /// The command's origin: `built-in`, a place in a file, or a responder's name.
  package var source: String
  /// Whether the command is enabled.
  package var state: String
  /// Distinguishes the command from others with the same name.
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

  /// Lists a built-in command with the chords that would run it now.
  package init(_ row: BuiltinCommand) {
    id = row.id
    title = row.discoverabilityTitle
    group = row.group
    chords = row.chords.map(\.words)
    `where` = "text"
    source = "built-in"
    state = KeyCommand.State.off.rawValue
  }

  /// Lists the commands that would run now: first the declared ones, then those that the text
  /// handles itself.
  ///
  /// A command has one entry for all its chords; hidden commands have none.
  package static func active(in engine: TextEngine) -> [ListedCommand] {
    var listed: [ListedCommand] = []
    var places: [ListedCommand: Int] = [:]
    let commands = engine.activeCommands
    for active in commands where !active.command.attributes.contains(.hidden) {
      let row = ListedCommand(active)
      var name = row
      name.chords = []
      // Each chord of the command is in a different place of the file, so no place is named.
      if active.source == .user { name.source = "" }
      if let place = places[name] {
        listed[place].chords += row.chords
      } else {
        places[name] = listed.count
        listed.append(row)
      }
    }
    return listed + engine.activeBindings(besides: commands).map(ListedCommand.init)
  }
}
