// SPDX-License-Identifier: Apache-2.0

/// Words as ICU finds them: Unicode Standard Annex 29, and dictionaries for scripts without spaces.
extension TextStorage {
  /// The end of the word that an offset is in, else of the next word; the text's end if there is
  /// none (BND-3).
  ///
  /// A row of more than about 4000 code units without a space counts as several words.
  public func wordEnd(after offset: Int) -> Int {
    var position = max(0, offset)
    while position < count {
      let window = window(around: position, .word)
      let word = window.segments(.word).first { $0.isUnit && $0.range.end > position }
      if let word { return characterBoundary(atOrAfter: word.range.end) }
      position = window.end
    }
    return count
  }

  /// The start of the word that an offset is in, else of the previous word; 0 if there is none.
  public func wordStart(before offset: Int) -> Int {
    var position = min(offset, count)
    while position > 0 {
      let window = window(around: position - 1, .word)
      let word = window.segments(.word).last { $0.isUnit && $0.range.start < position }
      if let word { return characterBoundary(atOrBefore: word.range.start) }
      position = window.start
    }
    return 0
  }

  /// The words that lie in a range, at least with a part of them, in order (F062).
  ///
  /// What stands between words, spaces and punctuation, is left out. UIKit has no counterpart; it is
  /// what one would enumerate with a tokenizer by the granularity of words.
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

  /// The word, or what stands between words, that holds the code unit at an offset.
  package func wordSegment(at offset: Int) -> TextSegment? {
    segment(at: offset, .word)
  }

  /// The sentence that holds the code unit at an offset, the white space behind it included.
  ///
  /// A paragraph of more than about 16000 code units without a full stop counts as several.
  package func sentenceSegment(at offset: Int) -> TextSegment? {
    segment(at: offset, .sentence)
  }

  private func segment(at offset: Int, _ unit: NeighbourhoodUnit) -> TextSegment? {
    guard offset >= 0, offset < count else { return nil }
    return window(around: offset, unit).segments(unit).first { $0.range.end > offset }
  }
}
