// SPDX-License-Identifier: Apache-2.0
import TextBoundaries

/// What a text is divided into by rules that look at the neighbourhood alone.
enum NeighbourhoodUnit {
  case word, sentence

  /// How far around an offset is looked at first, in UTF-16 code units.
  var reach: Int { self == .word ? 128 : 512 }
  /// How far at the most; what is longer counts as several.
  var limit: Int { self == .word ? 4096 : 16384 }
}

/// A stretch of a text that by itself falls into the same units as within its text.
///
/// So what a question costs depends on what stands around, not on how long the text is.
struct TextWindow {
  var start: Int
  var units: [UInt16]

  var end: Int { start + units.count }

  /// The units of a kind, in order; they cover the window.
  func segments(_ unit: NeighbourhoodUnit) -> [TextSegment] {
    let found =
      switch unit {
      case .word: TextBoundaries.words(in: units)
      case .sentence: TextBoundaries.sentences(in: units)
      }
    return found.map {
      TextSegment(
        range: TextRange(start + $0.range.lowerBound, start + $0.range.upperBound),
        isUnit: $0.isWord)
    }
  }
}

/// A stretch of a text between two boundaries.
package struct TextSegment: Equatable {
  package var range: TextRange
  /// Whether it is what was asked for, not what stands between words.
  package var isUnit: Bool

  package init(range: TextRange, isUnit: Bool) {
    self.range = range
    self.isUnit = isUnit
  }
}

extension TextStorage {
  /// The code units of a range, which lies between code points.
  func units(in range: TextRange) -> [UInt16] {
    Array(substring(range).utf16)
  }

  /// A window that holds the code unit at an offset, `0..<count`.
  ///
  /// How far it looks first is the unit's own reach if none is given; more gives a longer window.
  func window(around offset: Int, _ unit: NeighbourhoodUnit, reach: Int? = nil) -> TextWindow {
    var reach = reach ?? unit.reach
    while true {
      let read = wholeScalars(offset - reach, offset + 1 + reach)
      let units = units(in: read)
      let place = offset - read.start
      let start =
        stride(from: place, to: 0, by: -1).first { unit.ends(before: $0, in: units) }
        ?? (read.start == 0 ? 0 : nil)
      let end =
        stride(from: units.count - 1, to: place, by: -1).first { unit.ends(before: $0, in: units) }
        ?? (read.end == count ? units.count : nil)
      if let start, let end {
        return TextWindow(start: read.start + start, units: Array(units[start..<end]))
      }
      guard reach < unit.limit else {
        let low =
          start.map { read.start + $0 } ?? min(offset, characterBoundary(atOrAfter: read.start))
        let high = end.map { read.start + $0 } ?? characterBoundary(atOrAfter: read.end)
        return TextWindow(start: low, units: self.units(in: wholeScalars(low, high)))
      }
      reach = min(reach * 8, unit.limit)
    }
  }

  /// A range that is cut to the text and widened to code points.
  private func wholeScalars(_ start: Int, _ end: Int) -> TextRange {
    let range = clamped(TextRange(start, end))
    let last = scalar(at: range.end)
    return TextRange(
      scalar(at: range.start)?.start ?? range.start,
      last.map { $0.start < range.end ? $0.start + 2 : range.end } ?? range.end)
  }
}

extension NeighbourhoodUnit {
  /// Whether a unit ends before a place whatever stands farther away; false means it is not known.
  ///
  /// The rules are those of Unicode Standard Annex 29: behind what is tested here none of them
  /// looks any further back, so whoever begins there comes to the same boundaries.
  func ends(before index: Int, in units: [UInt16]) -> Bool {
    let (previous, next) = (units[index - 1], units[index])
    switch previous {
    case 0x0A, 0x0B, 0x0C, 0x85, 0x2028, 0x2029:
      // A sentence may go on behind a tabulation or a form feed.
      return self == .word || (previous != 0x0B && previous != 0x0C)
    case 0x0D: return next != 0x0A
    default: break
    }
    switch self {
    case .word: return Self.separatesWords(previous) && Self.isLetter(next)
    case .sentence: return Self.endsSentence(before: index, in: units)
    }
  }

  /// Spaces and punctuation that no rule for words joins with a letter behind them.
  private static func separatesWords(_ unit: UInt16) -> Bool {
    switch unit {
    // Space, tab, ! ( ) - / ? [ ] { }, and what Chinese and Japanese write instead.
    case 0x20, 0x09, 0x21, 0x28, 0x29, 0x2D, 0x2F, 0x3F, 0x5B, 0x5D, 0x7B, 0x7D, 0xA0, 0x3000,
      0x3001, 0x3002, 0x300C...0x300F, 0xFF01, 0xFF08, 0xFF09, 0xFF0C, 0xFF1F:
      true
    default: false
    }
  }

  /// SB11: a full stop and a space before a capital; an ideographic full stop before a letter.
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

  /// A letter that does not join what precedes it as a mark does.
  private static func isLetter(_ unit: UInt16) -> Bool {
    guard let scalar = Unicode.Scalar(unit) else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter: return true
    default: return false
    }
  }
}
