// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Finds the commands that can be performed, among those of the user, the chain, accessories and
/// the menu.
///
/// `CommandSearch+Conditions` evaluates conditions of commands.
final class CommandSearch {
  let state: EngineState

  init(_ state: EngineState) { self.state = state }

  /// Asks the chain, the user's commands and the menu what they want of presses.
  func surveyResponders() -> ChainSurvey {
    var survey = ChainSurvey(from: state.firstOfChain)
    if let userCommands = state.userCommands { survey.addCommands(of: userCommands) }
    survey.addCommands(state.mainMenu.registry.priorityFilter)
    return survey
  }

  /// Whether a command with priority of an accessory may match.
  func mayMatchPriorityInAccessories(_ hint: ChordHint) -> Bool {
    state.accessoryBars.contains { $0.ownRegistry?.priorityFilter.mayMatch(hint) ?? false }
  }

  /// Whether commands are dispatched before text (D8).
  var comesFirst: Bool { state.settings.legacyCommandsFirst }

  /// Whether a key types a letter of a secret; it is then always typed, and no command receives it,
  /// even with priority (FLD-2).
  func isSecret(_ keystroke: Keystroke) -> Bool {
    keystroke.isPrintable && keystroke.insertsText && !state.isInactive
      && state.container.map { $0.isSecure && $0.takesText } == true
  }

  /// Calls `body` with each registry, in the order of precedence (CMD-4), until it returns a
  /// result.
  ///
  /// - Parameter body: receives a registry and its origin.
  /// - Returns: the first result.
  func firstInCollection<Result>(
    _ body: (CommandRegistry, CommandOrigin) -> Result?
  ) -> Result? {
    for case let registry? in state.userCommands?.registries ?? [] {
      if let result = body(registry, .user) { return result }
    }
    // While the engine is inactive, only the user's commands apply.
    guard !state.isInactive else { return nil }
    var declarer: Responder? = state.firstOfChain
    while let responder = declarer {
      for case let registry? in responder.registries {
        if let result = body(registry, .chain) { return result }
      }
      declarer = responder.nextForCommands
    }
    for bar in state.accessoryBars {
      if let registry = bar.ownRegistry, let result = body(registry, .accessory(bar)) {
        return result
      }
    }
    return body(state.mainMenu.registry, .menu)
  }

  /// Returns a command with the responder that would perform it now; nil if none can (CMD-8), or if
  /// its condition does not hold.
  ///
  /// The command of an accessory item is performed by its bar.
  func performable(_ command: KeyCommand, of origin: CommandOrigin) -> PerformableCommand? {
    guard command.condition.isEmpty || holds(command.condition) else { return nil }
    switch origin {
    case .user:
      guard state.hasFocus || command.isGlobal else { return nil }
      let target =
        (state.isInactive ? nil : performer(of: command, from: state.firstOfChain))
        ?? state.userCommands
      guard let target, target.canPerform(command) else { return nil }
      return validated(command, by: target)
    case .accessory(let bar):
      return bar.canPerform(command) ? validated(command, by: bar) : nil
    case .chain, .menu:
      // The first responder that can perform the command does, not the one that declared it
      // (CMD-7).
      return performer(of: command, from: state.firstOfChain).flatMap {
        validated(command, by: $0)
      }
    }
  }

  /// Returns a command as validated by its target; nil if it is disabled.
  func validated(_ command: KeyCommand, by target: Responder) -> PerformableCommand? {
    var command = command
    target.validate(&command)
    return command.attributes.contains(.disabled)
      ? nil : PerformableCommand(command: command, target: target)
  }

  /// Whether the text performs a menu command itself, at its own step, so that the menu does not
  /// (CMD-26).
  func isTextsOwn(_ found: PerformableCommand) -> Bool {
    guard found.target === state.container,
      let command = EditingCommand(rawValue: found.command.id)
    else { return false }
    return state.bindings[found.command.chord] == command
  }

  /// Returns the first responder of the chain, starting with a given one, that can perform a
  /// command (CMD-7).
  func performer(of command: KeyCommand, from first: Responder) -> Responder? {
    var candidate: Responder? = first
    while let responder = candidate {
      if responder.canPerform(command) { return responder }
      candidate = responder.nextForCommands
    }
    return nil
  }
}
