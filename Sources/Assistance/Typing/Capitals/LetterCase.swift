// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Upper-casing by the rules of the mode's language (AST-6).
enum LetterCase {
  /// Returns a text with its first letter capitalized.
  ///
  /// - Parameters:
  ///   - text: the typed text.
  ///   - isWordInCapitals: whether the whole word is in capitals; if not, a digraph such as ǆ has
  ///     the form ǅ.
  ///   - language: the language of the mode.
  /// - Returns: the text with the capital.
  static func capital(
    of text: String, isWordInCapitals: Bool, language: LanguageTag
  ) -> String {
    guard let first = text.unicodeScalars.first else { return text }
    let capital: String
    if first == "i", hasDottedCapital(language) {
      capital = "İ"
    } else {
      let properties = first.properties
      capital = isWordInCapitals ? properties.uppercaseMapping : properties.titlecaseMapping
    }
    return capital + String(text.unicodeScalars.dropFirst())
  }

  /// Whether the language distinguishes i with a dot, whose capital is İ, from ı without one.
  private static func hasDottedCapital(_ language: LanguageTag) -> Bool {
    ["tr", "az"].contains(language.language)
  }
}
