// SPDX-License-Identifier: Apache-2.0
package import Text

/// The visual lines of a text; only requested lines, and lines between them and a known start, are
/// laid out.
package struct VisualLines {
  package let storage: TextStorage
  package let layout: LineLayout
  /// The cache of known lines.
  package var known: KnownLines

  /// The distance in code units up to which all lines between known and requested lines are kept;
  /// each of them may be an empty line.
  private static let nearby = 1024
  /// The number of lines that are kept while lines up to a distant offset are laid out.
  private static let keptOnTheWay = 128

  package init(storage: TextStorage, layout: LineLayout) {
    self.storage = storage
    self.layout = layout
    known = KnownLines(layout)
  }

  // MARK: Rows

  /// Returns the visual line that shows a caret.
  package mutating func row(at offset: Int, affinity: TextAffinity = .forward) -> TextRow {
    let index = index(ofLineAt: offset, affinity)
    return row(index)
  }

  /// Returns the start of the visual line that shows a caret.
  package mutating func rowStart(at offset: Int, affinity: TextAffinity = .forward) -> Int {
    row(at: offset, affinity: affinity).range.start
  }

  /// Returns the start of the visual line some lines below the line at an offset, or above if
  /// negative; limited to the last or first line.
  package mutating func rowStart(_ offset: Int, movedBy count: Int) -> Int {
    let index = index(ofLineAt: offset, .forward)
    let target = self.index(index, movedBy: count)
    return known.run[min(max(target, 0), known.run.count - 1)].row.range.start
  }

  /// Returns at most `count` visual lines, starting with the line that shows an offset.
  package mutating func rows(from offset: Int, count: Int) -> [TextRow] {
    guard count > 0 else { return [] }
    let first = index(ofLineAt: offset, .forward)
    let last = min(index(first, movedBy: count - 1), known.run.count - 1)
    return (first...last).map { row($0) }
  }

  /// Finds the offset some visual lines below, or above if negative; see `TextStorage`.
  package mutating func verticalOffset(
    by count: Int, from offset: Int, affinity: TextAffinity, goal: inout Int?
  ) -> Int? {
    let index = index(ofLineAt: offset, affinity)
    let row = known.run[index].row
    let column = goal ?? layout.column(of: offset, inLine: Self.text(of: row), of: storage)
    goal = column
    let target = self.index(index, movedBy: count)
    guard known.run.indices.contains(target) else { return nil }
    let line = known.run[target].row
    return layout.offset(
      atColumn: column, inLine: Self.text(of: line), of: storage, isWrapped: line.isWrapped)
  }

  private func row(_ index: Int) -> TextRow {
    var row = known.run[index].row
    row.endsText = row.endsParagraph && row.range.end == storage.count
    return row
  }

  /// Returns the range of a line without its separator.
  private static func text(of row: TextRow) -> TextRange {
    let endsWithSeparator = !row.isWrapped && !row.endsParagraph
    return TextRange(row.range.start, row.range.end - (endsWithSeparator ? 1 : 0))
  }

  // MARK: Finding

  /// Returns the line that shows a caret, as an index among the lines known afterwards.
  private mutating func index(ofLineAt offset: Int, _ affinity: TextAffinity) -> Int {
    let offset = min(max(offset, 0), storage.count)
    let index = index(ofLineAt: offset)
    let row = known.run[index].row
    // With backward affinity the caret is shown at the end of the wrapped line above.
    guard affinity == .backward, row.followsWrapped, row.range.start == offset else { return index }
    return index > 0 ? index - 1 : self.index(ofLineAt: offset - 1)
  }

  private mutating func index(ofLineAt offset: Int) -> Int {
    if let index = known.index(ofLineAt: offset) { return index }
    if let last = known.run.last, offset >= last.next, offset - last.next < Self.nearby {
      layOutBelow { $0.next > offset }
    } else if let first = known.run.first?.row.range.start, offset < first,
      first - offset < Self.nearby
    {
      known.add(layOut(from: origin(of: offset)) { line, _ in line.next >= first })
    }
    if known.index(ofLineAt: offset) == nil {
      known.run = []
      known.add(
        layOut(from: origin(of: offset), keeping: Self.keptOnTheWay) { line, _ in
          line.next > offset
        })
    }
    return known.index(ofLineAt: offset) ?? 0
  }

  /// Returns the index of the line some lines below a known line, or above if negative.
  ///
  /// - Returns: an index among the lines known afterwards; out of bounds if the text has fewer
  ///   lines.
  private mutating func index(_ index: Int, movedBy count: Int) -> Int {
    // A text has at most one line more than code units.
    let bound = storage.count + 1
    var target = index + min(max(count, -bound), bound)
    if target >= known.run.count {
      let missing = target - known.run.count + 1
      layOutBelow { _, laidOut in laidOut >= missing }
    }
    while target < 0, let first = known.run.first?.row.range.start, first > 0 {
      target += self.index(ofLineAt: storage.characterStart(before: first)) + 1
    }
    return target
  }

  // MARK: Laying out

  /// The start of a line, and how much of the text it depends on.
  private struct Origin {
    var offset: Int
    var block: LineBlock
    var reach = 0
    var followsWrapped = false
    var isInsidePart = false
  }

  /// Returns the last known start of a line at or before an offset.
  private func origin(of offset: Int) -> Origin {
    let block = layout.block(at: offset, in: storage)
    guard let start = known.lastStart(atOrBefore: offset, behind: block.range.start) else {
      return Origin(
        offset: block.range.start, block: block,
        reach: block.startsParagraph ? 0 : block.range.start + LineLayout.blockReach,
        followsWrapped: !block.startsParagraph && !followsSeparator(block.range.start))
    }
    return Origin(
      offset: start.offset, block: block, reach: start.reach,
      followsWrapped: !followsSeparator(start.offset), isInsidePart: start.isInsidePart)
  }

  private func followsSeparator(_ offset: Int) -> Bool {
    storage.codeUnit(at: offset - 1) == 0x2028
  }

  /// Lays out lines below the known ones.
  private mutating func layOutBelow(until isEnough: (KnownLine, _ laidOut: Int) -> Bool) {
    guard let last = known.run.last, last.next <= storage.count else { return }
    let origin = Origin(
      offset: last.next, block: layout.block(at: last.next, in: storage),
      reach: last.reach,
      followsWrapped: last.row.isWrapped, isInsidePart: last.endsInsidePart)
    known.add(layOut(from: origin, until: isEnough))
  }

  private mutating func layOutBelow(until isEnough: (KnownLine) -> Bool) {
    layOutBelow { line, _ in isEnough(line) }
  }

  /// Lays out lines until `isEnough` returns true or the text ends.
  ///
  /// - Parameters:
  ///   - origin: the start of the first line.
  ///   - capacity: the minimum number of lines to keep, counted from the last.
  ///   - isEnough: whether a line is the last one wanted.
  /// - Returns: the lines, at least one.
  private mutating func layOut(
    from origin: Origin, keeping capacity: Int = .max,
    until isEnough: (KnownLine, _ laidOut: Int) -> Bool
  ) -> [KnownLine] {
    var lines: [KnownLine] = []
    var laidOut = 0
    var reach = origin.reach
    var followsWrapped = origin.followsWrapped
    var reader = BlockReader(
      storage, layout, of: origin.block, from: origin.offset, isInsidePart: origin.isInsidePart)
    while true {
      var line = reader.line()
      reach = max(reach, line.reach)
      line.reach = reach
      line.row.followsWrapped = followsWrapped
      followsWrapped = line.row.isWrapped
      if lines.count / 2 >= capacity { lines.removeFirst(lines.count - capacity) }
      lines.append(line)
      laidOut += 1
      if isEnough(line, laidOut) || line.next > storage.count { return lines }
      if line.row.endsParagraph || line.next == reader.block.range.end {
        let block = layout.block(at: line.next, in: storage)
        reader = BlockReader(storage, layout, of: block, from: line.next)
      } else {
        known.note(
          .init(offset: line.next, isInsidePart: line.endsInsidePart, reach: reach),
          inBlockAt: reader.block.range.start)
      }
    }
  }
}
