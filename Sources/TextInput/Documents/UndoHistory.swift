// SPDX-License-Identifier: Apache-2.0

/// One step that undo takes back: a place, what was there, and how long what is there now is.
struct UndoStep {
  var start: Int
  var removed: RemovedText
  var insertedLength: Int
  var selectionBefore: Selection
  var selectionAfter: Selection
  var kind: Kind

  /// What made the step; consecutive steps of the first three kinds become one (UND-1).
  enum Kind {
    case typing, deletingBackward, deletingForward, other
  }
}

/// The text a step removed.
///
/// A run of ⌫ finds its text from back to front. Both halves grow at their end, so a held key
/// costs the same however long it has been held.
struct RemovedText {
  private var bytesBefore: [UInt8] = []
  private var rest: String

  init(_ text: String) {
    rest = text
  }

  /// Adds what was removed in front of the rest.
  mutating func prepend(_ text: String) {
    bytesBefore.append(contentsOf: text.utf8.reversed())
  }

  mutating func append(_ text: String) {
    rest += text
  }

  var text: String {
    bytesBefore.isEmpty ? rest : String(decoding: bytesBefore.reversed(), as: UTF8.self) + rest
  }
}

/// What can be undone and redone.
struct UndoHistory {
  private(set) var undoSteps: [UndoStep] = []
  private(set) var redoSteps: [UndoStep] = []
  /// Whether the next edit may join the last step.
  private var isCoalescing = false

  /// Notes an edit; redo is lost (UND-6).
  mutating func record(
    _ kind: UndoStep.Kind, at start: Int, removed: String, insertedLength: Int,
    from before: Selection, to after: Selection
  ) {
    if !redoSteps.isEmpty { redoSteps = [] }
    let last = undoSteps.count - 1
    if isCoalescing, last >= 0, undoSteps[last].kind == kind {
      undoSteps[last].selectionAfter = after
      switch kind {
      case .typing where removed.isEmpty:
        undoSteps[last].insertedLength += insertedLength
        return
      case .deletingBackward:
        undoSteps[last].start = start
        undoSteps[last].removed.prepend(removed)
        return
      case .deletingForward:
        undoSteps[last].removed.append(removed)
        return
      case .typing, .other: break
      }
    }
    undoSteps.append(
      UndoStep(
        start: start, removed: RemovedText(removed), insertedLength: insertedLength,
        selectionBefore: before, selectionAfter: after, kind: kind))
    isCoalescing = kind != .other
  }

  /// Ends a run of typing or deleting (UND-2).
  mutating func breakCoalescing() {
    isCoalescing = false
  }

  /// Takes out the step that undo reverts; its inverse goes to ``addRedo(_:)``.
  mutating func takeUndo() -> UndoStep? {
    isCoalescing = false
    return undoSteps.popLast()
  }

  mutating func addRedo(_ step: UndoStep) {
    redoSteps.append(step)
  }

  /// Takes out the step that redo reverts; its inverse goes to ``addUndo(_:)``.
  mutating func takeRedo() -> UndoStep? {
    isCoalescing = false
    return redoSteps.popLast()
  }

  mutating func addUndo(_ step: UndoStep) {
    undoSteps.append(step)
  }

  mutating func clear() {
    self = UndoHistory()
  }
}
