// SPDX-License-Identifier: Apache-2.0

/// What a terminal can do, as far as the mirror cares.
package struct TerminalKind: Hashable, Sendable {
  /// Whether it keeps a second screen, so that what stood there before comes back at the end.
  package var hasAlternateScreen: Bool
  /// Whether its font has symbols such as ␛ and ⌫; the Linux console has room for 512 glyphs.
  package var hasSymbols: Bool
  /// Whether it may know synchronized output, which others pass over.
  package var hasSynchronizedOutput: Bool
  /// Whether it has more than 16 colours, and slanted characters.
  package var hasAllColors: Bool
  /// Whether it may tell when it gets and loses the focus; others pass over being asked to.
  package var reportsFocus: Bool

  /// The usual terminal window, and what behaves like one.
  package static let window = TerminalKind(
    hasAlternateScreen: true, hasSymbols: true, hasSynchronizedOutput: true, hasAllColors: true,
    reportsFocus: true)
  /// The kernel's own console.
  package static let console = TerminalKind(
    hasAlternateScreen: false, hasSymbols: false, hasSynchronizedOutput: false, hasAllColors: false,
    reportsFocus: false)

  private init(
    hasAlternateScreen: Bool, hasSymbols: Bool, hasSynchronizedOutput: Bool, hasAllColors: Bool,
    reportsFocus: Bool
  ) {
    self.hasAlternateScreen = hasAlternateScreen
    self.hasSymbols = hasSymbols
    self.hasSynchronizedOutput = hasSynchronizedOutput
    self.hasAllColors = hasAllColors
    self.reportsFocus = reportsFocus
  }

  /// Tells the kind by the name in `TERM`; nil for a terminal without a movable cursor.
  package init?(name: String?) {
    switch name {
    case nil, "", "dumb", "unknown": return nil
    case .some(let name) where name == "linux" || name.hasPrefix("linux-"): self = .console
    case .some: self = .window
    }
  }
}

/// The escape sequences the mirror uses; numbering follows ECMA-48 and xterm's `ctlseqs`.
enum EscapeSequence {
  static let attributesOff = "\u{1b}[0m"
  static let eraseToEndOfRow = "\u{1b}[K"
  static let eraseScreen = "\u{1b}[2J\u{1b}[H"
  static let beginSynchronizedOutput = "\u{1b}[?2026h"
  static let endSynchronizedOutput = "\u{1b}[?2026l"
  static let reportFocus = "\u{1b}[?1004h"
  static let reportFocusNoMore = "\u{1b}[?1004l"

  /// Moves the cursor; rows and columns count from 0.
  static func move(toRow row: Int, column: Int) -> String {
    "\u{1b}[\(row + 1);\(column + 1)H"
  }

  /// What makes the screen the mirror's: other screen, no cursor, no wrapping by the terminal.
  static func enter(_ kind: TerminalKind) -> String {
    (kind.hasAlternateScreen ? "\u{1b}[?1049h" : "") + "\u{1b}[?25l\u{1b}[?7l" + eraseScreen
  }

  /// What undoes ``enter(_:)`` and ``reportFocus``, also in the middle of a drawing.
  static func leave(_ kind: TerminalKind) -> String {
    (kind.hasSynchronizedOutput ? endSynchronizedOutput : "")
      + (kind.reportsFocus ? reportFocusNoMore : "") + attributesOff
      + "\u{1b}[?7h\u{1b}[?25h" + (kind.hasAlternateScreen ? "\u{1b}[?1049l" : eraseScreen)
  }
}
