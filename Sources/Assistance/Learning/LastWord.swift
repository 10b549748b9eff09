// SPDX-License-Identifier: Apache-2.0

/// The last word of the last line that is not blank, and the word before it if only spaces are
/// between them.
///
/// The whole of `ann@example.org` or `a/b` is no word.
struct LastWord {
  /// The word.
  let word: String
  /// The word before it; nil for none.
  let previous: String?
  /// The distance from the start of the word to the end of the text, in UTF-16 code units.
  let distance: Int

  /// Finds the last word of a text; nil if it does not end in one.
  init?(of text: String) {
    let line = Self.lastLine(of: text)
    // A line of ASCII, as most are, is read byte by byte.
    if line.utf8.allSatisfy({ $0 < 0x80 }) {
      self.init(in: Array(line.utf8)[...], of: text, after: line) {
        String(decoding: $0, as: UTF8.self)
      }
    } else {
      self.init(in: line, of: text, after: line) { String($0) }
    }
  }

  private init?<Line: BidirectionalCollection>(
    in line: Line, of text: String, after whole: Substring, _ string: (Line) -> String
  ) where Line.SubSequence == Line, Line.Element: LineElement {
    guard let (word, previous) = Self.lastWord(of: line) else { return nil }
    self.word = string(word)
    self.previous = previous.map(string)
    distance =
      string(line[word.startIndex...]).utf16.count + text[whole.endIndex...].utf16.count
  }

  /// Returns the last line that is not blank, without the white space at its end.
  private static func lastLine(of text: String) -> Substring {
    var scalars = text.unicodeScalars[...]
    while scalars.last?.isSpace == true { scalars.removeLast() }
    let newline = scalars.lastIndex(where: \.isLineEnd)
    return Substring(newline.map { scalars[scalars.index(after: $0)...] } ?? scalars)
  }

  private static func lastWord<Line: BidirectionalCollection>(
    of line: Line
  ) -> (word: Line, previous: Line?)? where Line.SubSequence == Line, Line.Element: LineElement {
    let line = trimmed(line)
    let word = lastPart(of: line)
    guard !word.isEmpty else { return nil }
    let before = line[..<word.startIndex]
    guard let separator = before.last else { return (word, nil) }
    guard separator.isSpace else { return separator.mayPrecedeWord ? (word, nil) : nil }
    var rest = before
    while rest.last?.isSpace == true { rest.removeLast() }
    let previous = lastPart(of: rest)
    return (word, previous.isEmpty ? nil : previous)
  }

  private static func trimmed<Line: BidirectionalCollection>(
    _ line: Line
  ) -> Line where Line.SubSequence == Line, Line.Element: LineElement {
    var line = line
    while let last = line.last, !last.isPart || last.isApostrophe { line.removeLast() }
    return line
  }

  private static func lastPart<Line: BidirectionalCollection>(
    of text: Line
  ) -> Line where Line.SubSequence == Line, Line.Element: LineElement {
    var start = text.endIndex
    while start > text.startIndex {
      let before = text.index(before: start)
      guard text[before].isPart else { break }
      start = before
    }
    // An apostrophe before a word is a quote.
    return text[start...].drop(while: \.isApostrophe)
  }
}

/// A character of a line, or a byte of a line of ASCII.
private protocol LineElement {
  /// Whether it may be a part of a word, an address or a number.
  var isPart: Bool { get }
  var isApostrophe: Bool { get }
  var isSpace: Bool { get }
  /// Whether a word may follow it directly.
  var mayPrecedeWord: Bool { get }
}

extension Character: LineElement {
  fileprivate var isPart: Bool {
    isWordLetter || isNumber || isWordApostrophe || self == "-" || self == "_" || self == "@"
  }
  fileprivate var isApostrophe: Bool { isWordApostrophe }
  fileprivate var isSpace: Bool { isWhitespace }
  fileprivate var mayPrecedeWord: Bool { "(\"“„«‘‹[-–—".contains(self) }
}

extension UInt8: LineElement {
  fileprivate var isPart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "'"), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: "@"):
      true
    default: false
    }
  }
  fileprivate var isApostrophe: Bool { self == UInt8(ascii: "'") }
  fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || (0x09...0x0D).contains(self) }
  fileprivate var mayPrecedeWord: Bool {
    switch self {
    case UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "-"): true
    default: false
    }
  }
}
