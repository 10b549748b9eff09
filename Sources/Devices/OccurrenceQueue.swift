// SPDX-License-Identifier: Apache-2.0
import Keys

/// A queue of occurrences that were not reported yet.
///
/// Frames that were read are returned directly to the caller; only synthesized ones are queued.
struct OccurrenceQueue {
  private enum Entry {
    case occurrence(Occurrence)
    case frame([KeyEvent])
  }

  private var entries: [Entry] = []
  private var head = 0

  /// Appends an occurrence other than a frame.
  mutating func append(_ occurrence: Occurrence) {
    entries.append(.occurrence(occurrence))
  }

  /// Appends a frame, unless it is empty.
  mutating func append(_ frame: [KeyEvent]) {
    if !frame.isEmpty { entries.append(.frame(frame)) }
  }

  /// Whether the queue is empty.
  var isEmpty: Bool { head == entries.count }

  /// Removes and returns the oldest occurrence; the events of a frame are put into `frame`.
  mutating func next(into frame: inout [KeyEvent]) -> Occurrence? {
    guard head < entries.count else { return nil }
    let entry = entries[head]
    head += 1
    if head == entries.count {
      entries.removeAll(keepingCapacity: true)
      head = 0
    }
    switch entry {
    case .occurrence(let occurrence):
      return occurrence
    case .frame(let events):
      frame = events
      return .frame
    }
  }
}
