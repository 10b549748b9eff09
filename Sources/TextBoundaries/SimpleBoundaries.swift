// SPDX-License-Identifier: Apache-2.0

/// What divides a text where ICU is missing: good for scripts that write spaces, no more.
///
/// Directions are not resolved then: all that is written counts as left to right.
enum SimpleBoundaries {
  /// A word is a row of letters, digits, marks and low lines.
  static func words(in text: [UInt16]) -> [TextBoundaries.Segment] {
    divide(text) { previous, next in
      isWord(previous) != isWord(next)
    } isWord: {
      isWord($0)
    }
  }

  /// A sentence ends behind the white space that follows its full stop, and with its paragraph.
  static func sentences(in text: [UInt16]) -> [TextBoundaries.Segment] {
    var isEnding = false
    return divide(text) { previous, next in
      let isSpace = previous.properties.isWhitespace
      isEnding = isStop(previous) || isEnding && isSpace
      if previous == "\r", next == "\n" { return false }
      return isParagraphEnd(previous)
        || isEnding && isSpace && !next.properties.isWhitespace && !isStop(next)
    }
  }

  /// A line may be broken after white space that is no no-break space.
  static func lineParts(in text: [UInt16]) -> [TextBoundaries.Segment] {
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
  ) -> [TextBoundaries.Segment] {
    var segments: [TextBoundaries.Segment] = []
    var previous: Unicode.Scalar?
    var start = 0
    var offset = 0
    for scalar in String(decoding: text, as: UTF16.self).unicodeScalars {
      if let previous, isBoundary(previous, scalar) {
        segments.append(TextBoundaries.Segment(start..<offset, isWord: isWord(previous)))
        start = offset
      }
      offset += UTF16.width(scalar)
      previous = scalar
    }
    if let previous {
      segments.append(TextBoundaries.Segment(start..<offset, isWord: isWord(previous)))
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
