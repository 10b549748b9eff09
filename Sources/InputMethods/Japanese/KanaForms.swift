// SPDX-License-Identifier: Apache-2.0

/// The forms in which the same kana can be written (reference 12.2).
package enum KanaForm: Hashable, Sendable, CaseIterable {
  /// あ: ⌃J, F6.
  case hiragana
  /// ア: ⌃K, F7.
  case katakana
  /// ｱ: ⌃;, F8.
  case halfKatakana
  /// ａ, the keys that were typed: ⌃L, F9.
  case wideLatin
  /// a, the keys that were typed: F10.
  case latin
}

/// Conversions between forms of kana and of Latin letters.
package enum KanaText {
  /// Returns the text with katakana instead of hiragana.
  package static func katakana(_ text: String) -> String {
    mapped(text) { value in
      switch value {
      case 0x3041...0x3096, 0x309D, 0x309E: value + 0x60
      default: value
      }
    }
  }

  /// Returns the text with half-width katakana and punctuation instead of kana.
  package static func halfKatakana(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in katakana(text).unicodeScalars {
      if let index = fullKatakana.firstIndex(of: scalar),
        let half = Unicode.Scalar(0xFF61 + UInt32(index))
      {
        result.append(half)
      } else if let (base, mark) = unvoiced[scalar] {
        result.append(contentsOf: halfKatakana(String(base)).unicodeScalars)
        result.append(mark == voicedMark ? "\u{FF9E}" : "\u{FF9F}")
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns the text with full-width forms of ASCII characters.
  package static func wide(_ text: String) -> String {
    mapped(text) { value in
      switch value {
      case 0x20: 0x3000
      case 0x21...0x7E: value + 0xFEE0
      default: value
      }
    }
  }

  /// Adds a voicing mark to a kana.
  ///
  /// - Parameters:
  ///   - kana: one hiragana or katakana.
  ///   - mark: `゛` or `゜`.
  /// - Returns: the voiced kana; nil if there is none.
  package static func voiced(_ kana: Character, with mark: Character) -> Character? {
    guard let scalar = kana.unicodeScalars.first, kana.unicodeScalars.count == 1,
      let full = katakana(String(kana)).unicodeScalars.first
    else { return nil }
    let marked = unvoiced.first { $0.value == (full, mark) }?.key
    guard let marked else { return nil }
    // Hiragana stays hiragana.
    let value = scalar == full ? marked.value : marked.value - 0x60
    return Unicode.Scalar(value).map(Character.init)
  }

  private static let voicedMark: Character = "゛"

  private static let fullKatakana = Array(
    "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
      .unicodeScalars)

  /// Voiced katakana, with the plain one and the mark.
  private static let unvoiced: [Unicode.Scalar: (base: Unicode.Scalar, mark: Character)] = {
    var table: [Unicode.Scalar: (base: Unicode.Scalar, mark: Character)] = [:]
    let pairs: [(String, String, Character)] = [
      ("ガギグゲゴザジズゼゾダヂヅデドバビブベボヴ", "カキクケコサシスセソタチツテトハヒフヘホウ", voicedMark),
      ("パピプペポ", "ハヒフヘホ", "゜"),
    ]
    for (voiced, plain, mark) in pairs {
      for (marked, base) in zip(voiced.unicodeScalars, plain.unicodeScalars) {
        table[marked] = (base, mark)
      }
    }
    return table
  }()

  private static func mapped(_ text: String, _ map: (UInt32) -> UInt32) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(Unicode.Scalar(map(scalar.value)) ?? scalar)
    }
    return String(result)
  }
}
