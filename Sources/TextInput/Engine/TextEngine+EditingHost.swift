// SPDX-License-Identifier: Apache-2.0
package import KeyCommands

/// The engine, as seen by the texts in its windows.
extension TextEngine: EditingHost {
  package func numberContainer() -> ContainerID { focusTracker.numberText() }

  package func makeTypingSupport(for text: any HostedText) -> (any TypingSupport)? {
    (text as? TextContainer).flatMap(assistance.makeHelp)
  }

  package func isFocused(_ text: any HostedText) -> Bool { textContainer === text }

  package func traitsDidChange(of text: any HostedText) {
    (text as? TextContainer)?.helpMayBegin()
    let isFocused = isFocused(text)
    if isFocused { assistance.conditionsDidChange() }
    queue.notifyObserver(of: .traitsDidChange(text.id, text.traits))
    // If the traits change at the beginning of editing, they are reported together with that
    // beginning.
    if isFocused, let container = textContainer, container.window?.focusStage == .settled {
      focusTracker.reportTraitsChange(of: container)
    }
  }

  package func textBecameSecret(_ text: any HostedText) {
    assistance.assistant?.textBecameSecret(text.id)
    choiceJournal.forget(text.id, in: memory)
  }

  package func programChanged(_ text: any HostedText) {
    guard isFocused(text), let container = textContainer else { return }
    stages.heldKeys.endHold()
    stages.composition.textDidChange(in: container)
  }

  package func programMarked(_ text: any HostedText) {
    if isFocused(text) { stages.composition.programMarked() }
  }

  package func abandonSequence() { stages.composition.abandon() }

  package func mustFlush(_ text: any FlushedText) { state.changedText = text }

  package func mustWait(_ wait: ToolkitWait) {
    if mayAnswerLate { state.toolkitWait = wait }
  }

  package func cancelRequests(about text: any HostedText) {
    operations.cancelRequests(about: text)
  }

  package func inputWasRefused() { keyboardArea.inputWasRefused() }

  package func perform(_ command: EditingCommand, in text: any HostedText) {
    if isFocused(text), let container = textContainer {
      performer.carryOut(command, in: container)
    }
  }
}

/// The engine, as seen by its main menu.
extension TextEngine: MenuHost {}

/// The engine, as seen by those who help with the focused text.
extension TextEngine: FocusHost {
  package func open(
    _ list: CandidateList, about text: TextContainer, choose: @escaping (Int) -> Void
  ) {
    open(list, about: text.id, choose: choose)
  }

  package func textDidChange(in text: TextContainer) { stages.composition.textDidChange(in: text) }
}

/// The engine, as seen by help with typing.
extension TextEngine: TypingHost {
  package var user: UInt32? { window.user }
  package func helpIsDue(_ isDue: Bool) { isHelpDue = isDue }

  package var showsPredictions: Bool { candidateRow.hasPredictions }

  package func show(_ row: PredictionRow?) { candidateRow.show(row) }

  package func endReservation() { candidateRow.endReservation() }
}

/// The engine, as seen by the keyboard area.
extension TextEngine: KeyboardHost {
  package var hasInputMethod: Bool {
    textContainer != nil && stages.composition.methods.methodOfMode != nil
  }
  package var keepsRoomForInk: Bool { stages.composition.methods.keepsRoomForInk }
  package var hasPendingKeystroke: Bool { pendingKeystroke != nil }

  package func open(_ list: CandidateList, choose: @escaping (Int) -> Void) {
    open(list, about: nil, choose: choose)
  }

  private func open(
    _ list: CandidateList, about text: ContainerID?, choose: @escaping (Int) -> Void
  ) {
    stages.overlay.open(
      ListOverlay(list, about: text, in: state) { index in
        choose(index)
        return []
      })
  }

  package func commitPending() { performer.commitPending() }

  package func inputViewsDidChange() {
    performer.reportInk()
    guard let focus = stages.overlay.current as? AccessoryFocus, !focus.isUsable else { return }
    stages.overlay.close(focus)
  }
}

/// The engine, as seen by input methods.
extension TextEngine: ComposingHost {
  package var isComposingSequence: Bool { stages.composition.isComposing }
  package var hasSuspendedKey: Bool { waitingKey != nil }

  package func waitForReply(
    in container: TextContainer, send: @escaping (AnswerToken) -> Void
  ) -> AnswerOutcome {
    waitForAnswer(about: container, send: send)
  }

  package func methodMayAnswerLate() { waits = true }

  package func replyIsUndelivered(_ isUndelivered: Bool) { hasUndeliveredReply = isUndelivered }

  package func commitComposition() { performer.commitComposition() }

  package func candidatesMayHaveChanged() { candidateRow.setNeedsUpdate() }

  package func inkDidChange(to ink: Ink?) {
    queue.append(.inkDidChange(ink, in: textContainer?.id))
  }

  package func inkRoomDidChange() { keyboardArea.setNeedsUpdate() }

  package func performUnasked(_ body: @escaping () -> Void) { perform(body) }
}
