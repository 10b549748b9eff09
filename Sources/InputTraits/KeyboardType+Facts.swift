// SPDX-License-Identifier: Apache-2.0

/// What a keyboard type means for typing, row by row of reference 3.2.
extension KeyboardType {
  /// Whether capitals come by themselves where the traits do not ask for others.
  public var autocapitalizesByDefault: Bool {
    switch self {
    case .default, .asciiCapable, .numbersAndPunctuation, .twitter: true
    case .url, .numberPad, .phonePad, .namePhonePad, .emailAddress, .decimalPad, .webSearch,
      .asciiCapableNumberPad:
      false
    }
  }

  /// Whether capitals never come by themselves, whatever the traits ask for (3.1).
  public var ignoresAutocapitalization: Bool {
    switch self {
    case .numberPad, .phonePad, .namePhonePad: true
    default: false
    }
  }

  /// Whether smart punctuation, correction and prediction are on where the traits leave them to
  /// the context (3.6).
  public var assistsByDefault: Bool {
    switch self {
    case .default, .asciiCapable, .numbersAndPunctuation, .namePhonePad, .twitter: true
    case .url, .numberPad, .phonePad, .emailAddress, .decimalPad, .webSearch,
      .asciiCapableNumberPad:
      false
    }
  }

  /// Whether input methods that did not come with Keybridge are offered (CIV-16).
  public var offersThirdPartyInputMethods: Bool {
    self != .phonePad && self != .namePhonePad
  }

  /// Whether a mode that does not type ASCII is replaced, while this is focused, by the ASCII mode
  /// used last (row 1; IME-11 for both types that are for ASCII only).
  public var requiresASCII: Bool { self == .asciiCapable || self == .asciiCapableNumberPad }

  /// What the `.com` key completes with, the first being what it types and the others its
  /// alternatives in their order; empty where there is no such key.
  public var domainCompletions: [String] {
    self == .url ? [".com", ".net", ".edu", ".org"] : []
  }

  /// What the keypad's point key types; nil for what the layout says.
  public func keypadSeparator(in language: LanguageTag) -> Character? {
    self == .decimalPad ? language.decimalSeparator : nil
  }
}

extension TextInputTraits {
  /// ``keyboardType``, or, where that is left open, the one that suits ``textContentType``
  /// (TRT-10).
  ///
  /// It steers capitals, correction and what the status row shows, and never filters.
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

  /// Whether input methods that did not come with Keybridge are offered: not in a secure field, nor
  /// for phone numbers (CIV-16).
  public var offersThirdPartyInputMethods: Bool {
    !isSecureTextEntry && effectiveKeyboardType.offersThirdPartyInputMethods
  }

  /// Whether ⏎ does anything (TRT-7, TRT-8).
  ///
  /// `hasText` says whether the text, marked text included, is longer than nothing.
  public func isReturnKeyEnabled(hasText: Bool) -> Bool {
    hasText || !enablesReturnKeyAutomatically
  }
}
