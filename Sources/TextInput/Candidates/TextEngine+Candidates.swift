// SPDX-License-Identifier: Apache-2.0

/// The one row of candidates: whatever is open, else what can be filled in.
extension TextEngine {
  /// Opens a list in front of the text; it has the keys until it closes.
  func open(
    _ list: CandidateList, about container: TextContainer? = nil, choose: @escaping (Int) -> Void
  ) {
    overlay?.focusWillMove()
    overlay = ListOverlay(list, about: container?.id, in: self, choose: choose)
    candidatesMayHaveChanged()
  }

  /// Tells of the candidates where they are others, and has the keyboard area make room for them.
  ///
  /// The row is there for an input method also while it is empty: it would come and go with each
  /// word (NTF-9).
  func candidatesMayHaveChanged() {
    let list = pressAndHold.list ?? (overlay as? ListOverlay)?.list ?? fillRow.list
    if list != candidates {
      candidates = list
      queue.append(.candidatesDidChange(list, in: textContainer?.id))
    }
    let hasRow = list != nil || textContainer != nil && inputMethodOfMode != nil
    if hasRow != hasCandidateRow {
      hasCandidateRow = hasRow
      keyboardArea.showsCandidates = hasRow
    }
  }
}
