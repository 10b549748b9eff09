// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
import Keys

/// What a key press means to the text that has the focus.
enum TextEvent {
  case binding(EditingCommand)
  case insertion
  case sequence(preview: String)
  case action(TextAction)
}

/// Steps 4 and 5 of the offer order: what would be text is offered as a raw press first; then a binding of reference
/// section 6, else insertion.
final class TextStage: EnginePart {
  /// What the engine calls ``TextEngine/bindings``.
  fileprivate(set) var bindings = TextBindings.builtin
  /// What the engine calls ``TextEngine/completionSources``.
  var completionSources: [any CompletionSource] = [DocumentWords()]

  func offer(_ press: OfferedPress) -> Disposition? {
    guard let container = press.container else { return nil }
    guard let event = event(of: press.keystroke, press.hint, in: container) else {
      container.endRun()
      return nil
    }
    if press.wantsRawPresses, let taken = engine.stages.rawPresses.offer(press) { return taken }
    return perform(event, of: press.keystroke, in: container)
  }

  /// What a press would do to the focused text; nil where it would do nothing (CMD-18).
  func event(
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

  private func perform(
    _ event: TextEvent, of keystroke: Keystroke, in container: TextContainer
  ) -> Disposition {
    switch event {
    case .binding(let command):
      if case .pending = keystroke.composition { engine.stages.composition.abandon() }
      carryOut(command, in: container)
      return .binding(command)
    case .insertion:
      // Marked text here belongs to a sequence that this key had no part in.
      if engine.stages.composition.isComposing { container.commitMarkedText() }
      let text =
        keystroke.event.code == .keypadDot
        ? keypadText(of: keystroke, in: container) : keystroke.typedText
      if engine.assistant == nil {
        container.insert(text)
      } else {
        container.type(text)
      }
      textDidChange(in: container)
      container.showCaret()
      engine.stages.heldKeys.letterWasTyped(by: keystroke)
      return .insertedText
    case .action(let action):
      if case .pending = keystroke.composition { engine.stages.composition.abandon() }
      return perform(action, of: keystroke, in: container)
    case .sequence(let preview):
      engine.stages.composition.show(preview, of: keystroke, in: container)
      return .composing
    }
  }

  /// Performs an editing command for the person who types.
  func carryOut(_ command: EditingCommand, in container: TextContainer) {
    let revision = container.document.revision
    let isComposed = container.markedRange != nil
    container.carryOut(command)
    if engine.assistant != nil, !isComposed {
      followCorrection(command, in: container, since: revision)
    }
    textDidChange(in: container)
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

  /// Tells those who compose of a change that was not theirs (INP-12).
  func textDidChange(in container: TextContainer) {
    engine.stages.composition.textDidChange(in: container)
  }
}

extension TextEngine {
  /// Which chords edit text.
  public var bindings: TextBindings {
    get { stages.text.bindings }
    set {
      stages.text.bindings = newValue
      mainMenu.setNeedsRebuild()
    }
  }

  /// Where the completion list finds words, in the order in which they are asked.
  public var completionSources: [any CompletionSource] {
    get { stages.text.completionSources }
    set { stages.text.completionSources = newValue }
  }

  /// The language of what is typed: the mode's.
  var inputLanguage: String { modes.current.primaryLanguage.description }

  /// A program marked text.
  func programMarked(_ container: TextContainer) {
    stages.composition.programMarked(container)
    programChanged(container)
  }

  /// A program changed text or selection.
  func programChanged(_ container: TextContainer) {
    if container === textContainer { stages.heldKeys.endHold() }
    container.forgetCorrection()
    stages.composition.textDidChange(in: container)
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
