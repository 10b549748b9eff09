// SPDX-License-Identifier: Apache-2.0

/// Text on its way from the pasteboard to a program.
enum PastedText {
  /// Returns the bytes of a paste.
  ///
  /// - Parameters:
  ///   - text: the text; control characters but tab and newline are removed, so that it cannot end
  ///     the brackets or run as keys.
  ///   - isBracketed: whether the program has mode 2004; otherwise newlines become `\r`.
  /// - Returns: the bytes; empty for an empty text.
  static func bytes(of text: String, isBracketed: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var wasReturn = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r", "\n":
        if !(scalar == "\n" && wasReturn) { bytes.append(isBracketed ? 0x0A : 0x0D) }
      case "\t": bytes.append(0x09)
      case _ where scalar.properties.generalCategory == .control: break
      default: bytes += String(scalar).utf8
      }
      wasReturn = scalar == "\r"
    }
    guard !bytes.isEmpty, isBracketed else { return bytes }
    return Array("\u{1b}[200~".utf8) + bytes + Array("\u{1b}[201~".utf8)
  }

  /// Whether a text has several lines, so that a program without mode 2004 would run it.
  static func hasSeveralLines(_ text: String) -> Bool {
    text.contains(where: \.isNewline)
  }
}
