// SPDX-License-Identifier: Apache-2.0
import TextInput

/// A report of a terminal about itself.
enum TerminalReport: Equatable {
  /// Whether the terminal has the focus.
  case focus(Bool)
  /// One of the terminal's colours.
  case color(TerminalColor, TextStyle.Color)
  /// The kind of terminal, which every terminal reports (DA1).
  case attributes
  /// A text that was pasted at the terminal, with newlines between its lines; nil if it is longer
  /// than the limit.
  case paste(String?)
}

/// Finds the reports in the input from a terminal, ignoring everything else.
///
/// `CSI I` reports that the terminal gained focus, `CSI O` that it lost it; xterm's `ctlseqs` calls
/// these `FocusIn` and `FocusOut`. `OSC 11 ; rgb:ffff/ffff/ffff ST` answers a query of a colour,
/// and `CSI ? 62 c` one of the kind of terminal. `CSI 200 ~` and `CSI 201 ~` enclose a paste. A
/// report may be split between reads. Sequences of keys (`SS3 I` of a keypad, `CSI 5 I`) are not
/// reports.
struct TerminalReports {
  private enum State {
    /// Between sequences.
    case ground
    /// After `ESC`.
    case escape
    /// After `CSI`.
    case introduced
    /// In a sequence with parameters.
    case parameters
    /// In a sequence whose parameters begin with `?`.
    case privateParameters
    /// After `SS3`, which is followed by one byte.
    case singleShift
    /// After `OSC`.
    case command
    /// After `OSC`, a string, and the `ESC` of its end.
    case commandEnd
    /// In a paste, which contains whatever the person copied.
    case paste
  }

  private var state = State.ground
  /// The string after `OSC`, which is no report if it is longer than the limit.
  private var string: [UInt8] = []

  /// The parameters of the current sequence, as far as they are short.
  private var parameters: [UInt8] = []
  /// The bytes of a paste, up to the limit.
  private var pasted: [UInt8] = []
  /// The last bytes of a paste, which may be the beginning of its end.
  private var pasteEnd: [UInt8] = []

  private static let limit = 64
  /// The number of bytes of the longest paste.
  static let longestPaste = 1 << 20
  private static let endOfPaste = Array("\u{1b}[201~".utf8)

  /// Processes more input.
  ///
  /// - Parameter bytes: the input.
  /// - Returns: the reports that were completed, in order.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [TerminalReport] {
    bytes.compactMap { read($0) }
  }

  private mutating func read(_ byte: UInt8) -> TerminalReport? {
    if state == .paste { return readPaste(byte) }
    let old = state
    state = .ground
    switch (old, byte) {
    case (.command, 0x1b): state = .commandEnd
    case (_, 0x1b): state = .escape
    case (.escape, UInt8(ascii: "[")), (.commandEnd, UInt8(ascii: "[")): state = .introduced
    case (.escape, UInt8(ascii: "O")), (.commandEnd, UInt8(ascii: "O")): state = .singleShift
    case (.escape, UInt8(ascii: "]")), (.commandEnd, UInt8(ascii: "]")):
      string = []
      state = .command
    case (.introduced, UInt8(ascii: "I")): return .focus(true)
    case (.introduced, UInt8(ascii: "O")): return .focus(false)
    case (.introduced, UInt8(ascii: "?")): state = .privateParameters
    case (.privateParameters, UInt8(ascii: "c")): return .attributes
    case (.privateParameters, 0x30...0x3b): state = .privateParameters
    case (.introduced, 0x20...0x3f), (.parameters, 0x20...0x3f), (.privateParameters, 0x20...0x3f):
      if old != .parameters { parameters = [] }
      // One more than a paste has, so that a longer sequence is not taken for one.
      if parameters.count < 4 { parameters.append(byte) }
      state = .parameters
    case (.parameters, UInt8(ascii: "~")) where parameters == Array("200".utf8): state = .paste
    case (.command, 0x07), (.commandEnd, UInt8(ascii: "\\")): return color
    case (.command, 0x20...0x7e):
      if string.count <= Self.limit { string.append(byte) }
      state = .command
    default: break
    }
    return nil
  }

  /// Takes a byte of a paste, which ends at its closing sequence only.
  private mutating func readPaste(_ byte: UInt8) -> TerminalReport? {
    pasteEnd.append(byte)
    while !Self.endOfPaste.starts(with: pasteEnd) {
      let first = pasteEnd.removeFirst()
      if pasted.count <= Self.longestPaste { pasted.append(first) }
    }
    guard pasteEnd.count == Self.endOfPaste.count else { return nil }
    defer { (state, pasted, pasteEnd) = (.ground, [], []) }
    guard pasted.count <= Self.longestPaste else { return .paste(nil) }
    let text = String(decoding: pasted, as: UTF8.self)
    return .paste(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
  }

  /// The colour that the string reports; nil for anything else.
  private var color: TerminalReport? {
    guard string.count <= Self.limit else { return nil }
    let fields = String(decoding: string, as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false)
    guard let number = Int(fields[0]), let value = fields.last.flatMap({ Self.color($0) }) else {
      return nil
    }
    switch fields.count {
    case 2: return TerminalColor(dynamic: number).map { .color($0, value) }
    case 3 where number == 4: return UInt8(fields[1]).map { .color(.indexed($0), value) }
    default: return nil
    }
  }

  /// Returns the colour in X11's form `rgb:r/g/b`, with one to four digits each, or in xterm's
  /// `rgba:r/g/b/a`.
  private static func color(_ text: Substring) -> TextStyle.Color? {
    let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, halves[0] == "rgb" || halves[0] == "rgba" else { return nil }
    let parts = halves[1].split(separator: "/", omittingEmptySubsequences: false).map(level)
    guard parts.count == halves[0].count, let red = parts[0], let green = parts[1],
      let blue = parts[2]
    else { return nil }
    return .rgb(red, green, blue)
  }

  /// Returns a share of a colour, whose digits are a fraction of all ones.
  private static func level(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    let whole = 1 << (4 * digits.count) - 1
    return UInt8((value * 255 + whole / 2) / whole)
  }
}
