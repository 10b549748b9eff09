// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Step 2 of the offer order: input methods, and the keyboard's own dead keys and compose sequences.
///
/// What the layouts say of a press (`Keystroke.Composition`) becomes:
/// 1. `pending`: its preview is the marked text, selected nothing, caret at its end (MOD-13). Text
///    that comes with it, of a sequence given up for a new one, is typed first.
/// 2. `completed`: its text replaces the preview, as one step for undo.
/// 3. `cancelled`, used up: ⌫ removes the preview, ⎋ also brings back a selection it replaced.
/// 4. `cancelled`, a printable key: its text, which begins with the preview, replaces the preview.
/// 5. `cancelled`, any other key: the preview stays as text, and the key does what it always does.
/// 6. `none`, a key that is not part of sequences, such as ⌘C: what it means is done. Where that
///    ends the marked text, the sequence is abandoned.
extension TextEngine {
  func offerToComposition(
    _ keystroke: Keystroke, in container: TextContainer
  ) -> Disposition? {
    for method in methods {
      let start = queue.position
      switch ask(method, keystroke, in: container) {
      case .handled:
        // INP-12: to the others it is a change they did not cause.
        if queue.position != start {
          for other in methods where other !== method {
            other.contextDidChange(in: container)
          }
        }
        return .composing
      case .declined: return offerToSequence(keystroke, in: container)
      case .noOpinion: continue
      }
    }
    return offerToSequence(keystroke, in: container)
  }

  private func ask(
    _ method: any InputMethod, _ keystroke: Keystroke, in container: TextContainer
  ) -> InputMethodAnswer {
    isAskingMethod = true
    defer { isAskingMethod = false }
    return method.handle(keystroke, in: container)
  }

  /// Has the methods bring what they compose to its end: the focus goes, or the mode changes (IME-5).
  func finishMethods(in container: TextContainer) {
    isAskingMethod = true
    defer { isAskingMethod = false }
    for method in methods { method.finish(in: container) }
  }

  /// Goes on with a sequence that is under way.
  private func offerToSequence(
    _ keystroke: Keystroke, in container: TextContainer
  ) -> Disposition? {
    guard isComposing else {
      // Backspace and Escape that gave up a sequence nobody saw are used up all the same.
      if case .cancelled(swallowed: true) = keystroke.composition { return .composing }
      return nil
    }
    switch keystroke.composition {
    case .none: return nil
    case .pending(let preview):
      show(preview, of: keystroke, in: container)
      return .composing
    case .completed:
      isComposing = false
      container.insert(keystroke.typedText)
      return .insertedText
    case .cancelled(swallowed: true):
      isComposing = false
      if keystroke.charactersIgnoringModifiers == KeyInput.escape {
        container.cancelMarking()
      } else {
        container.mark("", selected: TextRange(caret: 0))
      }
      return .composing
    case .cancelled(swallowed: false):
      isComposing = false
      if keystroke.isPrintable, keystroke.insertsText {
        container.insert(keystroke.typedText)
        return .insertedText
      }
      container.commitMarkedText()
      return nil
    }
  }

  /// Shows a sequence's preview as marked text.
  func show(
    _ preview: String, of keystroke: Keystroke, in container: TextContainer
  ) {
    if !keystroke.text.isEmpty { container.insert(keystroke.typedText) }
    container.mark(preview, selected: TextRange(caret: preview.utf16.count))
    isComposing = true
  }

  /// Keeps what a sequence shows as text, and has the layouts forget the sequence.
  func abandonComposition() {
    if isComposing {
      isComposing = false
      textContainer?.commitMarkedText()
    }
    compositionAbandoned()
  }

  /// Notices that a command or an edit ended the marked text of a sequence.
  func noticeEndOfComposition() {
    guard isComposing, textContainer?.markedRange == nil else { return }
    isComposing = false
    compositionAbandoned()
  }
}
