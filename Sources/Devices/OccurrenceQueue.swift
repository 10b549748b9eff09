// SPDX-License-Identifier: Apache-2.0
import Keys

/// What happened and has not been told yet, first in, first out.
///
/// Frames that were read go straight to the caller; only those that were made up wait here.
struct OccurrenceQueue {
  private enum Entry {
    case occurrence(Occurrence)
    case frame([KeyEvent])
  }

  private var entries: [Entry] = []
  private var head = 0

  /// Adds an occurrence other than a frame.
  mutating func append(_ occurrence: Occurrence) {
    entries.append(.occurrence(occurrence))
  }

  /// Adds a frame; an empty one is nothing.
  mutating func append(_ frame: [KeyEvent]) {
    if !frame.isEmpty { entries.append(.frame(frame)) }
  }

  /// Whether nothing waits.
  var isEmpty: Bool { head == entries.count }

  /// Takes the oldest occurrence out, and a frame's events into `frame`.
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
