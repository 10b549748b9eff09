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
  // Not checked: an array that grows calls nothing that could come back here.
  @exclusivity(unchecked) private var updates: [Update] = []
  /// What a document says of its change; empty but while it does.
  // Not checked: a document knows nothing of queues.
  @exclusivity(unchecked) private var changes: [DocumentChange] = []
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

  /// Appends what a change of a container's document comes to, also where nothing is kept: ``settle()`` drops that.
  ///
  /// - Parameters:
  ///   - container: whose document it is.
  ///   - reportsEditing: whether a change by the person is also told as `field.editingChanged` (4.3).
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

  /// Appends what an edit of a container's document comes to; otherwise as `collect`.
  func append(_ edit: DocumentEdit, of container: ContainerID, reportingEditing: Bool) {
    if let selection = edit.selection { updates.append(.selectionDidChange(container, selection)) }
    if reportingEditing, edit.origin != .program { updates.append(.editingChanged(container)) }
    updates.append(
      .textDidChange(container, range: edit.range, text: edit.text, origin: edit.origin))
  }

  /// Drops what was collected where nothing is kept.
  func settle() {
    if !isKept { updates.removeAll(keepingCapacity: true) }
  }
}
