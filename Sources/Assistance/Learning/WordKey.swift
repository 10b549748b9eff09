// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The form in which words are compared: without case, and with straight apostrophes.
package struct WordKey: Hashable, Sendable {
  /// The word in that form.
  package let text: String

  /// Creates the key of a word.
  ///
  /// - Parameters:
  ///   - word: the word as typed.
  ///   - language: the language, which decides about the dotted i; nil for none.
  package init(_ word: String, in language: LanguageTag? = nil) {
    let dotless = language?.language == "tr" || language?.language == "az"
    guard word.utf8.contains(where: { $0 >= 0x80 }) || dotless else {
      text = word.lowercased()
      return
    }
    var text = ""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\u{2019}", "\u{02BC}": text += "'"
      case "I" where dotless: text += "ı"
      case "İ" where dotless: text += "i"
      default: text += scalar.properties.lowercaseMapping
      }
    }
    self.text = text
  }

  /// The first character; nil for an empty word.
  var first: Character? { text.first }
}

/// Whether a text is a word that may be learned.
enum LearnableWord {
  /// The longest word, in characters.
  static let longest = 48

  /// Reports whether a text consists of letters, with apostrophes and hyphens between them, and is
  /// written as people write words; codes and passwords mostly are not (AST-17).
  ///
  /// - Parameter text: the text as typed.
  /// - Returns: whether it may be learned.
  static func accepts(_ text: String) -> Bool {
    if text.utf8.allSatisfy(\.isSmallLetter) { return (2...longest).contains(text.utf8.count) }
    guard (2...longest).contains(text.count), text.utf8.count <= 4 * longest else { return false }
    var isAfterLetter = false
    for character in text {
      let isJoiner = character.isWordJoiner
      guard isJoiner ? isAfterLetter : character.isWordLetter else { return false }
      isAfterLetter = !isJoiner
    }
    return isAfterLetter && hasUsualCase(text)
  }

  /// All small, all capitals, or with at most one capital after the first letter: `iPhone`.
  private static func hasUsualCase(_ text: String) -> Bool {
    let capitals = text.unicodeScalars.count(where: \.isCapital)
    return capitals == 0 || !text.contains(where: \.isLowercase)
      || text.unicodeScalars.dropFirst().count(where: \.isCapital) <= 1 && capitals <= 2
  }
}

extension UInt8 {
  /// Whether a byte of UTF-8 is a small ASCII letter.
  fileprivate var isSmallLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
