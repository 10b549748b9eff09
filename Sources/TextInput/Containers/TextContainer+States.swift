// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The states in which keys mean something else: all text to be replaced, no selection, a cancel
/// action to run.
extension TextContainer {
  /// Whether all text shows as to be replaced by the next edit, without a caret (4.1, FLD-4).
  public final var isToBeReplaced: Bool { (clearsOnInsertion || emptiesOnEdit) && hasText }

  /// Ends the state in which the next edit replaces all text.
  final func keepText() {
    clearsOnInsertion = false
    emptiesOnEdit = false
  }

  /// What is selected, empty for a caret; nil for no selection at all (INP-2).
  ///
  /// Without a selection no caret shows, and keys that would insert or delete do nothing, though
  /// they are taken. A key that moves the caret, a program that selects or changes the text, and the
  /// beginning of editing bring it back. Setting moves the ends on to character boundaries, as
  /// ``select(_:)`` does. UIKit's counterpart is `selectedTextRange`.
  public final var selectedRange: TextRange? {
    get { hasNoSelection ? nil : selection.range }
    set {
      guard let newValue else { return deselect() }
      select(Selection(anchor: newValue.start, head: newValue.end))
    }
  }

  private func deselect() {
    guard !hasNoSelection else { return }
    endRun()
    mutate { $0.unmark(into: &$1) }
    let fact = Update.selectionDidEnd(id)
    hasNoSelection = true
    queue.append(fact)
    engine?.stages.overlay.tell([fact])
    if hasListeners { tell(fact) }
    engine?.programChanged(self)
  }

  /// Says where the caret is again, if no fact since an index has.
  final func reportSelection(since start: UpdateQueue.Position) {
    let isReported = queue.facts(since: start).contains {
      if case .selectionDidChange = $0 { true } else { false }
    }
    if !isReported {
      queue.collect(of: id, reportingEditing: false) { $0.append(.selectionDidChange(selection)) }
    }
  }

  /// Brings the caret back where there was no selection.
  final func restoreSelection() {
    guard hasNoSelection else { return }
    mutate { _, _ in }
  }

  /// Performs a command that means something else in the state the container is in.
  ///
  /// - Returns: whether it has dealt with the command.
  final func performInState(_ command: EditingCommand) -> Bool {
    switch command {
    case .cancel:
      // 6.3: the correction goes first, then the state.
      if !rejectCorrection() { keepText() }
      return true
    case .transpose: return isToBeReplaced || hasNoSelection
    default:
      guard command.deletes, isToBeReplaced || hasNoSelection else { return false }
      change(TextRange(0, storage.count), to: "", as: .other)
      return true
    }
  }

  // MARK: The beginning and the end of editing

  /// Reports that editing has begun, and tells the delegate.
  package final func beginEditing() {
    queue.append(.focusDidBegin(id))
    editingDidBegin()
  }

  /// Reports that editing has ended, and tells the delegate.
  package final func endEditing(_ reason: EditingEndReason) {
    queue.append(.focusDidEnd(id, reason))
    editingDidEnd(reason)
  }

  /// Brings to an end what is under way in the text (4.2).
  package final func finishEditing() {
    endRun()
    commitMarkedText()
    settleCorrection()
    breakUndoCoalescing()
  }

  // MARK: Return and the keyboard area

  /// Whether Return does anything: not in an empty text that says so (TRT-7, TRT-8).
  public final var isReturnKeyEnabled: Bool {
    traits.isReturnKeyEnabled(hasText: hasText)
  }

  /// Whether the keyboard area is shown while it has the focus; not where nothing can be typed (4.1).
  public final var wantsKeyboardArea: Bool { takesText }
}

extension EditingCommand {
  /// Whether it moves the caret or changes the selection, and nothing else.
  var movesOnly: Bool {
    movement(pageLength: 1) != nil || extending(pageLength: 1) != nil
  }
}
