// SPDX-License-Identifier: Apache-2.0

/// Where a text may be divided, and in which order mixed directions are shown: ICU's answers.
///
/// Texts are UTF-16 and offsets are code units. ICU is loaded by the first question that needs it and stays; where
/// the library is missing ``isComplete`` is false and ``SimpleBoundaries`` answers.
package enum TextBoundaries {
  /// A stretch between two boundaries.
  package struct Segment: Hashable, Sendable {
    /// Its code units.
    package var range: Range<Int>
    /// Whether it is a word, not what stands between words; true for all that are not asked for
    /// words.
    package var isWord: Bool

    package init(_ range: Range<Int>, isWord: Bool = true) {
      self.range = range
      self.isWord = isWord
    }
  }

  /// The levels of a paragraph's code units (Unicode Standard Annex 9), even from left to right.
  package struct Levels: Hashable, Sendable {
    /// One for each code unit.
    package var levels: [UInt8]
    /// The level of the paragraph.
    package var base: UInt8

    package init(levels: [UInt8], base: UInt8) {
      self.levels = levels
      self.base = base
    }
  }

  /// The library that is loaded, `libicuuc.so.72`.
  package static var library: String { ICU.library }

  /// Whether ICU is there; the first question loads it.
  package static var isComplete: Bool { ICU.withShared { $0 != nil } }

  /// Divides a text into words and what stands between them.
  ///
  /// Scripts without spaces are divided by ICU's dictionaries. The segments cover the text.
  package static func words(in text: [UInt16]) -> [Segment] {
    divide(text, .word) ?? SimpleBoundaries.words(in: text)
  }

  /// Divides a text into sentences, each with the white space behind it.
  package static func sentences(in text: [UInt16]) -> [Segment] {
    divide(text, .sentence) ?? SimpleBoundaries.sentences(in: text)
  }

  /// Divides a text where a line may be broken (Unicode Standard Annex 14).
  ///
  /// A text in ASCII does not load ICU.
  package static func lineParts(in text: [UInt16]) -> [Segment] {
    if text.allSatisfy(ASCIILineBreaks.covers) { return ASCIILineBreaks.parts(of: text) }
    return divide(text, .line) ?? SimpleBoundaries.lineParts(in: text)
  }

  /// Resolves the directions in a paragraph.
  ///
  /// - Parameters:
  ///   - text: the paragraph, without its terminator.
  ///   - base: the level of the paragraph; nil lets its first strong letter decide, left to right
  ///     where there is none.
  /// - Returns: the levels; all those of the paragraph where ICU is missing.
  package static func levels(of text: [UInt16], base: UInt8? = nil) -> Levels {
    ICU.withShared { $0?.levels(of: text, base: base) }
      ?? Levels(levels: [UInt8](repeating: base ?? 0, count: text.count), base: base ?? 0)
  }

  /// Orders a row by rule L2: what is shown from left to right, as indices into `levels`.
  package static func visualOrder(of levels: [UInt8]) -> [Int] {
    ICU.withShared { $0?.visualOrder(of: levels) } ?? Array(levels.indices)
  }

  private static func divide(_ text: [UInt16], _ kind: ICU.Kind) -> [Segment]? {
    text.isEmpty ? [] : ICU.withShared { $0?.segments(of: text, kind) }
  }
}
