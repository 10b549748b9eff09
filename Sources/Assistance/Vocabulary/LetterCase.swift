// SPDX-License-Identifier: Apache-2.0

/// The capitals of a typed word, which a correction keeps (AST-16).
enum LetterCase {
  case lower, capitalized, upper
  /// Capitals inside the word, as in `iPhone`; such words are not corrected (AST-17).
  case mixed

  init(_ text: String) {
    let letters = text.filter { $0.isUppercase || $0.isLowercase }
    let capitals = letters.filter(\.isUppercase).count
    if capitals == 0 {
      self = .lower
    } else if capitals == 1, text.first?.isUppercase == true {
      self = .capitalized
    } else if capitals == letters.count {
      self = .upper
    } else {
      self = .mixed
    }
  }

  /// Returns a word in its usual spelling with these capitals in addition.
  func applied(to word: String, _ alphabet: LexiconAlphabet) -> String {
    switch self {
    case .lower, .mixed: word
    case .capitalized: alphabet.uppercased(String(word.prefix(1))) + word.dropFirst()
    case .upper: alphabet.uppercased(word)
    }
  }
}
