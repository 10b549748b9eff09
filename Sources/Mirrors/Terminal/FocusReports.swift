// SPDX-License-Identifier: Apache-2.0

/// Finds in what a terminal sends its reports of focus, whatever stands between them.
///
/// `CSI I` says that the terminal has the focus now, `CSI O` that it has lost it; xterm's `ctlseqs`
/// calls that `FocusIn` and `FocusOut`. A report may come in pieces. What keys send (`SS3 I` of a
/// keypad, `CSI 5 I`) is none.
struct FocusReports {
  private enum State {
    /// Between sequences.
    case ground
    /// Behind `ESC`.
    case escape
    /// Behind `CSI`.
    case introduced
    /// In a sequence with parameters.
    case parameters
    /// Behind `SS3`, which one byte ends.
    case singleShift
  }

  private var state = State.ground

  /// Reads on.
  ///
  /// - Returns: what the last complete report says; nil where none was completed.
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
