// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// Step 1 of the dispatch order: reserved commands, which cannot be overridden even with priority
/// (CMD-13).
///
/// The keys that switch modes are reserved too; they are in ``HeldKeyStage``, because some of them
/// depend on how long they are held.
final class ReservedStage: EnginePart {
  /// The value of ``TextEngine/reservedCommands``.
  let commands = CommandRegistry(refusesConflicts: true)

  func offer(_ press: OfferedPress) -> Disposition? {
    guard commands.mayMatch(press.hint) else { return nil }
    let application = engine.application
    let runner = engine.stages.commands
    let found = runner.committing(for: press.keystroke) {
      commands.first(for: press.keystroke, isMirrored: engine.isMirrored) { command in
        application.canPerform(command)
          ? PerformableCommand(command: command, target: application) : nil
      }
    }
    return found.map { runner.run($0, for: press.keystroke) }
  }

  /// Whether a chord is handled before any command of reference 8.2.
  func isReserved(_ chord: Chord) -> Bool {
    if engine.isInactive { return false }
    return ModeKeys.reserves(chord)
      || commands.candidates(for: chord, isMirrored: engine.isMirrored).contains(
        where: engine.application.canPerform)
      || chord == TextEngine.menuKey && engine.stages.menu.hasMenu
  }
}

extension TextEngine {
  /// The reserved commands, which are matched first (CMD-13); the application performs them.
  public var reservedCommands: CommandRegistry { stages.reserved.commands }

  /// Whether a chord is handled before any command of reference 8.2
  /// (CMD-13).
  package func isReserved(_ chord: Chord) -> Bool { stages.reserved.isReserved(chord) }
}
