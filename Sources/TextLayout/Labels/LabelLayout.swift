// SPDX-License-Identifier: Apache-2.0
public import Keys

/// How a label's text falls into rows of cells (DSP-1).
///
/// Rows break between words and between wide characters; a word longer than a row is broken. No
/// user-visible character is ever divided, and no row is longer than the width: a character that is
/// wider than a whole row shows as `…`. The properties are those of UIKit's `UILabel`.
public struct LabelLayout: Hashable, Sendable {
  /// How many cells a row has; nil for rows of any length.
  ///
  /// Less than 1 counts as 1.
  public var width: Int?
  /// How many rows there are at most; 0 for any number.
  public var numberOfLines: Int
  /// What becomes of text that has no room.
  public var lineBreakMode: LineBreakMode
  /// To which side rows lean: within the width, or within the longest row where there is none.
  public var textAlignment: TextAlignment

  /// What stands for text that is left out.
  public static let truncationMark: Character = "…"

  /// Makes a layout: as UIKit does, of one row, its end truncated.
  public init(
    width: Int? = nil, numberOfLines: Int = 1, lineBreakMode: LineBreakMode = .byTruncatingTail,
    textAlignment: TextAlignment = .natural
  ) {
    self.width = width
    self.numberOfLines = numberOfLines
    self.lineBreakMode = lineBreakMode
    self.textAlignment = textAlignment
  }

  /// One row of a label.
  public struct Row: Hashable, Sendable {
    /// What it shows, in logical order; a tab is a space, and what ``LineLayout/hasStandIn(_:)`` names
    /// is still in it and takes one cell.
    public let text: StyledText
    /// How many cells the text takes.
    public let cells: Int
    /// How many cells stay empty to its left.
    public let indent: Int
  }

  /// The rows of a text; none for an empty one.
  public func rows(of text: StyledText) -> [Row] {
    let lines = lines(of: text)
    let columns = width == nil ? lines.map(\.cells).max() ?? 0 : limit
    return lines.map { line in
      Row(
        text: line.text, cells: line.cells,
        indent: indent(in: columns - line.cells, isRightToLeft: line.isRightToLeft))
    }
  }

  /// The rows of a text in one style.
  public func rows(of text: String) -> [Row] {
    rows(of: StyledText(text))
  }

  /// The cells of the longest row, and how many rows there are (DSP-2).
  public func size(of text: StyledText) -> CellSize {
    let rows = rows(of: text)
    return CellSize(width: rows.map(\.cells).max() ?? 0, height: rows.count)
  }

  private var limit: Int { width.map { max(1, $0) } ?? .max }

  private func lines(of text: StyledText) -> [(text: StyledText, cells: Int, isRightToLeft: Bool)] {
    let breaker = LineBreaker(text, limit: limit, breaksWords: lineBreakMode == .byCharWrapping)
    var lines: [(text: StyledText, cells: Int, isRightToLeft: Bool)] = []
    var isRightToLeft = false
    var next = text.spans.isEmpty ? nil : 0
    while let start = next, numberOfLines <= 0 || lines.count < numberOfLines {
      if breaker.startsParagraph(at: start) {
        isRightToLeft = breaker.isRightToLeft(paragraphAt: start)
      }
      let line = breaker.line(from: start)
      next = line.next
      let isCut = next != nil && lines.count + 1 == numberOfLines
      let shown = isCut ? cut(line.range, breaker) : breaker.text(of: line.range)
      lines.append((shown, LineBreaker.cells(of: shown), isRightToLeft))
    }
    return lines
  }

  /// The last row that the limit lets through, with more text behind it.
  private func cut(_ range: Range<Int>, _ breaker: LineBreaker) -> StyledText {
    let start = range.lowerBound
    switch lineBreakMode {
    case .byWordWrapping, .byCharWrapping:
      return breaker.text(of: range)
    case .byClipping:
      return breaker.text(of: breaker.beginning(from: start, cells: limit))
    case .byTruncatingTail:
      return breaker.text(of: breaker.beginning(from: start, cells: limit - 1), mark: .end)
    case .byTruncatingHead:
      return breaker.text(of: breaker.ending(notBefore: start, cells: limit - 1), mark: .start)
    case .byTruncatingMiddle:
      let head = breaker.beginning(from: start, cells: limit / 2)
      let tail = breaker.ending(notBefore: start, cells: limit - 1 - breaker.cells(of: head))
      return StyledText(breaker.text(of: head, mark: .end).spans + breaker.text(of: tail).spans)
    }
  }

  private func indent(in room: Int, isRightToLeft: Bool) -> Int {
    switch textAlignment {
    case .left: 0
    case .center: room / 2
    case .right: room
    case .natural: isRightToLeft ? room : 0
    }
  }
}
