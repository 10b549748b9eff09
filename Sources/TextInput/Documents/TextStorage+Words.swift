// SPDX-License-Identifier: Apache-2.0

/// Words: runs of letters, digits, marks and connectors, as Unicode Standard Annex 29 draws them
/// for scripts that write spaces; an ideograph or a hiragana is a word of its own.
extension TextStorage {
  /// The end of the word that an offset is in, else of the next word (BND-3).
  public func wordEnd(after offset: Int) -> Int {
    var position = offset
    while position < count, !isInWord(position), !wordClass(after: position).isWord {
      position = characterEnd(after: position)
    }
    guard position < count else { return count }
    repeat {
      position = characterEnd(after: position)
    } while position < count && isInWord(position)
    return position
  }

  /// The start of the word that an offset is in, else of the previous word.
  public func wordStart(before offset: Int) -> Int {
    var position = offset
    while position > 0, !isInWord(position), !wordClass(before: position).isWord {
      position = characterStart(before: position)
    }
    guard position > 0 else { return 0 }
    repeat {
      position = characterStart(before: position)
    } while position > 0 && isInWord(position)
    return position
  }

  /// Whether the characters on both sides belong to one word.
  private func isInWord(_ offset: Int) -> Bool {
    let left = wordClass(before: offset)
    let right = wordClass(after: offset)
    if left.joins, right.joins { return true }
    // WB6, WB7, WB11, WB12: an apostrophe joins letters and a comma digits, one on each side.
    if left.joins, right.isMiddle {
      return right.links(left, wordClass(after: characterEnd(after: offset)))
    }
    if left.isMiddle, right.joins {
      return left.links(wordClass(before: characterStart(before: offset)), right)
    }
    return false
  }

  private func wordClass(after offset: Int) -> WordClass {
    scalar(at: offset).map { WordClass($0.value) } ?? .other
  }

  private func wordClass(before offset: Int) -> WordClass {
    guard offset > 0 else { return .other }
    return scalar(at: characterStart(before: offset)).map { WordClass($0.value) } ?? .other
  }
}

/// What a character's first code point means for the word it stands in.
enum WordClass {
  case letter, digit, connector, ideograph, middleOfLetters, middleOfDigits, middleOfBoth, other

  init(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      switch scalar {
      case "a"..."z", "A"..."Z": self = .letter
      case "0"..."9": self = .digit
      case "_": self = .connector
      case ":": self = .middleOfLetters
      case ",", ";": self = .middleOfDigits
      case ".", "'": self = .middleOfBoth
      default: self = .other
      }
      return
    }
    switch scalar.value {
    case 0x00B7, 0x0387, 0x055F, 0x05F4, 0x2027: self = .middleOfLetters
    case 0x037E, 0x0589, 0x060C, 0x066C: self = .middleOfDigits
    case 0x2018, 0x2019, 0x2024: self = .middleOfBoth
    case 0x3040...0x309F: self = .ideograph
    default: self = Self.byProperties(scalar)
    }
  }

  private static func byProperties(_ scalar: Unicode.Scalar) -> WordClass {
    if scalar.properties.isIdeographic { return .ideograph }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      return .letter
    case .decimalNumber: return .digit
    case .connectorPunctuation: return .connector
    default: return .other
    }
  }

  /// Whether it can begin or end a word.
  var isWord: Bool { joins || self == .ideograph }

  /// Whether it is one word with its neighbours of this kind.
  var joins: Bool { self == .letter || self == .digit || self == .connector }

  var isMiddle: Bool {
    self == .middleOfLetters || self == .middleOfDigits || self == .middleOfBoth
  }

  /// Whether a middle character joins its neighbours.
  func links(_ left: WordClass, _ right: WordClass) -> Bool {
    guard left == right else { return false }
    switch self {
    case .middleOfLetters: return left == .letter
    case .middleOfDigits: return left == .digit
    case .middleOfBoth: return left == .letter || left == .digit
    default: return false
    }
  }
}
