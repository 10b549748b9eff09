// SPDX-License-Identifier: Apache-2.0
import Text
import TextBoundaries

/// A paragraph as it is seen: its caret positions from left to right, and the characters between.
///
/// A line of `n` characters has `n + 1` positions. Between two characters a position has the lower
/// of their levels, at the edges of a line the paragraph's, and rule L2 orders the positions as it
/// orders characters. So every position has one place, two neighbours have one character between
/// them, and what → does ← takes back. In `abאבגcd` → goes through the offsets
///
///     0  1  2  4  3  5  6  7        a b ג ב א c d
///
/// The lines of a paragraph follow one another in its direction. One that is longer than ``limit``
/// is taken in blocks of that length, each like a line of its own.
struct VisualBlock {
  /// The most UTF-16 code units that are ordered at once.
  static let limit = 2048

  let paragraph: TextRange
  let isRightToLeft: Bool
  /// What of the paragraph this block holds.
  let range: TextRange
  /// Caret positions from left to right; the block's end is the next block's, if there is one.
  private(set) var positions: [Int] = []
  /// The characters from left to right, as offsets in `units`.
  private var characters: [Int] = []
  private let units: [UInt16]

  /// Orders the block of a paragraph that holds an offset.
  init(at offset: Int, in storage: TextStorage, _ layout: LineLayout) {
    paragraph = storage.paragraph(at: offset)
    isRightToLeft = storage.isRightToLeft(at: offset)
    range = Self.block(at: offset, of: paragraph, in: storage)
    let text = storage.substring(range)
    units = Array(text.utf16)
    var starts: [Int] = []
    var end = 0
    for character in text {
      starts.append(end)
      end += character.utf16.count
    }
    let base: UInt8 = isRightToLeft ? 1 : 0
    let unitLevels = TextBoundaries.levels(of: units, base: base).levels
    var levels = starts.map { unitLevels[$0] }
    let rows = Self.rows(of: text, starts, range == paragraph ? layout : LineLayout())
    // Rule L1: spaces at the end of a line have the paragraph's direction.
    for row in rows { for index in row.hanging { levels[index] = base } }
    for row in (isRightToLeft ? rows.reversed() : rows).map(\.characters) {
      characters += TextBoundaries.visualOrder(of: Array(levels[row])).map {
        starts[row.lowerBound + $0]
      }
      var between = row.map { index in
        index == row.lowerBound ? base : min(levels[index - 1], levels[index])
      }
      if row.upperBound == starts.count, isLast { between.append(base) }
      positions += TextBoundaries.visualOrder(of: between).map {
        let index = row.lowerBound + $0
        return range.start + (index < starts.count ? starts[index] : end)
      }
    }
  }

  var isFirst: Bool { range.start == paragraph.start }
  var isLast: Bool { range.end == paragraph.end }

  /// The position beside another one; nil at the block's edge.
  func neighbour(of offset: Int, toRight: Bool) -> Int? {
    guard let index = positions.firstIndex(of: offset) else { return nil }
    let next = index + (toRight ? 1 : -1)
    return positions.indices.contains(next) ? positions[next] : nil
  }

  /// The position behind the next word that is passed; nil if the block's edge comes first.
  func wordEdge(from offset: Int, toRight: Bool) -> Int? {
    guard var index = positions.firstIndex(of: offset) else { return nil }
    let words = Self.words(in: units)
    while let passed = character(beside: index, toRight) {
      index += toRight ? 1 : -1
      guard positions.indices.contains(index) else { return nil }
      if let word = words[characters[passed]],
        character(beside: index, toRight).map({ words[characters[$0]] != word }) ?? true
      {
        return positions[index]
      }
    }
    return nil
  }

  /// The character on one side of a position, as an index from left to right.
  private func character(beside position: Int, _ toRight: Bool) -> Int? {
    // Where a block from right to left goes on, its first character from the left has the next
    // block's start on its left.
    let left = position - (isRightToLeft && !isLast ? 0 : 1)
    let index = toRight ? left + 1 : left
    return characters.indices.contains(index) ? index : nil
  }

  // MARK: Dividing

  private static func block(
    at offset: Int, of paragraph: TextRange, in storage: TextStorage
  ) -> TextRange {
    guard paragraph.length > limit else { return paragraph }
    func edge(_ number: Int) -> Int {
      let edge = paragraph.start + number * limit
      return edge < paragraph.end ? storage.characterBoundary(atOrAfter: edge) : paragraph.end
    }
    // Behind the last character is the last block, not an empty one.
    var number = (min(offset, paragraph.end - 1) - paragraph.start) / limit
    while number > 0, edge(number) > offset || edge(number) == paragraph.end { number -= 1 }
    return TextRange(edge(number), edge(number + 1))
  }

  /// A visual line, as indices of characters.
  private struct Row {
    var characters: Range<Int>
    /// The spaces that hang at its end.
    var hanging: Range<Int>
  }

  /// The visual lines; at least one, and none is empty but in an empty paragraph.
  private static func rows(of text: String, _ starts: [Int], _ layout: LineLayout) -> [Row] {
    var rows: [Row] = []
    var first = 0
    for line in layout.lines(of: text) {
      var end = first
      while end < starts.count, starts[end] < line.range.end { end += 1 }
      var hanging = end
      while line.isWrapped, hanging > first, starts[hanging - 1] >= line.contentEnd { hanging -= 1 }
      if end > first || starts.isEmpty {
        rows.append(Row(characters: first..<end, hanging: hanging..<end))
      }
      first = end
    }
    return rows
  }

  /// For each code unit the word it belongs to, as an index.
  private static func words(in units: [UInt16]) -> [Int?] {
    var words = [Int?](repeating: nil, count: units.count)
    for (index, segment) in TextBoundaries.words(in: units).enumerated() where segment.isWord {
      for unit in segment.range { words[unit] = index }
    }
    return words
  }
}
