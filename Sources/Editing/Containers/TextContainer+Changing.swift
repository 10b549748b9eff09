// SPDX-License-Identifier: Apache-2.0

/// Changes of the text: the delegate is consulted, the document is changed, and the listeners are
/// notified (4.3, FLD-11).
extension TextContainer {
  /// Whether a delegate or an action must be notified of updates.
  final var hasListeners: Bool { hasDelegate || isFollowed || hasAnyActions }

  /// Changes the document, and notifies the delegate and the actions.
  package final func mutate(_ change: (inout TextDocument, inout [DocumentChange]) -> Void) {
    let mutation = beginMutation()
    queue.collect(of: id, reportingEditing: reportsEditing) { change(&document, &$0) }
    end(mutation)
  }

  /// Replaces a range, and notifies the delegate and the actions.
  package final func edit(
    _ range: TextRange, with text: String, as kind: UndoStep.Kind, caret: Int? = nil,
    origin: TextChangeOrigin = .user, beneath substitutions: Int = 0
  ) {
    let mutation = beginMutation()
    let edit = document.edit(
      range, with: text, as: kind, caret: caret, origin: origin, beneath: substitutions)
    if let edit { queue.append(edit, of: id, reportingEditing: reportsEditing) }
    end(mutation)
  }

  /// A change of the document in progress.
  private struct Mutation {
    /// The position at which its updates begin.
    let start: UpdateQueue.Position
    let hadNoSelection: Bool
  }

  private func beginMutation() -> Mutation {
    let mutation = Mutation(start: queue.end, hadNoSelection: isWithoutSelection)
    isWithoutSelection = false
    if revealed != nil { hideRevealed() }
    if filledSecret.stage == .emptied { dropFilledSecret() }
    return mutation
  }

  private func end(_ mutation: Mutation) {
    let queue = queue
    let start = mutation.start
    if filledSecret.isHeld, storage.count == 0, !filledSecret.isFilling {
      filledSecretWasEmptied()
    }
    if mutation.hadNoSelection { reportSelection(since: start) }
    if scrollTop > 0 { keepScroll(behind: queue.notifications(since: start)) }
    if let support { support.textDidChange(since: start) }
    if queue.isObserved { queue.notifyObserver(since: start) }
    if hasListeners {
      for update in Array(queue.notifications(since: start)) { notify(update) }
    }
    queue.changeDidEnd()
  }

  /// Replaces a range on behalf of the user, if the delegate agrees (4.3, FLD-10).
  ///
  /// - Returns: whether the change was accepted.
  @discardableResult
  package final func change(
    _ range: TextRange, to text: String, as kind: UndoStep.Kind, caret: Int? = nil,
    beneath substitutions: Int = 0
  ) -> Bool {
    guard !isWithoutSelection else { return false }
    var (range, caret, kind) = (range, caret, kind)
    let replacesAll = isToBeReplaced
    if replacesAll { (range, caret) = (TextRange(0, storage.count), nil) }
    guard var text = permitted(text, replacing: range) else { return false }
    guard !(range.isEmpty && text.isEmpty) else { return true }
    if hasDelegate {
      // ⌃⌫ may delete only a part of a character. If that part is unchanged after the delegate was
      // consulted, only it is deleted.
      let part = wholeCharacters(range) == range ? nil : storage.substring(range)
      let tookText = takesText
      switch consultDelegate(range, text) {
      case .accept: break
      case .refuse: return false
      case .replace(let other):
        guard let other = permitted(fitting(other), replacing: range) else { return false }
        text = other
        caret = nil
        guard !(range.isEmpty && text.isEmpty) else { return true }
        // A change that inserts text is not merged with deletions (UND-2).
        if kind == .deletingBackward || kind == .deletingForward { kind = .other }
      }
      // The delegate may have changed or marked text in the meantime (FLD-11).
      if document.marked != nil { mutate { $0.unmark(into: &$1) } }
      range = storage.clamped(range)
      if part == nil || storage.substring(range) != part { range = wholeCharacters(range) }
      // It may also have changed the limits, or what the text takes.
      guard takesText || !tookText, let allowed = permitted(text, replacing: range) else {
        return false
      }
      text = allowed
      guard !(range.isEmpty && text.isEmpty) else { return true }
    }
    if clearsOnInsertion || emptiesOnEdit { keepText() }
    edit(range, with: text, as: kind, caret: caret, beneath: substitutions)
    if let support { support.userDidReplace(range, with: text) }
    if isSecure, kind == .typing { reveal(text) }
    return true
  }

  package final func wholeCharacters(_ range: TextRange) -> TextRange {
    let range = storage.clamped(range)
    let end = storage.characterBoundary(atOrAfter: range.end)
    var start = storage.characterBoundary(atOrAfter: range.start)
    if start > range.start { start = storage.characterStart(before: start) }
    return TextRange(start, end)
  }
}
