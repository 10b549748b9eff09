// SPDX-License-Identifier: Apache-2.0

/// A one-byte character set whose lower half is ASCII, including control characters.
struct CodePage {
  private let upperHalf: [Unicode.Scalar]

  /// The character of a byte.
  subscript(byte: UInt8) -> Unicode.Scalar {
    byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80]
  }

  // https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/PC/CP437.TXT
  static let ibm437 = CodePage(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
      + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}")

  // https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WindowsBestFit/bestfit1252.txt, where
  // the five bytes without a character map to control characters.
  static let windows1252 = CodePage(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ"
      + String(String.UnicodeScalarView((UInt8(0xa0)...0xff).map { Unicode.Scalar($0) })))

  private init(_ upperHalf: String) {
    self.upperHalf = Array(upperHalf.unicodeScalars)
  }
}
