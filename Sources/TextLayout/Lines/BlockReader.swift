// SPDX-License-Identifier: Apache-2.0
import Text

/// A part of a paragraph whose visual lines are laid out separately; see ``ParagraphBlocks``.
struct LineBlock {
  var range: TextRange
  var startsParagraph: Bool
  var endsParagraph: Bool
  /// The offset near which the block ends if the paragraph is longer.
  var edge: Int
}

extension LineLayout {
  /// The length of a block, in UTF-16 code units; nil for a layout without a width, whose lines are
  /// not measured.
  ///
  /// In ordinary text a block has about a hundred lines.
  private var blockLength: Int? { wrapWidth.map { max(768, 96 * min($0, 80)) } }

  /// The distance around the edge of a block in which the text determines the edge.
  static let blockReach = 400

  /// Returns the block that holds an offset; in a layout without a width, the paragraph.
  func block(at offset: Int, in storage: TextStorage) -> LineBlock {
    let paragraph = storage.paragraph(at: offset)
    guard let blockLength else {
      return LineBlock(range: paragraph, startsParagraph: true, endsParagraph: true, edge: .max)
    }
    let range = ParagraphBlocks(of: paragraph, length: blockLength, in: storage).block(at: offset)
    let number = (range.start - paragraph.start + ParagraphBlocks.reach) / blockLength
    return LineBlock(
      range: range, startsParagraph: range.start == paragraph.start,
      endsParagraph: range.end == paragraph.end,
      edge: paragraph.start + (number + 1) * blockLength)
  }
}

/// A reader of one block of a paragraph, line by line, in pieces.
struct BlockReader {
  private let storage: TextStorage
  private let layout: LineLayout
  /// The block of the lines.
  let block: LineBlock
  /// The piece of the block that was read, and its start.
  private var text: LineText
  private var start: Int
  private var length: Int
  /// The index of the character that begins the next line.
  private var place = 0
  private var isInsidePart = false

  /// The maximum number of code units read at once, unless a line is longer.
  private static let limit = 2048

  /// Creates a reader at the start of a line of a block.
  init(
    _ storage: TextStorage, _ layout: LineLayout, of block: LineBlock, from start: Int,
    isInsidePart: Bool = false
  ) {
    self.storage = storage
    self.layout = layout
    self.isInsidePart = isInsidePart
    self.start = start
    self.block = block
    text = LineText("", endsParagraph: false)
    // The length is enough for a few lines, because often only one is wanted.
    length = layout.wrapWidth.map { min(max(256, 3 * $0), Self.limit) } ?? 0
    if length > 0 { read(from: start) }
  }

  /// Reads from the start of a line, and the character before it if that affects the line.
  private mutating func read(from first: Int) {
    start = isInsidePart ? storage.characterStart(before: first) : first
    place = start < first ? 1 : 0
    let stop = min(first + length, block.range.end)
    text = LineText(
      storage.substring(TextRange(first, stop)),
      after: storage.substring(TextRange(start, first)), endsParagraph: stop == block.range.end)
  }

  /// Returns the next line; the caller sets the values that depend on the line above.
  mutating func line() -> KnownLine {
    guard layout.wrapWidth != nil else { return unlimitedLine() }
    while true {
      if let found = text.line(from: place, isInsidePart: isInsidePart, layout) {
        place = found.characters.upperBound
        isInsidePart = found.end == .insidePart
        return line(found)
      }
      // The end of the line depends on text that was not read yet.
      let first = start + text.offset(of: place)
      let isLong = place <= 1
      length = isLong ? length * 4 : min(length * 2, max(length, Self.limit))
      read(from: first)
    }
  }

  /// Returns the next line of a layout without a width, which ends with a line separator or with
  /// the paragraph.
  private mutating func unlimitedLine() -> KnownLine {
    let first = start
    let end = min(storage.lineEnd(at: first), block.range.end)
    let isLast = end == block.range.end
    start = isLast ? end : end + 1
    let row = TextRow(
      range: TextRange(first, start), contentEnd: end,
      cells: layout.column(of: end, inLine: TextRange(first, end), of: storage),
      endsParagraph: isLast)
    return line(row, endsInsidePart: false, reach: start)
  }

  private func line(_ found: LineText.Found) -> KnownLine {
    let range = TextRange(
      start + text.offset(of: found.characters.lowerBound),
      start + text.offset(of: found.characters.upperBound))
    let endsBlock = found.end == .paragraph
    let endsParagraph = endsBlock && block.endsParagraph
    let row = TextRow(
      range: range, contentEnd: start + text.offset(of: found.contentEnd), cells: found.cells,
      endsParagraph: endsParagraph, isWrapped: found.end.isWrapped || endsBlock && !endsParagraph)
    return line(
      row, endsInsidePart: found.end == .insidePart, reach: start + text.offset(of: found.reach))
  }

  private func line(_ row: TextRow, endsInsidePart: Bool, reach: Int) -> KnownLine {
    var (next, reach) = (row.range.end, reach)
    // The edge of the block depends on the text near it, and on whether the paragraph goes on.
    if next > block.edge - LineLayout.blockReach {
      reach = max(reach, block.edge + LineLayout.blockReach)
    }
    if row.endsParagraph {
      next = next < storage.count ? storage.paragraphEndWithTerminator(at: next) : storage.count + 1
      // A line feed that is typed later may join this carriage return.
      if storage.codeUnit(at: next - 1) == 0x0D { reach = max(reach, next) }
    }
    return KnownLine(row: row, next: next, endsInsidePart: endsInsidePart, reach: reach)
  }
}
