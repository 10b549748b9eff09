// SPDX-License-Identifier: Apache-2.0

/// How a language writes numbers, and the language where nothing else is said.
extension LanguageTag {
  /// English, where nothing else is said.
  public static let english = LanguageTag(language: "en")

  /// What divides the whole from the fraction of a number; after CLDR.
  public var decimalSeparator: Character {
    let isPoint = pointLanguages.contains(language)
    guard let region, let exceptions = separatorExceptions[language] else {
      return isPoint ? "." : ","
    }
    return exceptions.contains(region) != isPoint ? "." : ","
  }
}

/// Languages that write 1.5; the others write 1,5.
private let pointLanguages: Set<String> = ["", "en", "ja", "ko", "zh", "yue", "th", "he", "hi"]

/// Regions where the language's numbers are written the other way.
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
