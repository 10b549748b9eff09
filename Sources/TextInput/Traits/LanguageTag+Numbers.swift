// SPDX-License-Identifier: Apache-2.0

/// What traits and labels depend on in a language, told by its BCP 47 tag.
public struct TextLanguage: Hashable, Sendable {
  /// The language's subtag in lower case: `sv` of `sv-SE`.
  public let language: String
  /// The script's subtag in lower case, where the tag says one: `hant` of `zh-Hant-TW`.
  public let script: String?
  /// The region's subtag in upper case, where the tag says one: `TW`.
  public let region: String?

  /// Reads a tag; subtags that say nothing about script or region are passed over.
  public init(_ tag: String) {
    let subtags = tag.split(separator: "-")
    language = subtags.first?.lowercased() ?? ""
    // Behind a single letter begin extensions and private use.
    let main = subtags.dropFirst().prefix { $0.count > 1 }
    script = main.first { $0.count == 4 && $0.allSatisfy(\.isLetter) }?.lowercased()
    region =
      main.first {
        $0.count == 2 && $0.allSatisfy(\.isLetter) || $0.count == 3 && $0.allSatisfy(\.isNumber)
      }?.uppercased()
  }

  /// English, where nothing else is said.
  public static let english = TextLanguage("en")

  /// Whether the language's script has capitals.
  public var hasCase: Bool {
    script.map(casedScripts.contains) ?? !caselessLanguages.contains(language)
  }

  /// Whether words are corrected in this language; not where an input method chooses them (AST-20).
  public var hasWordCorrection: Bool {
    !["zh", "yue", "ja", "ko"].contains(language)
  }

  /// What divides the whole from the fraction of a number; after CLDR.
  public var decimalSeparator: Character {
    let isPoint = pointLanguages.contains(language)
    guard let region, let exceptions = separatorExceptions[language] else {
      return isPoint ? "." : ","
    }
    return exceptions.contains(region) != isPoint ? "." : ","
  }
}

private let casedScripts: Set<String> = [
  "latn", "cyrl", "grek", "armn", "cher", "copt", "glag", "dsrt", "osge", "adlm",
]

/// Languages usually written in a script without capitals.
private let caselessLanguages: Set<String> = [
  "zh", "yue", "ja", "ko", "ar", "fa", "ur", "ps", "ckb", "he", "yi", "hi", "mr", "ne", "bn", "as",
  "pa", "gu", "or", "ta", "te", "kn", "ml", "si", "th", "lo", "my", "km", "ka", "am", "ti", "bo",
  "dz", "dv",
]

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
