// SPDX-License-Identifier: Apache-2.0
package import Keys
import TextInput

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
  /// What stands before a scanner's code that is not complete.
  package var incompleteCode: String

  package init(
    keyboards: @escaping (Int) -> String, locks: @escaping (LockLEDs) -> String, leaving: String,
    unfocused: String, incompleteCode: String
  ) {
    self.keyboards = keyboards
    self.locks = locks
    self.leaving = leaving
    self.unfocused = unfocused
    self.incompleteCode = incompleteCode
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
      unfocused: "Focus is elsewhere", incompleteCode: "Incomplete code")
  }
}

/// What the status rows say: of the text that has the focus, of keyboards, locks and the last command
/// or message at the left, how to leave at the right.
struct StatusRow {
  var words: StatusWords
  var keyboards = 0
  var locks: LockLEDs = []
  var message = ""
  var isFocused = true

  /// The rows, the last one as wide as a row; of two, the first is the text's and the message's.
  func rows(_ count: Int, columns: Int, label: StatusLabel, glyphs: CellRenderer) -> [[Cell]] {
    let label = label.parts(glyphs)
    let machine = [
      words.keyboards(keyboards), isFocused ? "" : words.unfocused, words.locks(locks),
    ]
    switch count {
    case ..<1: return []
    case 1: return [row(label, machine + [message], words.leaving, columns, glyphs)]
    default:
      return [
        row(label, [message], "", columns, glyphs),
        row([], machine, words.leaving, columns, glyphs),
      ]
    }
  }

  /// Where room is short the right part goes first.
  private func row(
    _ label: [[Cell]], _ words: [String], _ right: String, _ columns: Int, _ glyphs: CellRenderer
  ) -> [Cell] {
    let separator = glyphs.cells(for: " \(glyphs.sign("·")) ", style: TextStyle())
    let parts =
      label + words.filter { !$0.isEmpty }.map { glyphs.cells(for: $0, columns: columns) }
    let left = Array(parts.joined(separator: separator))
    let right = glyphs.cells(for: right, columns: columns)
    let gap = columns - left.width - right.width
    return gap > 0 ? left + Array(repeating: .blank, count: gap) + right : left
  }
}
