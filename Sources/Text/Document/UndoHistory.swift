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
    /// A part of a change of several texts (UND-9).
    case grouped(UndoGroup)

    /// Whether later edits may join the step.
    var beginsRun: Bool {
      switch self {
      case .typing, .deletingBackward, .deletingForward, .substitution: true
      case .other, .grouped: false
      }
    }
  }

  /// The change of several texts that the step is a part of; nil for none.
  var group: UndoGroup? { if case .grouped(let group) = kind { group } else { nil } }

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
    case .deletingBackward where start + text.utf16Count == self.start:
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

/// A change of several texts that is undone as one (UND-9), such as the values of one fill.
package struct UndoGroup: Hashable {
  /// The number of the group, unique within an engine.
  private let number: Int

  /// Creates a group.
  ///
  /// - Parameter number: the number of the group, unique within an engine.
  package init(number: Int) {
    self.number = number
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
    count = text.utf16Count
  }

  /// Adds text that was removed before the rest.
  mutating func prepend(_ text: String) {
    bytesBefore.append(contentsOf: text.utf8.reversed())
    count += text.utf16Count
  }

  mutating func append(_ text: String) {
    rest += text
    count += text.utf16Count
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
  /// Whether the next edit may join the run of typing or deleting.
  private var isCoalescing = false
  /// The number of the last steps that are substitutions in the run; its typing is beneath them
  /// (UND-4).
  private var substitutions = 0
  /// The number of code units by which these substitutions made the text longer.
  private var substituted = 0

  init(levels: Int = 1000) {
    self.levels = levels
  }

  /// Records an edit and clears the redo steps (UND-6).
  ///
  /// Typing that continues a run joins its step, beneath the substitutions in it (UND-4).
  mutating func record(
    _ kind: UndoStep.Kind, at start: Int, removed: String, insertedLength: Int,
    from before: Selection, to after: Selection
  ) {
    if !redoSteps.isEmpty { redoSteps = [] }
    if joinRun(kind, at: start, removed: removed, insertedLength: insertedLength, to: after) {
      return
    }
    endRun()
    push(
      UndoStep(
        start: start, removed: RemovedText(removed), insertedLength: insertedLength,
        selectionBefore: before, selectionAfter: after, kind: kind))
    isCoalescing = kind.beginsRun
  }

  /// Merges an edit with the step of the run, and reports whether it continues the run.
  private mutating func joinRun(
    _ kind: UndoStep.Kind, at start: Int, removed: String, insertedLength: Int,
    to after: Selection
  ) -> Bool {
    let step = undoSteps.count - 1 - substitutions
    guard isCoalescing, step >= 0, undoSteps[step].kind == kind,
      substitutions == 0 || kind == .typing,
      undoSteps[step].grow(by: removed, insertedLength, at: start - substituted)
    else { return false }
    undoUnits += removed.utf16Count
    undoSteps[step].selectionAfter = after.moved(by: -substituted)
    return true
  }

  /// Records a substitution on top of what was typed (UND-4).
  mutating func record(_ substitution: UndoStep) {
    if !redoSteps.isEmpty { redoSteps = [] }
    push(substitution)
    guard isCoalescing else { return }
    substitutions += 1
    substituted += substitution.growth
  }

  /// Ends the run of typing or deleting.
  ///
  /// The carets before and after its substitutions move to the end of its typing, so that undoing a
  /// substitution does not move the caret away from there.
  private mutating func endRun() {
    isCoalescing = false
    guard substitutions > 0 else { return }
    placeCarets(after: undoSteps.count - 1 - substitutions)
    (substitutions, substituted) = (0, 0)
  }

  /// Places the carets of the steps after a step as if they had been made at its end.
  private mutating func placeCarets(after step: Int) {
    guard undoSteps.indices.contains(step) else { return }
    var caret = undoSteps[step].selectionAfter
    for index in undoSteps.indices[(step + 1)...] {
      undoSteps[index].selectionBefore = caret
      caret = caret.moved(by: undoSteps[index].growth)
      undoSteps[index].selectionAfter = caret
    }
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
    let latest = Array(undoSteps.suffix(count))
    let areOnTop = latest.allSatisfy {
      if case .substitution = $0.kind { $0.start + $0.insertedLength <= start } else { false }
    }
    // If a delegate edited in the meantime, its edit is on top of the substitutions.
    guard areOnTop, latest.count == count else {
      return record(
        kind, at: start, removed: removed, insertedLength: insertedLength, from: before, to: after)
    }
    if joinRun(kind, at: start, removed: removed, insertedLength: insertedLength, to: after) {
      return
    }
    undoSteps.removeLast(count)
    for step in latest { undoUnits -= step.removed.count }
    let growth = latest.reduce(0) { $0 + $1.growth }
    if isCoalescing {
      substitutions -= count
      substituted -= growth
    }
    record(
      kind, at: start - growth, removed: removed, insertedLength: insertedLength,
      from: before.moved(by: -growth), to: after.moved(by: -growth))
    for step in latest { record(step) }
    placeCarets(after: undoSteps.count - 1 - count)
  }

  /// Ends a run of typing or deleting (UND-2).
  mutating func breakCoalescing() {
    endRun()
  }

  /// Removes and returns the step to undo; pass its inverse to ``addRedo(_:)``.
  mutating func takeUndo() -> UndoStep? {
    endRun()
    guard let step = undoSteps.popLast() else { return nil }
    undoUnits -= step.removed.count
    return step
  }

  mutating func addRedo(_ step: UndoStep) {
    redoSteps.append(step)
  }

  /// Removes and returns the step to redo; pass its inverse to ``addUndo(_:)``.
  mutating func takeRedo() -> UndoStep? {
    endRun()
    return redoSteps.popLast()
  }

  mutating func addUndo(_ step: UndoStep) {
    push(step)
  }

  mutating func clear() {
    self = UndoHistory(levels: levels)
  }

  /// Clears the history, except for a last step that belongs to a change of several texts (UND-9).
  mutating func clearOwnSteps() {
    let last = undoSteps.last
    clear()
    if let last, last.group != nil { push(last) }
  }
}

extension Selection {
  fileprivate func moved(by units: Int) -> Selection {
    Selection(anchor: anchor + units, head: head + units)
  }
}
