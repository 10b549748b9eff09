// SPDX-License-Identifier: Apache-2.0
public import Keys
import Text

/// The division of a label's text into rows of cells (DSP-1).
///
/// Rows break where ``LineLayout`` breaks lines, without the spaces at the break. No row is longer
/// than the width: a character wider than a whole row is shown as `…`. The properties are those of
/// UIKit's `UILabel`.
public struct LabelLayout: Hashable, Sendable {
  /// The number of cells of a row; nil for unlimited rows.
  ///
  /// A value less than 1 counts as 1.
  public var width: Int?
  /// The maximum number of rows; 0 for ``rowLimit``.
  public var numberOfLines: Int
  /// The treatment of text that does not fit.
  public var lineBreakMode: LineBreakMode
  /// The alignment of rows within the width, or within the longest row if there is no width.
  public var textAlignment: TextAlignment

  /// The maximum number of rows of any label, more than a screen has.
  public static let rowLimit = 500

  /// The character shown in place of omitted text.
  public static let truncationMark: Character = "…"

  /// Creates a layout; the defaults are UIKit's: one row, truncated at its end.
  ///
  /// - Parameters:
  ///   - width: the number of cells of a row; nil for unlimited rows, and less than 1 counts as 1.
  ///   - numberOfLines: the maximum number of rows; 0 or less, or more than ``rowLimit``, for that.
  ///   - lineBreakMode: the treatment of text that does not fit.
  ///   - textAlignment: the alignment of rows.
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
    /// The shown text in logical order.
    ///
    /// A tab is replaced by a space; a character for which ``LineLayout/isDrawnAsReplacement(_:)``
    /// is true is kept and takes one cell.
    public let text: StyledText
    /// The number of cells of the text.
    public let cells: Int
    /// The number of empty cells to the left of the row.
    public let indent: Int
    /// Whether the paragraph is written from right to left.
    public let isRightToLeft: Bool
  }

  /// Divides a text into rows.
  ///
  /// - Parameter text: the text to lay out.
  /// - Returns: the rows; none for an empty text.
  public func rows(of text: StyledText) -> [Row] {
    let lines = lines(of: text)
    let columns = width == nil ? lines.map(\.cells).max() ?? 0 : limit
    return lines.map { line in
      Row(
        text: line.text, cells: line.cells,
        indent: indent(in: columns - line.cells, isRightToLeft: line.isRightToLeft),
        isRightToLeft: line.isRightToLeft)
    }
  }

  /// Divides a text in the default style into rows.
  ///
  /// - Parameter text: the text to lay out.
  /// - Returns: the rows; none for an empty text.
  public func rows(of text: String) -> [Row] {
    rows(of: StyledText(text))
  }

  /// Measures a text (DSP-2).
  ///
  /// - Parameter text: the text to lay out.
  /// - Returns: the cells of the longest row, and the number of rows.
  public func size(of text: StyledText) -> CellSize {
    let cells = places(in: text) { label, _, shown in
      shown.isCut
        ? LabelText.cells(of: cut(shown.places, label)) : label.cells(of: shown.places)
    }
    return CellSize(width: cells.max() ?? 0, height: cells.count)
  }

  private var limit: Int { width.map { max(1, $0) } ?? .max }

  private func lines(of text: StyledText) -> [(text: StyledText, cells: Int, isRightToLeft: Bool)] {
    // All rows of a paragraph have the same direction, and finding it requires reading much of the
    // paragraph, so it is kept.
    var paragraph = (start: -1, isRightToLeft: false)
    return places(in: text) { label, row, shown in
      let start = label.storage.paragraphStart(at: row.range.start)
      if paragraph.start != start {
        paragraph = (start, label.storage.isRightToLeft(at: start))
      }
      let text = shown.isCut ? cut(shown.places, label) : label.text(of: shown.places)
      return (text, LabelText.cells(of: text), paragraph.isRightToLeft)
    }
  }

  /// Lays out the rows of a text, and calls a function for the characters of each.
  private func places<Result>(
    in text: StyledText,
    _ body: (LabelText, TextRow, (places: Range<Int>, isCut: Bool)) -> Result
  ) -> [Result] {
    guard !text.spans.isEmpty else { return [] }
    let label = LabelText(text, limit: limit)
    let rowLimit = numberOfLines > 0 ? min(numberOfLines, Self.rowLimit) : Self.rowLimit
    var visualLines = VisualLines(
      storage: label.storage,
      layout: LineLayout(wrapWidth: width, breaksWords: lineBreakMode == .byCharWrapping))
    // One row more than the limit is laid out, to find out whether text is left over.
    let rows = visualLines.rows(from: 0, count: rowLimit + 1)
    return rows.prefix(rowLimit).enumerated().map { index, row in
      let places = label.places(in: TextRange(row.range.start, row.contentEnd))
      return body(label, row, (places, index + 1 == rowLimit && rows.count > rowLimit))
    }
  }

  /// Returns the last row within the limit, truncated because more text follows it.
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
