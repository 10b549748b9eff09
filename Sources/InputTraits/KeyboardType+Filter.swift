// SPDX-License-Identifier: Apache-2.0

/// What a keyboard type lets through (reference 3.2, TRT-4).
extension KeyboardType {
  /// What the filter depends on besides the type.
  public struct FilterOptions: Hashable, Sendable {
    /// Whether what does not fit is refused; see ``TextInputTraits/restrictToKeyboardType``.
    public var isRestricted: Bool
    /// Whether letters become the digits of a phone's keys; see
    /// ``TextInputTraits/mapsPhonePadLetters``.
    public var mapsPhonePadLetters: Bool
    /// Whose decimal separator is meant.
    public var language: LanguageTag

    /// Makes options.
    public init(
      isRestricted: Bool = false, mapsPhonePadLetters: Bool = false,
      language: LanguageTag = .english
    ) {
      self.isRestricted = isRestricted
      self.mapsPhonePadLetters = mapsPhonePadLetters
      self.language = language
    }
  }

  /// What a filter says.
  public enum FilterResult: Hashable, Sendable {
    /// Nothing of the text fits: nobody is asked and nothing changes.
    case refused
    /// This is what is inserted.
    case text(String)
  }

  /// Filters what is typed, pasted or inserted, before `text.shouldChange` is asked.
  ///
  /// A restricted type drops the characters that do not fit and refuses a text of which nothing is
  /// left; an empty text passes. Without restriction everything passes.
  /// ``KeyboardType/asciiCapableNumberPad`` makes other scripts' digits ASCII either way.
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
  /// Filters what is typed, pasted or inserted, as these traits ask for.
  public func filter(_ text: String, language: LanguageTag = .english) -> KeyboardType.FilterResult
  {
    keyboardType.filter(
      text,
      options: KeyboardType.FilterOptions(
        isRestricted: restrictToKeyboardType, mapsPhonePadLetters: mapsPhonePadLetters,
        language: language))
  }
}

/// The letters on the keys 2 to 9 of a telephone, after ITU-T E.161.
private let phoneKeys = ["abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"]

private func phoneDigit(of letter: Character) -> Character? {
  let key = phoneKeys.firstIndex { $0.contains(letter.lowercased()) }
  return key.flatMap { "\($0 + 2)".first }
}

extension Character {
  /// The value of a decimal digit of any script.
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
