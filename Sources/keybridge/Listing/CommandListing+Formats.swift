// SPDX-License-Identifier: Apache-2.0
import Mirrors

extension CommandListing {
  /// The rows in columns; under their headings where it is boxed.
  func table(isASCII: Bool) -> Table {
    var table = Table(
      headings: ["CHORD", "TITLE", "GROUP", "ID", "WHERE", "SOURCE"], groupColumn: 2)
    table.rows = rows.map { row in
      let keys = row.keys.map { isASCII ? $0.words : $0.symbols }
      let id = row.id + (row.argument.map { " " + $0 } ?? "")
      return [keys.joined(separator: "  "), row.title, row.group, id, row.place, row.source]
    }
    return table
  }

  /// The rows for programs.
  func json() throws -> String {
    try jsonText(rows.map(JSONRow.init))
  }

  /// The commands' names, each once.
  var names: [String] {
    var seen: Set<String> = []
    return rows.map(\.id).filter { seen.insert($0).inserted }
  }
}

/// A command as `--format json` lists it; the shape is stable, and keys may be added.
struct JSONRow: Encodable {
  var id: String
  /// What tells commands of one name apart; left out for most.
  var argument: String?
  var title: String
  var group: String
  /// In words; the chords of a sequence have blanks between them.
  var chords: [String]
  /// Where it applies.
  var `where`: String
  /// Who registered it: `built-in`, or `FILE:LINE:COLUMN`.
  var source: String
  /// What it does; left out where nobody wrote it down.
  var discussion: String?

  init(_ row: CommandListing.Row) {
    id = row.id
    argument = row.argument
    title = row.title
    group = row.group
    chords = row.keys.map(\.words)
    `where` = row.place
    source = row.source
    discussion = row.discussion
  }
}
