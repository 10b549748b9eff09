// SPDX-License-Identifier: Apache-2.0
import Text
import TextBoundaries

/// A paragraph in visual order: its caret positions from left to right, and the characters between.
///
/// A line of `n` characters has `n + 1` positions. A position between two characters has the lower
/// of their levels, and a position at the edge of a line has the paragraph's level; rule L2 orders
/// positions as it orders characters. So every position has one place, neighbouring positions have
/// one character between them, and ← reverses →. In `abאבגcd` → visits the offsets
///
///     0  1  2  4  3  5  6  7        a b ג ב א c d
///
/// The lines of a paragraph follow one another in its direction. A paragraph longer than ``limit``
/// is divided into blocks of that length, and each block is ordered like a line of its own.
struct VisualBlock {
  /// The maximum number of UTF-16 code units ordered at once.
  static let limit = 2048

  let paragraph: TextRange
  let isRightToLeft: Bool
  /// The part of the paragraph that this block holds.
  let range: TextRange
  /// The caret positions from left to right; a block's end belongs to the next block, if one
  /// follows.
  private(set) var positions: [Int] = []
  /// The characters from left to right, as offsets in `units`.
  private var characters: [Int] = []
  private let units: [UInt16]

  /// Orders the block that holds an offset.
  init(at offset: Int, in storage: TextStorage, _ layout: LineLayout) {
    paragraph = storage.paragraph(at: offset)
    isRightToLeft = storage.isRightToLeft(at: offset)
    range = ParagraphBlocks(of: paragraph, length: Self.limit, in: storage).block(at: offset)
    let text = storage.substring(range)
    units = Array(text.utf16)
    var starts: [Int] = []
    var end = 0
    var divider = CharacterDivider()
    for scalar in text.unicodeScalars {
      if divider.beginsCharacter(scalar) { starts.append(end) }
      end += UTF16.width(scalar)
    }
    let base: UInt8 = isRightToLeft ? 1 : 0
    let unitLevels = TextSegmenter.levels(of: units, base: base).levels
    var levels = starts.map { unitLevels[$0] }
    let rows = Self.rows(of: text, starts, range == paragraph ? layout : LineLayout())
    // Rule L1: spaces at the end of a line have the paragraph's direction.
    for row in rows { for index in row.hanging { levels[index] = base } }
    for row in (isRightToLeft ? rows.reversed() : rows).map(\.characters) {
      characters += TextSegmenter.visualOrder(of: Array(levels[row])).map {
        starts[row.lowerBound + $0]
      }
      var between = row.map { index in
        index == row.lowerBound ? base : min(levels[index - 1], levels[index])
      }
      if row.upperBound == starts.count, isLast { between.append(base) }
      positions += TextSegmenter.visualOrder(of: between).map {
        let index = row.lowerBound + $0
        return range.start + (index < starts.count ? starts[index] : end)
      }
    }
  }

  var isFirst: Bool { range.start == paragraph.start }
  var isLast: Bool { range.end == paragraph.end }

  /// Returns the position next to another one; nil at the edge of the block.
  func neighbour(of offset: Int, toRight: Bool) -> Int? {
    guard let index = positions.firstIndex(of: offset) else { return nil }
    let next = index + (toRight ? 1 : -1)
    return positions.indices.contains(next) ? positions[next] : nil
  }

  /// Returns the position after the next word in a direction; nil if the block ends before that.
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

  /// Returns the character on one side of a position, as an index from left to right.
  private func character(beside position: Int, _ toRight: Bool) -> Int? {
    // In a right-to-left block that continues, the start of the next block is to the left of the
    // first character from the left.
    let left = position - (isRightToLeft && !isLast ? 0 : 1)
    let index = toRight ? left + 1 : left
    return characters.indices.contains(index) ? index : nil
  }

  // MARK: Dividing into lines

  /// A visual line, as indices of characters.
  private struct Row {
    var characters: Range<Int>
    /// The hanging spaces at its end.
    var hanging: Range<Int>
  }

  /// Returns the visual lines: at least one, and an empty one only in an empty paragraph.
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

  /// Returns for each code unit the index of its word, or nil between words.
  private static func words(in units: [UInt16]) -> [Int?] {
    var words = [Int?](repeating: nil, count: units.count)
    for (index, segment) in TextSegmenter.words(in: units).enumerated() where segment.isWord {
      for unit in segment.range { words[unit] = index }
    }
    return words
  }
}
