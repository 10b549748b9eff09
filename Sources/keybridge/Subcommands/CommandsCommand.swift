// SPDX-License-Identifier: Apache-2.0
import Bridge
import Mirrors
import KeyCommands

extension Subcommand {
  static let commands = Subcommand(
    "commands", "list every key command: chord, title, group, where it applies",
    operands: "[WORD…]", operandLimit: .max,
    options: {
      [
        .format(["table", "json"]),
        Option("ascii", nil, help: "chords in words, cmd+down, instead of symbols"),
      ]
    },
    discussion: """
      With words, only commands that have them all in id, title, group or chord.

        keybridge commands word        what moves or deletes by words
        keybridge commands --ascii     chords as a configuration spells them
      """
  ) { invocation in
    let rows = BuiltinCommands.table.filter { row in
      let text =
        ([row.id, row.title, row.discoverabilityTitle, row.group] + row.chords.map(\.words))
        .joined(separator: "\n").lowercased()
      return invocation.operands.allSatisfy { text.contains($0.lowercased()) }
    }
    if rows.isEmpty {
      throw Complaint(
        "no command has all of: \(invocation.operands.joined(separator: ", "))",
        mend: "'keybridge commands' lists them all")
    }
    switch try invocation.format(["table", "json"]) {
    case "json": try Console.print(jsonText(rows.map(ListedCommand.init)))
    default:
      var table = Table(headings: ["CHORD", "TITLE", "GROUP", "ID"])
      let isAscii = invocation.has("ascii")
      table.rows = rows.map { row in
        let chords = row.chords.map { isAscii ? $0.words : $0.description }
        return [chords.joined(separator: "  "), row.discoverabilityTitle, row.group, row.id]
      }
      try Console.print(table.text(isBoxed: Console.isColoured))
    }
    return .done
  }
}

/// A command as `--format json` lists it; the shape is stable.
private struct ListedCommand: Encodable {
  var id: String
  var title: String
  var group: String
  var chords: [String]
  /// Where it applies.
  var `where`: String
  /// Who registered it.
  var source: String
  var discussion: String

  init(_ row: BuiltinCommand) {
    id = row.id
    title = row.discoverabilityTitle
    group = row.group
    chords = row.chords.map(\.words)
    `where` = "text"
    source = "built-in"
    discussion = row.discussion
  }
}
