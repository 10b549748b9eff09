// SPDX-License-Identifier: Apache-2.0
import TextInput

/// One row of a wrapped document: the code units it shows.
struct LayoutRow: Hashable {
  var range: TextRange
  /// Where the next row begins; nil for the last row of the document.
  var next: Int?
  /// Whether the paragraph ends here, so that the caret behind its last character is on this row.
  var endsParagraph: Bool
  /// Whether the row ends because it is full, with more of its paragraph to come.
  var isWrapped = false
  /// Whether the row before it is wrapped.
  var followsWrapped = false

  /// Whether the caret at an offset is drawn on this row.
  func holds(caret: Int) -> Bool {
    range.start <= caret && (endsParagraph ? caret <= range.end : caret < range.end)
  }
}

/// Wraps a document into rows, a paragraph at a time, by the layout that ↑ and ↓ move by.
struct RowLayout {
  var text: TextStorage
  /// The width to wrap at, at least 1.
  var columns: Int

  /// The rows of the paragraph that holds an offset.
  ///
  /// - Parameters:
  ///   - offset: any offset of the document.
  ///   - caret: behind a last row that is full, the caret gets a row of its own.
  /// - Returns: at least one row.
  func rows(at offset: Int, caret: Int) -> [LayoutRow] {
    let paragraph = text.paragraph(at: offset)
    let start = paragraph.content.start
    let lines = LineLayout(wrapWidth: columns).lines(of: text.substring(paragraph.content))
    var rows = lines.map { line in
      let range = TextRange(start + line.range.start, start + line.range.end)
      return LayoutRow(
        range: range, next: range.end, endsParagraph: false, isWrapped: line.isWrapped)
    }
    for index in rows.indices.dropFirst() { rows[index].followsWrapped = rows[index - 1].isWrapped }
    let end = paragraph.content.end
    if let last = lines.last, last.cells >= columns, caret == end {
      rows.append(LayoutRow(range: TextRange(caret: end), next: end, endsParagraph: false))
    }
    rows[rows.count - 1].endsParagraph = true
    rows[rows.count - 1].next = paragraph.next
    return rows
  }

  /// The rows from the one that holds `top` on, at most `count`.
  func rows(from top: Int, count: Int, caret: Int) -> [LayoutRow] {
    var visible: [LayoutRow] = []
    var next: Int? = top
    while let offset = next, visible.count < count {
      let below = rows(at: offset, caret: caret)
        .filter { $0.holds(caret: offset) || $0.range.start > offset }
      visible += below
      next = below.last?.next
    }
    return Array(visible.prefix(count))
  }

  /// Where the rows begin that end with the caret's row: `count` rows, fewer at the document's head.
  func top(ofRowsEndingAt caret: Int, count: Int) -> Int {
    var top = caret
    var missing = count
    var offset = caret
    while missing > 0 {
      let above = rows(at: offset, caret: caret).filter { $0.range.start <= offset }
      top = above.suffix(missing).first?.range.start ?? top
      missing -= above.count
      let start = text.paragraph(at: offset).content.start
      if start == 0 { break }
      offset = start - 1
    }
    return top
  }
}

/// Where a paragraph stands in a document.
struct Paragraph: Hashable {
  /// The paragraph without its terminator.
  var content: TextRange
  /// Where the next paragraph begins; nil for the last one.
  var next: Int?
}

extension TextStorage {
  /// The paragraph that holds an offset; the cost does not grow with the document.
  ///
  /// An offset behind a newline belongs to the paragraph that begins there.
  func paragraph(at offset: Int) -> Paragraph {
    let end = paragraphEnd(at: offset)
    let next = paragraphEndWithTerminator(at: offset)
    return Paragraph(
      content: TextRange(paragraphStart(at: offset), end), next: next > end ? next : nil)
  }
}
