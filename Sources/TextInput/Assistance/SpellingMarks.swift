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
    // Most changes are at the end of the text, after all marks.
    if let last = ranges.last, last.end >= range.start {
      ranges = ranges.compactMap { mark in
        if mark.end < range.start { return mark }
        guard mark.start > range.end else { return nil }
        return TextRange(mark.start + growth, mark.end + growth)
      }
    }
    unchecked = unchecked.map { part in
      // A part that the change overlaps keeps its rest; the new text is added below.
      TextRange(
        part.start <= range.start ? part.start : max(part.start, range.end) + growth,
        part.end < range.start ? part.end : max(part.end, range.end) + growth)
    }
    addUnchecked(TextRange(range.start, range.start + newLength))
  }

  /// Adds a part to be checked.
  mutating func addUnchecked(_ range: TextRange) {
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
    let first = ranges.firstIndex { $0.end > part.start } ?? ranges.count
    let last = ranges[first...].firstIndex { $0.start >= part.end } ?? ranges.count
    let room = Self.limit - ranges.count + (last - first)
    let marks = Array(marks.prefix(max(0, room)))
    guard !ranges[first..<last].elementsEqual(marks) else { return nil }
    ranges.replaceSubrange(first..<last, with: marks)
    return marks
  }

  /// The mark that a caret touches; nil for none.
  func mark(at caret: Int) -> TextRange? {
    ranges.first { $0.end >= caret }.flatMap { $0.start <= caret ? $0 : nil }
  }

  /// Drops the parts to be checked, because too many words are marked.
  mutating func giveUp() { unchecked = [] }
}
