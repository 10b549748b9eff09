// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The use of capitals in a word.
enum LetterCase: Hashable {
  /// No capital.
  case lower
  /// Only the first letter is a capital.
  case capitalized
  /// Several letters, all of them capitals.
  case upper
  /// A capital after a small letter, or small letters after several capitals.
  case mixed

  /// Determines the case of a word.
  init(of word: String) {
    var capitals = 0
    var small = 0
    var beginsWithCapital = false
    for scalar in word.unicodeScalars {
      if scalar.isCapital || scalar.isTitleCase {
        if capitals + small == 0 { beginsWithCapital = true }
        capitals += 1
      } else if scalar.isSmallLetter {
        small += 1
      }
    }
    self =
      switch (capitals, small) {
      case (0, _): .lower
      case (1, _) where beginsWithCapital: .capitalized
      case (_, 0): .upper
      default: .mixed
      }
  }

  /// Returns a word in this case; a small-letter case leaves it as it is, because the word may be a
  /// name, and one capital leaves a word with inner capitals as it is, such as `iPhone` (AST-16).
  ///
  /// - Parameters:
  ///   - word: the word in its usual spelling.
  ///   - language: the language, which determines the capital of `i`.
  /// - Returns: the word.
  func applied(to word: String, in language: LanguageTag) -> String {
    switch self {
    case .lower, .mixed: return word
    case .upper: return Self.uppercased(word, in: language)
    case .capitalized where LetterCase(of: word) == .mixed: return word
    case .capitalized: return Self.capital(of: word, isWordInCapitals: false, language: language)
    }
  }

  /// Returns a text with its first letter capitalized (AST-6).
  ///
  /// Only a letter changes whose capital is one letter of the same script. ß, the ligature ﬁ and
  /// the sign µ, whose capital would be Greek, stay as they are.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isWordInCapitals: whether the whole word is in capitals; if not, a digraph such as ǆ has
  ///     the form ǅ.
  ///   - language: the language of the mode.
  /// - Returns: the text with the capital.
  static func capital(
    of text: String, isWordInCapitals: Bool, language: LanguageTag
  ) -> String {
    guard let first = text.unicodeScalars.first else { return text }
    let rest = String(text.unicodeScalars.dropFirst())
    if first == "i", hasDottedCapital(language) { return "İ" + rest }
    let properties = first.properties
    // The capital ᾼ is also the title form of ᾳ; two letters are written only in whole words.
    let forms =
      isWordInCapitals
      ? [properties.uppercaseMapping, properties.titlecaseMapping] : [properties.titlecaseMapping]
    guard first.isLetter,
      let capital = forms.first(where: { $0.unicodeScalars.count == 1 }),
      !(String(first) + capital).mixesScripts
    else { return text }
    return capital + rest
  }

  private static func uppercased(_ text: String, in language: LanguageTag) -> String {
    guard hasDottedCapital(language) else { return text.uppercased() }
    return String(text.map { $0 == "i" ? "İ" : $0 }).uppercased()
  }

  /// Whether the language distinguishes i with a dot, whose capital is İ, from ı without one.
  private static func hasDottedCapital(_ language: LanguageTag) -> Bool {
    ["tr", "az"].contains(language.language)
  }
}

extension String {
  /// Whether the text has letters of several scripts among Latin, Greek and Cyrillic, or of one of
  /// them and another script.
  var mixesScripts: Bool {
    var seen: Int?
    for scalar in unicodeScalars where scalar.isLetter {
      let script: Int
      switch scalar.value {
      case ..<0x02B0, 0x1D00...0x1D25, 0x1D6B...0x1D77, 0x1D79...0x1D9A, 0x1E00...0x1EFF,
        0x2C60...0x2C7F, 0xA722...0xA7FF, 0xAB30...0xAB64:
        script = 1
      // Modifiers and combining marks belong to any script.
      case 0x02B0...0x036F: continue
      case 0x0370...0x03FF, 0x1F00...0x1FFF: script = 2
      case 0x0400...0x052F, 0x1C80...0x1C8A, 0xA640...0xA69F: script = 3
      default: script = 4
      }
      if let seen, seen != script { return true }
      seen = script
    }
    return false
  }
}
