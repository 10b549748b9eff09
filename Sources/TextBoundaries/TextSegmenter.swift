// SPDX-License-Identifier: Apache-2.0

/// The boundaries of a text and the visual order of mixed directions, as computed by ICU.
///
/// Texts are UTF-16, and offsets count code units. ICU is loaded by the first call that needs it
/// and stays loaded. If the library is missing, ``isComplete`` is false and ``SimpleBoundaries`` is
/// used.
package enum TextSegmenter {
  /// The text between two boundaries.
  package struct Segment: Hashable, Sendable {
    /// The code units of the segment.
    package var range: Range<Int>
    /// Whether the segment is a word, not text between words; always true in other divisions.
    package var isWord: Bool

    package init(_ range: Range<Int>, isWord: Bool = true) {
      self.range = range
      self.isWord = isWord
    }
  }

  /// The embedding levels of a paragraph (Unicode Standard Annex 9); even levels are left to right.
  package struct Levels: Hashable, Sendable {
    /// The level of each code unit.
    package var levels: [UInt8]
    /// The level of the paragraph.
    package var base: UInt8

    package init(levels: [UInt8], base: UInt8) {
      self.levels = levels
      self.base = base
    }
  }

  /// The release of ICU that is used, for example 72, or nil if ICU is missing; the first access
  /// loads it.
  package static var release: Int? { ICU.withShared { $0?.release } }

  /// Whether ICU is available; the first access loads it.
  package static var isComplete: Bool { release != nil }

  /// Divides a text into words and the text between them.
  ///
  /// ICU's dictionaries divide scripts without spaces. The segments cover the text.
  package static func words(in text: [UInt16]) -> [Segment] {
    divide(text, .word) ?? SimpleBoundaries.words(in: text)
  }

  /// Divides a text into sentences, each with the white space after it.
  package static func sentences(in text: [UInt16]) -> [Segment] {
    divide(text, .sentence) ?? SimpleBoundaries.sentences(in: text)
  }

  /// Divides a text where a line may be broken (Unicode Standard Annex 14).
  ///
  /// An ASCII text does not load ICU.
  package static func lineParts(in text: [UInt16]) -> [Segment] {
    if text.allSatisfy(ASCIILineBreaks.covers) { return ASCIILineBreaks.parts(of: text) }
    return divide(text, .line) ?? SimpleBoundaries.lineParts(in: text)
  }

  /// Resolves the directions in a paragraph.
  ///
  /// - Parameters:
  ///   - text: the paragraph, without its terminator.
  ///   - base: the level of the paragraph; if nil, its first strong character decides, or else it
  ///     is left to right.
  /// - Returns: the levels; all equal to the paragraph's level if ICU is missing.
  package static func levels(of text: [UInt16], base: UInt8? = nil) -> Levels {
    ICU.withShared { $0?.levels(of: text, base: base) }
      ?? Levels(levels: [UInt8](repeating: base ?? 0, count: text.count), base: base ?? 0)
  }

  /// Orders a line by rule L2: returns the indices into `levels` in the order shown from left to
  /// right.
  package static func visualOrder(of levels: [UInt8]) -> [Int] {
    ICU.withShared { $0?.visualOrder(of: levels) } ?? Array(levels.indices)
  }

  /// Returns the character that is shown in place of a mirrored one, such as `(`, in text from
  /// right to left (rule L4); the character itself if it has no mirror image, or if ICU is missing.
  package static func mirrorImage(of character: Character) -> Character {
    guard let scalar = character.unicodeScalars.first, scalar.properties.isBidiMirrored else {
      return character
    }
    let image = ICU.withShared { $0?.mirror(of: scalar) } ?? scalar
    var scalars = String.UnicodeScalarView([image])
    scalars.append(contentsOf: character.unicodeScalars.dropFirst())
    return Character(String(scalars))
  }

  private static func divide(_ text: [UInt16], _ kind: ICU.Kind) -> [Segment]? {
    text.isEmpty ? [] : ICU.withShared { $0?.segments(of: text, kind) }
  }
}
