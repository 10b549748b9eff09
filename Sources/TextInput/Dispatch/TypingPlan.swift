// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Whether a letter can go straight into the text, because no step of the dispatch order before the
/// text could take it.
///
/// Whether the responders leave all letters to the text is decided when ``DispatchRevision``
/// changes. Anything open or pending is looked at for each letter: those are flags.
final class TypingPlan {
  /// Whether letters may take the short way; tests compare it with the long one.
  var isEnabled = true
  private let state: EngineState
  private let stages: Stages
  private let surveyor: PressSurveyor

  init(_ stages: Stages, _ surveyor: PressSurveyor, _ state: EngineState) {
    self.stages = stages
    self.surveyor = surveyor
    self.state = state
  }

  /// Returns the text that a key types into; nil if the key must take the long way.
  func container(for keystroke: Keystroke) -> TextContainer? {
    guard surveyor.leavesLettersToText, keystroke.isPlainLetter, !state.isInactive,
      !stages.heldKeys.wants(keystroke), !stages.sequence.isPending, !stages.overlay.isOpen,
      !stages.composition.isComposing, !stages.composition.methods.isActive,
      !stages.rawPresses.hasPresses, !state.keyboardArea.hasViews,
      !state.assistance.isActive, isEnabled, let container = state.container,
      container.takesText, !container.isRevealing, !container.hasContinuation
    else { return nil }
    return container
  }
}

extension Keystroke {
  /// Whether the press types a letter, a digit, a sign or a space, and matches no chord but one
  /// without modifiers, or with Shift.
  fileprivate var isPlainLetter: Bool {
    guard event.phase == .press, isOfLetter, case .none = composition,
      let byte = text.utf8.first
    else { return false }
    return byte >= 0x20 && byte != 0x7F
  }
}
