// SPDX-License-Identifier: Apache-2.0
public import Keys
import Text

/// How a label's text falls into rows of cells (DSP-1).
///
/// Rows break where ``LineLayout`` breaks lines, and the spaces there are left out. No row is longer than
/// the width: a character that is wider than a whole row shows as `…`. The properties are those of UIKit's
/// `UILabel`.
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
    guard !text.spans.isEmpty else { return [] }
    let label = LabelText(text, limit: limit)
    let rowLimit = numberOfLines > 0 ? numberOfLines : .max
    var visualLines = VisualLines(
      storage: label.storage,
      layout: LineLayout(wrapWidth: width, breaksWords: lineBreakMode == .byCharWrapping))
    // One more, to learn whether there is more.
    let rows = visualLines.rows(from: 0, count: rowLimit < .max ? rowLimit + 1 : .max)
    return rows.prefix(rowLimit).enumerated().map { index, row in
      let places = label.places(in: TextRange(row.range.start, row.contentEnd))
      let isCut = index + 1 == rowLimit && rows.count > rowLimit
      let shown = isCut ? cut(places, label) : label.text(of: places)
      return (
        shown, LabelText.cells(of: shown), label.storage.isRightToLeft(at: row.range.start)
      )
    }
  }

  /// The last row that the limit lets through, with more text behind it.
  private func cut(_ range: Range<Int>, _ label: LabelText) -> StyledText {
    let start = range.lowerBound
    switch lineBreakMode {
    case .byWordWrapping, .byCharWrapping:
      return label.text(of: range)
    case .byClipping:
      return label.text(of: label.beginning(from: start, cells: limit))
    case .byTruncatingTail:
      return label.text(of: label.beginning(from: start, cells: limit - 1), mark: .end)
    case .byTruncatingHead:
      return label.text(of: label.ending(notBefore: start, cells: limit - 1), mark: .start)
    case .byTruncatingMiddle:
      let head = label.beginning(from: start, cells: limit / 2)
      let tail = label.ending(notBefore: start, cells: limit - 1 - label.cells(of: head))
      return StyledText(label.text(of: head, mark: .end).spans + label.text(of: tail).spans)
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
