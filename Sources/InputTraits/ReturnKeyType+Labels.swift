// SPDX-License-Identifier: Apache-2.0

/// The labels of the return key and the space key, and of keyboard types, in a language (TRT-5).
extension ReturnKeyType {
  /// Returns the label of the return key in a language (TRT-5); brands are not translated.
  ///
  /// - Parameter tag: the BCP 47 tag of the mode's language.
  /// - Returns: the label; in English if the language has none.
  public func label(in tag: String) -> String {
    let labels = KeyboardLabels.of(tag: tag)
    return switch self {
    case .default: labels.return
    case .go: labels.go
    case .google: "Google"
    case .join: labels.join
    case .next: labels.next
    case .route: labels.route
    case .search: labels.search
    case .send: labels.send
    case .yahoo: "Yahoo"
    case .done: labels.done
    case .emergencyCall: labels.emergencyCall
    case .continue: labels.continue
    }
  }

  /// Returns the label of the space bar in a language (MOD-11).
  ///
  /// - Parameter tag: the BCP 47 tag of the mode's language.
  /// - Returns: the label; in English if the language has none.
  public static func spaceLabel(in tag: String) -> String {
    KeyboardLabels.of(tag: tag).space
  }
}

extension TextInputTraits {
  /// Returns the status row's text for the focused field, for example `URL · Go`.
  ///
  /// A keyboard type is named only if it says what to type: a web address, an e-mail address, a
  /// phone number or numbers.
  ///
  /// - Parameter tag: the BCP 47 tag of the mode's language.
  /// - Returns: the text.
  public func statusLabel(in tag: String) -> String {
    let label = returnKeyType.label(in: tag)
    return effectiveKeyboardType.word(in: tag).map { "\($0) · \(label)" } ?? label
  }
}

extension KeyboardType {
  /// Returns the word for the type in the status row; nil for none.
  fileprivate func word(in tag: String) -> String? {
    let labels = KeyboardLabels.of(tag: tag)
    return switch self {
    case .url: "URL"
    case .emailAddress: labels.email
    case .phonePad: labels.phone
    case .numberPad, .decimalPad, .asciiCapableNumberPad: labels.numbers
    case .default, .asciiCapable, .numbersAndPunctuation, .namePhonePad, .twitter, .webSearch:
      nil
    }
  }
}
