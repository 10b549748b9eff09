// SPDX-License-Identifier: Apache-2.0

/// Passes what the parser recognizes to the screen, which owns the parser.
struct ScreenReceiver: ControlReceiver {
  let screen: ProgramScreen

  func print(ascii run: UnsafeBufferPointer<UInt8>) { screen.print(ascii: run) }
  func print(_ scalar: Unicode.Scalar) { screen.print(scalar) }

  // REP repeats a character only directly after it.

  func execute(_ control: UInt8) {
    screen.execute(control)
    screen.lastPrinted = nil
  }

  func control(_ sequence: ControlSequence) {
    screen.control(sequence)
    screen.lastPrinted = nil
  }

  func escape(intermediate: UInt8, final: UInt8) {
    screen.escape(intermediate: intermediate, final: final)
    screen.lastPrinted = nil
  }

  func systemCommand(_ bytes: [UInt8], endsWithBell: Bool) {
    screen.systemCommand(bytes, endsWithBell: endsWithBell)
    screen.lastPrinted = nil
  }

  func deviceControl(_ start: ControlSequence, _ bytes: [UInt8]) {
    screen.deviceControl(start, bytes)
    screen.lastPrinted = nil
  }
}

extension ProgramScreen {
  /// Processes output of the program; sequences may be split anywhere.
  package func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
    var receiver = ScreenReceiver(screen: self)
    parser.parse(bytes, into: &receiver)
  }

  /// Processes output of the program.
  package func feed(_ bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable(feed) == nil {
      Array(bytes).withUnsafeBufferPointer(feed)
    }
  }
}
