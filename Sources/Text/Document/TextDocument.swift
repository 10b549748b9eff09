// SPDX-License-Identifier: Apache-2.0

/// A text with its selection, its marked text and its undo history; the model of an editor.
///
/// Every change appends its notifications in the order of reference 4.3: the storage changes first,
/// then the selection is reported, then the text.
package struct TextDocument {
  /// Provisional text and the text that it replaced.
  package struct Marked {
    package var range: TextRange
    package var replaced: String
    var selectionBefore: Selection
    package var segments: [MarkedSegment] = []
  }

  package private(set) var storage = TextStorage()
  package private(set) var selection = Selection(caret: 0)
  /// The affinity that the last move requested; ``affinity`` also considers the position.
  private var wantedAffinity = TextAffinity.forward
  package private(set) var marked: Marked?
  private(set) var history = UndoHistory()
  /// The number of text changes so far.
  package private(set) var revision = 0

  package init() {}

  /// The line on which the caret is shown (INP-13); always backward at the end of the last line,
  /// because no line follows it.
  package var affinity: TextAffinity {
    guard selection.head == storage.count, let last = storage.codeUnit(at: storage.count - 1),
      ![0x0A, 0x0D, 0x2028, 0x2029].contains(last)
    else { return wantedAffinity }
    return .backward
  }

  /// Returns the lowest offset at which the text changed since the last call, and resets it.
  package mutating func takeFirstChange() -> Int { storage.takeFirstChange() }

  // MARK: Selecting

  /// Changes the selection and ends the run of typing (UND-2); a selection outside the marked text
  /// also commits that text (INP-9).
  package mutating func select(
    _ wanted: Selection, affinity: TextAffinity = .forward, into changes: inout [DocumentChange]
  ) {
    if let marked, wanted.range.start < marked.range.start || wanted.range.end > marked.range.end {
      unmark(into: &changes)
    }
    history.breakCoalescing()
    let isElsewhere = wanted != selection || affinity != wantedAffinity
    selection = wanted
    wantedAffinity = affinity
    storage.attend(to: wanted.head)
    if isElsewhere { changes.append(.selectionDidChange(selection)) }
  }

  private mutating func moveCaret(to caret: Selection, into changes: inout [DocumentChange]) {
    wantedAffinity = .forward
    guard caret != selection else { return }
    selection = caret
    changes.append(.selectionDidChange(caret))
  }

  // MARK: Editing

  /// Replaces a range and puts the caret after the new text (INP-3); no text may be marked.
  ///
  /// The range must lie between character boundaries; a `caret` that is passed moves forward to
  /// one. In the undo history, the edit goes below the last `substitutions` steps, which are
  /// substitutions (UND-4).
  ///
  /// - Returns: the resulting changes; nil if range and text are both empty.
  package mutating func edit(
    _ range: TextRange, with text: String, as kind: UndoStep.Kind, caret: Int? = nil,
    origin: TextChangeOrigin = .user, beneath substitutions: Int = 0
  ) -> DocumentEdit? {
    guard !(range.isEmpty && text.isEmpty) else { return nil }
    let before = selection
    let removed = range.isEmpty ? "" : storage.substring(range)
    let length = storage.replace(range, with: text)
    // Text typed before a combining mark forms one character with it.
    let end = storage.characterBoundary(atOrAfter: caret ?? range.start + length)
    if substitutions == 0 {
      history.record(
        kind, at: range.start, removed: removed, insertedLength: length, from: before,
        to: Selection(caret: end))
    } else {
      history.record(
        kind, at: range.start, removed: removed, insertedLength: length, from: before,
        to: Selection(caret: end), beneath: substitutions)
    }
    wantedAffinity = .forward
    selection = Selection(caret: end)
    revision += 1
    return DocumentEdit(
      selection: selection == before ? nil : selection, range: range, text: text, origin: origin)
  }

  /// Sets the number of changes to that of the same text in an earlier process.
  package mutating func restoreRevision(_ revision: Int) { self.revision = revision }

  private mutating func report(
    _ range: TextRange, _ text: String, _ origin: TextChangeOrigin,
    into changes: inout [DocumentChange]
  ) {
    revision += 1
    changes.append(.textDidChange(range: range, text: text, origin: origin))
  }

  /// Replaces a range on behalf of the program, as one undo step; no text may be marked.
  ///
  /// The range must lie between character boundaries.
  package mutating func replace(
    _ range: TextRange, with text: String, selecting rule: SelectionRule,
    into changes: inout [DocumentChange]
  ) {
    guard !(range.isEmpty && text.isEmpty) else { return }
    let before = selection
    let removed = storage.substring(range)
    let length = storage.replace(range, with: text)
    let after = onBoundaries(rule.selection(before, replacing: range, by: length))
    history.record(
      .other, at: range.start, removed: removed, insertedLength: length, from: before, to: after)
    moveCaret(to: after, into: &changes)
    report(range, text, .program, into: &changes)
  }

  /// Replaces the whole text on behalf of the program and clears the undo history (FLD-12, 4.1).
  package mutating func setText(
    _ text: String, selecting rule: SelectionRule, into changes: inout [DocumentChange]
  ) {
    if marked != nil { unmark(into: &changes) }
    let range = TextRange(0, storage.count)
    storage = TextStorage(text)
    history.clear()
    moveCaret(
      to: onBoundaries(rule.selection(selection, replacing: range, by: storage.count)),
      into: &changes)
    revision += 1
    changes.append(.textDidChange(range: range, text: text, origin: .program))
  }

  // MARK: Undo

  /// Clears the undo and redo history (UND-7).
  package mutating func forgetHistory() {
    history.clear()
  }

  /// Clears the undo and redo history at the end of editing (UND-7); a last step that belongs to a
  /// change of several texts is kept (UND-9).
  package mutating func forgetOwnHistory() {
    history.clearOwnSteps()
  }

  /// The change of several texts that the step to undo is a part of; nil for none.
  package var groupToUndo: UndoGroup? { history.undoSteps.last?.group }
  /// The change of several texts that the step to redo is a part of; nil for none.
  package var groupToRedo: UndoGroup? { history.redoSteps.last?.group }

  /// The number of UTF-16 code units that the text and its history hold.
  package var heldUnits: Int { storage.count + history.units }

  package mutating func breakUndoCoalescing() {
    history.breakCoalescing()
  }

  /// The minimum number of undo steps to keep; 0 keeps all.
  package var levelsOfUndo: Int {
    get { history.levels }
    set { history.levels = newValue }
  }

  package var canUndo: Bool { !history.undoSteps.isEmpty }
  package var canRedo: Bool { !history.redoSteps.isEmpty }

  /// Undoes the last step, with its text and its selection (UND-6).
  ///
  /// - Returns: the correction that was undone, if the step was a correction.
  package mutating func undo(into changes: inout [DocumentChange]) -> TextCorrection? {
    guard let step = history.takeUndo() else { return nil }
    let inverse = revert(step, selecting: step.selectionBefore, into: &changes)
    history.addRedo(inverse)
    return step.correction(typed: step.removed.text, replacement: inverse.removed.text)
  }

  /// Redoes the step that was undone last (UND-6); the caret is placed after the text that the edit
  /// typed.
  ///
  /// - Returns: the correction that was restored, if the step was a correction.
  package mutating func redo(into changes: inout [DocumentChange]) -> TextCorrection? {
    guard let step = history.takeRedo() else { return nil }
    let inverse = revert(step, selecting: step.selectionAfter, into: &changes)
    history.addUndo(inverse)
    return step.correction(typed: inverse.removed.text, replacement: step.removed.text)
  }

  /// Swaps a step's removed text with the text in its place, and returns the inverse step.
  private mutating func revert(
    _ step: UndoStep, selecting selection: Selection, into changes: inout [DocumentChange]
  ) -> UndoStep {
    let range = TextRange(step.start, step.start + step.insertedLength)
    var inverse = step
    inverse.removed = RemovedText(storage.substring(range))
    let text = step.removed.text
    inverse.insertedLength = storage.replace(range, with: text)
    moveCaret(to: onBoundaries(selection), into: &changes)
    report(range, text, .undo, into: &changes)
    return inverse
  }

  // MARK: Marked text

  /// Replaces the marked text, or else the selection, with provisional text (INP-7).
  ///
  /// Empty text ends the marking. `selected` is relative to the start of the marked text; it is
  /// clamped to that text and moved forward to character boundaries.
  package mutating func setMarked(
    _ segments: [MarkedSegment], selected: TextRange, into changes: inout [DocumentChange]
  ) {
    let text = segments.text
    if marked == nil {
      guard !text.isEmpty else { return }
      let range = selection.range
      marked = Marked(
        range: range, replaced: storage.substring(range), selectionBefore: selection)
    }
    guard var marked else { return }
    let length = storage.replace(marked.range, with: text)
    marked.range = TextRange(marked.range.start, marked.range.start + length)
    marked.segments = segments
    self.marked = marked
    guard !text.isEmpty else { return endMarking(caretAt: marked.range.start, into: &changes) }
    let start = marked.range.start
    changes.append(.markedDidChange(range: marked.range, segments: segments))
    let wanted = onBoundaries(
      Selection(
        anchor: start + min(max(selected.start, 0), length),
        head: start + min(max(selected.end, 0), length)))
    // Code units after the marked text may belong to its last character, but are not marked
    // (INP-9).
    let caret = Selection(
      anchor: min(wanted.anchor, start + length), head: min(wanted.head, start + length))
    moveCaret(to: caret, into: &changes)
  }

  /// Keeps the marked text and ends the marking (INP-8); undo sees one step (UND-5).
  package mutating func unmark(into changes: inout [DocumentChange]) {
    endMarking(caretAt: nil, into: &changes)
  }

  /// Replaces the marked text with its final text and ends the marking (INP-4).
  ///
  /// If `typed` is not nil, the final text is an automatic capital in its place, and undo restores
  /// it first (UND-4).
  package mutating func commit(
    _ text: String, capitalizing typed: String? = nil, into changes: inout [DocumentChange]
  ) {
    guard var marked else { return }
    let length = storage.replace(marked.range, with: text)
    marked.range = TextRange(marked.range.start, marked.range.start + length)
    self.marked = marked
    endMarking(caretAt: marked.range.end, capitalizing: typed, into: &changes)
  }

  /// Drops the marked text and restores the text that it replaced (UND-5).
  package mutating func cancelMarked(into changes: inout [DocumentChange]) {
    guard let marked else { return }
    self.marked = nil
    storage.replace(marked.range, with: marked.replaced)
    changes.append(.markedDidChange(range: nil, segments: []))
    moveCaret(to: marked.selectionBefore, into: &changes)
  }

  // Observers of the text alone never saw the provisional text. They receive one change, from the
  // text before the composition to the text after it.
  private mutating func endMarking(
    caretAt caret: Int?, capitalizing typed: String? = nil, into changes: inout [DocumentChange]
  ) {
    guard let marked else { return }
    self.marked = nil
    changes.append(.markedDidChange(range: nil, segments: []))
    let caret = caret.map { Selection(caret: storage.characterBoundary(atOrAfter: $0)) }
    let after = caret ?? onBoundaries(selection)
    moveCaret(to: after, into: &changes)
    history.breakCoalescing()
    guard !marked.range.isEmpty || !marked.replaced.isEmpty else { return }
    let start = marked.range.start
    let length = typed?.utf16Count ?? marked.range.length
    let typedCaret = typed == nil ? after : Selection(caret: start + length)
    history.record(
      .other, at: start, removed: marked.replaced, insertedLength: length,
      from: marked.selectionBefore, to: typedCaret)
    if let typed {
      history.record(
        UndoStep(
          start: start, removed: RemovedText(typed), insertedLength: marked.range.length,
          selectionBefore: typedCaret, selectionAfter: after, kind: .substitution(.capital)))
    }
    let replaced = TextRange(
      marked.range.start, marked.range.start + marked.replaced.utf16Count)
    report(replaced, storage.substring(marked.range), .user, into: &changes)
  }

  private func onBoundaries(_ selection: Selection) -> Selection {
    Selection(
      anchor: storage.characterBoundary(atOrAfter: selection.anchor),
      head: storage.characterBoundary(atOrAfter: selection.head))
  }
}

/// Substitutions: separate undo steps on top of the typing (UND-4).
extension TextDocument {
  /// Replaces a word before the selection; the caret and the selection move with the text.
  package mutating func substitute(
    _ range: TextRange, with text: String, kind: TextSubstitution.Kind,
    into changes: inout [DocumentChange]
  ) {
    let before = selection
    let removed = storage.substring(range)
    let growth = storage.replace(range, with: text) - range.length
    let after = onBoundaries(
      Selection(anchor: before.anchor + growth, head: before.head + growth))
    history.record(
      UndoStep(
        start: range.start, removed: RemovedText(removed), insertedLength: range.length + growth,
        selectionBefore: before, selectionAfter: after, kind: .substitution(kind)))
    moveCaret(to: after, into: &changes)
    report(range, text, .user, into: &changes)
  }

  /// Types `text` in place of `typed`, as one change of the text that undo reverts in two steps.
  ///
  /// `typed` would have replaced `selected`; `text` replaces that range and the part of `range`
  /// right before it. The last `substitutions` steps of the undo history are substitutions that
  /// came earlier.
  package mutating func type(
    _ typed: String, over selected: TextRange, substituting range: TextRange, by text: String,
    kind: TextSubstitution.Kind, as typing: UndoStep.Kind, beneath substitutions: Int,
    into changes: inout [DocumentChange]
  ) {
    let before = selection
    let removed = storage.substring(selected)
    let prefix = storage.substring(TextRange(range.start, selected.start))
    let length = storage.replace(range, with: text)
    let typedCaret = Selection(caret: selected.start + typed.utf16Count)
    let caret = Selection(caret: storage.characterBoundary(atOrAfter: range.start + length))
    history.record(
      typing, at: selected.start, removed: removed, insertedLength: typed.utf16Count,
      from: before, to: typedCaret, beneath: substitutions)
    history.record(
      UndoStep(
        start: range.start, removed: RemovedText(prefix + typed), insertedLength: length,
        selectionBefore: typedCaret, selectionAfter: caret, kind: .substitution(kind)))
    moveCaret(to: caret, into: &changes)
    report(range, text, .user, into: &changes)
  }
}

extension UndoStep {
  /// Converts the step to a correction; nil for a step of another kind.
  fileprivate func correction(typed: String, replacement: String) -> TextCorrection? {
    guard case .substitution(let reason) = kind, reason.endsWord else { return nil }
    return TextCorrection(
      TextRange(start, start + typed.utf16Count), typed: typed, replacement: replacement,
      kind: reason)
  }
}
