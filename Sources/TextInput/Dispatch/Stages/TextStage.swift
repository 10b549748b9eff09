// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
import Keys

/// The meaning of a key press for the focused text.
enum TextEvent {
  case binding(EditingCommand)
  case insertion
  case sequence(preview: String)
  case action(TextAction)
}

/// Steps 4 and 5 of the dispatch order: keys for the focused text.
///
/// A key with a meaning for the text is first passed on as a raw press; then it runs a binding of
/// reference section 6, or else inserts its text.
final class TextStage: EnginePart {
  /// The value of ``TextEngine/bindings``.
  fileprivate(set) var bindings = TextBindings.builtin
  /// The value of ``TextEngine/completionSources``.
  var completionSources: [any CompletionSource] = [DocumentWords()]

  func offer(_ press: OfferedPress) -> Disposition? {
    guard let container = press.container else { return nil }
    guard let event = event(of: press.keystroke, press.hint, in: container) else {
      container.endRun()
      return nil
    }
    if press.wantsPressesOfText, let taken = engine.stages.rawPresses.offer(press, ofText: true) {
      return taken
    }
    return perform(event, of: press.keystroke, in: container)
  }

  /// Returns the effect of a press on the focused text; nil for none (CMD-18).
  func event(
    of keystroke: Keystroke, _ hint: ChordHint, in container: TextContainer
  ) -> TextEvent? {
    if container.hasContinuation, let action = continuationAction(of: keystroke) {
      return .action(action)
    }
    if bindings.mayMatch(hint),
      let command = bindings.command(for: keystroke, where: { container.canPerform($0) })
    {
      // In an empty text ↓ has no other effect (AST-23).
      return command == .moveDown && !container.hasText && engine.candidateRow.hasFillings
        ? .action(.enterRow) : .binding(command)
    }
    guard container.takesText else { return nil }
    if case .pending(let preview) = keystroke.composition { return .sequence(preview: preview) }
    guard keystroke.insertsText else {
      return action(of: keystroke, in: container).map { .action($0) }
    }
    guard !container.takesNewlines else {
      // ⇥ without a binding here moves focus (6.3).
      return keystroke.text.utf8.first == UInt8(ascii: "\t") ? nil : .insertion
    }
    switch keystroke.text {
    // In a field a line end can only mean Return (FLD-14).
    case "\r": return .binding(.insertNewline)
    // ⇥ and ⇧⇥ leave a field; a tab is typed with Option (6.3).
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
      // Marked text can only belong to a sequence that this key does not continue.
      if engine.stages.composition.isComposing { container.commitMarkedText() }
      let text =
        keystroke.event.code == .keypadDot
        ? keypadText(of: keystroke, in: container) : keystroke.typedText
      if engine.assistance.isActive {
        container.type(text, by: keystroke)
      } else {
        container.insert(text)
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

  /// Performs an editing command on behalf of the user.
  func carryOut(_ command: EditingCommand, in container: TextContainer) {
    let revision = container.textRevision
    let isComposed = container.markedRange != nil
    container.carryOut(command)
    if !isComposed, engine.assistance.isActive {
      container.help?.follow(command, since: revision)
    }
    textDidChange(in: container)
    if !command.scrolls { container.showCaret() }
  }

  /// Notifies composition and input methods of a change not made by them (INP-12).
  func textDidChange(in container: TextContainer) {
    engine.stages.composition.textDidChange(in: container)
  }
}

extension TextEngine {
  /// The chords that edit text.
  public var bindings: TextBindings {
    get { stages.text.bindings }
    set {
      stages.text.bindings = newValue
      mainMenu.setNeedsRebuild()
    }
  }

  /// The sources of words for the completion list, in the order in which they are called.
  public var completionSources: [any CompletionSource] {
    get { stages.text.completionSources }
    set { stages.text.completionSources = newValue }
  }

  /// The language of the current mode.
  var inputLanguage: String { modes.current.primaryLanguage.description }
}
