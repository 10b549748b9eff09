// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The effects of keys on the focused text.
extension ActionPerformer {
  /// Carries out the meaning of a key for the focused text.
  func carryOut(
    _ event: TextEvent, of keystroke: Keystroke, in container: TextContainer
  ) -> Disposition {
    let composition = stages.composition
    switch event {
    case .binding(let command):
      if case .pending = keystroke.composition { composition.abandon() }
      carryOut(command, in: container)
      return .binding(command)
    case .insertion:
      // Marked text can only belong to a sequence that this key does not continue.
      if composition.isComposing { container.commitMarkedText() }
      let text =
        keystroke.event.code == .keypadDot
        ? stages.text.keypadText(of: keystroke, in: container) : keystroke.typedText
      if state.assistance.isActive {
        container.type(text, by: keystroke)
      } else {
        container.insert(text)
      }
      composition.textDidChange(in: container)
      container.showCaret()
      stages.heldKeys.letterWasTyped(by: keystroke)
      return .insertedText
    case .action(let action):
      if case .pending = keystroke.composition { composition.abandon() }
      return carryOut(action, of: keystroke, in: container)
    case .sequence(let preview):
      composition.show(preview, of: keystroke, in: container)
      return .composing
    }
  }

  /// Performs an editing command on behalf of the user.
  func carryOut(_ command: EditingCommand, in container: TextContainer) {
    let revision = container.textRevision
    let isComposed = container.markedRange != nil
    container.carryOut(command)
    if !isComposed, state.assistance.isActive {
      container.help?.follow(command, since: revision)
    }
    stages.composition.textDidChange(in: container)
    if !command.scrolls { container.showCaret() }
  }

  // MARK: Keys without text of their own

  private func carryOut(
    _ action: TextAction, of keystroke: Keystroke, in container: TextContainer
  ) -> Disposition {
    if stages.composition.isComposing { stages.composition.abandon() }
    switch action {
    case .acceptContinuation:
      acceptContinuation(with: keystroke, in: container)
      // The repeats of ⇥ must not move the focus.
      ignoreRepeats(of: keystroke)
      return .insertedText
    case .typeURLEnding(let endings):
      type(endings, by: keystroke, in: container)
      return .insertedText
    case .dismissContinuation, .enterRow, .placeCaret, .complete:
      container.endRun()
      open(action, in: container)
      // The key's repeats must not reach the list that it opened.
      ignoreRepeats(of: keystroke)
      return .overlay
    }
  }

  private func ignoreRepeats(of keystroke: Keystroke) {
    if keystroke.event.phase == .press { stages.rawPresses.beginSilent(keystroke) }
  }

  /// Types the continuation, and then the space if that was the key.
  private func acceptContinuation(with keystroke: Keystroke, in container: TextContainer) {
    container.help?.acceptContinuation()
    if keystroke.charactersIgnoringModifiers == " " { container.type(keystroke.typedText) }
    stages.composition.textDidChange(in: container)
    container.showCaret()
  }

  /// Types the first of several URL endings, and offers the others while the key is held.
  private func type(_ endings: [String], by keystroke: Keystroke, in container: TextContainer) {
    guard let ending = endings.first else { return }
    container.insert(ending)
    stages.composition.textDidChange(in: container)
    container.showCaret()
    stages.heldKeys.urlEndingWasTyped(ending, by: keystroke, variants: endings)
  }

  private func open(_ action: TextAction, in container: TextContainer) {
    switch action {
    case .typeURLEnding, .acceptContinuation: break
    case .dismissContinuation: container.help?.dismissContinuation()
    case .enterRow: state.candidateRow.enterRow()
    case .placeCaret:
      // The caret will move, which commits composition (IME-5).
      commitComposition()
      guard container === state.container else { return }
      stages.overlay.open(CaretMode(in: container))
    case .complete(let range, let words):
      let list = CandidateList(
        .completions, items: words.map { Candidate($0) }, highlighted: 0)
      stages.overlay.open(
        ListOverlay(list, about: container.id, in: state) { index in
          container.endRun()
          container.change(range, to: words[index], as: .other)
          return [.textDidChange(container, showsCaret: true)]
        })
    }
  }
}
