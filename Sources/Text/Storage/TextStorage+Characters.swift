// SPDX-License-Identifier: Apache-2.0

/// User-visible characters (Swift's `Character`), found by reading only the nearby text.
extension TextStorage {
  /// Finds the end of the character that begins at an offset.
  ///
  /// - Parameter offset: a character boundary.
  /// - Returns: the next character boundary; the end of the text if there is none.
  public func characterEnd(after offset: Int) -> Int {
    let offset = max(0, offset)
    guard let unit = codeUnit(at: offset) else { return count }
    guard let next = codeUnit(at: offset + 1) else { return count }
    if unit < 0x80, next < 0x80 {
      return unit == 0x0D && next == 0x0A ? offset + 2 : offset + 1
    }
    var length = 32
    while true {
      let window = substring(TextRange(offset, offset + length))
      let character = window[..<window.index(after: window.startIndex)]
      // A character that fills the window may continue after it.
      if character.endIndex < window.endIndex || offset + length >= count {
        return min(offset + character.utf16.count, count)
      }
      length *= 2
    }
  }

  /// Finds the start of the character that ends at an offset.
  ///
  /// - Parameter offset: a character boundary.
  /// - Returns: the previous character boundary; 0 at the start of the text.
  public func characterStart(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    let offset = min(offset, count)
    guard let unit = codeUnit(at: offset - 1) else { return 0 }
    guard let previous = codeUnit(at: offset - 2) else { return 0 }
    if unit < 0x80, previous < 0x80 {
      return previous == 0x0D && unit == 0x0A ? offset - 2 : offset - 1
    }
    let start = certainBoundary(before: offset)
    let window = substring(TextRange(start, offset))
    return start + window[..<window.index(before: window.endIndex)].utf16.count
  }

  /// Finds the first character boundary at or after an offset.
  ///
  /// - Parameter offset: a UTF-16 offset, clamped to the text.
  /// - Returns: the boundary.
  public func characterBoundary(atOrAfter offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    guard offset < count else { return count }
    if isCertainBoundary(offset) { return offset }
    var boundary = certainBoundary(before: offset)
    while boundary < offset { boundary = characterEnd(after: boundary) }
    return boundary
  }

  /// Finds the last character boundary at or before an offset.
  package func characterBoundary(atOrBefore offset: Int) -> Int {
    let boundary = characterBoundary(atOrAfter: offset)
    return boundary > offset ? characterStart(before: boundary) : boundary
  }

  /// Finds a position before an offset that is a boundary whatever text precedes it; 0 if none
  /// exists.
  ///
  /// In ordinary text of any script it is at most a word away. Only a very long row of flags or of
  /// combining marks is searched to its beginning.
  private func certainBoundary(before offset: Int) -> Int {
    var position = offset
    while let scalar = scalar(before: position) {
      position = scalar.start
      if isCertainBoundary(position) { return position }
    }
    return 0
  }

  private func isCertainBoundary(_ offset: Int) -> Bool {
    guard let next = scalar(at: offset), let previous = scalar(before: offset) else { return true }
    // The middle of a surrogate pair is not a boundary.
    guard next.start == offset else { return false }
    return CharacterBreak.isCertain(between: previous.value, and: next.value)
  }
}

/// Character boundaries that can be decided from two code points alone.
///
/// The rules are those of Unicode Standard Annex 29, section 3.1.1.
enum CharacterBreak {
  /// Whether a character certainly ends between two code points; false means unknown.
  static func isCertain(between previous: Unicode.Scalar, and next: Unicode.Scalar) -> Bool {
    // ASCII joins the code point before it only as LF after CR or after a prepended mark (GB3, GB4,
    // GB9b).
    if next.isASCII { return !(previous == "\r" && next == "\n") && !mayPrepend(previous) }
    return isPlain(previous) && isPlain(next)
  }

  /// Whether the code point is a letter, digit, punctuation mark or symbol that joins neither the
  /// code point before it nor another plain one: no jamo, no flag letters, no Indic consonants
  /// (GB9c), no modifiers.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: return true
    case 0x0900...0x0DFF, 0x0E33, 0x0EB3, 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF,
      0x1F1E6...0x1F1FF, 0x11000...0x11FFF:
      return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation,
      .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
      .currencySymbol, .otherSymbol, .spaceSeparator:
      return true
    default:
      return false
    }
  }

  /// Whether the code point may have Grapheme_Cluster_Break=Prepend: some format characters of
  /// Arabic and Syriac, and a few letters of Brahmic scripts.
  private static func mayPrepend(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x08FF: scalar.properties.generalCategory == .format
    case 0x0D4E, 0x11000...0x11FFF: true
    default: false
    }
  }
}
