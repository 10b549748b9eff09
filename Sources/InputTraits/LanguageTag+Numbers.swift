// SPDX-License-Identifier: Apache-2.0

/// The number format of a language, and the default language.
extension LanguageTag {
  /// English, the default language.
  public static let english = LanguageTag(language: "en")

  /// The character between the integer and fractional digits of a number, according to CLDR.
  public var decimalSeparator: Character {
    let isPoint = pointLanguages.contains(language)
    guard let region, let exceptions = separatorExceptions[language] else {
      return isPoint ? "." : ","
    }
    return exceptions.contains(region) != isPoint ? "." : ","
  }
}

/// Languages that write 1.5; all others write 1,5.
private let pointLanguages: Set<String> = ["", "en", "ja", "ko", "zh", "yue", "th", "he", "hi"]

/// Regions that write numbers differently from the rest of the language.
private let separatorExceptions: [String: Set<String>] = [
  "de": ["CH", "LI"],
  "it": ["CH"],
  "es": [
    "419", "AG", "BB", "BM", "BR", "BS", "BZ", "CA", "CU", "DM", "DO", "GD", "GT", "GY", "HN", "KN",
    "KY", "LC", "MX", "NI", "PA", "PE", "PR", "SV", "TC", "TT", "US", "VC", "VG", "VI",
  ],
  "en": [
    "AL", "AR", "AT", "BE", "BG", "BR", "CL", "CO", "CV", "CZ", "DE", "DK", "EE", "FI", "FR", "GR",
    "HU", "ID", "LT", "LV", "NL", "NO", "PL", "PT", "RU", "SE", "SI", "SK", "TR", "UA", "ZA",
  ],
]
