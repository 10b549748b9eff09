// SPDX-License-Identifier: Apache-2.0

/// The words of a text that are marked as misspelled, and the parts of it that must still be
/// checked.
///
/// Marks move with the text. A change that touches a mark removes it (AST-54).
struct SpellingMarks {
  /// The marked words, in order.
  private(set) var ranges: [TextRange] = []
  /// The parts to be checked, in order and apart; an empty one stands for the word around it.
  private(set) var unchecked: [TextRange]

  /// The most marks of a text; more of them mean another language or no prose at all, and each
  /// key would have to move them.
  static let limit = 10_000
  /// The most parts to be checked; further ones are merged.
  private static let partLimit = 8

  /// Creates the marks of a text that was not checked yet.
  ///
  /// - Parameter count: the number of its code units.
  init(unchecked count: Int) {
    unchecked = [TextRange(0, count)]
  }

  /// Whether no more words are marked.
  var isFull: Bool { ranges.count >= Self.limit }

  // MARK: Changes of the text

  /// Moves the marks with a change of the text, and removes those that it touches.
  mutating func textDidChange(_ range: TextRange, newLength: Int) {
    let growth = newLength - range.length
    let first = index(of: { $0.end >= range.start })
    let last = index(of: { $0.start > range.end })
    ranges.removeSubrange(first..<last)
    if growth != 0 {
      for index in first..<ranges.count {
        ranges[index].start += growth
        ranges[index].end += growth
      }
    }
    for index in unchecked.indices {
      let part = unchecked[index]
      // A part that the change overlaps keeps its rest; the new text is added below.
      unchecked[index] = TextRange(
        part.start <= range.start ? part.start : max(part.start, range.end) + growth,
        part.end < range.start ? part.end : max(part.end, range.end) + growth)
    }
    addUnchecked(TextRange(range.start, range.start + newLength))
  }

  /// Adds a part to be checked.
  mutating func addUnchecked(_ range: TextRange) {
    if unchecked.isEmpty { return unchecked.append(range) }
    // Mostly the only part is at the caret.
    if unchecked.count == 1, case let part = unchecked[0], part.start <= range.end,
      range.start <= part.end
    {
      unchecked[0] = TextRange(min(part.start, range.start), max(part.end, range.end))
      return
    }
    var merged = range
    var others: [TextRange] = []
    for part in unchecked {
      if part.start <= merged.end, merged.start <= part.end {
        merged = TextRange(min(part.start, merged.start), max(part.end, merged.end))
      } else {
        others.append(part)
      }
    }
    let index = others.firstIndex { $0.start > merged.end } ?? others.count
    others.insert(merged, at: index)
    while others.count > Self.partLimit { Self.mergeNearest(&others) }
    unchecked = others
  }

  private static func mergeNearest(_ parts: inout [TextRange]) {
    let gaps = parts.indices.dropLast().map { parts[$0 + 1].start - parts[$0].end }
    guard let index = gaps.indices.min(by: { gaps[$0] < gaps[$1] }) else { return }
    parts[index] = TextRange(parts[index].start, parts[index + 1].end)
    parts.remove(at: index + 1)
  }

  // MARK: Checking

  /// Takes the next part to be checked, with at most a number of code units.
  mutating func takeUnchecked(atMost count: Int) -> TextRange? {
    guard let first = unchecked.first else { return nil }
    let part = TextRange(first.start, min(first.end, first.start + count))
    if part.end == first.end {
      unchecked.removeFirst()
    } else {
      unchecked[0] = TextRange(part.end, first.end)
    }
    return part
  }

  /// Replaces the marks in a part, up to the limit.
  ///
  /// - Returns: the marks if they changed; nil if not.
  mutating func setMarks(_ marks: [TextRange], in part: TextRange) -> [TextRange]? {
    let first = index(of: { $0.end > part.start })
    let last = max(first, index(of: { $0.start >= part.end }))
    let room = Self.limit - ranges.count + (last - first)
    let marks = Array(marks.prefix(max(0, room)))
    guard !ranges[first..<last].elementsEqual(marks) else { return nil }
    ranges.replaceSubrange(first..<last, with: marks)
    return marks
  }

  /// The mark that a caret touches; nil for none.
  func mark(at caret: Int) -> TextRange? {
    let index = index(of: { $0.end >= caret })
    return index < ranges.count && ranges[index].start <= caret ? ranges[index] : nil
  }

  /// Returns the index of the first mark with a property that all later marks have; the number of
  /// marks if none has it.
  private func index(of hasProperty: (TextRange) -> Bool) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if hasProperty(ranges[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Drops the parts to be checked, because too many words are marked.
  mutating func giveUp() { unchecked = [] }
}
