// SPDX-License-Identifier: Apache-2.0
import TextBoundaries

/// The kinds of text units whose boundaries depend only on nearby text.
enum NeighbourhoodUnit {
  case word, sentence

  /// The distance around an offset that is read first, in UTF-16 code units.
  var reach: Int { self == .word ? 128 : 512 }
  /// The maximum distance to read; a longer unit counts as several.
  var limit: Int { self == .word ? TextUnitLimit.word : TextUnitLimit.sentence }
}

/// A part of a text whose units are the same in isolation as within the text.
///
/// A lookup therefore costs as much as the nearby text is long, regardless of the length of the
/// text.
struct TextWindow {
  var start: Int
  var units: [UInt16]

  var end: Int { start + units.count }

  /// Divides the window into units and the text between them; the segments cover the window.
  func segments(_ unit: NeighbourhoodUnit) -> [TextSegment] {
    let found =
      switch unit {
      case .word: TextSegmenter.words(in: units)
      case .sentence: TextSegmenter.sentences(in: units)
      }
    return found.map {
      TextSegment(
        range: TextRange(start + $0.range.lowerBound, start + $0.range.upperBound),
        isUnit: $0.isWord)
    }
  }
}

/// A part of a text between two boundaries.
package struct TextSegment: Equatable {
  package var range: TextRange
  /// Whether the segment is a word or sentence; false for text between words.
  package var isUnit: Bool

  package init(range: TextRange, isUnit: Bool) {
    self.range = range
    self.isUnit = isUnit
  }
}

extension NeighbourhoodUnit {
  /// Whether a unit certainly ends before an index whatever text is farther away; false means
  /// unknown.
  ///
  /// The rules are those of Unicode Standard Annex 29. None of them looks back past the code units
  /// tested here, so a search that starts there finds the same boundaries.
  func ends(before index: Int, in units: [UInt16]) -> Bool {
    let (previous, next) = (units[index - 1], units[index])
    switch previous {
    case 0x0A, 0x0B, 0x0C, 0x85, 0x2028, 0x2029:
      // A sentence may continue after a vertical tab or a form feed.
      return self == .word || (previous != 0x0B && previous != 0x0C)
    case 0x0D: return next != 0x0A
    default: break
    }
    switch self {
    case .word: return Self.separatesWords(previous) && Self.isLetter(next)
    case .sentence: return Self.endsSentence(before: index, in: units)
    }
  }

  /// Whether the code unit is a space or punctuation that no word rule joins with a following
  /// letter.
  private static func separatesWords(_ unit: UInt16) -> Bool {
    switch unit {
    // Space, tab, ! ( ) - / ? [ ] { }, no-break space, and the Chinese and Japanese equivalents.
    case 0x20, 0x09, 0x21, 0x28, 0x29, 0x2D, 0x2F, 0x3F, 0x5B, 0x5D, 0x7B, 0x7D, 0xA0, 0x3000,
      0x3001, 0x3002, 0x300C...0x300F, 0xFF01, 0xFF08, 0xFF09, 0xFF0C, 0xFF1F:
      true
    default: false
    }
  }

  /// Whether a sentence ends before an index: a full stop and a space before a capital, or an
  /// ideographic full stop before a letter (SB11).
  private static func endsSentence(before index: Int, in units: [UInt16]) -> Bool {
    guard let next = Unicode.Scalar(units[index]), isLetter(units[index]),
      !next.properties.isLowercase
    else { return false }
    switch units[index - 1] {
    case 0x3002, 0xFF01, 0xFF1F: return true
    case 0x20: return index > 1 && [0x21, 0x2E, 0x3F].contains(units[index - 2])
    default: return false
    }
  }

  /// Whether the code unit is a letter, which does not join the text before it as a mark does.
  private static func isLetter(_ unit: UInt16) -> Bool {
    // Most text is ASCII.
    if unit < 0x80 { return (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit) }
    guard let scalar = Unicode.Scalar(unit) else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter: return true
    default: return false
    }
  }
}
