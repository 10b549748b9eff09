// SPDX-License-Identifier: Apache-2.0
import Text

/// A visual line of a text, and how much of the text it depends on.
struct KnownLine {
  /// The line; its `endsText` is not valid here.
  var row: TextRow
  /// The offset at which the next line begins; past the end of the text for the last line.
  var next: Int
  /// Whether the line ends inside a part without break opportunities.
  var endsInsidePart: Bool
  /// The end of the text that determines this line and all lines before it; a change after it
  /// leaves them unchanged.
  var reach: Int
}

/// A cache of the visual lines of a text, so that a key lays out only the lines that it changed.
///
/// A line depends only on its start and on the text after it, and the first line of a block also on
/// the text before it. Lines therefore stay known up to the
/// first line that depends on text after a change, and layout can continue from any known start.
package struct KnownLines {
  /// The start of a visual line that is not the first line of its paragraph.
  struct Start {
    var offset: Int
    /// Whether the line above ends inside a part without break opportunities.
    var isInsidePart: Bool
    /// The end of the text that determines this start; a change after it leaves the start
    /// unchanged.
    var reach: Int
  }

  private var layout: LineLayout
  /// The known starts in order, at least ``distance`` apart.
  private var starts: [Start] = []
  /// Consecutive lines around the lines that were requested last.
  var run: [KnownLine] = []

  /// The minimum number of code units between two starts.
  private static let distance = 1024
  /// The maximum number of lines to keep.
  private static let capacity = 1024

  package init(_ layout: LineLayout = LineLayout()) {
    self.layout = layout
  }

  /// The number of known starts.
  var count: Int { starts.count }

  /// Drops everything that a change of the text or of the layout may have invalidated.
  package mutating func forget(from change: Int, _ layout: LineLayout) {
    if layout != self.layout {
      self = KnownLines(layout)
    }
    if run.count > Self.capacity { run = [] }
    guard change < .max else { return }
    while let last = starts.last, last.reach >= change { starts.removeLast() }
    while let last = run.last, last.reach >= change { run.removeLast() }
  }

  /// Returns the index of the known line that holds an offset; nil if no known line does.
  func index(ofLineAt offset: Int) -> Int? {
    guard let first = run.first, let last = run.last, first.row.range.start <= offset,
      offset < last.next
    else { return nil }
    return run.partition(before: offset) - 1
  }

  /// Adds lines directly before the first known line or after the last; other lines replace all
  /// known lines.
  mutating func add(_ lines: [KnownLine]) {
    guard let first = lines.first, let last = lines.last else { return }
    if first.row.range.start == run.last?.next {
      run += lines
    } else if last.next == run.first?.row.range.start {
      run.insert(contentsOf: lines, at: 0)
      // The reach of a line must not be less than that of a line before it.
      var index = lines.count
      while index < run.count, run[index].reach < last.reach {
        run[index].reach = last.reach
        index += 1
      }
    } else {
      run = lines
    }
  }

  /// Returns the last known start at or before an offset and after a bound.
  func lastStart(atOrBefore offset: Int, behind bound: Int) -> Start? {
    let index = starts.firstIndex(behind: offset)
    return index > 0 && starts[index - 1].offset > bound ? starts[index - 1] : nil
  }

  /// Stores the start of a line, unless a start near it is already known.
  mutating func note(_ start: Start, inBlockAt block: Int) {
    var index = starts.firstIndex(behind: start.offset)
    let previous = max(block, index > 0 ? starts[index - 1].offset : 0)
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
  /// Counts the lines that begin at or before an offset.
  fileprivate func partition(before offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].row.range.start <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
