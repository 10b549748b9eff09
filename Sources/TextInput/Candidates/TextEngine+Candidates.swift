// SPDX-License-Identifier: Apache-2.0
import Keys

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

  /// Chooses a candidate of the page that shows, exactly as its digit would (F029).
  ///
  /// - Parameter number: the digit, 1 to 9.
  /// - Returns: whether there was such a candidate to choose.
  @discardableResult
  public func chooseCandidate(_ number: Int) -> Bool {
    guard 1...9 ~= number, let shown = candidates, shown.index(forSelectionKey: number) != nil
    else { return false }
    // What could be filled in has no digits before it is entered.
    if shown == fillRow.list { enterFillRow() }
    let code = KeyCode(rawValue: UInt16(number + 1))
    for phase in [KeyEvent.Phase.press, .release] {
      let text = phase == .press ? "\(number)" : ""
      handle(
        Keystroke(
          event: KeyEvent(time: timers.now, device: typedOn, code: code, phase: phase),
          keysym: Keysym(rawValue: UInt32(0x30 + number)), text: text,
          charactersIgnoringModifiers: "\(number)"))
    }
    return true
  }
}
