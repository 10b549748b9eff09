// SPDX-License-Identifier: Apache-2.0
public import Text

/// The division of a paragraph into visual lines; the layouter of text views, labels and fields.
///
/// The terminal mirror and the keys ↑ and ↓ use the same layout. Lines break at break opportunities
/// (Unicode Standard Annex 14). Spaces at the end of a line hang: they take no room on that line or
/// on the next. A word wider than a line is broken between user-visible characters.
public struct LineLayout: Hashable, Sendable {
  /// The number of cells of a line; nil for unlimited lines.
  ///
  /// A value less than 1 counts as 1.
  public var wrapWidth: Int?
  /// Whether a line breaks before the first character that does not fit, even inside a word or
  /// before a space.
  public var breaksWords: Bool

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - wrapWidth: the number of cells of a line; nil for unlimited lines, and less than 1 counts
  ///     as 1.
  ///   - breaksWords: whether a line breaks before the first character that does not fit, even
  ///     inside a word.
  public init(wrapWidth: Int? = nil, breaksWords: Bool = false) {
    self.wrapWidth = wrapWidth
    self.breaksWords = breaksWords
  }

  /// The number of cells between two tab stops.
  public static let tabWidth = 8

  /// One visual line of a paragraph.
  public struct Line: Hashable, Sendable {
    /// The UTF-16 offsets from the start of the paragraph, including hanging spaces and a line
    /// separator at the end.
    public var range: TextRange
    /// The offset at which the hanging spaces begin; without such spaces, the end of the visible
    /// text.
    ///
    /// At the end of a wrapped line all spaces hang; elsewhere only the spaces that do not fit.
    public var contentEnd: Int
    /// The number of cells of the line, without hanging spaces.
    public var cells: Int
    /// Whether the line ends because it is full, not at the end of the paragraph or at a line
    /// separator.
    public var isWrapped: Bool
  }

  /// The width in cells, at least 1.
  var limit: Int { wrapWidth.map { max(1, $0) } ?? .max }

  /// The maximum number of UTF-16 code units of a line, hanging spaces included; a line of ordinary
  /// text is full long before.
  var unitLimit: Int { wrapWidth.map { min(max(512, 8 * max(1, $0)), 1 << 20) } ?? .max / 2 }

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
  ///   - offset: the offset, counted from the start of the paragraph.
  ///   - line: a line of the paragraph.
  ///   - paragraph: the text of the paragraph.
  /// - Returns: the cells from the left edge of the line; its width for a space that does not fit.
  public func column(of offset: Int, in line: Line, of paragraph: String) -> Int {
    let glyphs = glyphs(of: Self.text(of: line, in: paragraph))
    return column(of: offset - line.range.start, in: glyphs)
  }

  /// Finds the offset in a line that is nearest to a column without exceeding it.
  ///
  /// In a wrapped line it is at most the offset before the last character, because a caret after
  /// that character would be shown at the start of the next line.
  ///
  /// - Parameters:
  ///   - goal: the column.
  ///   - line: a line of the paragraph.
  ///   - paragraph: the text of the paragraph.
  /// - Returns: the offset, counted from the start of the paragraph.
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
