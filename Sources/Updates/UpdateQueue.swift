// SPDX-License-Identifier: Apache-2.0
package import Text

/// A queue of updates, in order, until the owner of the engine takes them.
///
/// All parts of an engine share its queue; a container in no window has a queue that keeps nothing.
package final class UpdateQueue {
  /// A position in the order of all updates, including those already taken.
  package struct Position: Hashable {
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
  private let keepsUpdates: Bool
  /// Called with each change of a text; nil for no observer.
  private var observer: ((Update) -> Void)?
  /// The number of updates already taken.
  private var takenCount = 0

  /// Creates an empty queue.
  ///
  /// - Parameter keepsUpdates: whether it keeps updates until they are taken; if not, a container
  ///   still sees those of the change that it is making.
  package init(keepsUpdates: Bool) {
    self.keepsUpdates = keepsUpdates
  }

  /// Whether the queue is empty.
  package var isEmpty: Bool { updates.isEmpty }

  /// The position of the next update.
  package var end: Position { Position(count: takenCount + updates.count) }

  /// Returns the updates since a position that were not taken yet.
  package func notifications(since start: Position) -> ArraySlice<Update> {
    updates[min(max(0, start.count - takenCount), updates.count)...]
  }

  /// Moves the queued updates to an array; both arrays keep their capacity.
  package func take(into other: inout [Update]) {
    guard !updates.isEmpty else { return }
    takenCount += updates.count
    if other.isEmpty {
      swap(&other, &updates)
    } else {
      other += updates
      updates.removeAll(keepingCapacity: true)
    }
  }

  package func append(_ update: Update) {
    if keepsUpdates { updates.append(update) }
  }

  /// Appends the updates of a change of a container's document, even to a queue that keeps nothing:
  /// ``changeDidEnd()`` drops them.
  ///
  /// - Parameters:
  ///   - container: the container of the document.
  ///   - reportsEditing: whether a change by the user is also reported as `field.editingChanged`
  ///     (4.3).
  ///   - body: changes the document.
  package func collect(
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
  package func append(_ edit: DocumentEdit, of container: ContainerID, reportingEditing: Bool) {
    if let selection = edit.selection { updates.append(.selectionDidChange(container, selection)) }
    if reportingEditing, edit.origin != .program { updates.append(.editingChanged(container)) }
    updates.append(
      .textDidChange(container, range: edit.range, text: edit.text, origin: edit.origin))
  }

  // MARK: An observer

  /// Whether an observer receives each change of a text at once.
  package var isObserved: Bool { observer != nil }

  /// Sets the function that is called with each change of a text; nil for none.
  package func observeChanges(_ observer: ((Update) -> Void)?) { self.observer = observer }

  /// Calls the observer with the updates since a position.
  package func notifyObserver(since start: Position) {
    for update in Array(notifications(since: start)) { observer?(update) }
  }

  /// Calls the observer with a change that may be reported otherwise.
  package func notifyObserver(of update: Update) { observer?(update) }

  // MARK: The end of a change

  /// Drops the updates of a change in a queue that keeps nothing.
  package func changeDidEnd() {
    if !keepsUpdates { updates.removeAll(keepingCapacity: true) }
  }
}
