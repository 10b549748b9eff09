// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The focus, and step 6 of the offer order: the keys that move it.
extension TextEngine {
  /// Gives the focus to a responder, or with nil takes it from whoever has it.
  ///
  /// First the new responder is asked whether it may have the focus, then the old one whether it
  /// lets go (RSP-4). While the engine is not active, this is who will have the focus.
  ///
  /// - Returns: whether the focus is now where it was wanted.
  public func focus(_ responder: Responder?, into updates: inout [Update]) -> Bool {
    let current = isAway ? returning : focused
    guard responder !== current else { return true }
    if let responder, !responder.canBecomeFirstResponder { return false }
    if let current, !current.canResignFirstResponder { return false }
    guard isActive else {
      returning = responder
      return true
    }
    endFocus(into: &updates)
    focused = responder
    textContainer = responder as? any TextContainer
    responder?.didBecomeFirstResponder(into: &updates)
    return true
  }

  /// Says whether the person looks here: whether this is the key window (RSP-2).
  ///
  /// While not, nobody has the focus and no press reaches anybody. Whoever had the focus loses it
  /// without being asked, what is composed is committed (IME-5), presses end (CMD-16); later it gets
  /// the focus back. A key pressed meanwhile stays silent until it comes up.
  public func setActive(_ isActive: Bool, into updates: inout [Update]) {
    guard isActive != self.isActive else { return }
    if isActive {
      isAway = false
      // A dead key pressed meanwhile must not wait for a letter typed here.
      compositionAbandoned()
      let responder = returning
      returning = nil
      _ = focus(responder, into: &updates)
    } else {
      returning = focused
      endFocus(into: &updates)
      // Without a focus, presses are the application's.
      cancelPresses(into: &updates)
      isAway = true
    }
  }

  /// Takes the focus away without asking (RSP-5): what is composed is committed, presses end.
  func endFocus(into updates: inout [Update]) {
    guard let old = focused else { return }
    cancelPresses(into: &updates)
    if isComposing { abandonComposition(into: &updates) }
    old.didResignFirstResponder(into: &updates)
    if let container = textContainer {
      for method in inputMethods { method.contextDidChange(in: container) }
    }
    focused = nil
    textContainer = nil
  }

  /// Moves the focus among the containers: ⌃⇥ and ⌃⇧⇥, outside text also ⇥, ⇧⇥ and the arrows.
  func moveFocus(_ keystroke: Keystroke, into updates: inout [Update]) -> Disposition? {
    guard containers.count > 1 || firstResponder == nil, !containers.isEmpty,
      let direction = focusDirection(of: keystroke)
    else { return nil }
    let current = containers.firstIndex { $0 === firstResponder }
    var index = current ?? (direction > 0 ? -1 : containers.count)
    for _ in containers {
      index = (index + direction + containers.count) % containers.count
      let candidate = containers[index]
      if candidate === firstResponder { break }
      if candidate.canBecomeFirstResponder {
        return focus(candidate, into: &updates) ? .movedFocus : nil
      }
    }
    return nil
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
