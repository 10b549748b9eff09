// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// Step 1 of the dispatch order: reserved commands, which cannot be overridden even with priority
/// (CMD-13).
///
/// The keys that switch modes are reserved too; they are in ``HeldKeyStage``, because some of them
/// depend on how long they are held.
final class ReservedStage {
  private let state: EngineState

  init(_ state: EngineState) { self.state = state }

  @inline(__always)
  func offer(_ press: OfferedPress) -> StageAnswer? {
    guard state.reservedCommands.mayMatch(press.hint) else { return nil }
    return answer(press)
  }

  private func answer(_ press: OfferedPress) -> StageAnswer? {
    let application = state.application
    let found = state.reservedCommands.first(
      for: press.keystroke, isMirrored: state.isMirrored
    ) { command in
      application.canPerform(command)
        ? PerformableCommand(command: command, target: application) : nil
    }
    return found.map { .invoking($0) { [self] in answer(press) } }
  }
}
