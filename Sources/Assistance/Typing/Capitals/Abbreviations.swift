// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The words of a language after which a period does not end a sentence (AST-2).
struct Abbreviations {
  /// The words of `Words/Data/abbreviations.txt`, separated by white space.
  ///
  /// A sentence ends much less often than a key is pressed, so the list is searched as it is.
  private let words: String
  /// Whether a period after a number of one or two digits makes it an ordinal number, as in the
  /// German `3. Mai`.
  private let hasOrdinals: Bool

  /// Returns the abbreviations of a language; of an unknown one only the patterns apply.
  static func of(_ language: LanguageTag) -> Abbreviations {
    let isLatinSerbian = language.language == "sr" && language.script == .latin
    let key = isLatinSerbian ? "hr" : aliases[language.language] ?? language.language
    return table[key] ?? none
  }

  /// Reports whether the text before a period is an abbreviation or an ordinal number.
  ///
  /// - Parameter reader: reads the text before the period; it is moved.
  /// - Returns: whether the period does not end a sentence.
  func end(with reader: inout BackwardReader) -> Bool {
    var word = ""
    var isNumber = true
    // Abbreviations contain periods and hyphens: `e.g`, `c.-à-d`.
    while let scalar = reader.next, scalar.isWordPart || scalar == "." || scalar == "-" {
      // The longest entry is much shorter.
      guard word.unicodeScalars.count < 16 else { return false }
      word.unicodeScalars.insert(scalar, at: word.startIndex)
      if !("0"..."9").contains(scalar) { isNumber = false }
      reader.advance()
    }
    if word.isEmpty { return false }
    if isNumber {
      // A number at the start of a line numbers a list.
      reader.skip { $0.isSpace && !$0.isLineEnd }
      return hasOrdinals && word.utf8.count <= 2 && reader.next.map { !$0.isLineEnd } == true
    }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    let areLetters = parts.allSatisfy { $0.count == 1 && $0.unicodeScalars.first?.isLetter == true }
    if parts.count > 1, areLetters { return true }
    if isListed(word.lowercased()) { return true }
    return parts.count == 1 && Self.follows(word, &reader)
  }

  private func isListed(_ word: String) -> Bool {
    words.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      .contains { $0.elementsEqual(word.utf8) }
  }

  /// Whether a short part follows another one after a space, as `B` does in the German `z. B`.
  private static func follows(_ part: String, _ reader: inout BackwardReader) -> Bool {
    guard part.count <= 2, reader.next?.isSpace == true, reader.next?.isLineEnd == false else {
      return false
    }
    reader.advance()
    guard reader.next == "." else { return false }
    reader.advance()
    var length = 0
    while let scalar = reader.next, scalar.isLetter, length < 3 {
      length += 1
      reader.advance()
    }
    guard length > 0, reader.next != ".", reader.next?.isWordPart != true else { return false }
    return length == 1 || length == 2 && part.count == 1
  }

  private init(_ section: LanguageSections.Section) {
    words = section.text
    hasOrdinals = section.words.contains("ordinals")
  }

  private static let none = Abbreviations(LanguageSections.Section())
  // The tags of the two written forms of Norwegian, and the tag for either; Bosnian has the
  // abbreviations of Croatian, as Serbian in Latin letters.
  private static let aliases = ["no": "nb", "nn": "nb", "bs": "hr"]

  private static let table = LanguageSections(PackageResources.abbreviations_txt).all
    .mapValues(Abbreviations.init)
}
