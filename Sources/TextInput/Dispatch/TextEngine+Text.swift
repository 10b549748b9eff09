// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// What a key press means to the text that has the focus.
enum TextEvent {
  case binding(EditingCommand)
  case insertion
  case sequence(preview: String)
  case action(TextAction)
}

/// Step 5 of the offer order: a binding of reference section 6, else insertion.
extension TextEngine {
  /// What a press would do to the focused text; nil where it would do nothing (CMD-18).
  func textEvent(
    of keystroke: Keystroke, _ hint: ChordHint, in container: TextContainer
  ) -> TextEvent? {
    if bindings.mayMatch(hint),
      let command = bindings.command(for: keystroke, where: { container.canPerform($0) })
    {
      return .binding(command)
    }
    if case .pending(let preview) = keystroke.composition { return .sequence(preview: preview) }
    // ⇥ that is no binding here moves the focus (6.3).
    guard keystroke.insertsText, keystroke.text != KeyInput.tab else {
      return action(of: keystroke, in: container).map { .action($0) }
    }
    return .insertion
  }

  func perform(
    _ event: TextEvent, of keystroke: Keystroke, in container: TextContainer
  ) -> Disposition {
    switch event {
    case .binding(let command):
      if case .pending = keystroke.composition { abandonComposition() }
      container.perform(command)
      changedByEngine(container)
      return .binding(command)
    case .insertion:
      // Marked text here belongs to a sequence that this key had no part in.
      if isComposing { container.unmarkText() }
      container.insertText(
        keystroke.event.code == .keypadDot
          ? keypadText(of: keystroke, in: container) : keystroke.typedText)
      changedByEngine(container)
      if holdsLetters { letterWasTyped(by: keystroke) }
      return .insertedText
    case .action(let action):
      if case .pending = keystroke.composition { abandonComposition() }
      return perform(action, of: keystroke, in: container)
    case .sequence(let preview):
      show(preview, of: keystroke, in: container)
      return .composing
    }
  }

  /// Tells those who compose of a change that was not theirs (INP-12).
  func changedByEngine(_ container: TextContainer) {
    guard textContainer === container else { return }
    noticeEndOfComposition()
    for method in methods { method.contextDidChange(in: container) }
  }

  /// A program changed text or selection.
  func programChanged(_ container: TextContainer) {
    if isWatchingKeys, container === textContainer { endHold() }
    if !isAskingMethod { changedByEngine(container) }
  }
}

extension Keystroke {
  /// Its text as a document holds it: Return is a newline.
  var typedText: String {
    guard text.utf8.contains(0x0D) else { return text }
    return text == "\r" ? "\n" : String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 })
  }
}
