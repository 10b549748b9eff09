// SPDX-License-Identifier: Apache-2.0

/// A script, identified by its ISO 15924 code: `Latn`, `Cyrl`, `Hans`.
public struct WritingScript: Hashable, Sendable {
  /// The four-letter code, the first letter in upper case.
  public let code: String
  /// Whether the script has upper and lower case; other scripts are never capitalised (reference
  /// 3.6).
  public let hasCase: Bool
  /// Whether words are corrected while they are typed (reference 3.6, AST-20).
  ///
  /// False for scripts that need an input method, and for scripts without spaces between words.
  public let hasInlineCorrection: Bool
  /// Whether the script is written from right to left.
  public let isRightToLeft: Bool

  /// Creates a script from its code.
  ///
  /// - Parameter code: the ISO 15924 code, in upper or lower case. It is not checked: an unknown
  ///   script has no case and is written from left to right.
  public init(_ code: String) {
    let code = code.prefix(1).uppercased() + code.dropFirst().lowercased()
    self.code = code
    // Traits are resolved at each key, so what they ask of the script is looked up here.
    hasCase = Self.cased.contains(code)
    hasInlineCorrection = !Self.uncorrected.contains(code)
    isRightToLeft = Self.rightToLeft.contains(code)
  }

  /// Latin letters.
  public static let latin = WritingScript("Latn")
  /// Cyrillic letters.
  public static let cyrillic = WritingScript("Cyrl")
  /// Greek letters.
  public static let greek = WritingScript("Grek")
  /// Hebrew letters.
  public static let hebrew = WritingScript("Hebr")
  /// Armenian letters.
  public static let armenian = WritingScript("Armn")
  /// Hangul combined with Chinese characters.
  public static let korean = WritingScript("Kore")
  /// Kana combined with Chinese characters.
  public static let japanese = WritingScript("Jpan")
  /// Simplified Chinese characters.
  public static let simplifiedHan = WritingScript("Hans")
  /// Traditional Chinese characters.
  public static let traditionalHan = WritingScript("Hant")

  private static let rightToLeft: Set<String> = [
    "Adlm", "Arab", "Aran", "Armi", "Avst", "Hebr", "Mand", "Mani", "Mend", "Nkoo", "Phnx", "Rohg",
    "Samr", "Sogd", "Syrc", "Thaa", "Yezi",
  ]

  private static let cased: Set<String> = [
    "Latn", "Cyrl", "Grek", "Armn", "Cher", "Copt", "Glag", "Dsrt", "Osge", "Adlm",
  ]

  private static let uncorrected: Set<String> = [
    "Hans", "Hant", "Hani", "Bopo", "Jpan", "Hira", "Kana", "Kore", "Hang",
    "Thai", "Laoo", "Khmr", "Mymr", "Tibt",
  ]

  /// The scripts of languages that are usually not written in Latin letters.
  ///
  /// Most entries are Suppress-Script fields of the IANA language subtag registry.
  static let usual: [String: WritingScript] = [
    "am": WritingScript("Ethi"), "ar": WritingScript("Arab"), "as": WritingScript("Beng"),
    "be": .cyrillic, "bg": .cyrillic, "bn": WritingScript("Beng"), "bo": WritingScript("Tibt"),
    "ckb": WritingScript("Arab"), "dv": WritingScript("Thaa"), "dz": WritingScript("Tibt"),
    "el": .greek, "fa": WritingScript("Arab"),
    "gu": WritingScript("Gujr"), "he": WritingScript("Hebr"), "hi": WritingScript("Deva"),
    "hy": .armenian, "ja": .japanese, "ka": WritingScript("Geor"), "kk": .cyrillic,
    "km": WritingScript("Khmr"), "kn": WritingScript("Knda"), "ko": .korean, "ky": .cyrillic,
    "lo": WritingScript("Laoo"), "mk": .cyrillic, "ml": WritingScript("Mlym"), "mn": .cyrillic,
    "mr": WritingScript("Deva"), "my": WritingScript("Mymr"), "ne": WritingScript("Deva"),
    "or": WritingScript("Orya"), "pa": WritingScript("Guru"), "ps": WritingScript("Arab"),
    "ru": .cyrillic, "sd": WritingScript("Arab"),
    "si": WritingScript("Sinh"), "sr": .cyrillic, "ta": WritingScript("Taml"),
    "te": WritingScript("Telu"), "tg": .cyrillic, "th": WritingScript("Thai"),
    "ti": WritingScript("Ethi"), "ug": WritingScript("Arab"), "uk": .cyrillic,
    "ur": WritingScript("Arab"),
    "yi": WritingScript("Hebr"), "yue": .traditionalHan, "zh": .simplifiedHan,
  ]
}

extension WritingScript: CustomStringConvertible {
  /// The four-letter code.
  public var description: String { code }
}
