// SPDX-License-Identifier: Apache-2.0

/// The effects of each keyboard type on typing, row by row of reference 3.2.
extension KeyboardType {
  /// Whether automatic capitalization is on if the traits do not request a type other than the
  /// default.
  public var autocapitalizesByDefault: Bool {
    switch self {
    case .default, .asciiCapable, .numbersAndPunctuation, .twitter: true
    case .url, .numberPad, .phonePad, .namePhonePad, .emailAddress, .decimalPad, .webSearch,
      .asciiCapableNumberPad:
      false
    }
  }

  /// Whether automatic capitalization is off regardless of the traits (3.1).
  public var ignoresAutocapitalization: Bool {
    switch self {
    case .numberPad, .phonePad, .namePhonePad: true
    default: false
    }
  }

  /// Whether smart punctuation, correction and prediction are on if the traits leave them to the
  /// context (3.6).
  public var assistsByDefault: Bool {
    switch self {
    case .default, .asciiCapable, .numbersAndPunctuation, .namePhonePad, .twitter: true
    case .url, .numberPad, .phonePad, .emailAddress, .decimalPad, .webSearch,
      .asciiCapableNumberPad:
      false
    }
  }

  /// Whether third-party input methods are offered (CIV-16).
  public var offersThirdPartyInputMethods: Bool {
    self != .phonePad && self != .namePhonePad
  }

  /// Whether the last used ASCII mode replaces a mode that does not type ASCII while the field has
  /// focus (row 1; IME-11 for both ASCII types).
  public var requiresASCII: Bool { self == .asciiCapable || self == .asciiCapableNumberPad }

  /// The completions of the `.com` key: the first is what it types, the others are its alternatives
  /// in order; empty if the type has no such key.
  public var domainCompletions: [String] {
    self == .url ? [".com", ".net", ".edu", ".org"] : []
  }

  /// Returns the character that the keypad's decimal key types.
  ///
  /// - Parameter language: the language of the mode.
  /// - Returns: the language's decimal separator; nil to use the layout's.
  public func keypadSeparator(in language: LanguageTag) -> Character? {
    self == .decimalPad ? language.decimalSeparator : nil
  }
}

extension TextInputTraits {
  /// The ``keyboardType``, or if it is `default`, the type that suits ``textContentType`` (TRT-10).
  ///
  /// It affects capitals, correction and the status row, but never filters.
  public var effectiveKeyboardType: KeyboardType {
    guard keyboardType == .default else { return keyboardType }
    switch textContentType {
    case .emailAddress: return .emailAddress
    case .url: return .url
    case .telephoneNumber: return .phonePad
    case .creditCardNumber, .creditCardSecurityCode: return .numberPad
    default: return .default
    }
  }

  /// Whether third-party input methods are offered: not in a secure field, and not for phone
  /// numbers (CIV-16).
  public var offersThirdPartyInputMethods: Bool {
    !isSecureTextEntry && effectiveKeyboardType.offersThirdPartyInputMethods
  }

  /// Reports whether ⏎ has an effect (TRT-7, TRT-8).
  ///
  /// - Parameter hasText: whether the text, including marked text, is not empty.
  /// - Returns: whether the return key is enabled.
  public func isReturnKeyEnabled(hasText: Bool) -> Bool {
    hasText || !enablesReturnKeyAutomatically
  }
}
