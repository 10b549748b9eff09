// SPDX-License-Identifier: Apache-2.0
import Text

/// A visual line of a text, and what of the text it depends on.
struct KnownLine {
  /// The line; whether it ends the text is not known here.
  var row: TextRow
  /// Where the next line begins, past the text's end for the last.
  var next: Int
  /// Whether it ends inside a part without break opportunities.
  var endsInsidePart: Bool
  /// A change of the text behind this offset leaves the line and all before it as they are.
  var reach: Int
}

/// The visual lines of a text that are known, so that a key lays out only those that it changed.
///
/// What a line holds follows from its start and from the text after it alone. So lines stay known up to
/// the first one that depends on the text behind a change, and any known start serves to go on from.
package struct KnownLines {
  /// Where a visual line begins in the midst of its paragraph.
  struct Start {
    var offset: Int
    /// Whether the line above ends inside a part without break opportunities.
    var isInsidePart: Bool
    /// A change of the text behind this offset leaves the start as it is.
    var reach: Int
  }

  private var layout: LineLayout
  /// In order, far apart.
  private var starts: [Start] = []
  /// Lines that follow one another, around those that were asked for last.
  var run: [KnownLine] = []

  /// How many code units are between two starts at least.
  private static let distance = 1024
  /// How many lines are kept at most.
  private static let capacity = 1024

  package init(_ layout: LineLayout = LineLayout()) {
    self.layout = layout
  }

  /// How many starts are known.
  var count: Int { starts.count }

  /// Forgets what a change of the text or of the layout has made doubtful.
  package mutating func forget(from change: Int, _ layout: LineLayout) {
    if layout != self.layout {
      self = KnownLines(layout)
    }
    if run.count > Self.capacity { run = [] }
    guard change < .max else { return }
    while let last = starts.last, last.reach >= change { starts.removeLast() }
    while let last = run.last, last.reach >= change { run.removeLast() }
  }

  /// The line that holds an offset; nil if that is not known.
  func index(ofLineAt offset: Int) -> Int? {
    guard let first = run.first, let last = run.last, first.row.range.start <= offset,
      offset < last.next
    else { return nil }
    return run.partition(before: offset) - 1
  }

  /// Adds lines before the first or after the last, or takes them in place of all.
  mutating func add(_ lines: [KnownLine]) {
    guard let first = lines.first, let last = lines.last else { return }
    if first.row.range.start == run.last?.next {
      run += lines
    } else if last.next == run.first?.row.range.start {
      run.insert(contentsOf: lines, at: 0)
      // What is behind is kept no longer than what is before.
      var index = lines.count
      while index < run.count, run[index].reach < last.reach {
        run[index].reach = last.reach
        index += 1
      }
    } else {
      run = lines
    }
  }

  /// The last known start at or before an offset and behind another.
  func lastStart(atOrBefore offset: Int, behind bound: Int) -> Start? {
    let index = starts.firstIndex(behind: offset)
    return index > 0 && starts[index - 1].offset > bound ? starts[index - 1] : nil
  }

  /// Keeps the start of a line, unless one that is near is kept.
  mutating func note(_ start: Start, inParagraphAt paragraph: Int) {
    var index = starts.firstIndex(behind: start.offset)
    let previous = max(paragraph, index > 0 ? starts[index - 1].offset : 0)
    guard start.offset - previous >= Self.distance,
      index == starts.count || starts[index].offset - start.offset >= Self.distance
    else { return }
    var start = start
    if index > 0 { start.reach = max(start.reach, starts[index - 1].reach) }
    starts.insert(start, at: index)
    while index + 1 < starts.count, starts[index + 1].reach < start.reach {
      index += 1
      starts[index].reach = start.reach
    }
  }
}

extension [KnownLines.Start] {
  fileprivate func firstIndex(behind offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [KnownLine] {
  /// How many lines begin at or before an offset.
  fileprivate func partition(before offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].row.range.start <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
