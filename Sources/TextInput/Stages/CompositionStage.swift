// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Step 2 of the dispatch order, second part: input methods, then dead keys and compose sequences.
///
/// The composition state of a press (`Keystroke.Composition`) is processed as follows:
/// 1. `pending`: its preview becomes the marked text, without a selection and with the caret at its
///    end (MOD-13). Text that comes with it, from a sequence abandoned for a new one, is typed
///    first.
/// 2. `completed`: its text replaces the preview, as one undo step.
/// 3. `cancelled` with the key consumed: ⌫ removes the preview, ⎋ also restores a selection that it
///    replaced.
/// 4. `cancelled` with a printable key: the key's text, which begins with the preview, replaces the
///    preview.
/// 5. `cancelled` with any other key: the preview stays as text, and the key is processed as usual.
/// 6. `none`, for a key outside of sequences such as ⌘C: the key is processed as usual. If that
///    ends the marked text, the sequence is abandoned.
final class CompositionStage {
  private let state: EngineState
  /// The input methods.
  let methods = InputMethodHost()
  /// Whether the keyboard's own compose sequence is shown as marked text.
  private(set) var isComposing = false

  init(_ state: EngineState) { self.state = state }

  @inline(__always)
  func answer(_ keystroke: Keystroke, _ survey: PressSurvey) -> StageAnswer? {
    guard let container = survey.container, isConcerned(keystroke) else { return nil }
    return answer(keystroke, survey, in: container)
  }

  /// Whether a method or a sequence may take a key; false is certain, and cheap to compute.
  @inline(__always)
  private func isConcerned(_ keystroke: Keystroke) -> Bool {
    if case .none = keystroke.composition {
      isComposing || methods.isActive || keystroke.modifiers.contains(.control)
    } else {
      true
    }
  }

  private func answer(
    _ keystroke: Keystroke, _ survey: PressSurvey, in container: TextContainer
  ) -> StageAnswer? {
    guard container.takesText else { return nil }
    let taken = passToMethods(keystroke, in: container)
    let disposition =
      taken == true ? .composing : passToSequence(keystroke, survey, in: container)
    guard let disposition else { return nil }
    container.showCaret()
    return StageAnswer(disposition)
  }

  private func passToMethods(_ keystroke: Keystroke, in container: TextContainer) -> Bool? {
    if keystroke.modifiers.contains(.control),
      let taken = methods.summon(keystroke, in: container)
    {
      return taken
    }
    guard methods.isActive else { return nil }
    defer { methods.dismissIfDone(in: container) }
    return methods.pass(keystroke, in: container)
  }

  /// Passes what was drawn to the method of the mode; a sequence of dead keys ends before that.
  func take(_ ink: InkEvent, in container: TextContainer) {
    if isComposing { abandon() }
    methods.pass(ink, in: container)
    container.showCaret()
  }

  /// Continues a pending sequence.
  private func passToSequence(
    _ keystroke: Keystroke, _ survey: PressSurvey, in container: TextContainer
  ) -> Disposition? {
    guard isComposing else {
      // Backspace and Escape are consumed even if the sequence that they cancelled was not shown;
      // a responder that received the sequence as raw presses receives them, too.
      if case .cancelled(swallowed: true) = keystroke.composition, !survey.wantsPressesOfText {
        return .composing
      }
      return nil
    }
    switch keystroke.composition {
    case .none: return nil
    case .pending(let preview):
      show(preview, of: keystroke, in: container)
      return .composing
    case .completed:
      isComposing = false
      container.sequenceWillComplete(with: keystroke)
      container.type(keystroke.typedText)
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

  /// Commits the preview of a sequence as text, and resets the layouts' compose state.
  func abandon() {
    if isComposing {
      isComposing = false
      state.container?.commitMarkedText()
    }
    state.compositionAbandoned()
  }

  /// Commits the text that is being composed as it is shown, because the mode changes or the caret
  /// moves (MOD-9, IME-5).
  func commit() {
    if isComposing { abandon() }
    guard let container = state.container, isPending(in: container) else { return }
    methods.finish(in: container)
    container.commitMarkedText()
    methods.contextDidChange(in: container)
  }

  /// Whether text is composed, or a character is drawn.
  func isPending(in container: TextContainer) -> Bool {
    container.markedRange != nil || methods.ink != nil
  }

  /// Finishes composition because keys go elsewhere, so that nothing pending affects later typing.
  func finish() {
    let container = state.container
    // A dead key that no text has shown is dropped too.
    if isComposing || container?.takesText != true { abandon() }
    if let container, methods.isActive { methods.finish(in: container) }
  }

  /// Notifies composition and input methods of a change not made by them (INP-12).
  func textDidChange(in container: TextContainer) {
    guard state.container === container else { return }
    if isComposing, container.markedRange == nil {
      isComposing = false
      state.compositionAbandoned()
    }
    methods.contextDidChange(in: container)
  }

  /// Abandons a pending sequence because a program has marked text in its place.
  func programMarked() {
    guard isComposing else { return }
    isComposing = false
    state.compositionAbandoned()
  }
}

extension CompositionStage: ChoiceStage {
  var candidates: CandidateList? { methods.candidates }
  /// The list of a method belongs to the text as it is, not to keys that are still queued.
  var choosesAtOnce: Bool { true }

  func choose(_ index: Int) -> [StageAction] {
    guard let list = candidates else { return [] }
    let number = index - list.indices(ofPage: list.page).lowerBound + 1
    methods.choose(index, with: state.keyboards.digit(number, at: state.timers.now))
    return []
  }
}
