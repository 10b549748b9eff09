// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
import Keys

/// The built-in commands whose keys would have an effect now.
extension TextEngine {
  /// The built-in commands that would have an effect now, each with its effective chords (reference
  /// section 6).
  ///
  /// An editing command is included if the focused text can perform it: ⌘X while something is
  /// selected. A command for the program is included if a responder of the chain can perform it.
  /// Chords that a command of ``activeCommands`` takes first are left out.
  public var activeBindings: [BuiltinCommand] {
    activeBindings(besides: stages.listing.collect())
  }

  /// ``activeBindings`` next to the commands of ``activeCommands``, which are known already.
  package func activeBindings(besides commands: [ActiveCommand]) -> [BuiltinCommand] {
    let all = Set(commands.compactMap(\.chords.first))
    let first =
      stages.search.comesFirst
      ? all : Set(commands.filter(\.command.wantsPriority).compactMap(\.chords.first))
    return bindings.rows.compactMap { row in
      let chords = row.chords.filter { chord in
        guard !isReserved(chord) else { return false }
        return row.command.isAction && !all.contains(chord) && isForProgram(row.keyCommand(chord))
          || !first.contains(chord) && edits(chord, as: row.command)
      }
      return chords.isEmpty ? nil : row.with(chords: chords)
    }
  }

  private func edits(_ chord: Chord, as command: EditingCommand) -> Bool {
    // Without this check the completions of F5 would be searched for.
    guard !isInactive, let container = textContainer, container.canPerform(command) else {
      return false
    }
    let keystroke = Keystroke(typing: chord)
    guard
      case .binding(command) = stages.text.event(of: keystroke, keystroke.chordHint, in: container)
    else { return false }
    return true
  }

  private func isForProgram(_ command: KeyCommand) -> Bool {
    !isInactive && stages.search.performable(command, of: .menu) != nil
  }
}
