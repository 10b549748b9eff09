// SPDX-License-Identifier: Apache-2.0
import Bridge
import Keys

/// Writes Markdown for the pages and the manual that the program prints.
enum Markdown {
  /// Escapes Markdown and replaces newlines, so that text fits in a paragraph or a table's cell.
  static func escaped(_ text: String) -> String { escaping(allMarks, in: text) }

  private static func escaping(_ marks: String, in text: String) -> String {
    text.printable.map { marks.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// Returns text in a code span, where only `|` needs an escape.
  static func code(_ text: String) -> String {
    let text = text.printable.replacingBytes(of: "|", with: "\\|")
    guard text.contains("`") else { return "`\(text)`" }
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence) \(text) \(fence)"
  }

  /// Returns text with emphasis; it must be neither empty nor, in a table, contain `|`.
  static func emphasis(_ text: String) -> String { "*\(escaping(marks, in: text))*" }

  /// Returns a table of two columns whose cells are Markdown.
  static func table(_ headings: (String, String), _ rows: [(String, String)]) -> String {
    ([headings, ("---", "---")] + rows).map { "| \($0.0) | \($0.1) |" }.joined(separator: "\n")
  }

  /// Formats plain text: paragraphs, and indented lines as examples.
  static func prose(_ text: String) -> String {
    var blocks: [(isExample: Bool, lines: [String])] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isExample = line.hasPrefix("  ")
      if line.isEmpty {
        isOpen = false
      } else if isOpen, blocks[blocks.count - 1].isExample == isExample {
        blocks[blocks.count - 1].lines.append(String(line))
      } else {
        blocks.append((isExample, [String(line)]))
        isOpen = true
      }
    }
    return blocks.map { block in
      block.isExample
        ? "```\n\(block.lines.map { String($0.dropFirst(2)) }.joined(separator: "\n"))\n```"
        : block.lines.map(paragraphLine).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// Escapes a line of a paragraph.
  private static func paragraphLine(_ line: String) -> String {
    // Brackets mean nothing unless parentheses follow, and other marks unless they begin a line.
    let marks = line.containsBytes(of: "](") ? allMarks : marks
    let isMarked = line.hasPrefix("- ") || line.first.map { "#>|!".contains($0) } == true
    let needsMark = isMarked && !marks.containsBytes(of: String(line.prefix(1)))
    return (needsMark ? "\\" : "") + escaping(marks, in: line)
  }

  // The marks that mean something within a paragraph, and those that do so in some places.
  private static let marks = "\\`*_<&"
  private static let allMarks = marks + "[]>|~#"
}
