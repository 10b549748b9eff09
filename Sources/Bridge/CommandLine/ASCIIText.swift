// SPDX-License-Identifier: Apache-2.0

/// The signs of messages on a console that shows ASCII only.
extension Console {
  /// Whether symbols beyond ASCII cannot be displayed: the locale is not UTF-8, or the terminal is
  /// the Linux console, whose font has few symbols.
  package static var isASCII: Bool {
    hasPlainLocale || isTerminal(1) && environment("TERM") == "linux"
  }

  /// Whether the locale's character set is not UTF-8.
  ///
  /// Without a locale, UTF-8 is assumed.
  package static var hasPlainLocale: Bool {
    guard
      let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap({ environment($0) }).first
    else { return false }
    let set = locale.split(separator: ".").dropFirst().first?.prefix { $0 != "@" } ?? ""
    return !["utf-8", "utf8"].contains(set.lowercased())
  }
}

extension String {
  /// The text with our symbols replaced by ASCII if this terminal cannot display them.
  package var forConsole: String { Console.isASCII ? withASCIISymbols : self }

  /// The text with the symbols that this program uses replaced by ASCII.
  package var withASCIISymbols: String {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if let plain = asciiSymbols[scalar] {
        text += plain
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

private let asciiSymbols: [Unicode.Scalar: String] = [
  "…": "...", "→": "->", "←": "<-", "µ": "u", "–": "-", "✓": "+", "•": "-", "✗": "x", "·": "-",
  "⌃": "ctrl+", "⌥": "opt+", "⇧": "shift+", "⌘": "cmd+", "⇪": "capslock+",
  "│": "|", "─": "-", "┌": "+", "┬": "+", "┐": "+", "├": "+", "┼": "+", "┤": "+", "└": "+",
  "┴": "+", "┘": "+",
]
