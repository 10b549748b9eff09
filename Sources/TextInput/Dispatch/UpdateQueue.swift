// SPDX-License-Identifier: Apache-2.0

/// A queue of updates, in order, until the owner of the engine takes them.
///
/// All parts of an engine share its queue; a container in no window has a queue that keeps nothing.
final class UpdateQueue {
  /// A position in the order of all updates, including those already taken.
  struct Position: Hashable {
    fileprivate let count: Int
  }

  /// The updates that were not taken yet.
  // Exclusivity is checked in debug builds only, because a growing array makes no calls that could
  // return here.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var updates: [Update] = []
  /// The changes of a document; empty except during a change.
  // Exclusivity is checked in debug builds only, because a document has no reference to queues.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var changes: [DocumentChange] = []
  /// The engine of the queue; nil for a queue without an engine, and after the engine was released.
  ///
  /// Not a weak reference, because objects with weak references are slower to retain, and every key
  /// retains the engine. The engine clears it in `deinit`.
  unowned(unsafe) var engine: TextEngine? { didSet { isKept = engine != nil } }
  private var isKept = false
  /// The number of updates already taken.
  private var takenCount = 0

  /// Whether the queue is empty.
  var isEmpty: Bool { updates.isEmpty }

  /// The position of the next update.
  var end: Position { Position(count: takenCount + updates.count) }

  /// Returns the updates since a position that were not taken yet.
  func facts(since start: Position) -> ArraySlice<Update> {
    updates[min(max(0, start.count - takenCount), updates.count)...]
  }

  /// Moves the queued updates to an array; both arrays keep their capacity.
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

  /// Appends the updates of a change of a container's document, even to a queue that keeps nothing:
  /// ``settle()`` drops them.
  ///
  /// - Parameters:
  ///   - container: the container of the document.
  ///   - reportsEditing: whether a change by the user is also reported as `field.editingChanged`
  ///     (4.3).
  ///   - body: changes the document.
  func collect(
    of container: ContainerID, reportingEditing reportsEditing: Bool,
    _ body: (inout [DocumentChange]) -> Void
  ) {
    body(&changes)
    for change in changes {
      switch change {
      case .textDidChange(let range, let text, let origin):
        if reportsEditing, origin != .program { updates.append(.editingChanged(container)) }
        updates.append(.textDidChange(container, range: range, text: text, origin: origin))
      case .selectionDidChange(let selection):
        updates.append(.selectionDidChange(container, selection))
      case .markedDidChange(let range, let segments):
        updates.append(.markedDidChange(container, range: range, segments: segments))
      }
    }
    changes.removeAll(keepingCapacity: true)
  }

  /// Appends the updates of an edit of a container's document, like `collect`.
  func append(_ edit: DocumentEdit, of container: ContainerID, reportingEditing: Bool) {
    if let selection = edit.selection { updates.append(.selectionDidChange(container, selection)) }
    if reportingEditing, edit.origin != .program { updates.append(.editingChanged(container)) }
    updates.append(
      .textDidChange(container, range: edit.range, text: edit.text, origin: edit.origin))
  }

  /// Drops the updates of a queue that keeps nothing.
  func settle() {
    if !isKept { updates.removeAll(keepingCapacity: true) }
  }
}
