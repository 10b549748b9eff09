// SPDX-License-Identifier: Apache-2.0

/// Korean syllables decomposed into the letters that were typed, the jamo.
///
/// The arithmetic is that of the Unicode Standard, section 3.12.
package enum HangulSyllable {
  /// Removes the last jamo of a syllable or of a single jamo; nil for any other code point.
  package static func withoutLastJamo(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0xAC00...0xD7A3:
      let number = scalar.value - 0xAC00
      let final = number % 28
      // Without its final consonant a syllable is still a syllable; without its vowel it is a
      // single letter.
      let rest = final > 0 ? scalar.value - final : 0x1100 + number / 588
      return Unicode.Scalar(rest).map { String(Character($0)) }
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF:
      return ""
    default:
      return nil
    }
  }
}
