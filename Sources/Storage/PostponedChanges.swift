// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// The changes that the file has not taken yet.
///
/// However long they wait, there is one for each thing that is set or forgotten, and of what is learned
/// no more than the `capacity`: beyond that a quarter of it goes, what was chosen longest ago first.
struct PostponedChanges {
  /// The changes of one subject, in their order.
  private struct Entry {
    var changes: [MemoryChange] = []
    /// When the last of them was made.
    var time = 0

    var learnedCount: Int { changes.count(where: \.learns) }
  }

  /// How many learned choices have been given up.
  private(set) var lostCount = 0

  private let capacity: Int
  private var entries: [MemorySubject: Entry] = [:]
  private var learnedCount = 0
  private var time = 0

  /// Begins without any.
  init(capacity: Int = 4096) {
    self.capacity = capacity
  }

  var isEmpty: Bool { entries.isEmpty }

  /// All of them, in an order in which they can be made.
  var changes: [MemoryChange] { inOrder.flatMap(\.value.changes) }

  /// Adds the latest change, which takes the place of those that it makes needless.
  mutating func append(_ change: MemoryChange) {
    let subject = change.subject
    if subject.isWhole { removeParts(of: subject) }
    var entry = entries[subject] ?? Entry()
    learnedCount -= entry.learnedCount
    var latest = change
    entry.changes.removeAll { earlier in
      guard let joined = latest.joined(to: earlier) else { return false }
      latest = joined
      return true
    }
    entry.changes.append(latest)
    time += 1
    entry.time = time
    entries[subject] = entry
    learnedCount += entry.learnedCount
    if learnedCount > capacity { loseOldest(learnedCount - capacity * 3 / 4) }
  }

  /// Does those of one subject to what the file holds of it.
  func apply(to memory: VolatileMemory, about subject: MemorySubject) {
    for part in [subject.whole, subject] {
      guard let part, let entry = entries[part] else { continue }
      for change in entry.changes { change.apply(to: memory) }
    }
  }

  /// Does all of them to what the file holds.
  func apply(to memory: VolatileMemory) {
    for change in changes { change.apply(to: memory) }
  }

  /// A whole comes before its parts: those that were older went when it came.
  private var inOrder: [(key: MemorySubject, value: Entry)] {
    entries.sorted { $0.value.time < $1.value.time }
  }

  private mutating func removeParts(of whole: MemorySubject) {
    entries = entries.filter { $0.key.whole != whole }
    learnedCount = entries.values.reduce(0) { $0 + $1.learnedCount }
  }

  /// What is forgotten stays: it is to leave the disk.
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
