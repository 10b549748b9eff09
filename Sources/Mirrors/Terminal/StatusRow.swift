// SPDX-License-Identifier: Apache-2.0
package import Keys
import TextInput

/// The words of the status row; the executable may supply others.
package struct StatusWords {
  /// Returns the text for a number of keyboards.
  package var keyboards: (Int) -> String
  /// Returns the text for the locks that are on; empty for none.
  package var locks: (LockLEDs) -> String
  /// The hint that shows how to end the program: the panic chord.
  package var leaving: String
  /// The hint that shows how to leave a text in front of the program: ⎋.
  package var goingBack: String
  /// The text shown while the terminal does not have focus.
  package var unfocused: String
  /// The text before an incomplete scanner code.
  package var incompleteCode: String
  /// The text shown while ⌘ is held and no command would run.
  package var noCommands: String

  package init(
    keyboards: @escaping (Int) -> String, locks: @escaping (LockLEDs) -> String, leaving: String,
    goingBack: String, unfocused: String, incompleteCode: String, noCommands: String
  ) {
    self.keyboards = keyboards
    self.locks = locks
    self.leaving = leaving
    self.goingBack = goingBack
    self.unfocused = unfocused
    self.incompleteCode = incompleteCode
    self.noCommands = noCommands
  }

  /// Returns the English words, without symbols if the terminal has none.
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
      leaving: kind.hasSymbols ? "⌫+⎋+⏎ to exit" : "Backspace+Esc+Enter to exit",
      goingBack: kind.hasSymbols ? "⎋ to go back" : "Esc to go back",
      unfocused: "Terminal has no focus", incompleteCode: "Incomplete code",
      noCommands: "No command can run now")
  }
}

/// The contents of the status rows.
///
/// At the left: the label of the focused text, the keyboards, the locks, and the last command or
/// message. At the right: how to end the program, or how to leave what is in front of it.
struct StatusRow {
  var words: StatusWords
  var keyboards = 0
  var locks: LockLEDs = []
  var message = ""
  var isFocused = true
  /// Whether a text is in front of the program's own.
  var canGoBack = false

  /// Returns the rows; if there are two, the first has the text's label and the message.
  func rows(_ count: Int, columns: Int, label: StatusLabel, glyphs: CellRenderer) -> [[Cell]] {
    let line = StatusLine(columns: columns, glyphs: glyphs)
    let label = label.parts(glyphs)
    let right = canGoBack ? words.goingBack : words.leaving
    let machine = [
      StatusPart(line.cells(words.keyboards(keyboards)), keyboards == 0 ? .warning : .keyboards),
      StatusPart(line.cells(isFocused ? "" : words.unfocused), .warning),
      StatusPart(line.cells(words.locks(locks)), .locks),
    ]
    let last = StatusPart(
      glyphs.cells(for: message.prefix(max(columns, 0) + 1), style: TextStyle()), .message)
    switch count {
    case ..<1: return []
    case 1: return [line.row(label + machine + [last], right)]
    default: return [line.row(label + [last], ""), line.row(machine, right)]
    }
  }
}
