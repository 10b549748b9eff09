// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Step 2 of the offer order, second part: input methods, then the keyboard's own dead keys and compose sequences.
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
final class CompositionStage: EnginePart {
  /// The input methods.
  let methods = InputMethodHost()
  /// Whether the keyboard's own compose sequence shows as marked text.
  private(set) var isComposing = false
  /// What the engine calls ``TextEngine/compositionAbandoned``.
  fileprivate(set) var abandoned: () -> Void = {}

  override func connect(to engine: TextEngine) {
    super.connect(to: engine)
    methods.connect(to: engine)
  }

  func offer(_ press: OfferedPress) -> Disposition? {
    guard let container = press.container, container.takesText else { return nil }
    let taken =
      methods.active.isEmpty ? nil : methods.offer(press.keystroke, in: container)
    let disposition =
      taken == true ? .composing : offerToSequence(press.keystroke, in: container)
    if disposition != nil { container.showCaret() }
    return disposition
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
      if keystroke.charactersIgnoringModifiers == .escape {
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

  // MARK: Ends and changes

  /// Keeps what a sequence shows as text, and has the layouts forget the sequence.
  func abandon() {
    if isComposing {
      isComposing = false
      engine.textContainer?.commitMarkedText()
    }
    abandoned()
  }

  /// Keeps what is composed as it shows: the mode changes, or the caret goes elsewhere (MOD-9, IME-5).
  func commit() {
    (engine.stages.overlay.current as? ListOverlay)?.close()
    engine.stages.heldKeys.endHold()
    if isComposing { abandon() }
    guard let container = engine.textContainer, container.markedRange != nil else { return }
    methods.finish(in: container)
    container.commitMarkedText()
    methods.contextDidChange(in: container)
  }

  /// Keys go elsewhere: nothing that was begun here may wait for what is typed there.
  func finish() {
    let container = engine.textContainer
    // Nor may a dead key that no text has shown wait for the text that comes.
    if isComposing || container?.takesText != true { abandon() }
    if let container, !methods.active.isEmpty { methods.finish(in: container) }
  }

  /// Tells those who compose of a change that was not theirs (INP-12).
  func textDidChange(in container: TextContainer) {
    guard engine.textContainer === container else { return }
    if isComposing, container.markedRange == nil {
      isComposing = false
      abandoned()
    }
    methods.contextDidChange(in: container)
  }

  /// A program marked text: a sequence under way no longer shows there.
  func programMarked(_ container: TextContainer) {
    guard isComposing, container === engine.textContainer else { return }
    isComposing = false
    abandoned()
  }
}

extension TextEngine {
  /// Called when a dead key or compose sequence that is under way must be forgotten, because
  /// somebody else took the key, the focus moved, or the program changed the text.
  ///
  /// Whoever made the keystrokes resets its compose state: `cancelComposition()` of the layouts.
  public var compositionAbandoned: () -> Void {
    get { stages.composition.abandoned }
    set { stages.composition.abandoned = newValue }
  }
}
