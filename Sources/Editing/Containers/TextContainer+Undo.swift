// SPDX-License-Identifier: Apache-2.0

/// Undo and redo, also of a change of several texts (reference 7).
extension TextContainer {
  /// Undoes the last step; a change of several texts is undone in each of them that it changed last
  /// (UND-9).
  final func undo() {
    let group = document.groupToUndo
    undoStep()
    forEachOther(in: group, \.groupToUndo) { $0.undoStep() }
  }

  /// Redoes the step that was undone last; a change of several texts is redone in each of them in
  /// which it was undone last (UND-9).
  final func redo() {
    let group = document.groupToRedo
    redoStep()
    forEachOther(in: group, \.groupToRedo) { $0.redoStep() }
  }

  private func undoStep() {
    var correction: TextCorrection?
    restoring { mutate { correction = $0.undo(into: &$1) } }
    if let correction { support?.correctionDidChange(correction, to: .reverted) }
  }

  private func redoStep() {
    var correction: TextCorrection?
    restoring { mutate { correction = $0.redo(into: &$1) } }
    if let correction { support?.correctionDidChange(correction, to: .applied) }
  }

  /// Calls a function with the other texts whose next step belongs to a group.
  private func forEachOther(
    in group: UndoGroup?, _ next: (TextDocument) -> UndoGroup?, _ body: (TextContainer) -> Void
  ) {
    guard let group, let host else { return }
    var others: [TextContainer] = []
    for window in host.windows {
      window.forEachView { view in
        if let text = view as? TextContainer, text !== self { others.append(text) }
      }
    }
    // A delegate that is notified of one change may change the next text, so each is checked when
    // its turn comes.
    for text in others where text.markedRange == nil && next(text.document) == group {
      text.endRun()
      body(text)
      host.programChanged(text)
    }
  }
}
