// SPDX-License-Identifier: Apache-2.0

/// The output of `--help`, generated from the options so that it cannot differ from them.
package enum Help {
  /// Returns the help of one subcommand.
  ///
  /// If `program` is nil, the subcommand is a program of its own.
  package static func subcommand(
    _ subcommand: Subcommand, of program: String? = "keybridge"
  ) -> String {
    let options = subcommand.options() + [OptionParser.helpOption]
    let width = min(26, options.map(\.usage.count).max() ?? 0)
    let rows = options.flatMap { option -> [String] in
      let help = wrap(option.help, to: 76 - width)
      let usage = pad(option.usage, to: width)
      let first = usage.count > width ? ["  \(usage)"] : []
      let lead = first.isEmpty ? usage : pad("", to: width)
      return first + ["  \(lead)  \(help[0])"]
        + help.dropFirst().map { "  \(pad("", to: width))  \($0)" }
    }
    let usage = [program ?? "", subcommand.name, "[OPTION…]", subcommand.operands]
      .filter { !$0.isEmpty }.joined(separator: " ")
    // The help of each subcommand fits a terminal of 24 rows.
    let discussion = subcommand.discussion.isEmpty ? "" : "\n\n\(subcommand.discussion)"
    return """
      usage: \(usage)
      \(wrap(capitalised(subcommand.summary) + ".", to: 80).joined(separator: "\n"))

      \(rows.joined(separator: "\n"))\(discussion)
      """
  }

  /// Returns the text with a capital first letter.
  package static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// Returns the text padded with spaces on the right.
  package static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func wrap(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if !last.isEmpty, last.count + 1 + word.count > width {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = last.isEmpty ? String(word) : "\(last) \(word)"
      }
    }
    return lines
  }
}
