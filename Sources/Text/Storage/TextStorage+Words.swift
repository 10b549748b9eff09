// SPDX-License-Identifier: Apache-2.0

/// Words as found by ICU: Unicode Standard Annex 29, with dictionaries for scripts without spaces.
extension TextStorage {
  /// Finds the end of the word that holds an offset, or else of the next word (BND-3).
  ///
  /// More than about ``TextUnitLimit/word`` code units without a space count as several words, and
  /// as much text without a word counts as one.
  ///
  /// - Parameter offset: a UTF-16 offset.
  /// - Returns: the end of the word; the end of the text if no word follows.
  public func wordEnd(after offset: Int) -> Int {
    let offset = min(max(0, offset), count)
    let limit = min(count, offset + TextUnitLimit.word)
    return wordEnd(after: offset, within: limit) ?? characterBoundary(atOrAfter: limit)
  }

  /// Finds the end of the first word that ends after an offset; nil if none begins before a limit.
  package func wordEnd(after offset: Int, within limit: Int) -> Int? {
    var position = offset
    while position < limit {
      let window = window(around: position, .word)
      let word = window.segments(.word).first { $0.isUnit && $0.range.end > position }
      if let word {
        return word.range.start < limit ? characterBoundary(atOrAfter: word.range.end) : nil
      }
      position = window.end
    }
    return nil
  }

  /// Finds the start of the word that holds an offset, or else of the previous word.
  ///
  /// - Parameter offset: a UTF-16 offset.
  /// - Returns: the start of the word; 0 if no word precedes.
  public func wordStart(before offset: Int) -> Int {
    let offset = min(max(0, offset), count)
    let limit = max(0, offset - TextUnitLimit.word)
    return wordStart(before: offset, within: limit) ?? characterBoundary(atOrBefore: limit)
  }

  /// Finds the start of the last word that begins before an offset; nil if none ends after a limit.
  package func wordStart(before offset: Int, within limit: Int) -> Int? {
    var position = offset
    while position > limit {
      // After a first try near the offset, each window begins as far away as it was read, because
      // a text without words may have many windows.
      let window = window(around: position - 1, .word, beginsFar: position < offset)
      let word = window.segments(.word).last { $0.isUnit && $0.range.start < position }
      if let word {
        return word.range.end > limit ? characterBoundary(atOrBefore: word.range.start) : nil
      }
      position = window.start
    }
    return nil
  }

  /// Finds the words that overlap a range, in order (F062).
  ///
  /// Spaces and punctuation between words are left out. UIKit has no counterpart; the result is the
  /// same as enumerating with a tokenizer at word granularity.
  ///
  /// - Parameter range: the range, clamped to the text.
  /// - Returns: the ranges of the words, each in full.
  public func words(in range: TextRange) -> [TextRange] {
    let range = clamped(range)
    var words: [TextRange] = []
    var position = range.start
    while position < range.end {
      let window = window(around: position, .word, reach: 2048)
      for word in window.segments(.word)
      where word.isUnit && word.range.end > position && word.range.start < range.end {
        words.append(word.range)
      }
      position = window.end
    }
    return words
  }

  /// Returns the word, or the text between words, that holds the code unit at an offset.
  package func wordSegment(at offset: Int) -> TextSegment? {
    segment(at: offset, .word)
  }

  /// Returns the sentence that holds the code unit at an offset, including the white space after
  /// it.
  ///
  /// More than about ``TextUnitLimit/sentence`` code units without a full stop count as several
  /// sentences.
  package func sentenceSegment(at offset: Int) -> TextSegment? {
    segment(at: offset, .sentence)
  }

  private func segment(at offset: Int, _ unit: NeighbourhoodUnit) -> TextSegment? {
    guard offset >= 0, offset < count else { return nil }
    return window(around: offset, unit).segments(unit).first { $0.range.end > offset }
  }
}
