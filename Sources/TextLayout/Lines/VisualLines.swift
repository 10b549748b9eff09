// SPDX-License-Identifier: Apache-2.0
package import Text

/// Visual lines that follow each other in one paragraph: all of a short one, a stretch of a long one.
package struct LaidOutLines {
  /// Where the first line begins.
  package let start: Int
  let text: String
  /// The lines, at least one, with offsets that count from ``start``.
  package let lines: [LineLayout.Line]
  let beginsParagraph: Bool
  package let endsParagraph: Bool

  /// Where the last line ends; before the terminator where that is the paragraph's last.
  var end: Int { start + (lines.last?.range.end ?? 0) }

  package func index(ofLineAt offset: Int, affinity: TextAffinity, _ layout: LineLayout) -> Int {
    layout.index(ofLineAt: offset - start, affinity: affinity, in: lines)
  }
}

/// Where visual lines are known to begin, so that a long paragraph need not be laid out from its start
/// after each key.
///
/// The places are far apart; those behind a change are forgotten.
package struct KnownLineStarts {
  private var layout = LineLayout()
  /// In order; none of them begins a paragraph.
  private var offsets: [Int] = []

  package init() {}

  /// How many are known.
  var count: Int { offsets.count }

  /// Forgets what a change of the text or of the layout has made doubtful.
  package mutating func forget(from change: Int, in storage: TextStorage, _ layout: LineLayout) {
    if layout != self.layout {
      self.layout = layout
      offsets = []
    }
    guard change < .max else { return }
    // What joins the character that begins a line may move it to the line above.
    while let last = offsets.last, last >= change || storage.characterEnd(after: last) >= change {
      offsets.removeLast()
    }
  }

  /// The last known start before an offset and behind another.
  func last(before limit: Int, behind bound: Int) -> Int? {
    let index = firstIndex(atOrBehind: limit)
    return index > 0 && offsets[index - 1] > bound ? offsets[index - 1] : nil
  }

  mutating func note(_ offset: Int) {
    let index = firstIndex(atOrBehind: offset)
    guard index == offsets.count || offsets[index] != offset else { return }
    offsets.insert(offset, at: index)
  }

  private func firstIndex(atOrBehind offset: Int) -> Int {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The visual lines of a text: only the stretches that an offset is in or crosses are laid out.
package struct VisualLines {
  package let storage: TextStorage
  package let layout: LineLayout
  /// What is known already, and what becomes known.
  package var known = KnownLineStarts()

  /// How many UTF-16 code units are laid out at a time.
  private static let stretch = 1024

  package init(storage: TextStorage, layout: LineLayout) {
    self.storage = storage
    self.layout = layout
  }

  /// Lays out the lines around a caret; the one that shows it is among them.
  package mutating func lines(at offset: Int, affinity: TextAffinity = .forward) -> LaidOutLines {
    let paragraph = storage.paragraph(at: offset)
    // A caret that shows at the end of a line is not at the start of the next.
    let limit = affinity == .forward ? offset + 1 : offset
    var start = known.last(before: limit, behind: paragraph.start) ?? paragraph.start
    while true {
      let lines = layOut(from: start, in: paragraph)
      let isShown =
        lines.end > offset
        || affinity == .backward && lines.end == offset && lines.lines.last?.isWrapped == true
      if isShown || lines.endsParagraph { return lines }
      start = lines.end
      known.note(start)
    }
  }

  private func layOut(from start: Int, in paragraph: TextRange) -> LaidOutLines {
    var length = Self.stretch
    while true {
      let end = min(start + length, paragraph.end)
      let text = storage.substring(TextRange(start, end))
      var lines = layout.lines(of: text)
      if end < paragraph.end {
        // What follows may still go on the last line, or join its only character and pull it up.
        lines.removeLast(min(2, lines.count))
        guard !lines.isEmpty else {
          length *= 4
          continue
        }
      }
      return LaidOutLines(
        start: start, text: text, lines: lines, beginsParagraph: start == paragraph.start,
        endsParagraph: end == paragraph.end)
    }
  }

  // MARK: Rows

  /// Where the visual line begins that shows a caret.
  package mutating func rowStart(at offset: Int, affinity: TextAffinity = .forward) -> Int {
    let lines = lines(at: offset, affinity: affinity)
    let index = lines.index(ofLineAt: offset, affinity: affinity, layout)
    return lines.start + lines.lines[index].range.start
  }

  /// The start of the visual line some lines below the one that begins at an offset, or above it if
  /// negative; the last or the first line where there are not as many.
  package mutating func rowStart(_ offset: Int, movedBy count: Int) -> Int {
    let lines = lines(at: offset)
    var place = Place(lines, lines.index(ofLineAt: offset, affinity: .forward, layout))
    for _ in 0..<count.magnitude {
      guard let next = neighbour(of: place, isBelow: count > 0) else { break }
      place = next
    }
    return place.lines.start + place.line.range.start
  }

  /// The visual lines from the one that shows an offset on, at most `count`.
  package mutating func rows(from offset: Int, count: Int) -> [TextRow] {
    guard count > 0 else { return [] }
    let lines = lines(at: offset)
    var place: Place? = Place(lines, lines.index(ofLineAt: offset, affinity: .forward, layout))
    var rows: [TextRow] = []
    while let current = place {
      rows.append(row(at: current))
      guard rows.count < count else { break }
      place = neighbour(of: current, isBelow: true)
    }
    return rows
  }

  private func row(at place: Place) -> TextRow {
    let range = TextRange(
      place.lines.start + place.line.range.start, place.lines.start + place.line.range.end)
    let beginsParagraph = place.lines.beginsParagraph && place.index == 0
    let endsParagraph = place.lines.endsParagraph && place.index == place.lines.lines.count - 1
    return TextRow(
      range: range, cells: place.line.cells, endsParagraph: endsParagraph,
      endsText: endsParagraph && range.end == storage.count, isWrapped: place.line.isWrapped,
      followsWrapped: !beginsParagraph && storage.codeUnit(at: range.start - 1) != 0x2028)
  }

  /// The offset some visual lines below, or above if negative; see `TextStorage`.
  package mutating func verticalOffset(
    by count: Int, from offset: Int, affinity: TextAffinity, goal: inout Int?
  ) -> Int? {
    let lines = lines(at: offset, affinity: affinity)
    var place = Place(lines, lines.index(ofLineAt: offset, affinity: affinity, layout))
    let column =
      goal ?? layout.column(of: offset - lines.start, in: place.line, of: lines.text)
    goal = column
    for _ in 0..<count.magnitude {
      guard let next = neighbour(of: place, isBelow: count > 0) else { return nil }
      place = next
    }
    return place.lines.start
      + layout.offset(atColumn: column, in: place.line, of: place.lines.text)
  }

  private struct Place {
    var lines: LaidOutLines
    var index: Int
    var line: LineLayout.Line { lines.lines[index] }

    init(_ lines: LaidOutLines, _ index: Int) {
      self.lines = lines
      self.index = index
    }
  }

  private mutating func neighbour(of place: Place, isBelow: Bool) -> Place? {
    let index = place.index + (isBelow ? 1 : -1)
    if place.lines.lines.indices.contains(index) { return Place(place.lines, index) }
    guard let offset = isBelow ? offset(behind: place.lines) : offset(before: place.lines) else {
      return nil
    }
    // Stretches may overlap: what is known of each paragraph depends on where it was asked.
    let lines = lines(at: offset)
    return Place(lines, lines.index(ofLineAt: offset, affinity: .forward, layout))
  }

  private func offset(behind lines: LaidOutLines) -> Int? {
    guard lines.endsParagraph else { return lines.end }
    return lines.end < storage.count ? storage.paragraphEndWithTerminator(at: lines.end) : nil
  }

  private func offset(before lines: LaidOutLines) -> Int? {
    guard lines.beginsParagraph else { return lines.start - 1 }
    return lines.start > 0 ? storage.characterStart(before: lines.start) : nil
  }
}
