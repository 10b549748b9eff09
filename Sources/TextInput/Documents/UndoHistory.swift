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

  /// Takes in an edit of the same kind, if it goes on where this step ended.
  ///
  /// It need not: a letter that joins what follows it moves the caret past both.
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
    if isCoalescing, last >= 0, undoSteps[last].kind == kind,
      undoSteps[last].grow(by: removed, insertedLength, at: start)
    {
      undoSteps[last].selectionAfter = after
      return
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
