// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// The changes that the file has not taken yet, in their order.
///
/// One for each thing they are about at the most, however long they wait.
struct PostponedChanges {
  private(set) var changes: [MemoryChange] = []

  var isEmpty: Bool { changes.isEmpty }

  /// Adds the latest change, which takes the place of those that it makes needless.
  mutating func append(_ change: MemoryChange) {
    var latest = change
    changes.removeAll { earlier in
      guard let joined = latest.joined(to: earlier) else { return false }
      latest = joined
      return true
    }
    changes.append(latest)
  }

  /// Does them to what the file holds.
  func apply(to memory: VolatileMemory) {
    for change in changes { change.apply(to: memory) }
  }
}
