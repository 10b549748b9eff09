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
    guard container.takesText else { return nil }
    if case .pending(let preview) = keystroke.composition { return .sequence(preview: preview) }
    guard keystroke.insertsText else {
      return action(of: keystroke, in: container).map { .action($0) }
    }
    guard !container.allowsNewlines else {
      // ⇥ that is no binding here moves the focus (6.3).
      return keystroke.text.utf8.first == UInt8(ascii: "\t") ? nil : .insertion
    }
    switch keystroke.text {
    // FLD-14: a field has no other use for a line end than Return.
    case "\r": return .binding(.insertNewline)
    // 6.3: ⇥ and ⇧⇥ leave a field; a tab is typed with Option.
    case "\t" where !keystroke.modifiers.contains(.option): return nil
    default: return .insertion
    }
  }

  func perform(
    _ event: TextEvent, of keystroke: Keystroke, in container: TextContainer
  ) -> Disposition {
    switch event {
    case .binding(let command):
      if case .pending = keystroke.composition { abandonComposition() }
      carryOut(command, in: container)
      return .binding(command)
    case .insertion:
      // Marked text here belongs to a sequence that this key had no part in.
      if isComposing { container.commitMarkedText() }
      let text =
        keystroke.event.code == .keypadDot
        ? keypadText(of: keystroke, in: container) : keystroke.typedText
      if assistant == nil {
        container.insert(text)
      } else {
        container.type(text)
      }
      changedByEngine(container)
      container.showCaret()
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

  /// Performs an editing command for the person who types.
  func carryOut(_ command: EditingCommand, in container: TextContainer) {
    let revision = container.document.revision
    let isComposed = container.markedRange != nil
    container.carryOut(command)
    if assistant != nil, !isComposed { followCorrection(command, in: container, since: revision) }
    changedByEngine(container)
    if !command.scrolls { container.showCaret() }
  }

  /// After a command: what was typed or deleted may want another correction, other text none, and
  /// a caret elsewhere none either.
  private func followCorrection(
    _ command: EditingCommand, in container: TextContainer, since revision: Int
  ) {
    if container.document.revision == revision {
      container.reviewCorrection()
      if command.movesOnly { container.mayCorrect = false }
    } else if command.deletes || command.types {
      container.offerCorrection()
    } else {
      container.forgetCorrection()
    }
  }

  /// The language of what is typed: the mode's.
  var inputLanguage: String { modes.current.primaryLanguage.description }

  /// Tells those who compose of a change that was not theirs (INP-12).
  func changedByEngine(_ container: TextContainer) {
    guard textContainer === container else { return }
    noticeEndOfComposition()
    for method in methods { method.contextDidChange(in: container) }
  }

  /// A program marked text: a sequence under way no longer shows there.
  func programMarked(_ container: TextContainer) {
    if isComposing, container === textContainer, !isAskingMethod || container.isTelling {
      isComposing = false
      compositionAbandoned()
    }
    programChanged(container)
  }

  /// A program changed text or selection.
  func programChanged(_ container: TextContainer) {
    if isWatchingKeys, container === textContainer { endHold() }
    container.forgetCorrection()
    // What a delegate does while a method's change is told to it is not the method's doing.
    if !isAskingMethod || container.isTelling { changedByEngine(container) }
  }
}

extension Keystroke {
  /// Its text as a document holds it: Return is a newline.
  var typedText: String {
    guard text.contains(byte: 0x0D) else { return text }
    return text == "\r" ? "\n" : String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 })
  }
}

extension String {
  /// Whether a byte is in its UTF-8; in typed text, of a character or two, at the least cost.
  func contains(byte: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(byte) } ?? utf8.contains(byte)
  }
}
