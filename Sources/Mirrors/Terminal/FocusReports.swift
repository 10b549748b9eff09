// SPDX-License-Identifier: Apache-2.0

/// Finds the focus reports in the input from a terminal, ignoring everything else.
///
/// `CSI I` reports that the terminal gained focus, `CSI O` that it lost it; xterm's `ctlseqs` calls
/// these `FocusIn` and `FocusOut`. A report may be split between reads. Sequences of keys (`SS3 I`
/// of a keypad, `CSI 5 I`) are not reports.
struct FocusReports {
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
  }

  private var state = State.ground

  /// Processes more input.
  ///
  /// - Returns: the focus according to the last complete report; nil if no report was completed.
  mutating func read(_ bytes: some Sequence<UInt8>) -> Bool? {
    var isFocused: Bool?
    for byte in bytes {
      switch (state, byte) {
      case (_, 0x1b): state = .escape
      case (.escape, UInt8(ascii: "[")): state = .introduced
      case (.escape, UInt8(ascii: "O")): state = .singleShift
      case (.introduced, UInt8(ascii: "I")):
        isFocused = true
        state = .ground
      case (.introduced, UInt8(ascii: "O")):
        isFocused = false
        state = .ground
      case (.introduced, 0x20...0x3f), (.parameters, 0x20...0x3f): state = .parameters
      default: state = .ground
      }
    }
    return isFocused
  }
}
