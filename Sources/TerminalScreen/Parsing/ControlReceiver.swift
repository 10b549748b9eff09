// SPDX-License-Identifier: Apache-2.0

/// The receiver of what a ``ControlParser`` recognizes.
protocol ControlReceiver {
  /// Prints ASCII characters, of which none is a control character.
  mutating func print(ascii run: UnsafeBufferPointer<UInt8>)
  /// Prints a character that is not ASCII.
  mutating func print(_ scalar: Unicode.Scalar)
  /// Executes a control character of C0.
  mutating func execute(_ control: UInt8)
  /// Executes an escape sequence; `intermediate` is 0 for none and 0xFF for several.
  mutating func escape(intermediate: UInt8, final: UInt8)
  /// Executes a control sequence.
  mutating func control(_ sequence: ControlSequence)
  /// Receives an operating system command without its delimiters, of which the last may be BEL.
  mutating func systemCommand(_ bytes: [UInt8], endsWithBell: Bool)
  /// Receives a device control string: its start, and the bytes after the final byte.
  mutating func deviceControl(_ start: ControlSequence, _ bytes: [UInt8])
}
