// SPDX-License-Identifier: Apache-2.0

/// One step that undo takes back: a place, what was there, and how long what is there now is.
package struct UndoStep {
  var start: Int
  var removed: RemovedText
  var insertedLength: Int
  var selectionBefore: Selection
  var selectionAfter: Selection
  var kind: Kind

  /// What made the step; consecutive steps of the first three kinds become one (UND-1).
  package enum Kind: Equatable {
    case typing, deletingBackward, deletingForward, other
    /// Text took the place of typed text by itself (UND-4).
    case substitution(TextSubstitution.Kind)
  }

  /// By how much the step made the text longer.
  var growth: Int { insertedLength - removed.count }

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
  /// How many UTF-16 code units it has.
  private(set) var count: Int

  init(_ text: String) {
    rest = text
    count = text.utf16.count
  }

  /// Adds what was removed in front of the rest.
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

/// What can be undone and redone.
///
/// A text that is typed in for months keeps its last steps: older ones are forgotten.
struct UndoHistory {
  /// How many steps are kept at least; 0 for all.
  var levels: Int
  /// How many UTF-16 code units of removed text are kept beyond the last step's.
  static let unitLimit = 4 << 20

  private(set) var undoSteps: [UndoStep] = []
  private(set) var redoSteps: [UndoStep] = []
  /// How many UTF-16 code units the steps of undo have removed.
  private var undoUnits = 0
  /// Whether the next edit may join the last step.
  private var isCoalescing = false

  init(levels: Int = 1000) {
    self.levels = levels
  }

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

  /// Notes a substitution on top of what was typed (UND-4); typing may still join what is beneath.
  mutating func record(_ substitution: UndoStep) {
    if !redoSteps.isEmpty { redoSteps = [] }
    push(substitution)
  }

  /// How many UTF-16 code units it holds.
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

  /// Forgets the oldest steps.
  private mutating func forget(_ count: Int) {
    for step in undoSteps.prefix(count) { undoUnits -= step.removed.count }
    undoSteps.removeFirst(count)
  }

  /// Notes typing that came behind substitutions, as if it had come before them (UND-4).
  ///
  /// They are the last `count` steps, and lie before the place where it was typed.
  mutating func record(
    _ kind: UndoStep.Kind, at start: Int, removed: String, insertedLength: Int,
    from before: Selection, to after: Selection, beneath count: Int
  ) {
    // A slice would share the history, and the next line that changes it would copy all of it.
    var substitutions = Array(undoSteps.suffix(count))
    let areOnTop = substitutions.allSatisfy {
      if case .substitution = $0.kind { $0.start + $0.insertedLength <= start } else { false }
    }
    // A delegate that edited meanwhile is on top of them.
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

  /// Takes out the step that undo reverts; its inverse goes to ``addRedo(_:)``.
  mutating func takeUndo() -> UndoStep? {
    isCoalescing = false
    guard let step = undoSteps.popLast() else { return nil }
    undoUnits -= step.removed.count
    return step
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
