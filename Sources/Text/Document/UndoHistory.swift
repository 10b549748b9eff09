// SPDX-License-Identifier: Apache-2.0

/// One undo step: a position, the text removed there, and the length of the text that replaced it.
package struct UndoStep {
  var start: Int
  var removed: RemovedText
  var insertedLength: Int
  var selectionBefore: Selection
  var selectionAfter: Selection
  var kind: Kind

  /// The kind of edit that made the step; consecutive steps of one of the first three kinds are
  /// merged (UND-1).
  package enum Kind: Equatable {
    case typing, deletingBackward, deletingForward, other
    /// Text that automatically replaced typed text (UND-4).
    case substitution(TextSubstitution.Kind)
  }

  /// The number of code units by which the step made the text longer.
  var growth: Int { insertedLength - removed.count }

  /// Merges an edit of the same kind if it continues where this step ended, and reports whether it
  /// did.
  ///
  /// It may begin elsewhere: a typed letter that combines with the text after it moves the caret
  /// past both.
  mutating func grow(by text: String, _ length: Int, at start: Int) -> Bool {
    switch kind {
    case .typing where text.isEmpty && start == self.start + insertedLength:
      insertedLength += length
      return true
    case .deletingBackward where start + text.utf16.count == self.start:
      self.start = start
      removed.prepend(text)
      return true
    case .deletingForward where start == self.start:
      removed.append(text)
      return true
    default:
      return false
    }
  }
}

/// The text that a step removed.
///
/// A run of ⌫ removes text from back to front. Both halves grow at their end, so the cost of a
/// repeated key does not depend on how long it has been held.
struct RemovedText {
  private var bytesBefore: [UInt8] = []
  private var rest: String
  /// The number of UTF-16 code units.
  private(set) var count: Int

  init(_ text: String) {
    rest = text
    count = text.utf16.count
  }

  /// Adds text that was removed before the rest.
  mutating func prepend(_ text: String) {
    bytesBefore.append(contentsOf: text.utf8.reversed())
    count += text.utf16.count
  }

  mutating func append(_ text: String) {
    rest += text
    count += text.utf16.count
  }

  var text: String {
    bytesBefore.isEmpty ? rest : String(decoding: bytesBefore.reversed(), as: UTF8.self) + rest
  }
}

/// The steps that can be undone and redone.
///
/// The oldest steps are dropped, so that a text edited for months does not grow its history without
/// limit.
struct UndoHistory {
  /// The minimum number of steps to keep; 0 keeps all.
  var levels: Int
  /// The maximum number of UTF-16 code units of removed text to keep, apart from the last step's.
  static let unitLimit = 4 << 20

  private(set) var undoSteps: [UndoStep] = []
  private(set) var redoSteps: [UndoStep] = []
  /// The number of UTF-16 code units that the undo steps removed.
  private var undoUnits = 0
  /// Whether the next edit may join the last step.
  private var isCoalescing = false

  init(levels: Int = 1000) {
    self.levels = levels
  }

  /// Records an edit and clears the redo steps (UND-6).
  mutating func record(
    _ kind: UndoStep.Kind, at start: Int, removed: String, insertedLength: Int,
    from before: Selection, to after: Selection
  ) {
    if !redoSteps.isEmpty { redoSteps = [] }
    let last = undoSteps.count - 1
    if isCoalescing, last >= 0, undoSteps[last].kind == kind,
      undoSteps[last].grow(by: removed, insertedLength, at: start)
    {
      undoUnits += removed.utf16.count
      undoSteps[last].selectionAfter = after
      return
    }
    push(
      UndoStep(
        start: start, removed: RemovedText(removed), insertedLength: insertedLength,
        selectionBefore: before, selectionAfter: after, kind: kind))
    isCoalescing = kind != .other
  }

  /// Records a substitution on top of what was typed (UND-4); later typing may still join the step
  /// below it.
  mutating func record(_ substitution: UndoStep) {
    if !redoSteps.isEmpty { redoSteps = [] }
    push(substitution)
  }

  /// The number of UTF-16 code units that the history holds.
  var units: Int { redoSteps.reduce(undoUnits) { $0 + $1.removed.count } }

  private mutating func push(_ step: UndoStep) {
    undoSteps.append(step)
    undoUnits += step.removed.count
    guard levels > 0 else { return }
    if undoSteps.count >= 2 * levels { forget(undoSteps.count - levels) }
    guard undoUnits > Self.unitLimit else { return }
    var (count, left) = (0, undoUnits)
    while count < undoSteps.count - 1, left > Self.unitLimit {
      left -= undoSteps[count].removed.count
      count += 1
    }
    forget(count)
  }

  /// Drops the oldest steps.
  private mutating func forget(_ count: Int) {
    for step in undoSteps.prefix(count) { undoUnits -= step.removed.count }
    undoSteps.removeFirst(count)
  }

  /// Records typing that followed substitutions as if it had preceded them (UND-4).
  ///
  /// The substitutions are the last `count` steps, and must end before the place of the typing.
  mutating func record(
    _ kind: UndoStep.Kind, at start: Int, removed: String, insertedLength: Int,
    from before: Selection, to after: Selection, beneath count: Int
  ) {
    // Copied to an array, because a slice would share the history, and the next change would then
    // copy all of it.
    var substitutions = Array(undoSteps.suffix(count))
    let areOnTop = substitutions.allSatisfy {
      if case .substitution = $0.kind { $0.start + $0.insertedLength <= start } else { false }
    }
    // If a delegate edited in the meantime, its edit is on top of the substitutions.
    guard areOnTop, substitutions.count == count else {
      return record(
        kind, at: start, removed: removed, insertedLength: insertedLength, from: before, to: after)
    }
    undoSteps.removeLast(count)
    for step in substitutions { undoUnits -= step.removed.count }
    let growth = substitutions.reduce(0) { $0 + $1.growth }
    var caret = after.moved(by: -growth)
    record(
      kind, at: start - growth, removed: removed, insertedLength: insertedLength,
      from: before.moved(by: -growth), to: caret)
    for index in substitutions.indices {
      substitutions[index].selectionBefore = caret
      caret = caret.moved(by: substitutions[index].growth)
      substitutions[index].selectionAfter = caret
    }
    for step in substitutions { push(step) }
  }

  /// Ends a run of typing or deleting (UND-2).
  mutating func breakCoalescing() {
    isCoalescing = false
  }

  /// Removes and returns the step to undo; pass its inverse to ``addRedo(_:)``.
  mutating func takeUndo() -> UndoStep? {
    isCoalescing = false
    guard let step = undoSteps.popLast() else { return nil }
    undoUnits -= step.removed.count
    return step
  }

  mutating func addRedo(_ step: UndoStep) {
    redoSteps.append(step)
  }

  /// Removes and returns the step to redo; pass its inverse to ``addUndo(_:)``.
  mutating func takeRedo() -> UndoStep? {
    isCoalescing = false
    return redoSteps.popLast()
  }

  mutating func addUndo(_ step: UndoStep) {
    push(step)
  }

  mutating func clear() {
    self = UndoHistory(levels: levels)
  }
}

extension Selection {
  fileprivate func moved(by units: Int) -> Selection {
    Selection(anchor: anchor + units, head: head + units)
  }
}
