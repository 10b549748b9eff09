// SPDX-License-Identifier: Apache-2.0
import Bridge
import KeyCommands
import Mirrors

/// Keys on which more than one command may be meant.
///
/// It takes two that can be asked for at one place and do not do the same. ⌘K is in the way of ⌘K ⌘C.
struct CommandCollisions {
  /// What is pressed, and whom it may mean.
  struct Collision {
    var keys: [Chord]
    /// In the order in which they are tried.
    var rows: [CommandListing.Row]
  }

  let collisions: [Collision]

  /// Finds the collisions among the built-in commands and the settings' own.
  init(_ configuration: Configuration, file: String, translator: Translator) {
    let own = configuration.userCommands(file: file)
    let isBeforeText: (KeyCommand) -> Bool = {
      $0.wantsPriority || configuration.commandsBeforeText == true
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

  /// Finds the collisions among commands, which are given in the order in which they are tried.
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

  /// The collisions with a command that has all the words.
  func filtered(by words: [String]) -> CommandCollisions {
    CommandCollisions(collisions.filter { $0.rows.contains { $0.has(words) } })
  }

  private static func compete(_ left: KeyCommand, _ right: KeyCommand) -> Bool {
    (left.id, left.propertyList ?? "") != (right.id, right.propertyList ?? "")
      && left.collides(with: right) && left.condition.mayMeet(right.condition)
  }

  // MARK: Formats

  /// The collisions in columns; each under its keys where it is boxed.
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

  /// The collisions for programs.
  func json() throws -> String {
    try jsonText(collisions.map(ListedCollision.init))
  }
}

/// A collision as `--format json` lists it; the shape is stable, and keys may be added.
private struct ListedCollision: Encodable {
  /// What is pressed, in words.
  var keys: String
  /// Whom it may mean, in the order in which they are tried.
  var commands: [JSONRow]

  init(_ collision: CommandCollisions.Collision) {
    keys = collision.keys.words
    commands = collision.rows.map(JSONRow.init)
  }
}
