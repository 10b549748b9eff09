// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// What the focus means to the engine, and step 6 of the offer order: the keys that move it.
extension TextEngine {
  /// Says whether the person looks here.
  ///
  /// While not, no press reaches anybody; what is composed is committed (IME-5) and presses end
  /// (CMD-16). Nobody's editing ends: whoever has the focus still has it when the person looks here
  /// again. A key pressed meanwhile stays silent until it comes up.
  public func setActive(_ isActive: Bool) {
    guard isActive == isAway else { return }
    if isActive {
      isAway = false
      endSequence()
      // A dead key pressed meanwhile must not wait for a letter typed here.
      compositionAbandoned()
      resume()
    } else {
      suspend()
      isAway = true
      focusIsMoving()
    }
  }

  /// Keys go elsewhere: ends what is under way, but nobody's editing.
  func suspend() {
    finishInput()
    textContainer?.commitMarkedText()
    textContainer?.breakUndoCoalescing()
    if let container = textContainer {
      for method in methods { method.contextDidChange(in: container) }
    }
  }

  /// Keys are for the key window again, and who has the focus may be another one by now.
  func resume() {
    focusIsMoving()
    followFocus()
    if let container = textContainer, !hasTold(container.traits, of: container) {
      tellTraits(of: container)
      reloadFillSuggestions()
    } else if fillRow.owner != textContainer?.id {
      // Nothing is offered while nobody looks, wherever the focus goes meanwhile.
      reloadFillSuggestions()
    }
    keyboardMayHaveChanged()
  }

  /// Ends what a key press began and did not finish: presses are cancelled, a sequence is kept.
  func finishInput() {
    overlay?.focusWillMove()
    endSequence()
    commandHold.cancel()
    closePanel()
    endHold()
    modeKeys.cancel()
    cancelPresses()
    textContainer?.endRun()
    // Nor may a dead key that no text has shown wait for the text that comes.
    if isComposing || textContainer?.takesText != true { abandonComposition() }
    if let textContainer, !methods.isEmpty { finishMethods(in: textContainer) }
  }

  /// Somebody else has the focus, or nobody; nothing is reported yet.
  func focusIsMoving() {
    let container = firstResponder as? TextContainer
    guard container !== textContainer else { return }
    if let old = textContainer {
      if !isAway { for method in methods { method.contextDidChange(in: old) } }
      cancelRequests(about: old)
    }
    textContainer = container
  }

  /// The focus is where it is to be: traits and keyboard area follow (4.2, RSP-12).
  func focusDidMove() {
    // Before the traits are told, so that a key behind the one that moved finds both (RSP-12).
    followFocus()
    if let container = textContainer { tellTraits(of: container) }
    reloadFillSuggestions()
    keyboardMayHaveChanged()
  }

  /// Reports what the focused container says of its text (TRT-2).
  func traitsDidChange(of container: TextContainer) {
    followPreference()
    tellTraits(of: container)
    reloadFillSuggestions()
  }

  private func hasTold(_ traits: TextInputTraits, of container: TextContainer) -> Bool {
    toldTraits.map { $0 == container.id && $1 == traits } ?? false
  }

  private func tellTraits(of container: TextContainer) {
    toldTraits = (container.id, container.traits)
    queue.append(.traitsDidChange(container.id, container.traits))
  }

  /// Moves the focus: ⌃⇥ and ⌃⇧⇥, outside text views also ⇥ and ⇧⇥, outside text the arrows.
  func moveFocus(_ keystroke: Keystroke) -> Disposition? {
    guard let window = keyWindow, let direction = focusDirection(of: keystroke) else { return nil }
    let order = direction > 0 ? window.focusOrder : window.focusOrder.reversed()
    let next = order.firstIndex { $0 === window.focused }.map { $0 + 1 } ?? 0
    let others = (order[next...] + order[..<next]).filter { $0 !== window.focused }
    switch window.focusFirst(of: others) {
    case .moved, .redirected: return .movedFocus
    case .declined, .kept: return nil
    }
  }

  /// Whether a key would be asked to move the focus, and there is somebody to move it to.
  func mayMoveFocus(_ keystroke: Keystroke) -> Bool {
    guard let window = keyWindow, focusDirection(of: keystroke) != nil else { return false }
    return window.focusOrder.contains { $0 !== window.focused }
  }

  private func focusDirection(of keystroke: Keystroke) -> Int? {
    let chord = Chord(keystroke.charactersIgnoringModifiers, keystroke.modifiers)
    switch (chord.input, chord.modifiers) {
    case (KeyInput.tab, .control), (KeyInput.tab, []): return 1
    case (KeyInput.tab, [.control, .shift]), (KeyInput.tab, .shift): return -1
    case (KeyInput.downArrow, []), (KeyInput.rightArrow, []): return textContainer == nil ? 1 : nil
    case (KeyInput.upArrow, []), (KeyInput.leftArrow, []): return textContainer == nil ? -1 : nil
    default: return nil
    }
  }
}
