// SPDX-License-Identifier: Apache-2.0

/// The boundaries used if ICU is missing; suitable only for scripts with spaces between words.
///
/// Directions are not resolved: all text counts as left to right.
enum SimpleBoundaries {
  /// Divides a text into words and the text between them; a word is a run of letters, digits, marks
  /// and low lines.
  static func words(in text: [UInt16]) -> [TextSegmenter.Segment] {
    divide(text) { previous, next in
      isWord(previous) != isWord(next)
    } isWord: {
      isWord($0)
    }
  }

  /// Divides a text into sentences; a sentence ends after the white space that follows its full
  /// stop, or with its paragraph.
  static func sentences(in text: [UInt16]) -> [TextSegmenter.Segment] {
    var isEnding = false
    return divide(text) { previous, next in
      let isSpace = previous.properties.isWhitespace
      isEnding = isStop(previous) || isEnding && isSpace
      if previous == "\r", next == "\n" { return false }
      return isParagraphEnd(previous)
        || isEnding && isSpace && !next.properties.isWhitespace && !isStop(next)
    }
  }

  /// Divides a text where a line may be broken: after white space, except no-break spaces.
  static func lineParts(in text: [UInt16]) -> [TextSegmenter.Segment] {
    func isGlue(_ scalar: Unicode.Scalar) -> Bool {
      ["\u{A0}", "\u{2007}", "\u{202F}"].contains(scalar)
    }
    return divide(text) {
      $0.properties.isWhitespace && !isGlue($0) && !$1.properties.isWhitespace
    }
  }

  private static func divide(
    _ text: [UInt16], where isBoundary: (Unicode.Scalar, Unicode.Scalar) -> Bool,
    isWord: (Unicode.Scalar) -> Bool = { _ in true }
  ) -> [TextSegmenter.Segment] {
    var segments: [TextSegmenter.Segment] = []
    var previous: Unicode.Scalar?
    var start = 0
    var offset = 0
    for scalar in String(decoding: text, as: UTF16.self).unicodeScalars {
      if let previous, isBoundary(previous, scalar) {
        segments.append(TextSegmenter.Segment(start..<offset, isWord: isWord(previous)))
        start = offset
      }
      offset += UTF16.width(scalar)
      previous = scalar
    }
    if let previous {
      segments.append(TextSegmenter.Segment(start..<offset, isWord: isWord(previous)))
    }
    return segments
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber, .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber,
      .connectorPunctuation:
      true
    default: false
    }
  }

  private static func isStop(_ scalar: Unicode.Scalar) -> Bool {
    [".", "!", "?", "…", "。", "！", "？"].contains(scalar)
  }

  private static func isParagraphEnd(_ scalar: Unicode.Scalar) -> Bool {
    ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
  }
}
