// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The meaning of a key press for the focused text.
enum TextEvent {
  case binding(EditingCommand)
  case insertion
  case sequence(preview: String)
  case action(TextAction)
}

/// Step 5 of the dispatch order: keys for the focused text.
///
/// A key runs a binding of reference section 6, or else inserts its text. The stage only tells the
/// meaning of a key, which commands and raw presses need to know too.
final class TextStage {
  let state: EngineState
  /// The value of ``TextEngine/completionSources``.
  var completionSources: [any CompletionSource] = [DocumentWords()]

  init(_ state: EngineState) { self.state = state }

  /// Returns the meaning of a press for the focused text; nil if it has none, which ends the run of
  /// typed characters.
  func answer(_ keystroke: Keystroke, _ survey: PressSurvey, in container: TextContainer)
    -> TextEvent?
  {
    let event = event(of: keystroke, survey.hint, in: container)
    if event == nil { container.endRun() }
    return event
  }

  /// Returns the effect of a press on the focused text; nil for none (CMD-18).
  func event(
    of keystroke: Keystroke, _ hint: ChordHint, in container: TextContainer
  ) -> TextEvent? {
    if container.hasContinuation, let action = continuationAction(of: keystroke, in: container) {
      return .action(action)
    }
    if container.performsKeys, state.bindings.mayMatch(hint),
      let command = state.bindings.command(for: keystroke, where: { container.canPerform($0) })
    {
      // In an empty text ↓ has no other effect (AST-23).
      return command == .moveDown && !container.hasText && state.candidateRow.hasFillings
        ? .action(.enterRow) : .binding(command)
    }
    guard container.takesText else { return nil }
    if case .pending(let preview) = keystroke.composition { return .sequence(preview: preview) }
    guard keystroke.insertsText else {
      return action(of: keystroke, in: container).map { .action($0) }
    }
    guard container.performsKeys else {
      // Return and ⇥ of a text that a toolkit owns are keys (EXT-16).
      return keystroke.text.utf8.first.map { $0 < 0x20 } == true ? nil : .insertion
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
}
