// SPDX-License-Identifier: Apache-2.0
import Bridge

/// Formats text for `man` with the few macros of man(7) that a page needs.
///
/// The source is ASCII, so that every formatter can read it.
enum Roff {
  /// Escapes all characters with a meaning in roff, also at the start of a line.
  ///
  /// Hyphens become ASCII hyphens, because readers type or copy these words.
  static func text(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      escapes[scalar]
        ?? (scalar.isASCII ? String(scalar) : "\\[u\(hexadecimal(scalar.value))]")
    }.joined()
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  static func bold(_ text: String) -> String { "\\fB\(Self.text(text))\\fR" }
  static func italic(_ text: String) -> String { "\\fI\(Self.text(text))\\fR" }

  /// Returns a section with a title such as `NAME`; the parts must be roff source.
  static func section(_ title: String, _ parts: String...) -> String {
    // A heading already begins a paragraph.
    let body = parts.joined(separator: "\n")
    return ".SH \(argument(title))\n" + (body.hasPrefix(".PP\n") ? body.dropFirst(4) : body[...])
  }
  /// Returns the heading of a subsection.
  static func subsection(_ title: String) -> String { ".SS \(argument(title))" }

  /// Returns a tagged paragraph; both parts must be roff source.
  static func item(_ tag: String, _ body: String) -> String { ".TP\n\(tag)\n\(body)" }

  /// Returns the lines that a user would type, and blank lines, unformatted.
  static func example(_ lines: [String]) -> String {
    ".PP\n.RS 4\n.nf\n\(lines.map(text).joined(separator: "\n"))\n.fi\n.RE"
  }

  /// Formats a subcommand's discussion: paragraphs, and indented lines as examples.
  static func prose(_ discussion: String) -> String {
    var blocks: [(isExample: Bool, lines: [String])] = []
    var isOpen = false
    for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
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
        ? example(block.lines.map { String($0.dropFirst(2)) })
        : ([".PP"] + block.lines.map(text)).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func argument(_ text: String) -> String { "\"\(Self.text(text))\"" }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  // Characters that formatters would replace, or that have a meaning.
  private static let escapes: [Unicode.Scalar: String] = [
    "\\": "\\e", "-": "\\-", "'": "\\(aq", "\"": "\\(dq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
    // Not every terminal can display it.
    "…": "...",
  ]
}
