// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// States in which keys have another meaning: all text to be replaced, no selection, a cancel
/// action, or a Return key without effect (TRT-8).
extension TextContainer {
  /// Whether all text is marked to be replaced by the next edit, and no caret is shown (4.1,
  /// FLD-4).
  public final var isToBeReplaced: Bool { (clearsOnInsertion || emptiesOnEdit) && hasText }

  /// Ends the state in which the next edit replaces all text.
  package final func keepText() {
    clearsOnInsertion = false
    emptiesOnEdit = false
  }

  /// The selected range, empty for a caret; nil for no selection at all (INP-2).
  ///
  /// Without a selection no caret is shown, and keys that would insert or delete are handled
  /// without effect. The selection is restored by a key that moves the caret, by a program that
  /// selects or changes the text, and when editing begins. Setting it moves the ends forward to
  /// character boundaries, as ``select(_:)`` does. The UIKit counterpart is `selectedTextRange`.
  public final var selectedRange: TextRange? {
    get { isWithoutSelection ? nil : selection.range }
    set {
      guard let newValue else { return deselect() }
      select(Selection(anchor: newValue.start, head: newValue.end))
    }
  }

  private func deselect() {
    guard !isWithoutSelection else { return }
    endRun()
    mutate { $0.unmark(into: &$1) }
    let update = Update.selectionDidEnd(id)
    isWithoutSelection = true
    queue.append(update)
    queue.notifyObserver(of: update)
    if hasListeners { notify(update) }
    programDidChange()
  }

  /// Reports the selection, unless an update since a position has reported it.
  final func reportSelection(since start: UpdateQueue.Position) {
    let isReported = queue.notifications(since: start).contains {
      if case .selectionDidChange = $0 { true } else { false }
    }
    if !isReported {
      queue.collect(of: id, reportingEditing: false) { $0.append(.selectionDidChange(selection)) }
    }
  }

  /// Restores the caret if there was no selection.
  package final func restoreSelection() {
    guard isWithoutSelection else { return }
    mutate { _, _ in }
  }

  /// Performs a command that has another meaning in the current state.
  ///
  /// - Returns: whether it was performed.
  final func performInState(_ command: EditingCommand) -> Bool {
    switch command {
    case .cancel:
      // The correction is dismissed first, then the state (6.3).
      if support?.rejectCorrection() != true { keepText() }
      return true
    case .transpose: return isToBeReplaced || isWithoutSelection
    default:
      guard command.deletes, isToBeReplaced || isWithoutSelection else { return false }
      change(TextRange(0, storage.count), to: "", as: .other)
      return true
    }
  }

  // MARK: Beginning and end of editing

  /// Reports that editing began, and notifies the delegate.
  package final func beginEditing() {
    queue.append(.focusDidBegin(id))
    support?.spellingIsDue()
    editingDidBegin()
  }

  /// Reports that editing ended, and notifies the delegate.
  package final func endEditing(_ reason: EditingEndReason) {
    queue.append(.focusDidEnd(id, reason))
    // The word at the caret is finished, too.
    support?.spellingIsDue()
    editingDidEnd(reason)
  }

  /// Finishes pending input in the text (4.2).
  package final func finishEditing() {
    endRun()
    commitMarkedText()
    support?.makePendingCorrections()
    breakUndoCoalescing()
  }

  // MARK: Return and the keyboard area

  /// Whether Return has an effect; a trait disables it while the text is empty (TRT-7, TRT-8).
  public final var isReturnKeyEnabled: Bool {
    traits.isReturnKeyEnabled(hasText: hasText)
  }

  /// Whether the keyboard area is shown while the container has focus; false if nothing can be
  /// typed (4.1).
  public final var wantsKeyboardArea: Bool { takesText }
}

extension EditingCommand {
  /// Whether the command only moves the caret or changes the selection.
  package var movesOnly: Bool {
    movement(pageLength: 1) != nil || extending(pageLength: 1) != nil
  }
}
