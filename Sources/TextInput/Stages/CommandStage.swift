// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Steps 3 and 7 of the dispatch order: commands of the user, the chain, accessories and the menu.
final class CommandStage {
  private let search: CommandSearch
  private let state: EngineState

  init(_ search: CommandSearch) {
    self.search = search
    state = search.state
  }

  /// Performs step 3: commands with priority.
  @inline(__always)
  func answerWithPriority(_ keystroke: Keystroke, _ survey: PressSurvey) -> StageAnswer? {
    survey.mayMatchPriority ? answer(keystroke, withPriority: true) : nil
  }

  /// Performs step 7 in place of step 3: a setting runs all commands before text (D8).
  @inline(__always)
  func answerBeforeText(_ keystroke: Keystroke, _ survey: PressSurvey) -> StageAnswer? {
    survey.container != nil && search.comesFirst ? answer(keystroke) : nil
  }

  /// Performs step 7: commands.
  func answer(_ keystroke: Keystroke) -> StageAnswer? {
    answer(keystroke, withPriority: false)
  }

  /// Performs the end of step 7: commands that the text itself cannot perform, such as ⌘F, are
  /// dispatched to a responder that can (6.3, 6.4).
  func answerActions(_ keystroke: Keystroke, _ survey: PressSurvey) -> StageAnswer? {
    state.bindings.mayMatch(survey.hint) ? answerActions(keystroke) : nil
  }

  /// Finds the first matching command that can be performed.
  ///
  /// First all of them are searched for the key's own chord, then all for the chord that the key
  /// stands in for.
  func answer(_ keystroke: Keystroke, withPriority: Bool) -> StageAnswer? {
    guard !search.isSecret(keystroke) else { return nil }
    let isMirrored = state.isMirrored
    let found = ChordMatcher(keystroke).first { reading in
      search.firstInCollection { registry, origin in
        registry.first(for: reading, withPriority: withPriority, isMirrored: isMirrored) {
          search.performable($0, of: origin).flatMap { search.isTextsOwn($0) ? nil : $0 }
        }
      }.map { (command: $0, reading: reading) }
    }
    guard let found else { return nil }
    guard found.command.command.continuation.isEmpty else {
      return StageAnswer(.prefix, [.beginSequence(found.reading, withPriority: withPriority)])
    }
    return .invoking(found.command) { [self] in answer(keystroke, withPriority: withPriority) }
  }

  private func answerActions(_ keystroke: Keystroke) -> StageAnswer? {
    let found = ChordMatcher(keystroke).first { reading -> PerformableCommand? in
      guard let action = state.bindings[reading.chord], action.isAction,
        let command = BuiltinCommands.row(of: action)?.keyCommand(reading.chord)
      else { return nil }
      return search.performable(command, of: .menu)
    }
    guard var found else { return nil }
    // Only a cancel action ends editing with the reason `cancelled`.
    found.cancelsEditing = found.command.id == EditingCommand.cancel.rawValue
    return .invoking(found) { [self] in answerActions(keystroke) }
  }
}
