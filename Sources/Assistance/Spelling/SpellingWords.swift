// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The words of a text that spelling is checked for.
///
/// Runs without white space that look like an address, a path, a name of a file or a code have no
/// words (AST-17). In the others, words consist of letters, with apostrophes between them.
enum SpellingWords {
  /// The longest word that is checked, in UTF-16 code units; longer ones are no prose.
  private static let longest = 64

  /// Returns the words in a range of a text that a caret does not touch, with their ranges.
  ///
  /// - Parameters:
  ///   - text: the text of the context's range.
  ///   - context: the text and the part to check.
  /// - Returns: the words, in the order of the text.
  static func words(
    of text: String, in context: SpellingContext
  ) -> [(word: String, range: TextRange)] {
    let range = context.range
    var found: [(word: String, range: TextRange)] = []
    var offset = range.start
    for run in text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
      let start = offset
      let end = start + run.utf16.count
      offset = end
      if end < range.end { offset += separatorLength(after: run, in: text) }
      // A run that was cut off belongs to something longer than any word.
      let isCut =
        start == range.start && start > 0 && !isSpace(context.storage, at: start - 1)
        || end == range.end && end < context.storage.count && !isSpace(context.storage, at: end)
      guard !run.isEmpty, !isCut, isProse(run) else { continue }
      for (word, place) in words(of: run, at: start) {
        if let caret = context.caret, place.start <= caret, caret <= place.end { continue }
        found.append((word, place))
      }
    }
    return found
  }

  private static func separatorLength(after run: Substring, in text: String) -> Int {
    run.endIndex < text.endIndex ? text[run.endIndex].utf16.count : 0
  }

  private static func isSpace(_ storage: TextStorage, at offset: Int) -> Bool {
    storage.substring(TextRange(offset, offset + 1)).allSatisfy(\.isWhitespace)
  }

  /// Whether a run contains nothing that makes it a code, an address or a path.
  private static func isProse(_ run: Substring) -> Bool {
    guard run.utf16.count <= 4 * longest else { return false }
    var isAfterLetter = false
    var index = run.startIndex
    while index < run.endIndex {
      let character = run[index]
      index = run.index(after: index)
      if character.isNumber || "@_/\\#&=<>{}|~^".contains(character) { return false }
      // A period or colon between letters: `example.org`, `std::list`.
      if ".:".contains(character), isAfterLetter, index < run.endIndex, run[index].isLetter {
        return false
      }
      isAfterLetter = character.isLetter
    }
    return true
  }

  private static func words(
    of run: Substring, at start: Int
  ) -> [(word: String, range: TextRange)] {
    var words: [(word: String, range: TextRange)] = []
    var offset = start
    var rest = run
    while let first = rest.first {
      guard first.isLetter else {
        offset += first.utf16.count
        rest.removeFirst()
        continue
      }
      let word = wordPrefix(of: rest)
      let length = word.utf16.count
      if isChecked(word) { words.append((String(word), TextRange(offset, offset + length))) }
      offset += length
      rest = rest[word.endIndex...]
    }
    return words
  }

  /// Returns the letters at the start of a text, with apostrophes and soft hyphens between letters.
  private static func wordPrefix(of text: Substring) -> Substring {
    var end = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      let next = text.index(after: index)
      if character.isLetter { end = next } else if !"'’ʼ\u{AD}·".contains(character) { break }
      index = next
    }
    return text[..<end]
  }

  /// Single letters, capitals throughout and inner capitals are names and abbreviations (AST-17).
  private static func isChecked(_ word: Substring) -> Bool {
    guard word.count > 1, word.utf16.count <= longest else { return false }
    return !word.dropFirst().contains(where: \.isUppercase)
  }
}
