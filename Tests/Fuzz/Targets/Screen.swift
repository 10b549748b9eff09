// SPDX-License-Identifier: Apache-2.0
import TerminalScreen

extension FuzzTarget {
  /// Output of a program in `exec`.
  ///
  /// However it is divided, the screen is the same.
  static let screen = FuzzTarget(
    "screen",
    words: [
      "\u{1b}[", "\u{1b}[?", "\u{1b}[>", "\u{1b}]", "\u{1b}P", "\u{1b}\\", "\u{7}", "\u{18}", ";",
      ":", "1049h", "2026h",
      "69h", "2;4r", "2;5s", "6n", "m", "H", "J", "K", "L", "M", "P", "@", "8;;https://e.org/",
      "52;c;YWJj", "\r\n", "\t",
      "é", "一", "한", "\u{301}", "👩‍👧",
    ],
    seeds: {
      [
        "\u{1b}[2J\u{1b}[1;1Hab\r\n一\u{1b}[31mx\u{1b}[m",
        "\u{1b}[?1049h\u{1b}[2;3r\n\n\nq\u{1b}[?1049l",
      ].map(\.bytes)
    },
    check: { bytes in
      let whole = ProgramScreen(columns: 12, rows: 4, scrollback: 8, version: "fuzz")
      whole.feed(bytes)
      let parts = ProgramScreen(columns: 12, rows: 4, scrollback: 8, version: "fuzz")
      for byte in bytes { parts.feed([byte]) }
      if state(whole) != state(parts) { return "divided output gives another screen" }
      whole.resize(columns: 3, rows: 9)
      return state(whole).isEmpty ? "no rows" : nil
    })

  private static func state(_ screen: ProgramScreen) -> [String] {
    (-screen.scrollbackCount..<screen.size.rows).map { screen.text(ofRow: $0) }
      + ["\(screen.cursorPlace)"]
  }
}
