// SPDX-License-Identifier: Apache-2.0

/// How the focus moves within a window: who is asked and told, in the order of RSP-4 and 4.2.
extension Window {
  /// Gives the focus to a responder of this window, or with nil takes it from whoever has it.
  ///
  /// The new one is asked before the old one; a no leaves all as it was. A delegate that moves the
  /// focus while it is asked or told has the last word.
  ///
  /// - Parameters:
  ///   - responder: who is to have it.
  ///   - reason: what the old one's editing ends with.
  /// - Returns: whether the focus is now where it was wanted.
  @discardableResult
  public func focus(
    _ responder: Responder?, endingWith reason: EditingEndReason = .committed
  ) -> Bool {
    guard responder !== focused else { return true }
    guard engine != nil else { return false }
    let moves = focusMoves
    if let responder {
      guard responder.window === self, responder.canBecomeFirstResponder else { return false }
      if let container = responder as? TextContainer, !container.shouldBeginEditing() {
        return false
      }
    }
    if focusMoves == moves, let focused {
      guard focused.canResignFirstResponder else { return false }
      if let container = focused as? TextContainer, !container.shouldEndEditing() { return false }
    }
    guard focusMoves == moves else { return responder === focused }
    move(to: responder, endingWith: reason)
    return responder === focused
  }

  /// Takes the focus away without asking (RSP-5).
  func endFocus() {
    guard focused != nil else { return }
    move(to: nil, endingWith: .committed)
  }

  private func move(to responder: Responder?, endingWith reason: EditingEndReason) {
    focusMoves += 1
    let move = focusMoves
    leave(endingWith: reason)
    guard focusMoves == move else { return }
    if let responder {
      focused = responder
      if isKeyWindow { engine?.focusIsMoving() }
      enter(responder)
      guard focusMoves == move else { return }
    }
    if isKeyWindow { engine?.focusDidMove() }
  }

  /// Ends what the focused responder has under way, and its focus.
  private func leave(endingWith reason: EditingEndReason) {
    guard let old = focused else { return }
    if isKeyWindow { engine?.finishInput() }
    focused = nil
    if isKeyWindow { engine?.focusIsMoving() }
    if let container = old as? TextContainer {
      container.endRun()
      container.commitMarkedText()
      container.settleCorrection()
      container.breakUndoCoalescing()
      container.queue.append(.focusDidEnd(container.id, reason))
      container.editingDidEnd(reason)
    }
    old.didResignFirstResponder()
  }

  private func enter(_ responder: Responder) {
    if let container = responder as? TextContainer {
      container.editingWillBegin()
      guard focused === container else { return }
      container.queue.append(.focusDidBegin(container.id))
      container.editingDidBegin()
      guard focused === container else { return }
    }
    responder.didBecomeFirstResponder()
  }
}
