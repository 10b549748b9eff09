// SPDX-License-Identifier: Apache-2.0
import Mirrors

/// Lists of commands as a table, as JSON and as names.
extension CommandListing {
  /// Returns the rows as a table, grouped by their headings.
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

  /// Returns the rows as JSON.
  func json() throws -> String {
    try jsonText(rows.map(JSONRow.init))
  }

  /// The names of the commands, without duplicates.
  var names: [String] {
    var seen: Set<String> = []
    return rows.map(\.id).filter { seen.insert($0).inserted }
  }
}

/// A command in the output of `--format json`.
///
/// Its members are stable; new ones may be added.
struct JSONRow: Encodable {
  var id: String
  /// Distinguishes commands with the same name; omitted for most.
  var argument: String?
  var title: String
  var group: String
  /// The chords in words; spaces separate the chords of a sequence.
  var chords: [String]
  /// Where the command is active.
  var `where`: String
  /// The command's origin: `built-in`, or `FILE:LINE:COLUMN`.
  var source: String
  /// A sentence that says what the command does; omitted if unknown.
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
