// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// The changes that were not written to the file yet.
///
/// There is at most one change for each thing that is set or forgotten. There are at most
/// `capacity` learned choices and words: beyond that a quarter is dropped, the least recently used
/// first.
struct PostponedChanges {
  /// The changes of one subject, in order.
  private struct Entry {
    var changes: [MemoryChange] = []
    /// The time of the last change.
    var time = 0

    var learnedCount: Int { changes.count(where: \.learns) }

    /// Appends a change, and removes earlier ones that it makes obsolete.
    mutating func append(_ change: MemoryChange) {
      let first = changes.lastIndex(where: \.dependsOnAll).map { $0 + 1 } ?? 0
      var latest = change
      var kept = changes[..<first]
      for earlier in changes[first...] {
        if let joined = latest.joined(to: earlier) { latest = joined } else { kept.append(earlier) }
      }
      changes = Array(kept) + [latest]
    }
  }

  /// The number of learned choices and words that were dropped.
  private(set) var lostCount = 0

  private let capacity: Int
  private var entries: [MemorySubject: Entry] = [:]
  private var learnedCount = 0
  private var time = 0

  /// Creates an empty set of changes.
  init(capacity: Int = 4096) {
    self.capacity = capacity
  }

  var isEmpty: Bool { entries.isEmpty }

  /// All changes, in an order in which they can be applied.
  var changes: [MemoryChange] { inOrder.flatMap(\.value.changes) }

  /// Adds a change, and removes earlier ones that it makes obsolete.
  mutating func append(_ change: MemoryChange) {
    let subject = change.subject
    if subject.isWhole { removeParts(of: subject) }
    var entry = entries[subject] ?? Entry()
    learnedCount -= entry.learnedCount
    entry.append(change)
    time += 1
    entry.time = time
    entries[subject] = entry
    learnedCount += entry.learnedCount
    if learnedCount > capacity { loseOldest(learnedCount - capacity * 3 / 4) }
  }

  /// Applies the changes of a subject, and of its parts, to a memory with the contents of the file.
  func apply(to memory: VolatileMemory, about subject: MemorySubject) {
    for part in [subject.whole, subject] {
      guard let part, let entry = entries[part] else { continue }
      for change in entry.changes { change.apply(to: memory) }
    }
    guard subject.isWhole else { return }
    for (part, entry) in inOrder where part.whole == subject {
      for change in entry.changes { change.apply(to: memory) }
    }
  }

  /// Applies all changes to a memory with the contents of the file.
  func apply(to memory: VolatileMemory) {
    for change in changes { change.apply(to: memory) }
  }

  /// Older parts were removed when their whole was added, so a whole precedes its parts.
  private var inOrder: [(key: MemorySubject, value: Entry)] {
    entries.sorted { $0.value.time < $1.value.time }
  }

  private mutating func removeParts(of whole: MemorySubject) {
    entries = entries.filter { $0.key.whole != whole }
    learnedCount = entries.values.reduce(0) { $0 + $1.learnedCount }
  }

  /// Drops the oldest learned choices; forgotten ones are kept, because they must be erased from
  /// the disk.
  private mutating func loseOldest(_ count: Int) {
    var rest = count
    for (subject, entry) in inOrder where rest > 0 {
      let kept = entry.changes.filter { change in
        guard change.learns, rest > 0 else { return true }
        rest -= 1
        return false
      }
      entries[subject] = kept.isEmpty ? nil : Entry(changes: kept, time: entry.time)
    }
    learnedCount -= count
    lostCount += count
  }
}
