// SPDX-License-Identifier: Apache-2.0

/// A text with its selection, its marked text and its undo history: what an editor edits.
///
/// Every change appends its facts in the order of reference 4.3: first the storage changes, then
/// the selection is reported, then the text.
package struct TextDocument {
  /// Provisional text, and what it stands in for.
  package struct Marked {
    package var range: TextRange
    package var replaced: String
    var selectionBefore: Selection
    package var segments: [MarkedSegment] = []
  }

  package private(set) var storage = TextStorage()
  package private(set) var selection = Selection(caret: 0)
  /// The line that the last move asked for; kept apart from what the place itself says.
  private var wantedAffinity = TextAffinity.forward
  package private(set) var marked: Marked?
  private(set) var history = UndoHistory()
  /// Counts the changes of the text.
  package private(set) var revision = 0

  package init() {}

  /// On which line the caret shows (INP-13): backward also at the end of the last line, which no line
  /// follows.
  package var affinity: TextAffinity {
    guard selection.head == storage.count, let last = storage.codeUnit(at: storage.count - 1),
      ![0x0A, 0x0D, 0x2028, 0x2029].contains(last)
    else { return wantedAffinity }
    return .backward
  }

  /// Where the text has changed since this was last asked: nowhere before this offset.
  package mutating func takeFirstChange() -> Int { storage.takeFirstChange() }

  // MARK: Selecting

  /// Selects; ends the run of typing (UND-2) and, outside the marked text, the marking (INP-9).
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

  /// Replaces a range and puts the caret behind the new text (INP-3); no text may be marked.
  ///
  /// The range lies between character boundaries; a `caret` that is given is moved on to one.
  /// For undo, it comes beneath as many of the last steps as are said to be substitutions (UND-4).
  ///
  /// - Returns: what that changed; nil for nothing.
  package mutating func edit(
    _ range: TextRange, with text: String, as kind: UndoStep.Kind, caret: Int? = nil,
    origin: TextChangeOrigin = .user, beneath substitutions: Int = 0
  ) -> DocumentEdit? {
    guard !(range.isEmpty && text.isEmpty) else { return nil }
    let before = selection
    let removed = range.isEmpty ? "" : storage.substring(range)
    let length = storage.replace(range, with: text)
    // Typing in front of a combining mark makes one character of both.
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

  private mutating func report(
    _ range: TextRange, _ text: String, _ origin: TextChangeOrigin,
    into changes: inout [DocumentChange]
  ) {
    revision += 1
    changes.append(.textDidChange(range: range, text: text, origin: origin))
  }

  /// Replaces the whole text by program (FLD-12, 4.1): nothing can be undone afterwards.
  package mutating func setText(_ text: String, into changes: inout [DocumentChange]) {
    if marked != nil { unmark(into: &changes) }
    let range = TextRange(0, storage.count)
    storage = TextStorage(text)
    history.clear()
    moveCaret(to: Selection(caret: storage.count), into: &changes)
    revision += 1
    changes.append(.textDidChange(range: range, text: text, origin: .program))
  }

  // MARK: Undo

  /// Forgets what could be undone (UND-7).
  package mutating func forgetHistory() {
    history.clear()
  }

  /// How many UTF-16 code units text and history keep.
  package var heldUnits: Int { storage.count + history.units }

  package mutating func breakUndoCoalescing() {
    history.breakCoalescing()
  }

  /// How many steps are kept at least; 0 for all.
  package var levelsOfUndo: Int {
    get { history.levels }
    set { history.levels = newValue }
  }

  package var canUndo: Bool { !history.undoSteps.isEmpty }
  package var canRedo: Bool { !history.redoSteps.isEmpty }

  /// Takes the last step back, text and selection (UND-6).
  ///
  /// - Returns: the correction that was taken back, where the step was one.
  package mutating func undo(into changes: inout [DocumentChange]) -> TextCorrection? {
    guard let step = history.takeUndo() else { return nil }
    let inverse = revert(step, selecting: step.selectionBefore, into: &changes)
    history.addRedo(inverse)
    return step.correction(typed: step.removed.text, replacement: inverse.removed.text)
  }

  /// Takes the last undo back; the caret is where the edit had left it, behind what was typed.
  ///
  /// - Returns: the correction that is in the text again, where the step was one.
  package mutating func redo(into changes: inout [DocumentChange]) -> TextCorrection? {
    guard let step = history.takeRedo() else { return nil }
    let inverse = revert(step, selecting: step.selectionAfter, into: &changes)
    history.addUndo(inverse)
    return step.correction(typed: inverse.removed.text, replacement: step.removed.text)
  }

  /// Swaps a step's removed text with what is in its place, and returns the step that swaps back.
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

  /// Replaces the marked text, else the selection, by provisional text (INP-7).
  ///
  /// Empty text ends marking. `selected` counts from the marked text's start, is cut to it and moved
  /// on to character boundaries.
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
    // INP-9: what follows may belong to the last character, but is not marked.
    let caret = Selection(
      anchor: min(wanted.anchor, start + length), head: min(wanted.head, start + length))
    moveCaret(to: caret, into: &changes)
  }

  /// Keeps the marked text and ends marking (INP-8): one step for undo (UND-5).
  package mutating func unmark(into changes: inout [DocumentChange]) {
    endMarking(caretAt: nil, into: &changes)
  }

  /// Replaces the marked text by its final text (INP-4).
  package mutating func commit(_ text: String, into changes: inout [DocumentChange]) {
    guard var marked else { return }
    let length = storage.replace(marked.range, with: text)
    marked.range = TextRange(marked.range.start, marked.range.start + length)
    self.marked = marked
    endMarking(caretAt: marked.range.end, into: &changes)
  }

  /// Drops the marked text and brings back what it replaced (UND-5).
  package mutating func cancelMarked(into changes: inout [DocumentChange]) {
    guard let marked else { return }
    self.marked = nil
    storage.replace(marked.range, with: marked.replaced)
    changes.append(.markedDidChange(range: nil, segments: []))
    moveCaret(to: marked.selectionBefore, into: &changes)
  }

  // Observers that follow the text alone never saw the provisional one: what they are told is the
  // step from the text before the composition to the text after it.
  private mutating func endMarking(caretAt caret: Int?, into changes: inout [DocumentChange]) {
    guard let marked else { return }
    self.marked = nil
    changes.append(.markedDidChange(range: nil, segments: []))
    let caret = caret.map { Selection(caret: storage.characterBoundary(atOrAfter: $0)) }
    let after = caret ?? onBoundaries(selection)
    moveCaret(to: after, into: &changes)
    history.breakCoalescing()
    guard !marked.range.isEmpty || !marked.replaced.isEmpty else { return }
    history.record(
      .other, at: marked.range.start, removed: marked.replaced,
      insertedLength: marked.range.length, from: marked.selectionBefore, to: after)
    let replaced = TextRange(
      marked.range.start, marked.range.start + marked.replaced.utf16.count)
    report(replaced, storage.substring(marked.range), .user, into: &changes)
  }

  private func onBoundaries(_ selection: Selection) -> Selection {
    Selection(
      anchor: storage.characterBoundary(atOrAfter: selection.anchor),
      head: storage.characterBoundary(atOrAfter: selection.head))
  }
}

/// Substitutions: steps of their own on top of the typing (UND-4).
extension TextDocument {
  /// Replaces a word that stands before the selection; caret and selection move with the text.
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

  /// Types other text than was typed, as one change that undo takes back in two steps.
  ///
  /// `typed` took the place of a selected range; `text` takes the place of it and of what the other
  /// range has right before it. As many of the last steps as are said are substitutions that came before.
  package mutating func type(
    _ typed: String, over selected: TextRange, substituting range: TextRange, by text: String,
    kind: TextSubstitution.Kind, as typing: UndoStep.Kind, beneath substitutions: Int,
    into changes: inout [DocumentChange]
  ) {
    let before = selection
    let removed = storage.substring(selected)
    let prefix = storage.substring(TextRange(range.start, selected.start))
    let length = storage.replace(range, with: text)
    let typedCaret = Selection(caret: selected.start + typed.utf16.count)
    let caret = Selection(caret: storage.characterBoundary(atOrAfter: range.start + length))
    history.record(
      typing, at: selected.start, removed: removed, insertedLength: typed.utf16.count,
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
  /// The step as a correction; nil for every other kind.
  fileprivate func correction(typed: String, replacement: String) -> TextCorrection? {
    guard kind == .substitution(.correction) else { return nil }
    return TextCorrection(
      TextRange(start, start + typed.utf16.count), typed: typed, replacement: replacement)
  }
}
