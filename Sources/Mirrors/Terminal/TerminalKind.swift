// SPDX-License-Identifier: Apache-2.0
import TextInput

/// What a terminal can do, and the sequences that have it do so: all of them from its terminfo entry.
///
/// A sequence that the terminal lacks is empty. `Documentation/Decisions/0015` says what the entry cannot
/// tell.
package struct TerminalKind: Hashable, Sendable {
  /// Whether its font has symbols such as ␛ and ⌫, which no capability says.
  ///
  /// A terminal without a second screen is the Linux console, whose font has room for 512 glyphs, or a
  /// terminal of hardware.
  package private(set) var hasSymbols: Bool
  /// Whether a character in the bottom right corner has the screen scroll.
  let scrollsAtLastCell: Bool
  /// Takes the screen: the alternate one, no cursor until there is a caret, no wrapping by the terminal.
  let enter: ControlSequence
  /// Gives the screen back, also in the middle of a drawing.
  let leave: ControlSequence
  /// Empties the screen, whatever was drawn before.
  let eraseScreen: ControlSequence
  let eraseToEndOfRow: ControlSequence
  let beginSynchronizedOutput: ControlSequence
  let endSynchronizedOutput: ControlSequence
  let hideCursor: ControlSequence
  let showCursor: ControlSequence
  /// Has the terminal report its focus.
  let reportFocus: ControlSequence

  private let moveCursor: ControlSequence
  private let attributes: TerminalAttributes
  private let palette: TerminalPalette

  /// Learns what a terminal can do.
  ///
  /// - Parameters:
  ///   - name: its name, as in `TERM`.
  ///   - hasSymbols: whether the locale's character set has symbols beyond ASCII.
  /// - Throws: what is missing: the name, the terminfo library, its database, the terminal's entry, or in it
  ///   a way to move the cursor.
  package init(name: String?, hasSymbols: Bool = true) throws(MirrorError) {
    guard let name, !name.isEmpty else { throw .terminalNotNamed }
    let entry: TerminfoEntry
    do {
      entry = try Terminfo.entry(of: name)
    } catch {
      switch error {
      case .library: throw .terminfoNotLoaded(library: Terminfo.library)
      case .database: throw .terminfoMissing
      case .terminal: throw .terminalUnknown(name: name)
      }
    }
    guard let kind = TerminalKind(entry) else { throw .cursorNotMovable(name: name) }
    self = kind
    if !hasSymbols { self.hasSymbols = false }
  }

  /// Takes what an entry says; nil for a terminal without a movable cursor.
  init?(_ entry: TerminfoEntry) {
    guard !entry[.cup].isEmpty, !entry[.clear].isEmpty else { return nil }
    moveCursor = entry[.cup]
    eraseToEndOfRow = entry[.el]
    palette = TerminalPalette(entry)
    attributes = TerminalAttributes(entry)
    let plain = attributes.off + palette.off
    eraseScreen = plain + entry[.clear]

    let screen = Mode(entry[.smcup], entry[.rmcup])
    let cursor = Mode(entry[.civis], entry[.cnorm])
    (hideCursor, showCursor) = (cursor.on, cursor.off)
    let wrapping = Mode(entry[.rmam], entry[.smam])
    hasSymbols = !screen.on.isEmpty
    scrollsAtLastCell =
      entry.flags.contains(.am) && !entry.flags.contains(.xenl) && wrapping.on.isEmpty
    beginSynchronizedOutput = Terminfo.format(entry[.Sync], 1)
    endSynchronizedOutput = Terminfo.format(entry[.Sync], 2)
    let focus = Mode.focusReports(entry)
    reportFocus = focus.on
    enter = screen.on + cursor.on + wrapping.on + entry[.clear]
    leave =
      endSynchronizedOutput + focus.off + plain + wrapping.off + cursor.off
      + (screen.off.isEmpty ? entry[.clear] : screen.off)
  }

  /// Moves the cursor; rows and columns count from 0.
  func move(toRow row: Int, column: Int) -> ControlSequence {
    Terminfo.format(moveCursor, row, column)
  }

  /// The sequence after which characters have a style, where the ones before have another.
  func change(from old: TextStyle, to new: TextStyle) -> ControlSequence {
    var sequence: ControlSequence = []
    if old.attributes != [] || old.hasColor { sequence += attributes.off }
    if old.hasColor { sequence += palette.off }
    sequence += attributes.sequence(for: new.attributes)
    if let color = new.foreground {
      sequence += palette.sequence(for: color, isForeground: true)
    }
    if let color = new.background {
      sequence += palette.sequence(for: color, isForeground: false)
    }
    return sequence
  }
}

/// What a terminal does from one sequence to another.
private struct Mode {
  private(set) var on: ControlSequence = []
  private(set) var off: ControlSequence = []

  init() {}

  /// A mode that could not be left is none.
  init(_ on: ControlSequence, _ off: ControlSequence) {
    if !on.isEmpty, !off.isEmpty { (self.on, self.off) = (on, off) }
  }

  /// Reports of focus.
  ///
  /// No entry of ncurses 6.4 has `fe` and `fd`, or `XF`. There `BE` says that a terminal has modes of xterm's; one
  /// that lacks this mode ignores it, as it does any that it does not know.
  static func focusReports(_ entry: TerminfoEntry) -> Mode {
    let reports = Mode(entry[.fe], entry[.fd])
    guard reports.on.isEmpty else { return reports }
    guard entry.flags.contains(.XF) || entry[.BE] == Array("\u{1b}[?2004h".utf8) else {
      return Mode()
    }
    return Mode(Array("\u{1b}[?1004h".utf8), Array("\u{1b}[?1004l".utf8))
  }
}

extension TextStyle {
  fileprivate var hasColor: Bool { foreground != nil || background != nil }
}

/// The attributes of a terminal, and the sequences that switch them on and off.
private struct TerminalAttributes: Hashable {
  /// Switches all of them off.
  let off: ControlSequence
  private let bold, dim, italic, underline, reverse: ControlSequence

  /// Takes what an entry says; where attributes take up cells, or cannot be switched off, there are none.
  init(_ entry: TerminfoEntry) {
    let off = entry.numbers[.xmc] == nil ? entry[.sgr0] : []
    func sequence(_ name: TerminfoEntry.Sequence) -> ControlSequence {
      off.isEmpty ? [] : entry[name]
    }
    self.off = off
    bold = sequence(.bold)
    dim = sequence(.dim)
    italic = sequence(.sitm)
    underline = sequence(.smul)
    reverse = entry[.rev].isEmpty ? sequence(.smso) : sequence(.rev)
  }

  func sequence(for attributes: TextStyle.Attributes) -> ControlSequence {
    (attributes.contains(.bold) ? bold : []) + (attributes.contains(.dim) ? dim : [])
      + (attributes.contains(.italic) ? italic : [])
      + (attributes.contains(.underline) ? underline : [])
      + (attributes.contains(.reverse) ? reverse : [])
  }
}
