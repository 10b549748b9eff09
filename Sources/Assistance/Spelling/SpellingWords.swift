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
    let text = ClassifiedText(text, at: context.range.start)
    var found: [(word: String, range: TextRange)] = []
    var start = 0
    while start < text.count {
      let end = text.kinds[start...].firstIndex { $0.contains(.space) } ?? text.count
      let run = start..<end
      start = end + 1
      guard !run.isEmpty, !isCut(run, of: text, in: context), isProse(run, of: text) else {
        continue
      }
      addWords(of: run, in: text, context, to: &found)
    }
    return found
  }

  /// Whether a run was cut off; it belongs to something longer than any word.
  private static func isCut(
    _ run: Range<Int>, of text: ClassifiedText, in context: SpellingContext
  ) -> Bool {
    let (start, end) = (text.offsets[run.lowerBound], text.offsets[run.upperBound])
    let range = context.range
    return start == range.start && start > 0 && !isSpace(context.storage, at: start - 1)
      || end == range.end && end < context.storage.count && !isSpace(context.storage, at: end)
  }

  private static func isSpace(_ storage: TextStorage, at offset: Int) -> Bool {
    storage.substring(TextRange(offset, offset + 1)).allSatisfy(\.isWhitespace)
  }

  /// Whether a run contains nothing that makes it a code, an address or a path.
  private static func isProse(_ run: Range<Int>, of text: ClassifiedText) -> Bool {
    guard text.offsets[run.upperBound] - text.offsets[run.lowerBound] <= 4 * longest else {
      return false
    }
    for index in run {
      let kind = text.kinds[index]
      if kind.contains(.code) { return false }
      if kind.contains(.joint), index > run.lowerBound, text.kinds[index - 1].contains(.letter),
        index + 1 < run.upperBound, text.kinds[index + 1].contains(.letter)
      {
        return false
      }
    }
    return true
  }

  /// Adds the words of a run of prose that are checked.
  private static func addWords(
    of run: Range<Int>, in text: ClassifiedText, _ context: SpellingContext,
    to found: inout [(word: String, range: TextRange)]
  ) {
    var start = run.lowerBound
    while start < run.upperBound {
      guard text.kinds[start].contains(.letter) else {
        start += 1
        continue
      }
      let word = start..<endOfWord(from: start, in: text, before: run.upperBound)
      start = word.upperBound
      let range = TextRange(text.offsets[word.lowerBound], text.offsets[word.upperBound])
      if let caret = context.caret, range.start <= caret, caret <= range.end { continue }
      if isChecked(word, of: text), range.length <= longest {
        found.append((context.storage.substring(range), range))
      }
    }
  }

  /// Returns the end of the letters from an index, with apostrophes and soft hyphens between
  /// letters.
  private static func endOfWord(
    from start: Int, in text: ClassifiedText, before limit: Int
  ) -> Int {
    var end = start
    var index = start
    while index < limit {
      let kind = text.kinds[index]
      index += 1
      if kind.contains(.letter) { end = index } else if !kind.contains(.inner) { break }
    }
    return end
  }

  /// Single letters, capitals throughout and inner capitals are names and abbreviations (AST-17).
  private static func isChecked(_ word: Range<Int>, of text: ClassifiedText) -> Bool {
    word.count > 1 && !text.kinds[word.dropFirst()].contains { $0.contains(.capital) }
  }
}
