// SPDX-License-Identifier: Apache-2.0

/// A source of words for the completion list of F5 and ⌥⎋ (6.3).
public protocol CompletionSource {
  /// Finds completions of the beginning of a word.
  ///
  /// - Parameters:
  ///   - beginning: the typed part of the word before the caret; not empty.
  ///   - storage: the text that contains it.
  ///   - caret: the end of the beginning.
  ///   - language: the mode's language.
  /// - Returns: whole words including the beginning, best first; empty for none.
  func completions(
    of beginning: String, in storage: TextStorage, at caret: Int, language: LanguageTag
  ) -> [String]
}

/// Completions from the words of the text itself, the nearest first.
public struct DocumentWords: CompletionSource {
  /// The distance around the caret that is searched, in UTF-16 code units in each direction.
  public static let reach = 10_000

  /// Creates the source.
  public init() {}

  /// Finds longer words with the beginning; case-sensitive.
  ///
  /// - Parameters:
  ///   - beginning: the typed part of the word before the caret.
  ///   - storage: the text to search.
  ///   - caret: the end of the beginning.
  ///   - language: ignored.
  /// - Returns: the words, the nearest first.
  public func completions(
    of beginning: String, in storage: TextStorage, at caret: Int, language: LanguageTag
  ) -> [String] {
    var found: [(word: String, distance: Int)] = []
    for range in storage.words(in: TextRange(caret - Self.reach, caret + Self.reach)) {
      let word = storage.substring(range)
      guard word.hasPrefix(beginning), word != beginning else { continue }
      found.append((word, abs(range.start - caret)))
    }
    var seen = Set<String>()
    return found.sorted { $0.distance < $1.distance }.map(\.word)
      .filter { seen.insert($0).inserted }
  }
}
