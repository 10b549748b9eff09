// SPDX-License-Identifier: Apache-2.0

/// Filtering of typed and pasted text by keyboard type (reference 3.2, TRT-4).
extension KeyboardType {
  /// The inputs of the filter other than the type.
  public struct FilterOptions: Hashable, Sendable {
    /// Whether characters that do not fit are refused; see
    /// ``TextInputTraits/restrictToKeyboardType``.
    public var isRestricted: Bool
    /// Whether letters become the digits of a phone's keys; see
    /// ``TextInputTraits/mapsPhonePadLetters``.
    public var mapsPhonePadLetters: Bool
    /// The language whose decimal separator is accepted.
    public var language: LanguageTag

    /// Creates options.
    ///
    /// - Parameters:
    ///   - isRestricted: whether characters that do not fit are refused; if not, no other option
    ///     has an effect.
    ///   - mapsPhonePadLetters: whether letters become the digits of a phone's keys, for
    ///     ``KeyboardType/phonePad`` only.
    ///   - language: the language whose decimal separator is accepted, for
    ///     ``KeyboardType/decimalPad`` only.
    public init(
      isRestricted: Bool = false, mapsPhonePadLetters: Bool = false,
      language: LanguageTag = .english
    ) {
      self.isRestricted = isRestricted
      self.mapsPhonePadLetters = mapsPhonePadLetters
      self.language = language
    }
  }

  /// The result of a filter.
  public enum FilterResult: Hashable, Sendable {
    /// No part of the text fits: no delegate is consulted, and nothing changes.
    case refused
    /// The text to insert.
    case text(String)
  }

  /// Filters typed, pasted or inserted text, before `text.shouldChange` is sent.
  ///
  /// A restricted type drops the characters that do not fit and refuses a text of which nothing is
  /// left; an empty text passes. Without restriction every text passes.
  /// ``KeyboardType/asciiCapableNumberPad`` always converts digits of other scripts to ASCII.
  ///
  /// - Parameters:
  ///   - text: the text to filter.
  ///   - options: the inputs other than the type.
  /// - Returns: the text to insert, or `refused`.
  public func filter(_ text: String, options: FilterOptions = FilterOptions()) -> FilterResult {
    let mapped = self == .asciiCapableNumberPad ? text.withASCIIDigits : text
    guard options.isRestricted else { return .text(mapped) }
    let kept = String(mapped.compactMap { fitting($0, options) })
    return kept.isEmpty && !text.isEmpty ? .refused : .text(kept)
  }

  private func fitting(_ character: Character, _ options: FilterOptions) -> Character? {
    let fits =
      switch self {
      case .numberPad: character.decimalDigit != nil
      case .decimalPad:
        character.decimalDigit != nil || character == options.language.decimalSeparator
      case .asciiCapableNumberPad: "0123456789".contains(character)
      case .phonePad: "0123456789*#+".contains(character)
      case .default, .asciiCapable, .numbersAndPunctuation, .url, .namePhonePad, .emailAddress,
        .twitter, .webSearch:
        true
      }
    if fits { return character }
    return self == .phonePad && options.mapsPhonePadLetters ? phoneDigit(of: character) : nil
  }
}

extension TextInputTraits {
  /// Filters typed, pasted or inserted text according to these traits.
  ///
  /// - Parameters:
  ///   - text: the text to filter.
  ///   - language: the language whose decimal separator is accepted.
  /// - Returns: the text to insert, or `refused`.
  public func filter(_ text: String, language: LanguageTag = .english) -> KeyboardType.FilterResult
  {
    keyboardType.filter(
      text,
      options: KeyboardType.FilterOptions(
        isRestricted: restrictToKeyboardType, mapsPhonePadLetters: mapsPhonePadLetters,
        language: language))
  }
}

/// The letters on the keys 2 to 9 of a telephone (ITU-T E.161).
private let phoneKeys = ["abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"]

private func phoneDigit(of letter: Character) -> Character? {
  let key = phoneKeys.firstIndex { $0.containsBytes(of: letter.lowercased()) }
  return key.flatMap { "\($0 + 2)".first }
}

extension Character {
  /// The value of a decimal digit of any script; nil for other characters.
  fileprivate var decimalDigit: Int? {
    guard let scalar = unicodeScalars.first, unicodeScalars.count == 1,
      scalar.properties.numericType == .decimal
    else { return nil }
    return wholeNumberValue
  }
}

extension String {
  fileprivate var withASCIIDigits: String {
    String(map { character in character.decimalDigit.flatMap { "\($0)".first } ?? character })
  }
}
