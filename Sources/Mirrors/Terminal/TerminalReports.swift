// SPDX-License-Identifier: Apache-2.0

/// A report of a terminal about itself.
enum TerminalReport: Equatable {
  /// Whether the terminal has the focus.
  case focus(Bool)
  /// One of the terminal's colours, as in `OSC name ; value`.
  case color(name: String, value: String)
}

/// Finds the reports in the input from a terminal, ignoring everything else.
///
/// `CSI I` reports that the terminal gained focus, `CSI O` that it lost it; xterm's `ctlseqs` calls
/// these `FocusIn` and `FocusOut`. `OSC 11 ; rgb:ffff/ffff/ffff ST` answers a query of a colour. A
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
    /// After `SS3`, which is followed by one byte.
    case singleShift
    /// After `OSC`.
    case command
    /// After `OSC`, a string, and the `ESC` of its end.
    case commandEnd
  }

  private var state = State.ground
  /// The string after `OSC`; longer ones are cut, and are then no report.
  private var string: [UInt8] = []

  private static let limit = 64

  /// Processes more input.
  ///
  /// - Parameter bytes: the input.
  /// - Returns: the reports that were completed.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [TerminalReport] {
    var reports: [TerminalReport] = []
    for byte in bytes { if let report = read(byte) { reports.append(report) } }
    return reports
  }

  private mutating func read(_ byte: UInt8) -> TerminalReport? {
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
    case (.introduced, 0x20...0x3f), (.parameters, 0x20...0x3f): state = .parameters
    case (.command, 0x07), (.commandEnd, UInt8(ascii: "\\")): return color
    case (.command, 0x20...0x7e):
      if string.count <= Self.limit { string.append(byte) }
      state = .command
    default: break
    }
    return nil
  }

  /// The colour in the string; nil for anything else.
  private var color: TerminalReport? {
    guard string.count <= Self.limit, let separator = string.lastIndex(of: UInt8(ascii: ";"))
    else { return nil }
    let value = String(decoding: string[(separator + 1)...], as: UTF8.self)
    guard value.hasPrefix("rgb:") || value.hasPrefix("rgba:"),
      value.drop(while: { $0 != ":" }).dropFirst().allSatisfy({ $0.isHexDigit || $0 == "/" })
    else { return nil }
    return .color(name: String(decoding: string[..<separator], as: UTF8.self), value: value)
  }
}
