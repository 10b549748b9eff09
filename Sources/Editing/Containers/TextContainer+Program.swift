// SPDX-License-Identifier: Apache-2.0

/// Access by the program: the delegate is not consulted, but changes are reported (FLD-12).
extension TextContainer {
  /// The whole text as one string.
  ///
  /// Setting it replaces all text, ends marking, puts the caret at the end and clears the undo
  /// history. To read a long text without creating one string, use
  /// ``TextStorage/forEachChunk(_:)``.
  public final var text: String {
    get { document.storage.text }
    set { setText(newValue, selecting: .automatic) }
  }

  /// Sets the whole text on behalf of the program, like ``text``.
  ///
  /// - Parameters:
  ///   - text: the new text.
  ///   - rule: where the caret or the selection is afterwards; by default at the end of the text.
  public final func setText(_ text: String, selecting rule: SelectionRule) {
    replaceDocument(with: fitting(text), selecting: rule)
    programDidChange()
  }

  /// Replaces a range on behalf of the program, as one undo step; marked text is committed first
  /// (INP-10).
  ///
  /// - Parameters:
  ///   - range: the range, clamped to the text and widened to whole characters.
  ///   - text: the new text.
  ///   - rule: where the caret or the selection is afterwards (INP-18).
  public final func replace(
    _ range: TextRange, withText text: String, selecting rule: SelectionRule = .automatic
  ) {
    endRun()
    commitMarkedText()
    let (range, text) = (wholeCharacters(range), fitting(text))
    // Nothing remains of the secret that the first edit would have emptied (FLD-4).
    if range == TextRange(0, storage.count) { emptiesOnEdit = false }
    mutate { $0.replace(range, with: text, selecting: rule, into: &$1) }
    support?.programDidReplace()
    programDidChange()
  }

  /// The minimum number of undo steps to keep, initially 1000; 0 keeps all.
  ///
  /// Older steps are dropped, and earlier if they hold much removed text. The UIKit counterpart is
  /// `UndoManager.levelsOfUndo`.
  public final var levelsOfUndo: Int {
    get { document.levelsOfUndo }
    set { document.levelsOfUndo = max(0, newValue) }
  }

  /// The number of UTF-16 code units of the text and its undo history, as a measure of memory.
  package final var heldUnits: Int { document.heldUnits }

  /// The number of changes of the text; changes of the text being composed do not count.
  package final var textRevision: Int { document.revision }

  /// Sets the number of changes to that of the same text in an earlier process.
  package final func restoreRevision(_ revision: Int) { document.restoreRevision(revision) }

  /// Selects by program.
  ///
  /// - Parameter selection: the new selection; ends outside the text are clamped, and the others
  ///   move on to character boundaries.
  public final func select(_ selection: Selection) {
    endRun()
    let wanted = Selection(
      anchor: storage.characterBoundary(atOrAfter: selection.anchor),
      head: storage.characterBoundary(atOrAfter: selection.head))
    mutate { $0.select(wanted, into: &$1) }
    programDidChange()
  }

  /// Starts a new undo step with the next edit (UND-2).
  public final func breakUndoCoalescing() {
    document.breakUndoCoalescing()
  }

  // MARK: States that keys leave

  /// Replaces the text and clears the undo history, so that keys act as in a new document (FLD-19).
  final func replaceDocument(with text: String, selecting rule: SelectionRule = .automatic) {
    // Before the change, because delegates and actions are notified of it.
    endRun()
    emptiesOnEdit = false
    mutate { $0.setText(text, selecting: rule, into: &$1) }
    forgetKeys()
  }

  /// Ends every state that the person's keys left in the text, which is now another document.
  final func forgetKeys() {
    endRun()
    emptiesOnEdit = false
    support?.forgetText()
  }

  /// Ends the states that belong to the text or the selection before a change by the program.
  ///
  /// Composition and input methods are notified (INP-12).
  package final func programDidChange() {
    support?.forgetCorrection()
    host?.programChanged(self)
  }
}
