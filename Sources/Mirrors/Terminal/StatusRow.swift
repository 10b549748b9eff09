// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The words of the status row; the executable may give others.
package struct StatusWords {
  /// What stands for a number of keyboards.
  package var keyboards: (Int) -> String
  /// What stands for locks that are on; empty for none.
  package var locks: (LockLEDs) -> String
  /// How to leave: the panic chord.
  package var leaving: String
  /// What stands for the focus being elsewhere.
  package var unfocused: String

  package init(
    keyboards: @escaping (Int) -> String, locks: @escaping (LockLEDs) -> String, leaving: String,
    unfocused: String
  ) {
    self.keyboards = keyboards
    self.locks = locks
    self.leaving = leaving
    self.unfocused = unfocused
  }

  /// The English words, without symbols where the terminal has none.
  package static func english(for kind: TerminalKind) -> StatusWords {
    StatusWords(
      keyboards: { count in
        switch count {
        case 0: "No keyboard: plug one in"
        case 1: "1 keyboard"
        default: "\(count) keyboards"
        }
      },
      locks: { leds in
        [(LockLEDs.capsLock, "Caps Lock"), (.numLock, "Num Lock"), (.scrollLock, "Scroll Lock")]
          .filter { leds.contains($0.0) }.map(\.1).joined(separator: ", ")
      },
      leaving: kind.hasSymbols ? "⌫+⎋+⏎ lets go" : "Backspace+Esc+Enter lets go",
      unfocused: "Focus is elsewhere")
  }
}

/// The bottom row: keyboards, locks and the last command or message at the left, how to leave at the right.
struct StatusRow {
  var words: StatusWords
  var keyboards = 0
  var locks: LockLEDs = []
  var message = ""
  var isFocused = true

  /// The row's cells, as wide as the row; where room is short the right part goes first.
  func cells(columns: Int, glyphs: GlyphTable) -> [Cell] {
    let left = glyphs.cells(
      for: [
        words.keyboards(keyboards), isFocused ? "" : words.unfocused, words.locks(locks), message,
      ]
      .filter { !$0.isEmpty }.joined(separator: glyphs.kind.hasSymbols ? " · " : " - "),
      columns: columns)
    let right = glyphs.cells(for: words.leaving, columns: columns)
    let gap = columns - Self.width(left) - Self.width(right)
    let cells =
      gap > 0
      ? left + Array(repeating: .blank, count: gap) + right
      : left + Array(repeating: .blank, count: columns - Self.width(left))
    return cells.map { Cell(text: $0.text, width: $0.width, style: .reverse) }
  }

  private static func width(_ cells: [Cell]) -> Int {
    cells.reduce(0) { $0 + $1.width }
  }
}
