// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Step 1 of the dispatch order: reserved commands, which cannot be overridden even with priority
/// (CMD-13).
///
/// The keys that switch modes are reserved too; they are in ``HeldKeyStage``, because some of them
/// depend on how long they are held.
final class ReservedStage {
  private let state: EngineState

  init(_ state: EngineState) { self.state = state }

  @inline(__always)
  func answer(_ keystroke: Keystroke, _ survey: PressSurvey) -> StageAnswer? {
    guard state.reservedCommands.mayMatch(survey.hint) else { return nil }
    return answer(keystroke)
  }

  private func answer(_ keystroke: Keystroke) -> StageAnswer? {
    let application = state.application
    let found = state.reservedCommands.first(
      for: keystroke, isMirrored: state.isMirrored
    ) { command in
      application.canPerform(command)
        ? PerformableCommand(command: command, target: application) : nil
    }
    return found.map { .invoking($0) { [self] in answer(keystroke) } }
  }
}
