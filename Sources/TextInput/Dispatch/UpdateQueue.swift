// SPDX-License-Identifier: Apache-2.0

/// Where facts wait, in order, until the owner of the engine takes them.
///
/// Everything of one engine shares its queue; what stands in no window has one that keeps nothing.
final class UpdateQueue {
  /// A place in the order of all facts, whether they are taken by now or not.
  struct Position: Hashable {
    fileprivate let count: Int
  }

  /// The facts nobody has taken yet.
  private var updates: [Update] = []
  /// The engine whose queue it is; nil for nobody's, and once the engine has gone.
  ///
  /// Not weak, though it acts so: whatever has weak references is slower to retain, and every key does
  /// that. The engine takes itself out when it goes.
  unowned(unsafe) var engine: TextEngine? { didSet { isKept = engine != nil } }
  private var isKept = false
  /// How many facts were taken already.
  private var takenCount = 0

  /// Whether all facts are taken.
  var isEmpty: Bool { updates.isEmpty }

  /// Where the next fact comes.
  var end: Position { Position(count: takenCount + updates.count) }

  /// The facts from a place on that nobody has taken yet.
  func facts(since start: Position) -> ArraySlice<Update> {
    updates[min(max(0, start.count - takenCount), updates.count)...]
  }

  /// Appends the facts that wait to an array, which keeps its room.
  func take(into other: inout [Update]) {
    guard !updates.isEmpty else { return }
    takenCount += updates.count
    if other.isEmpty {
      swap(&other, &updates)
    } else {
      other += updates
      updates.removeAll(keepingCapacity: true)
    }
  }

  func append(_ update: Update) {
    if isKept { updates.append(update) }
  }

  /// Has somebody append facts who needs them also where nothing is kept; ``settle()`` drops those.
  func collect(_ body: (inout [Update]) -> Void) {
    body(&updates)
  }

  /// Drops what was collected where nothing is kept.
  func settle() {
    if !isKept { updates.removeAll(keepingCapacity: true) }
  }
}
