// SPDX-License-Identifier: Apache-2.0
public import Text

/// How a paragraph is divided into visual lines: the layouter of text views, labels and fields.
///
/// The terminal mirror draws with the same layout that ↑ and ↓ move by. Lines break at break
/// opportunities (Unicode Standard Annex 14). Spaces at the end of a line hang: they take no room, neither
/// there nor on the next line. A word that is wider than a line is broken between user-visible characters.
public struct LineLayout: Hashable, Sendable {
  /// How many cells a line has; nil for lines of any length.
  ///
  /// Less than 1 counts as 1.
  public var wrapWidth: Int?
  /// Whether a line breaks before the first character that has no room, be that in a word or a space.
  public var breaksWords: Bool

  /// Makes a layout.
  public init(wrapWidth: Int? = nil, breaksWords: Bool = false) {
    self.wrapWidth = wrapWidth
    self.breaksWords = breaksWords
  }

  /// How many cells lie between two tab stops.
  public static let tabWidth = 8

  /// One visual line of a paragraph.
  public struct Line: Hashable, Sendable {
    /// Its UTF-16 offsets from the paragraph's start, spaces that hang and a line separator at its end
    /// included.
    public var range: TextRange
    /// Where the spaces begin that hang; without those, the end of what shows.
    ///
    /// At the end of a wrapped line all spaces hang, elsewhere those that have no room.
    public var contentEnd: Int
    /// How many cells it takes, without the spaces that hang.
    public var cells: Int
    /// Whether the line ends because it is full, not because the paragraph or a line separator
    /// ends it.
    public var isWrapped: Bool
  }

  /// The width in cells, at least 1.
  var limit: Int { wrapWidth.map { max(1, $0) } ?? .max }

  /// Divides a paragraph into lines.
  ///
  /// - Parameter paragraph: the text of one paragraph, without its terminator.
  /// - Returns: the lines in order, at least one.
  public func lines(of paragraph: String) -> [Line] {
    let text = LineText(paragraph, endsParagraph: true)
    var lines: [Line] = []
    var start = 0
    var isInsidePart = false
    while let found = text.line(from: start, isInsidePart: isInsidePart, self) {
      start = found.characters.upperBound
      isInsidePart = found.end == .insidePart
      lines.append(
        Line(
          range: TextRange(text.offset(of: found.characters.lowerBound), text.offset(of: start)),
          contentEnd: text.offset(of: found.contentEnd), cells: found.cells,
          isWrapped: found.end.isWrapped))
      if found.end == .paragraph { break }
    }
    return lines
  }

  /// The column of an offset in a line.
  ///
  /// - Parameters:
  ///   - offset: counted from the paragraph's start.
  ///   - line: a line of the paragraph.
  ///   - paragraph: the paragraph's text.
  /// - Returns: cells from the line's left edge; among spaces that have no room the line's width.
  public func column(of offset: Int, in line: Line, of paragraph: String) -> Int {
    let glyphs = glyphs(of: Self.text(of: line, in: paragraph))
    return column(of: offset - line.range.start, in: glyphs)
  }

  /// The offset in a line that is nearest to a column without going past it.
  ///
  /// In a wrapped line it lies before the last character, because behind it the caret would show
  /// at the start of the next line.
  public func offset(atColumn goal: Int, in line: Line, of paragraph: String) -> Int {
    let glyphs = glyphs(of: Self.text(of: line, in: paragraph))
    return line.range.start + offset(atColumn: goal, in: glyphs, isWrapped: line.isWrapped)
  }

  private static func text(of line: Line, in paragraph: String) -> Substring {
    let units = paragraph.utf16
    let start = units.index(units.startIndex, offsetBy: line.range.start)
    let text = paragraph[start..<units.index(start, offsetBy: line.range.length)]
    return text.last == "\u{2028}" ? text.dropLast() : text
  }
}

extension LineText.LineEnd {
  /// Whether the line ends because it is full.
  var isWrapped: Bool { self == .opportunity || self == .insidePart }
}
