// SPDX-License-Identifier: Apache-2.0

/// The variants that a held key offers for its text (MOD-14).
///
/// The language's own variants come first, then those offered in every language.
public enum AccentVariants {
  /// The maximum number of variants in a list: one for each selection key.
  public static let limit = 9

  /// Finds the variants of a letter, digit or mark.
  ///
  /// Capitals have the variants of their small letters, capitalized by the rules of the language.
  ///
  /// - Parameters:
  ///   - text: the text that the key typed.
  ///   - tag: the language of the current mode.
  /// - Returns: the variants, best first; empty if the key repeats instead (MOD-15).
  public static func variants(of text: String, in tag: LanguageTag) -> [String] {
    guard let letter = text.first, text.count == 1 else { return [] }
    let small = lowercased(letter, in: tag)
    let variants = unsortedVariants(of: small, in: tag)
    let cased = small == letter ? variants : variants.compactMap { capital(of: $0, in: tag) }
    var seen: Set<Character> = [letter]
    return cased.filter { seen.insert($0).inserted }.prefix(limit).map(String.init)
  }

  private static func unsortedVariants(of letter: Character, in tag: LanguageTag) -> [Character] {
    let own =
      LanguageVariants.own["\(tag.language)-\(tag.region ?? "")"]?[letter]
      ?? LanguageVariants.own[tag.language]?[letter] ?? ""
    return Array(own + (LanguageVariants.common[letter] ?? ""))
  }

  private static func hasDottedI(_ tag: LanguageTag) -> Bool {
    ["tr", "az"].contains(tag.language)
  }

  private static func lowercased(_ letter: Character, in tag: LanguageTag) -> Character {
    switch letter {
    case "I" where hasDottedI(tag): "ı"
    case "İ": "i"
    default: letter.lowercased().first ?? letter
    }
  }

  /// Returns the capital of a letter; nil if there is none.
  private static func capital(of letter: Character, in tag: LanguageTag) -> Character? {
    switch letter {
    case "i" where hasDottedI(tag): return "İ"
    // Has its own case, because the full upper-case mapping of ß has two letters.
    case "ß": return "ẞ"
    default:
      let capital = letter.uppercased()
      return capital.count == 1 && capital != String(letter) ? capital.first : nil
    }
  }
}
