// SPDX-License-Identifier: Apache-2.0
import Bridge
import KeyCommands
import Mirrors

/// Keys that may run more than one command.
///
/// Two commands collide if both can be active at the same place and do different things. A command
/// on ⌘K collides with one on ⌘K ⌘C.
struct CommandCollisions {
  /// The keys, and the commands that they may run.
  struct Collision {
    var keys: [Chord]
    /// In dispatch order.
    var rows: [CommandListing.Row]
  }

  let collisions: [Collision]

  /// Finds the collisions among the built-in commands and those of the settings.
  init(_ configuration: Configuration, file: String, translator: Translator) {
    let own = configuration.userCommands(file: file)
    let isBeforeText: (KeyCommand) -> Bool = {
      $0.wantsPriority || configuration.user[\.legacyCommandsFirst] == true
    }
    let builtin = configuration.bindings.rows.flatMap { row in
      row.chords.map { chord in
        var command = row.keyCommand(chord)
        command.condition = row.condition
        command.source = BuiltinCommand.source
        return command
      }
    }
    self.init(
      own.filter(isBeforeText) + builtin + own.filter { !isBeforeText($0) }, translator: translator)
  }

  /// Finds the collisions among commands in dispatch order.
  init(_ commands: [KeyCommand], translator: Translator) {
    collisions = CommandRegistry(commands).conflicts.compactMap { conflict in
      let rivals = conflict.commands.filter { command in
        conflict.commands.contains { Self.compete(command, $0) }
      }
      guard !rivals.isEmpty else { return nil }
      return Collision(
        keys: conflict.chords, rows: rivals.map { CommandListing.Row($0, translator) })
    }
  }

  private init(_ collisions: [Collision]) {
    self.collisions = collisions
  }

  /// Returns the collisions with a command that contains all the words.
  func filtered(by words: [String]) -> CommandCollisions {
    CommandCollisions(collisions.filter { $0.rows.contains { $0.has(words) } })
  }

  private static func compete(_ left: KeyCommand, _ right: KeyCommand) -> Bool {
    (left.id, left.propertyList ?? "") != (right.id, right.propertyList ?? "")
      && left.collides(with: right) && left.condition.mayMeet(right.condition)
  }

  // MARK: Formats

  /// Returns the collisions as a table, grouped by their keys.
  func table(isASCII: Bool) -> Table {
    let text: ([Chord]) -> String = { isASCII ? $0.words : $0.symbols }
    var table = Table(
      headings: ["KEYS", "CHORD", "ID", "TITLE", "WHERE", "SOURCE"], groupColumn: 0)
    table.rows = collisions.flatMap { collision in
      collision.rows.map { row in
        [
          text(collision.keys), row.keys.map(text).joined(separator: "  "),
          row.id + (row.argument.map { " " + $0 } ?? ""), row.title, row.place, row.source,
        ]
      }
    }
    return table
  }

  /// Returns the collisions as JSON.
  func json() throws -> String {
    try jsonText(collisions.map(ListedCollision.init))
  }
}

/// A collision in the output of `--format json`.
///
/// Its members are stable; new ones may be added.
private struct ListedCollision: Encodable {
  /// The keys, in words.
  var keys: String
  /// The commands that the keys may run, in dispatch order.
  var commands: [JSONRow]

  init(_ collision: CommandCollisions.Collision) {
    keys = collision.keys.words
    commands = collision.rows.map(JSONRow.init)
  }
}
