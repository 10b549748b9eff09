// SPDX-License-Identifier: Apache-2.0

/// A cache of the variants of letters in one language.
struct LetterVariantTable {
  /// The language of the current mode.
  var language = TextInputMode.english.primaryLanguage {
    didSet { if language != oldValue { ascii = Self.unknown } }
  }
  private var ascii = Self.unknown
  private static let unknown = [[String]?](repeating: nil, count: 128)

  /// Returns the variants of a key's text; none if the key repeats instead (MOD-15).
  mutating func variants(of text: String) -> [String] {
    guard let byte = text.utf8.first, byte < 128, text.utf8.count == 1 else {
      return AccentVariants.variants(of: text, in: language)
    }
    if let known = ascii[Int(byte)] { return known }
    let variants = AccentVariants.variants(of: text, in: language)
    ascii[Int(byte)] = variants
    return variants
  }
}
