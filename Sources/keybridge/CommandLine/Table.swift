// SPDX-License-Identifier: Apache-2.0
import Bridge
import TextInput

/// Rows under headings: with lines and colours on a terminal, plain columns in a pipe.
struct Table {
  var headings: [String]
  var rows: [[String]] = []

  /// The table as text, without a line end behind it; cells cannot steer a terminal.
  func text(isBoxed: Bool) -> String {
    let rows = rows.map { $0.map(\.printable) }
    let widths = headings.indices.map { column in
      ([headings] + rows).map { Self.width($0[column]) }.max() ?? 0
    }
    guard isBoxed else {
      return ([headings] + rows).map { Self.line($0, widths, separator: "  ") }
        .joined(separator: "\n")
    }
    let heading = headings.indices.map {
      "\u{1b}[1m\(Self.pad(headings[$0], to: widths[$0]))\u{1b}[0m"
    }
    let lines = rows.map { "│ \(Self.padded($0, widths).joined(separator: " │ ")) │" }
    return
      ([
        Self.rule("┌┬┐", widths), "│ \(heading.joined(separator: " │ ")) │",
        Self.rule("├┼┤", widths),
      ] + lines + [Self.rule("└┴┘", widths)]).joined(separator: "\n")
  }

  private static func padded(_ row: [String], _ widths: [Int]) -> [String] {
    zip(row, widths).map { pad($0, to: $1) }
  }

  private static func line(_ row: [String], _ widths: [Int], separator: String) -> String {
    let text = padded(row, widths).joined(separator: separator)
    // Nothing behind the last word, for the tools that compare lines.
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
