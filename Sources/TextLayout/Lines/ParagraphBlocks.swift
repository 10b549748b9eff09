// SPDX-License-Identifier: Apache-2.0
import Text

/// A paragraph divided into blocks, each of which is laid out separately.
///
/// The edges depend on the start of the paragraph and on the text near them, so a block is found
/// without reading the blocks before it. An edge follows a space if one is near. Ordinary
/// paragraphs are one block.
struct ParagraphBlocks {
  let paragraph: TextRange
  /// The length of a block, in code units.
  let length: Int
  private let storage: TextStorage

  /// The distance before the end of a block in which a space is searched for, in code units.
  static let reach = 64

  init(of paragraph: TextRange, length: Int, in storage: TextStorage) {
    self.paragraph = paragraph
    self.length = length
    self.storage = storage
  }

  /// Returns the block that holds an offset; an offset on an edge belongs to the block after it.
  func block(at offset: Int) -> TextRange {
    guard paragraph.length > length else { return paragraph }
    let offset = min(max(offset, paragraph.start), paragraph.end)
    var number = (offset - paragraph.start) / length
    var start = edge(number)
    while number > 0, start > offset || start == paragraph.end {
      number -= 1
      start = edge(number)
    }
    let end = edge(number + 1)
    return offset < end || end == paragraph.end
      ? TextRange(start, end) : TextRange(end, edge(number + 2))
  }

  private func edge(_ number: Int) -> Int {
    guard number > 0 else { return paragraph.start }
    let edge = paragraph.start + number * length
    guard edge < paragraph.end else { return paragraph.end }
    let before = storage.substring(TextRange(edge - Self.reach, edge)).utf16
    let space = before.lastIndex(of: 0x20)
    let place = space.map { edge - before.distance(from: $0, to: before.endIndex) + 1 } ?? edge
    return storage.characterBoundary(atOrBefore: place)
  }
}
