// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The words that were learned from the current text of each container, to be taken back if the
/// text becomes secret (IME-20).
struct WordJournal {
  /// The counts that one word of a text added.
  struct Entry {
    /// The language of the input mode, such as `en`.
    var language: String
    /// The word and its pair, as they were counted.
    var words: [LearnedWord] = []
    /// The word whose correction was refused; nil for none.
    var refused: String?
  }

  /// How many entries of a text, and of how many texts, are kept at least; older ones are dropped.
  static let limit = (entries: 1000, containers: 64)

  private var entries: [ContainerID: [Entry]] = [:]
  /// The containers in the order in which they last added an entry.
  private var order: [ContainerID] = []

  /// Adds an entry.
  mutating func note(_ entry: Entry, in container: ContainerID) {
    // A copy of the entries at each word, or moving all of them, would cost more than the word.
    entries[container, default: []].append(entry)
    if let count = entries[container]?.count, count == 2 * Self.limit.entries {
      entries[container]?.removeFirst(Self.limit.entries)
    }
    guard order.last != container else { return }
    order.removeAll { $0 == container }
    order.append(container)
    if order.count > Self.limit.containers { entries[order.removeFirst()] = nil }
  }

  /// Removes and returns the entries of a text.
  mutating func take(_ container: ContainerID) -> [Entry] {
    order.removeAll { $0 == container }
    return entries.removeValue(forKey: container) ?? []
  }
}
