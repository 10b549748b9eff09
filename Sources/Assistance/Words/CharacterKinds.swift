// SPDX-License-Identifier: Apache-2.0

/// The kinds of characters that the rules of reference 10 distinguish.
extension Unicode.Scalar {
  /// Whether the scalar is a letter from A to Z, in upper or lower case.
  var isASCIILetter: Bool { (0x61...0x7A).contains(value | 0x20) }

  /// Whether the scalar is part of a word: a letter, a digit, or a mark on one.
  var isWordPart: Bool {
    if isASCIILetter { return true }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber,
      .connectorPunctuation:
      return true
    default: return false
    }
  }

  /// Whether the scalar is a letter in upper case.
  var isCapital: Bool {
    value < 0x80 ? (0x41...0x5A).contains(value) : properties.isUppercase
  }

  /// Whether the scalar is a letter in lower case.
  var isSmallLetter: Bool {
    value < 0x80 ? (0x61...0x7A).contains(value) : properties.isLowercase
  }

  /// Whether the scalar is two letters of which only the first is a capital, such as ǅ.
  var isTitleCase: Bool { value >= 0x80 && properties.generalCategory == .titlecaseLetter }

  /// Whether the scalar is a letter, or a mark on one.
  var isLetter: Bool {
    if value < 0xAA { return isASCIILetter }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark:
      return true
    default: return false
    }
  }

  /// Whether the scalar is white space, including line ends.
  var isSpace: Bool {
    value < 0x80 ? value == 0x20 || (9...13).contains(value) : properties.isWhitespace
  }

  /// Whether the scalar ends a line.
  var isLineEnd: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether the scalar is a straight quotation mark.
  var isStraightQuote: Bool { self == "\"" || self == "'" }

  /// Whether the scalar is a quotation mark or an apostrophe, straight or typographic.
  var isQuotationMark: Bool {
    if isStraightQuote { return true }
    switch properties.generalCategory {
    case .initialPunctuation, .finalPunctuation: return true
    default: return self == "„" || self == "‚"
    }
  }

  /// Whether the scalar may open a quotation or a bracket in any language, or is one of the Spanish
  /// marks that open a sentence.
  var mayOpen: Bool {
    if self == "¿" || self == "¡" || isStraightQuote { return true }
    switch properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .finalPunctuation: return true
    default: return false
    }
  }

  /// Whether the scalar may close a quotation or a bracket in any language.
  var mayClose: Bool {
    if isStraightQuote { return true }
    switch properties.generalCategory {
    case .closePunctuation, .initialPunctuation, .finalPunctuation: return true
    default: return false
    }
  }

  /// Whether the scalar is an opening or closing quotation mark that French sets off with a
  /// no-break space.
  var isGuillemet: Bool { self == "«" || self == "»" || self == "‹" || self == "›" }

  /// Whether the scalar is one of the two no-break spaces.
  var isNoBreakSpace: Bool { self == "\u{A0}" || self == "\u{202F}" }

  /// Whether the scalar belongs to a script of East Asia that is written without spaces, to its
  /// punctuation, or to Hangul.
  var isCJK: Bool {
    switch value {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Whether the scalar is a hyphen or a dash.
  var isDash: Bool { self == "-" || properties.generalCategory == .dashPunctuation }

  /// Whether the scalar is a punctuation mark of any kind.
  var isPunctuation: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }
}

/// The kinds of characters of learned words; ASCII is decided without the tables of Unicode.
extension Character {
  private var scalar: Unicode.Scalar { unicodeScalars.first ?? " " }

  /// Whether the character is a letter, with its marks.
  var isWordLetter: Bool { scalar.value < 0x80 ? scalar.isASCIILetter : isLetter }

  /// Whether the character is an apostrophe, straight, typographic or the letter.
  var isWordApostrophe: Bool { self == "'" || self == "’" || self == "ʼ" }

  /// Whether the character may join two parts of a word: an apostrophe or a hyphen.
  var isWordJoiner: Bool {
    guard scalar.value >= 0x80 else { return scalar == "'" || scalar == "-" }
    return isWordApostrophe || self == "\u{2010}"
  }
}
