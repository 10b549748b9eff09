// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Finds whether a sentence or a word begins at the caret (AST-1, AST-2).
enum SentenceStart {
  /// The number of code points that are read at most; a longer row of white space is no start.
  private static let reach = 256

  /// Whether the next letter begins a word: after white space or the start of the text, with
  /// opening quotes and brackets in between.
  static func wordBegins(at caret: Int, in storage: TextStorage) -> Bool {
    var reader = BackwardReader(storage, from: caret, limit: reach)
    reader.skipOpenings()
    return reader.isAtStart || reader.next?.isSpace == true
  }

  /// Whether the next letter begins a sentence.
  ///
  /// - Parameters:
  ///   - caret: the place of the letter.
  ///   - storage: the text.
  ///   - language: the language, which decides what an abbreviation is.
  /// - Returns: whether the letter begins one.
  static func sentenceBegins(
    at caret: Int, in storage: TextStorage, language: LanguageTag
  ) -> Bool {
    var reader = BackwardReader(storage, from: caret, limit: reach)
    reader.skipOpenings()
    if reader.isAtStart || reader.next?.isLineEnd == true { return true }
    guard reader.next?.isSpace == true else { return false }
    reader.skip { $0.isSpace && !$0.isLineEnd }
    if reader.isAtStart || reader.next?.isLineEnd == true { return true }
    reader.skipClosings()
    switch reader.next {
    case ".":
      reader.advance()
      return !Abbreviations.of(language).end(with: &reader)
    case "?", "!", "…", "。", "！", "？": return true
    default: return false
    }
  }
}

/// Reads a text backwards from an offset.
struct BackwardReader {
  /// The code point before the current offset; nil at the start of the text or of the reach.
  private(set) var next: Unicode.Scalar?
  private let storage: TextStorage
  private var offset: Int
  private var remaining: Int

  /// Creates a reader that reads a limited number of code points.
  init(_ storage: TextStorage, from offset: Int, limit: Int) {
    self.storage = storage
    self.offset = offset
    remaining = limit
    next = storage.scalar(before: offset)?.value
  }

  /// Whether the start of the text is reached.
  var isAtStart: Bool { next == nil && offset <= 0 }

  /// Moves before the next code point.
  mutating func advance() {
    guard let next else { return }
    offset -= next.value > 0xFFFF ? 2 : 1
    remaining -= 1
    self.next = remaining > 0 ? storage.scalar(before: offset)?.value : nil
  }

  /// Moves before all code points that satisfy a condition.
  mutating func skip(while fits: (Unicode.Scalar) -> Bool) {
    while let scalar = next, fits(scalar) { advance() }
  }

  /// Moves before opening quotes and brackets, and before the no-break space inside of French
  /// quotes.
  mutating func skipOpenings() {
    while let scalar = next {
      if scalar.isNoBreakSpace, isGuillemetBefore {
        advance()
      } else if !scalar.mayOpen {
        return
      }
      advance()
    }
  }

  /// Moves before closing quotes and brackets, and before the no-break space inside of French
  /// quotes.
  mutating func skipClosings() {
    while let scalar = next, scalar.mayClose {
      advance()
      if scalar.isGuillemet, next?.isNoBreakSpace == true { advance() }
    }
  }

  private var isGuillemetBefore: Bool {
    storage.scalar(before: offset - 1)?.value.isGuillemet == true
  }
}
