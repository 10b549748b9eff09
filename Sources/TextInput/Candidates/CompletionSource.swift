// SPDX-License-Identifier: Apache-2.0

/// Finds words for the completion list of F5 and ⌥⎋ (6.3).
public protocol CompletionSource {
  /// Finds the words that a beginning may go on to, best first.
  ///
  /// - Parameters:
  ///   - beginning: the word before the caret as far as it is typed; not empty.
  ///   - storage: the text it stands in.
  ///   - caret: where it ends.
  ///   - language: what the mode's language is.
  /// - Returns: whole words, the beginning included; empty for none.
  func completions(
    of beginning: String, in storage: TextStorage, at caret: Int, language: LanguageTag
  ) -> [String]
}

/// The words that the text has already, the nearest first.
public struct DocumentWords: CompletionSource {
  /// How far around the caret words are looked for, in UTF-16 code units each way.
  public static let reach = 20_000

  /// Makes the source.
  public init() {}

  /// The words that begin so and go on, capitals and small letters being different.
  public func completions(
    of beginning: String, in storage: TextStorage, at caret: Int, language: LanguageTag
  ) -> [String] {
    let limit = min(storage.count, caret + Self.reach)
    var found: [(word: String, distance: Int)] = []
    var end = storage.wordStart(before: max(0, caret - Self.reach))
    while end < limit {
      let next = storage.wordEnd(after: end)
      guard next > end else { break }
      end = next
      let start = storage.wordStart(before: end)
      let word = storage.substring(TextRange(start, end))
      guard word.hasPrefix(beginning), word != beginning else { continue }
      found.append((word, abs(start - caret)))
    }
    var seen = Set<String>()
    return found.sorted { $0.distance < $1.distance }.map(\.word)
      .filter { seen.insert($0).inserted }
  }
}
