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
        Option("locale", nil, .text("LANGUAGE"), help: "titles in a language, sv or pt_BR"),
      ]
    },
    discussion: """
      With words, only commands that have them all in id, title, group or chord;
      English titles are searched too. The language is the environment's
      (LANGUAGE, LC_ALL, LC_MESSAGES, LANG) unless --locale says another.

        keybridge commands word        what moves or deletes by words
        keybridge commands --ascii     chords as a configuration spells them
        keybridge commands --locale sv ord    the same as the first, in Swedish
      """
  ) { invocation in
    let translator = try Translator(locale: invocation.value("locale"))
    let rows = BuiltinCommands.table.compactMap { english -> BuiltinCommand? in
      let row = english.translated(by: translator)
      let text = (words(of: row) + words(of: english)).joined(separator: "\n").lowercased()
      return invocation.operands.allSatisfy { text.contains($0.lowercased()) } ? row : nil
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

/// What a command is found by.
private func words(of row: BuiltinCommand) -> [String] {
  [row.id, row.title, row.discoverabilityTitle, row.group] + row.chords.map(\.words)
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
