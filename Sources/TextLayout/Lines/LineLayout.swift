// SPDX-License-Identifier: Apache-2.0
public import Text

/// How a paragraph falls into visual lines.
///
/// The terminal mirror draws with the same layout that ↑ and ↓ move by, so the caret goes where it
/// is seen to go. Lines break between characters, wherever the next one has no room.
public struct LineLayout: Hashable, Sendable {
  /// How many cells a line has; nil for lines of any length.
  ///
  /// Less than 1 counts as 1.
  public var wrapWidth: Int?

  /// Makes a layout.
  public init(wrapWidth: Int? = nil) {
    self.wrapWidth = wrapWidth
  }

  /// How many cells lie between two tab stops.
  public static let tabWidth = 8

  /// One visual line of a paragraph.
  public struct Line: Hashable, Sendable {
    /// Its UTF-16 offsets from the paragraph's start, a line separator at its end included.
    public var range: TextRange
    /// How many cells it takes.
    public var cells: Int
    /// Whether the line ends because it is full, not because the paragraph or a line separator
    /// ends it.
    public var isWrapped: Bool
  }

  /// How many cells a character takes when it is drawn at a column.
  ///
  /// A tab reaches to the next tab stop, or to the end of the line if that is nearer. A character without a width takes one
  /// cell: a mark without a letter, and a character that ``hasStandIn(_:)`` names.
  public static func cells(of character: Character, at column: Int) -> Int {
    if character == "\t" { return tabWidth - column % tabWidth }
    return max(1, CellWidth.of(character))
  }

  /// Returns whether a character must not reach a terminal and is drawn as a stand-in of one cell.
  ///
  /// These are control characters, line and paragraph separators, and the marks that change the direction of the text.
  public static func hasStandIn(_ character: Character) -> Bool {
    // Such a scalar is never a later one of a character, but for the end of a line.
    guard let scalar = character.unicodeScalars.first, scalar != "\t" else { return false }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
  }

  /// Divides a paragraph into lines.
  ///
  /// - Parameter paragraph: the text of one paragraph, without its terminator.
  /// - Returns: the lines in order, at least one.
  public func lines(of paragraph: String) -> [Line] {
    let limit = wrapWidth.map { max(1, $0) } ?? .max
    var lines: [Line] = []
    var start = 0
    var offset = 0
    var column = 0
    for character in paragraph {
      let units = character.utf16.count
      if character == "\u{2028}" {
        offset += units
        lines.append(Line(range: TextRange(start, offset), cells: column, isWrapped: false))
        start = offset
        column = 0
        continue
      }
      var cells = Self.cells(of: character, at: column)
      // A tab reaches no further than the line.
      if character == "\t", column < limit { cells = min(cells, limit - column) }
      if column > 0, cells > limit - column {
        lines.append(Line(range: TextRange(start, offset), cells: column, isWrapped: true))
        start = offset
        cells = Self.cells(of: character, at: 0)
        column = 0
      }
      column += min(cells, limit)
      offset += units
    }
    lines.append(Line(range: TextRange(start, offset), cells: column, isWrapped: false))
    return lines
  }

  /// The line that shows a caret.
  ///
  /// - Parameters:
  ///   - offset: the caret, counted from the paragraph's start.
  ///   - affinity: which line, where the offset ends one and begins the next (INP-13).
  ///   - lines: what ``lines(of:)`` gave.
  /// - Returns: the index of the line.
  public func index(ofLineAt offset: Int, affinity: TextAffinity, in lines: [Line]) -> Int {
    let next = lines.firstIndex { $0.range.end > offset } ?? lines.count - 1
    let isStart = next > 0 && lines[next].range.start == offset
    return affinity == .backward && isStart && lines[next - 1].isWrapped ? next - 1 : next
  }

  /// The column of an offset in a line.
  ///
  /// - Parameters:
  ///   - offset: counted from the paragraph's start.
  ///   - line: a line of the paragraph.
  ///   - paragraph: the paragraph's text.
  /// - Returns: cells from the line's left edge.
  public func column(of offset: Int, in line: Line, of paragraph: String) -> Int {
    var column = 0
    walk(line, of: paragraph) { position, cells in
      guard position < offset else { return false }
      column += cells
      return true
    }
    return column
  }

  /// The offset in a line that is nearest to a column without going past it.
  ///
  /// In a wrapped line it lies before the last character, because behind it the caret would show
  /// at the start of the next line.
  public func offset(atColumn goal: Int, in line: Line, of paragraph: String) -> Int {
    var column = 0
    var result = line.range.start
    walk(line, of: paragraph) { position, cells in
      result = position
      guard column + cells <= goal else { return false }
      column += cells
      return true
    } atEnd: { end in
      if !line.isWrapped { result = end }
    }
    return result
  }

  /// Hands out the characters of a line, each with its offset and its cells.
  private func walk(
    _ line: Line, of paragraph: String, _ body: (Int, Int) -> Bool,
    atEnd: (Int) -> Void = { _ in }
  ) {
    let units = paragraph.utf16
    let start = units.index(units.startIndex, offsetBy: line.range.start)
    var offset = line.range.start
    var column = 0
    for character in paragraph[start...] {
      guard offset < line.range.end, character != "\u{2028}" else { break }
      let cells = Self.cells(of: character, at: column)
      guard body(offset, cells) else { return }
      column += cells
      offset += character.utf16.count
    }
    atEnd(offset)
  }
}
