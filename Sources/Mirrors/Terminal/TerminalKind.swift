// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The capabilities of a terminal and their control sequences, all from its terminfo entry.
///
/// A missing sequence is empty. `Documentation/Decisions/0015` lists what the entry cannot tell.
package struct TerminalKind: Hashable, Sendable {
  /// Whether the terminal's font has symbols such as ␛ and ⌫, for which no capability exists.
  ///
  /// A terminal without a second screen is either the Linux console, whose font has room for 512
  /// glyphs, or a hardware terminal.
  package private(set) var hasSymbols: Bool
  /// Whether text is sent in visual order, and the terminal is asked not to order it.
  package let ordersText: Bool
  /// Whether a character in the bottom right corner scrolls the screen.
  let scrollsAtLastCell: Bool
  /// Takes the screen: the alternate one, no cursor until there is a caret, no wrapping by the
  /// terminal.
  let enter: ControlSequence
  /// Restores the screen, also in the middle of a drawing.
  let leave: ControlSequence
  /// Erases the screen, regardless of the current style.
  let eraseScreen: ControlSequence
  let eraseToEndOfRow: ControlSequence
  let beginSynchronizedOutput: ControlSequence
  let endSynchronizedOutput: ControlSequence
  let hideCursor: ControlSequence
  let showCursor: ControlSequence
  /// Makes the terminal report its focus.
  let reportFocus: ControlSequence
  /// Makes the terminal enclose what is pasted at it (mode 2004).
  let enclosePastes: ControlSequence
  /// Makes the terminal report presses, repeats and releases of all keys with the kitty keyboard
  /// protocol, and asks for what it reports then; ends with a query that every terminal answers.
  ///
  /// Empty for a terminal that might show the query.
  let reportKeys: ControlSequence

  /// Undoes ``reportKeys``; also without it, because the other screen has flags of its own.
  private let endKeyReports: ControlSequence
  private let moveCursor: ControlSequence
  private let cursorShape: ControlSequence
  private let attributes: TerminalAttributes
  private let palette: TerminalPalette

  /// Whether text can be dimmed, so that it looks different from other text.
  var canDim: Bool { attributes.canDim }

  /// Reads the capabilities of a terminal.
  ///
  /// - Parameters:
  ///   - name: its name, as in `TERM`.
  ///   - hasSymbols: whether the locale's character set has symbols beyond ASCII.
  ///   - ordersText: whether text is sent in visual order; not for a program that orders its own.
  /// - Throws: what is missing: the name, the terminfo library, its database, the terminal's entry,
  ///   or in it a way to move the cursor.
  package init(
    name: String?, hasSymbols: Bool = true, ordersText: Bool = true
  ) throws(MirrorError) {
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
    guard let kind = TerminalKind(entry, ordersText: ordersText) else {
      throw .cursorNotMovable(name: name)
    }
    self = kind
    if !hasSymbols { self.hasSymbols = false }
  }

  /// Reads an entry; nil for a terminal without a movable cursor.
  init?(_ entry: TerminfoEntry, ordersText: Bool = true) {
    guard !entry[.cup].isEmpty, !entry[.clear].isEmpty else { return nil }
    self.ordersText = ordersText
    moveCursor = entry[.cup]
    cursorShape = entry[.Ss]
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
    let pastes = Mode(entry[.BE], entry[.BD])
    enclosePastes = pastes.on
    let hasKeys = !focus.on.isEmpty && !screen.on.isEmpty
    reportKeys = hasKeys ? Array("\u{1b}[>31u\u{1b}[?u\u{1b}[c".utf8) : []
    endKeyReports = hasKeys ? Array("\u{1b}[<u".utf8) : []
    let order = ordersText && hasKeys ? Mode.explicitOrder : Mode()
    // Rows take the mode while they are erased.
    enter = screen.on + cursor.on + wrapping.on + order.on + entry[.clear]
    leave =
      endSynchronizedOutput + focus.off + pastes.off + order.off + plain + wrapping.off + cursor.off
      + (screen.off.isEmpty ? entry[.clear] : screen.off)
  }

  /// Returns the sequence that restores the screen.
  ///
  /// - Parameter readsKeys: whether the keys of the terminal were read.
  /// - Returns: the sequence.
  func leave(readsKeys: Bool) -> ControlSequence { (readsKeys ? endKeyReports : []) + leave }

  /// Returns the sequence that moves the cursor; rows and columns count from 0.
  func move(toRow row: Int, column: Int) -> ControlSequence {
    Terminfo.format(moveCursor, row, column)
  }

  /// Returns the sequence that gives the cursor a shape of DECSCUSR, 0 for the user's; empty if the
  /// terminal knows no shapes.
  func cursorShape(_ number: Int) -> ControlSequence { Terminfo.format(cursorShape, number) }

  /// Returns the sequence that changes the style of the following characters.
  func change(from old: TextStyle, to new: TextStyle) -> ControlSequence {
    var sequence: ControlSequence = []
    if old.attributes != [] || old.hasColor { sequence += attributes.off }
    if old.hasColor { sequence += palette.off }
    sequence += attributes.sequence(for: new)
    if let color = new.foreground {
      sequence += palette.sequence(for: color, isForeground: true)
    }
    if let color = new.background {
      sequence += palette.sequence(for: color, isForeground: false)
    }
    return sequence
  }
}

/// A terminal mode with the sequences that enable and disable it.
private struct Mode {
  private(set) var on: ControlSequence = []
  private(set) var off: ControlSequence = []

  init() {}

  /// Creates a mode; empty unless both sequences exist.
  init(_ on: ControlSequence, _ off: ControlSequence) {
    if !on.isEmpty, !off.isEmpty { (self.on, self.off) = (on, off) }
  }

  /// The explicit mode of ECMA-48 for text of both directions (BDSM, mode 8): the terminal draws
  /// the characters of a row from left to right, as they are sent.
  ///
  /// Terminals that order text on their own, such as those with VTE, have the implicit mode
  /// otherwise. Others ignore the sequence, which no entry has.
  static let explicitOrder = Mode(Array("\u{1b}[8l".utf8), Array("\u{1b}[8h".utf8))

  /// Returns the mode of focus reports.
  ///
  /// No entry of ncurses 6.4 has `fe` and `fd`, or `XF`. In such an entry `BE` indicates a terminal
  /// with xterm's modes; a terminal without this mode ignores it like any unknown mode.
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

/// The attributes of a terminal, with the sequences that switch them on and off.
private struct TerminalAttributes: Hashable {
  /// Switches all attributes off.
  let off: ControlSequence
  /// Whether text can be dimmed.
  var canDim: Bool { !dim.isEmpty }
  private let bold, dim, italic, underline, reverse, strikethrough, blink: ControlSequence
  /// The kind of underlines, and their colour.
  private let underlineStyle, underlineColor: ControlSequence

  /// Reads an entry; empty if attributes occupy cells or cannot be switched off.
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
    underlineStyle = underline.isEmpty ? [] : sequence(.Smulx)
    underlineColor = sequence(.Setulc)
    strikethrough = sequence(.smxx)
    blink = sequence(.blink)
    reverse = entry[.rev].isEmpty ? sequence(.smso) : sequence(.rev)
  }

  func sequence(for style: TextStyle) -> ControlSequence {
    let attributes = style.attributes
    let sequences: [(attribute: TextStyle.Attributes, sequence: ControlSequence)] = [
      (.bold, bold), (.dim, dim), (.italic, italic), (.underline, line(under: style)),
      (.reverse, reverse), (.strikethrough, strikethrough), (.blink, blink),
    ]
    return sequences.flatMap { attributes.contains($0.attribute) ? $0.sequence : [] }
  }

  private func line(under style: TextStyle) -> ControlSequence {
    // Called for each change of style, of which few have such lines.
    guard style.underlineStyle != .single || style.underlineColor != nil else { return underline }
    let isPlain = style.underlineStyle == .single || underlineStyle.isEmpty
    let line =
      isPlain ? underline : Terminfo.format(underlineStyle, Int(style.underlineStyle.rawValue))
    return line + (style.underlineColor.map { Terminfo.format(underlineColor, $0.number) } ?? [])
  }
}
