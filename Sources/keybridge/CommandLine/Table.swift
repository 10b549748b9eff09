// SPDX-License-Identifier: Apache-2.0
import Bridge
import TextInput

/// Rows under headings: with lines and colours on a terminal, as plain columns in a pipe.
struct Table {
  var headings: [String]
  /// The column whose value is displayed once above the rows that share it, if the table has lines;
  /// nil for none.
  var groupColumn: Int?
  var rows: [[String]] = []

  /// Returns the table as text without a final newline.
  ///
  /// Control characters in cells are replaced.
  func text(isBoxed: Bool) -> String {
    let rows = rows.map { $0.map(\.printable) }
    return isBoxed ? boxed(rows).forConsole : plain(rows)
  }

  private func plain(_ rows: [[String]]) -> String {
    let widths = Self.widths([headings] + rows)
    return ([headings] + rows).map { Self.line($0, widths, separator: "  ") }
      .joined(separator: "\n")
  }

  private func boxed(_ rows: [[String]]) -> String {
    let cells = ([headings] + rows).map(ungrouped)
    let widths = Self.widths(cells)
    let heading = zip(cells[0], widths).map { Self.bold(Self.pad($0, to: $1)) }
    var lines = [Self.rule("┌┬┐", widths), "│ \(heading.joined(separator: " │ ")) │"]
    var group: String?
    for (row, cells) in zip(rows, cells.dropFirst()) {
      if let groupColumn, row[groupColumn] != group {
        let whole = widths.reduce(0, +) + 3 * (widths.count - 1)
        lines += [
          Self.rule("├┴┤", widths), "│ \(Self.bold(Self.pad(row[groupColumn], to: whole))) │",
          Self.rule("├┬┤", widths),
        ]
        group = row[groupColumn]
      } else if lines.count == 2 {
        lines.append(Self.rule("├┼┤", widths))
      }
      lines.append("│ \(Self.padded(cells, widths).joined(separator: " │ ")) │")
    }
    return (lines + [Self.rule("└┴┘", widths)]).joined(separator: "\n")
  }

  private func ungrouped(_ row: [String]) -> [String] {
    row.indices.filter { $0 != groupColumn }.map { row[$0] }
  }

  private static func widths(_ rows: [[String]]) -> [Int] {
    rows[0].indices.map { column in rows.map { width($0[column]) }.max() ?? 0 }
  }

  private static func bold(_ text: String) -> String { "\u{1b}[1m\(text)\u{1b}[0m" }

  private static func padded(_ row: [String], _ widths: [Int]) -> [String] {
    zip(row, widths).map { pad($0, to: $1) }
  }

  private static func line(_ row: [String], _ widths: [Int], separator: String) -> String {
    let text = padded(row, widths).joined(separator: separator)
    // Trailing spaces are removed, for tools that compare lines.
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  private static func rule(_ corners: String, _ widths: [Int]) -> String {
    let corner = Array(corners)
    let bars = widths.map { String(repeating: "─", count: $0 + 2) }
    return "\(corner[0])\(bars.joined(separator: String(corner[1])))\(corner[2])"
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Self.width(text)))
  }

  private static func width(_ text: String) -> Int {
    text.reduce(0) { $0 + CellWidth.of($1) }
  }
}
