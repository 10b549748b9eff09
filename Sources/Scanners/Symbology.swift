// SPDX-License-Identifier: Apache-2.0

/// The symbology of a code, which a scanner can send before it.
enum Symbology {
  /// Finds an AIM identifier (ISO/IEC 15424) at the start of a code: `]`, a letter, and a digit or
  /// a letter.
  ///
  /// - Parameter text: the code as typed.
  /// - Returns: the identifier; nil for none.
  static func identifier(in text: String) -> String? {
    let start = Array(text.utf8.prefix(3))
    guard start.count == 3, start[0] == UInt8(ascii: "]"), isLetter(start[1]),
      isLetter(start[2]) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(start[2])
    else { return nil }
    return String(decoding: start, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
