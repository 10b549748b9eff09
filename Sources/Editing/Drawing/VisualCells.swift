// SPDX-License-Identifier: Apache-2.0
import Text
import TextBoundaries

/// The cells of a row in visual order, from left to right (Unicode Standard Annex 9).
///
/// A row of cells has its columns from left to right, whatever its text. So a mirror has to order
/// text that is written from right to left, as ← and → expect it (BND-5).
struct VisualCells {
  /// The cells from left to right.
  let cells: [Cell]
  /// The first column of each cell, by its place in the order of the text; nil while that is the
  /// same order.
  private let columns: [Int]?

  /// Orders cells.
  ///
  /// - Parameters:
  ///   - stored: the cells in the order of the text.
  ///   - isRightToLeft: whether the paragraph is written from right to left; nil to keep the order.
  init(_ stored: [Cell], isRightToLeft: Bool?) {
    // The first byte decides for most cells: Hebrew begins behind Latin, Greek and Cyrillic.
    guard let isRightToLeft,
      isRightToLeft
        || stored.contains(where: { $0.text.utf8.first ?? 0 >= 0xD6 && $0.text.mayBeRightToLeft })
    else {
      (cells, columns) = (stored, nil)
      return
    }
    var units: [UInt16] = []
    let starts = stored.map { cell in
      defer { units.append(contentsOf: cell.text.utf16) }
      return units.count
    }
    let base: UInt8 = isRightToLeft ? 1 : 0
    let unitLevels = TextSegmenter.levels(of: units, base: base).levels
    var levels = starts.map { unitLevels[$0] }
    // Rule L1: spaces at the end have the direction of the paragraph, and so has the caret's cell.
    for index in levels.indices.reversed() {
      guard stored[index].text == " " else { break }
      levels[index] = base
    }
    var columns = [Int](repeating: 0, count: stored.count)
    var column = 0
    cells = TextSegmenter.visualOrder(of: levels).map { index in
      columns[index] = column
      column += stored[index].width
      var cell = stored[index]
      if levels[index] % 2 == 1, let character = cell.text.first {
        cell.text = String(TextSegmenter.mirrorImage(of: character))
      }
      return cell
    }
    self.columns = columns
  }

  /// Returns the column at which a cell is shown.
  ///
  /// - Parameters:
  ///   - column: its first column in the order of the text.
  ///   - stored: the cells in the order of the text.
  /// - Returns: the column; the same one after the last cell.
  func column(of column: Int, in stored: [Cell]) -> Int {
    guard let columns else { return column }
    var end = 0
    for (index, cell) in stored.enumerated() {
      end += cell.width
      if column < end { return columns[index] }
    }
    return column
  }
}
