// SPDX-License-Identifier: Apache-2.0
import Keys

/// A queue of occurrences that were not reported yet.
///
/// Frames that were read are returned directly to the caller; only synthesized ones are queued.
final class OccurrenceQueue {
  private enum Entry {
    case occurrence(Occurrence)
    case frame([KeyEvent])
  }

  private var entries: [Entry] = []
  private var head = 0
  /// Whether the queue is empty; stored, because it is read for every frame.
  private(set) var isEmpty = true

  /// Appends an occurrence other than a frame.
  func append(_ occurrence: Occurrence) {
    append(.occurrence(occurrence))
  }

  /// Appends a frame, unless it is empty.
  func append(_ frame: [KeyEvent]) {
    if !frame.isEmpty { append(.frame(frame)) }
  }

  private func append(_ entry: Entry) {
    entries.append(entry)
    isEmpty = false
  }

  /// Removes and returns the oldest occurrence; the events of a frame are put into `frame`.
  func next(into frame: inout [KeyEvent]) -> Occurrence? {
    if isEmpty { return nil }
    let entry = entries[head]
    head += 1
    if head == entries.count {
      entries.removeAll(keepingCapacity: true)
      head = 0
      isEmpty = true
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
