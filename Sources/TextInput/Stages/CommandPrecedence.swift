// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Tells which keys never reach a command, because an earlier step of the dispatch order takes
/// them.
final class CommandPrecedence {
  private let state: EngineState
  private let search: CommandSearch
  private let menus: MenuContents
  private let text: TextStage
  private let focusMovement: FocusMovementStage

  init(
    _ search: CommandSearch, menus: MenuContents, text: TextStage,
    focusMovement: FocusMovementStage
  ) {
    state = search.state
    self.search = search
    self.menus = menus
    self.text = text
    self.focusMovement = focusMovement
  }

  /// Whether a chord is handled before any command of reference 8.2 (CMD-13).
  func isReserved(_ chord: Chord) -> Bool {
    if state.isInactive { return false }
    return ModeKeys.reserves(chord)
      || state.reservedCommands.candidates(for: chord, isMirrored: state.isMirrored).contains(
        where: state.application.canPerform)
      || chord == MenuContents.openingChord && menus.hasMenu
  }

  /// Whether a key would be taken by the text, or move focus, before a command is matched (CMD-9,
  /// CMD-26).
  func losesToText(_ command: KeyCommand, _ keystroke: Keystroke) -> Bool {
    if search.isSecret(keystroke) { return true }
    guard !command.wantsPriority, !(search.comesFirst && state.container != nil) else {
      return false
    }
    if let container = state.container,
      text.event(of: keystroke, keystroke.chordHint, in: container) != nil
    {
      return true
    }
    return focusMovement.mayMoveFocus(keystroke)
  }
}
