// SPDX-License-Identifier: Apache-2.0

/// The secret that a program must send to resume its state.
enum ProgramToken {
  /// The number of digits.
  static let length = 32

  /// Makes 128 random bits from the kernel, as hexadecimal digits.
  static func make() -> String {
    (0..<length / 2).map { _ in
      let byte = UInt8.random(in: .min ... .max)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
