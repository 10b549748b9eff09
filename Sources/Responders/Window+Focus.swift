// SPDX-License-Identifier: Apache-2.0

/// How far a responder that has the focus has been told so; what ends is told as far as it began.
package enum FocusStage: Int, Comparable {
  /// It has the focus, but nobody knows.
  case entering
  /// A container's `focus.didBegin` is reported; its delegate is being told.
  case begun
  /// The responder itself is being told.
  case settling
  /// Everybody knows.
  case settled

  package static func < (left: FocusStage, right: FocusStage) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What came of an attempt to move the focus.
package enum FocusAttempt {
  /// It is where it was wanted.
  case moved
  /// Who was to have it cannot, or said no; somebody else may be asked.
  case declined
  /// Who has it keeps it.
  case kept
  /// A delegate that was asked or told moved it elsewhere.
  case redirected
}

/// How the focus moves within a window: who is asked and told, in the order of RSP-4 and 4.2.
extension Window {
  /// Where delegates that answer every move with another one are stopped.
  private static let deepestMove = 16

  /// Gives the focus to a responder of this window, or with nil takes it from whoever has it.
  ///
  /// The new one is asked before the old one; a no leaves all as it was. A delegate that moves the
  /// focus while it is asked or told has the last word: the move it was asked about ends there, and
  /// it is not asked the same question again meanwhile.
  ///
  /// - Parameters:
  ///   - responder: who is to have it.
  ///   - reason: what the old one's editing ends with.
  /// - Returns: whether the focus is now where it was wanted.
  @discardableResult
  public func focus(
    _ responder: Responder?, endingWith reason: EditingEndReason = .committed
  ) -> Bool {
    attemptFocus(responder, endingWith: reason) == .moved
  }

  /// Gives the focus to the first of some views that takes it.
  ///
  /// Nobody further is asked once who has the focus keeps it, or a delegate has moved it elsewhere
  /// (RSP-4).
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
      // Who was told of the end may have made this one unable to begin.
      if focused == nil, responder != nil, focusMoves == moves + 1 { return .declined }
    }
    return responder === focused ? .moved : .redirected
  }

  /// Takes the focus away without asking (RSP-5).
  package func endFocus() {
    guard focused != nil else { return }
    move(to: nil, endingWith: .committed)
  }

  // MARK: Asking

  private func mayHaveFocus(_ responder: Responder) -> Bool {
    !isClosing && responder.window === self && responder.canBecomeFirstResponder
  }

  private func agreesToBegin(_ responder: Responder) -> Bool {
    guard !questioned.contains(where: { $0 === responder }) else { return false }
    questioned.append(responder)
    // Not the last one: others may have been asked while this one was waited for.
    defer { endQuestioning(of: responder) }
    return (responder as? any EditingResponder)?.shouldBeginEditing() ?? true
  }

  private func agreesToEnd(_ responder: Responder) -> Bool {
    // Who moves the focus while it is asked about it has given its answer; and what has not begun
    // for anybody ends without a word.
    guard focusStage > .entering, !questioned.contains(where: { $0 === responder }) else {
      return true
    }
    questioned.append(responder)
    defer { endQuestioning(of: responder) }
    guard responder.canResignFirstResponder else { return false }
    return (responder as? any EditingResponder)?.shouldEndEditing() ?? true
  }

  private func endQuestioning(of responder: Responder) {
    guard let index = questioned.lastIndex(where: { $0 === responder }) else { return }
    questioned.remove(at: index)
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
    // Who was told of the end may have disabled or taken away what comes next.
    if let responder, mayHaveFocus(responder) {
      focus = responder
      focusStage = .entering
      if isKeyWindow { withHost { $0.focusIsMoving() } }
      enter(responder, move)
      guard focusMoves == move else { return }
    }
    if isKeyWindow { withHost { $0.focusDidMove() } }
  }

  /// Ends what keys have under way, and the focus of the responder that has it.
  private func leave(endingWith reason: EditingEndReason, _ move: Int) {
    let old = focused
    // Also where nobody has the focus a key may be down, or a list open.
    if isKeyWindow { withHost { $0.finishInput() } }
    guard let old else { return }
    let text = old as? any EditingResponder
    text?.finishEditing()
    // Who was asked about the text that was still marked may have moved the focus.
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
