// SPDX-License-Identifier: Apache-2.0

/// The progress of notifying a responder about its focus; the end of focus is reported only as far
/// as the beginning was.
package enum FocusStage: Int, Comparable {
  /// The responder has focus, and nothing was reported yet.
  case entering
  /// `focus.didBegin` was reported for the container; its delegate is being notified.
  case begun
  /// The responder itself is being notified.
  case settling
  /// All notifications were sent.
  case settled

  package static func < (left: FocusStage, right: FocusStage) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The result of an attempt to move focus.
package enum FocusAttempt {
  /// Focus moved as requested.
  case moved
  /// The responder cannot have focus, or declined it; another may be tried.
  case declined
  /// The responder with focus keeps it.
  case kept
  /// A delegate that was consulted or notified moved focus elsewhere.
  case redirected
}

/// Moving focus within a window: the requests and notifications of RSP-4 and 4.2, in order.
extension Window {
  /// The depth at which focus changes made by delegates during focus changes are refused.
  private static let deepestMove = 16

  /// Moves focus to a responder of this window, or removes it.
  ///
  /// The new responder is asked before the old one, and nothing changes if either declines. If a
  /// delegate moves focus while it is consulted or notified, its move replaces this one, and it is
  /// not consulted about the same responder again in the meantime.
  ///
  /// - Parameters:
  ///   - responder: the responder to focus; nil for none.
  ///   - reason: the reason that ends the old responder's editing.
  /// - Returns: whether focus is now where it was requested.
  @discardableResult
  public func focus(
    _ responder: Responder?, endingWith reason: EditingEndReason = .committed
  ) -> Bool {
    attemptFocus(responder, endingWith: reason) == .moved
  }

  /// Moves focus to the first of some views that accepts it.
  ///
  /// Stops if the responder with focus keeps it, or if a delegate moved focus elsewhere (RSP-4).
  package func focusFirst(of views: some Sequence<View>) -> FocusAttempt {
    for view in views {
      let attempt = attemptFocus(view, endingWith: .committed)
      if attempt != .declined { return attempt }
    }
    return .declined
  }

  private func attemptFocus(
    _ responder: Responder?, endingWith reason: EditingEndReason
  ) -> FocusAttempt {
    guard responder !== focused else { return .moved }
    guard host != nil, focusDepth < Self.deepestMove else { return .kept }
    let moves = focusMoves
    if let responder, !mayHaveFocus(responder) || !agreesToBegin(responder) {
      return focusMoves == moves ? .declined : .redirected
    }
    if focusMoves == moves, let focused, !agreesToEnd(focused) {
      return focusMoves == moves ? .kept : .redirected
    }
    if focusMoves == moves {
      move(to: responder, endingWith: reason)
      // A delegate notified of the end may have made the new responder unable to begin.
      if focused == nil, responder != nil, focusMoves == moves + 1 { return .declined }
    }
    return responder === focused ? .moved : .redirected
  }

  /// Removes focus without asking (RSP-5).
  package func endFocus() {
    guard focused != nil else { return }
    move(to: nil, endingWith: .committed)
  }

  // MARK: Asking

  private func mayHaveFocus(_ responder: Responder) -> Bool {
    !isClosing && responder.window === self && responder.canBecomeFirstResponder
  }

  private func agreesToBegin(_ responder: Responder) -> Bool {
    guard !consulted.contains(where: { $0 === responder }) else { return false }
    consulted.append(responder)
    // The responder need not be the last element, because others may have been asked in the
    // meantime.
    defer { endConsulting(of: responder) }
    return (responder as? any EditingResponder)?.shouldBeginEditing() ?? true
  }

  private func agreesToEnd(_ responder: Responder) -> Bool {
    // A delegate that moves focus while it is asked agrees to the move. A responder whose focus was
    // not reported yet loses it without being asked.
    guard focusStage > .entering, !consulted.contains(where: { $0 === responder }) else {
      return true
    }
    consulted.append(responder)
    defer { endConsulting(of: responder) }
    guard responder.canResignFirstResponder else { return false }
    return (responder as? any EditingResponder)?.shouldEndEditing() ?? true
  }

  private func endConsulting(of responder: Responder) {
    guard let index = consulted.lastIndex(where: { $0 === responder }) else { return }
    consulted.remove(at: index)
  }

  // MARK: Moving

  private func move(to responder: Responder?, endingWith reason: EditingEndReason) {
    focusMoves += 1
    let move = focusMoves
    focusDepth += 1
    defer { focusDepth -= 1 }
    if isKeyWindow { host?.focusWillMove() }
    leave(endingWith: reason, move)
    guard focusMoves == move else { return }
    // A delegate notified of the end may have disabled or removed the new responder.
    if let responder, mayHaveFocus(responder) {
      focus = responder
      focusStage = .entering
      if isKeyWindow { withHost { $0.focusIsMoving() } }
      enter(responder, move)
      guard focusMoves == move else { return }
    }
    if isKeyWindow { withHost { $0.focusDidMove() } }
  }

  /// Finishes pending key input, and ends the focus of the responder that has it.
  private func leave(endingWith reason: EditingEndReason, _ move: Int) {
    let old = focused
    // A key may be down, or a list open, even if no responder has focus.
    if isKeyWindow { withHost { $0.finishInput() } }
    guard let old else { return }
    let text = old as? any EditingResponder
    text?.finishEditing()
    // A delegate consulted about the marked text may have moved focus.
    guard focusMoves == move else { return }
    let stage = focusStage
    focus = nil
    if isKeyWindow { withHost { $0.focusIsMoving() } }
    if stage >= .begun { text?.endEditing(reason) }
    if stage >= .settling { old.didResignFirstResponder() }
  }

  private func enter(_ responder: Responder, _ move: Int) {
    if let text = responder as? any EditingResponder {
      text.editingWillBegin()
      guard focusMoves == move else { return }
      if isKeyWindow { host?.editingIsBeginning(in: text) }
      focusStage = .begun
      text.beginEditing()
      guard focusMoves == move else { return }
    }
    focusStage = .settling
    responder.didBecomeFirstResponder()
    if focusMoves == move { focusStage = .settled }
  }
}

extension Responder {
  /// Whether the responder has its window's focus.
  public final var isFirstResponder: Bool { window?.firstResponder === self }

  /// Requests focus for this responder (RSP-3, RSP-4).
  ///
  /// - Returns: whether it has focus now; false if it is in no window.
  @discardableResult
  public final func becomeFirstResponder() -> Bool {
    window?.focus(self) ?? false
  }

  /// Gives up focus, if the responder and its delegate allow it (RSP-1).
  ///
  /// - Returns: whether the responder no longer has focus; false if it kept focus.
  @discardableResult
  public final func resignFirstResponder() -> Bool {
    guard let window, window.firstResponder === self else { return true }
    return window.focus(nil)
  }
}
