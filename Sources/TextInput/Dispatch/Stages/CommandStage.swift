// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

/// Steps 3 and 7 of the dispatch order: commands of the user, the chain, accessories and the menu.
///
/// `CommandStage+Conditions` evaluates conditions of commands; `ActiveCommand` lists the commands
/// that would run now.
final class CommandStage: EnginePart {
  /// The value of ``TextEngine/userCommands``.
  fileprivate(set) var userCommands: Responder?
  /// The value of ``TextEngine/translator``.
  fileprivate(set) var translator = Translator.none
  /// The value of ``TextEngine/isKeyboard``.
  fileprivate(set) var isKeyboard: (DeviceInfo, _ selector: String) -> Bool = { $0.name == $1 }

  // MARK: Dispatch

  /// Performs step 3: commands with priority.
  func offerWithPriority(_ press: OfferedPress) -> Disposition? {
    if press.mayMatchPriority, let taken = offer(press.keystroke, withPriority: true) {
      return taken
    }
    // A setting runs all commands before text (D8).
    guard press.container != nil, comesFirst else { return nil }
    return offer(press.keystroke, withPriority: false)
  }

  /// Performs step 7: commands, and after the menus those that the text itself cannot perform.
  func offer(_ press: OfferedPress) -> Disposition? {
    if let taken = offer(press.keystroke, withPriority: false) { return taken }
    return engine.bindings.mayMatch(press.hint) ? offerActions(press.keystroke) : nil
  }

  /// Processes a key while the engine is inactive.
  func offerGlobally(_ keystroke: Keystroke) -> Disposition {
    if !keystroke.isModifier,
      let taken = engine.stages.sequence.proceed(with: keystroke)
        ?? offer(keystroke, withPriority: true) ?? offer(keystroke, withPriority: false)
    {
      return taken
    }
    // The key is typed into another program.
    engine.stages.rawPresses.beginSilent(keystroke)
    return .ignored
  }

  /// Whether a command with priority may match that is not declared by a responder of the chain.
  func mayMatchPriorityOutsideChain(_ hint: ChordHint) -> Bool {
    engine.mainMenu.registry.mayMatch(hint, withPriority: true)
      || userCommands?.mayMatch(hint, withPriority: true) == true
      || engine.keyboardArea.hasViews
        && engine.accessoryBars.contains {
          $0.keyCommands?.mayMatch(hint, withPriority: true) ?? false
        }
  }

  /// Whether commands are dispatched before text (D8).
  var comesFirst: Bool { engine.settings.legacyCommandsFirst }

  /// Whether a key types a letter of a secret; it is then always typed, and no command receives it,
  /// even with priority (FLD-2).
  func isSecret(_ keystroke: Keystroke) -> Bool {
    keystroke.isPrintable && keystroke.insertsText && !engine.isInactive
      && engine.textContainer.map { $0.isSecure && $0.takesText } == true
  }

  /// Runs the first matching command that can be performed, among those of the user, the chain,
  /// accessories (CIV-9) and the menu.
  ///
  /// First all of them are searched for the key's own chord, then all for the chord that the key
  /// stands in for.
  ///
  /// If a delegate was consulted about text that the command commits, the command is searched once
  /// more, because the delegate may have changed what can be performed (CMD-5).
  private func offer(
    _ keystroke: Keystroke, withPriority: Bool, hasCommitted: Bool = false
  ) -> Disposition? {
    guard !isSecret(keystroke) else { return nil }
    let isMirrored = engine.isMirrored
    let found = ChordMatcher(keystroke).first { reading in
      firstInCollection { registry, origin in
        registry.first(for: reading, withPriority: withPriority, isMirrored: isMirrored) {
          performable($0, of: origin).flatMap { isTextsOwn($0) ? nil : $0 }
        }
      }.map { (command: $0, reading: reading) }
    }
    guard let found else { return nil }
    guard found.command.command.continuation.isEmpty else {
      return engine.stages.sequence.begin(
        with: found.reading, keystroke, withPriority: withPriority)
    }
    if !hasCommitted, commitPending(before: found.command, for: keystroke) {
      return offer(keystroke, withPriority: withPriority, hasCommitted: true)
    }
    return run(found.command, for: keystroke)
  }

  // MARK: Search

  /// Calls `body` with each registry, in the order of precedence (CMD-4), until it returns a
  /// result.
  ///
  /// - Parameter body: receives a registry and its origin.
  /// - Returns: the first result.
  func firstInCollection<Result>(
    _ body: (CommandRegistry, CommandOrigin) -> Result?
  ) -> Result? {
    for case let registry? in userCommands?.registries ?? [] {
      if let result = body(registry, .user) { return result }
    }
    // While the engine is inactive, only the user's commands apply.
    guard !engine.isInactive else { return nil }
    var declarer: Responder? = engine.firstOfChain
    while let responder = declarer {
      for case let registry? in responder.registries {
        if let result = body(registry, .chain) { return result }
      }
      declarer = responder.nextForCommands
    }
    for bar in engine.accessoryBars {
      if let registry = bar.keyCommands, let result = body(registry, .accessory(bar)) {
        return result
      }
    }
    return body(engine.mainMenu.registry, .menu)
  }

  /// Returns a command with the responder that would perform it now; nil if none can (CMD-8), or if
  /// its condition does not hold.
  ///
  /// The command of an accessory item is performed by its bar.
  func performable(_ command: KeyCommand, of origin: CommandOrigin) -> PerformableCommand? {
    guard command.condition.isEmpty || holds(command.condition) else { return nil }
    switch origin {
    case .user:
      guard engine.hasFirstResponder || command.isGlobal else { return nil }
      let target =
        (engine.isInactive ? nil : performer(of: command, from: engine.firstOfChain))
        ?? userCommands
      guard let target, target.canPerform(command) else { return nil }
      return validated(command, by: target)
    case .accessory(let bar):
      return bar.canPerform(command) ? validated(command, by: bar) : nil
    case .chain, .menu:
      // The first responder that can perform the command does, not the one that declared it
      // (CMD-7).
      return performer(of: command, from: engine.firstOfChain).flatMap {
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

  /// Dispatches commands that the text itself cannot perform, such as ⌘F, to a responder that can
  /// (6.3, 6.4).
  private func offerActions(_ keystroke: Keystroke) -> Disposition? {
    let found = committing(for: keystroke) {
      ChordMatcher(keystroke).first { reading in
        guard let action = engine.bindings[reading.chord], action.isAction,
          let command = BuiltinCommands.row(of: action)?.keyCommand(reading.chord)
        else { return nil }
        return performable(command, of: .menu)
      }
    }
    guard let found else { return nil }
    if found.command.id == EditingCommand.cancel.rawValue,
      let container = engine.textContainer
    {
      // Only a cancel action ends editing with the reason `cancelled` (FLD-7).
      guard container.window?.focus(nil, endingWith: .cancelled) == true else {
        return .binding(.cancel)
      }
    }
    return run(found, for: keystroke)
  }

  /// Whether the text performs a menu command itself, at its own step, so that the menu does not
  /// (CMD-26).
  func isTextsOwn(_ found: PerformableCommand) -> Bool {
    guard found.target === engine.textContainer,
      let command = EditingCommand(rawValue: found.command.id)
    else { return false }
    return engine.bindings[found.command.chord] == command
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

  // MARK: Running

  func run(_ found: PerformableCommand, for keystroke: Keystroke) -> Disposition {
    let command = found.command
    // A dead key that runs a command does not begin a sequence.
    if case .pending = keystroke.composition { engine.stages.composition.abandon() }
    engine.textContainer?.endRun()
    // A command that does not repeat still handles the key's repeats (CMD-11).
    if keystroke.event.phase == .repeat, !command.isRepeating { return .command(id: command.id) }
    report(found)
    let focused = engine.firstResponder
    found.target.perform(command)
    // A held key must not type into the responder that has focus now.
    if engine.firstResponder !== focused { engine.stages.rawPresses.beginSilent(keystroke) }
    return .command(id: command.id)
  }

  private func report(_ found: PerformableCommand) {
    let command = found.command
    engine.queue.append(
      .commandInvoked(
        id: command.id, title: translator(command.title), target: found.target.name,
        argument: command.propertyList))
  }

  /// Runs a command as its key would, with the first responder that can perform it.
  ///
  /// - Parameters:
  ///   - command: the command, as declared.
  ///   - responder: the first responder to consider; nil for the focused one.
  /// - Returns: whether it was performed.
  func perform(_ command: KeyCommand, from responder: Responder?) -> Bool {
    guard !engine.isInactive else { return false }
    let found = committing {
      performer(of: command, from: responder ?? engine.firstOfChain).flatMap {
        validated(command, by: $0)
      }
    }
    guard let found else { return false }
    engine.textContainer?.endRun()
    report(found)
    found.target.perform(found.command)
    return true
  }
}

extension TextEngine {
  /// The commands bound in the user's settings; nil for none.
  ///
  /// They are matched before the chain's, and performed by a responder of the chain, or else by
  /// this responder. They belong to the user, like ``settings``: programs have no access. They
  /// apply while something has focus; global ones also apply without focus and while the engine is
  /// inactive. Setting another responder replaces all of them.
  public var userCommands: Responder? {
    get { stages.commands.userCommands }
    set {
      stages.commands.userCommands = newValue
      stages.sequence.end()
    }
  }

  /// The translator of titles and headings into the user's language (CMD-14).
  public var translator: Translator {
    get { stages.commands.translator }
    set {
      stages.commands.translator = newValue
      mainMenu.setNeedsRebuild()
    }
  }

  /// A function that tells whether a keyboard matches a selector of a command's condition; by
  /// default it compares names.
  public var isKeyboard: (DeviceInfo, _ selector: String) -> Bool {
    get { stages.commands.isKeyboard }
    set { stages.commands.isKeyboard = newValue }
  }

  /// Runs a command as its key would, with the first responder that can perform it.
  ///
  /// The UIKit counterpart is `sendAction(_:to:from:for:)`.
  ///
  /// - Parameters:
  ///   - command: the command, as declared in its menu.
  ///   - responder: the first responder to consider; nil for the focused one.
  /// - Returns: whether it was performed; false if the command is disabled or the engine inactive.
  @discardableResult
  public func perform(_ command: KeyCommand, from responder: Responder? = nil) -> Bool {
    stages.commands.perform(command, from: responder)
  }
}

/// The origin of a command.
enum CommandOrigin {
  /// The user's settings.
  case user
  /// A responder of the chain.
  case chain
  /// A button of an accessory.
  case accessory(AccessoryBar)
  /// The main menu.
  case menu

  var isMenu: Bool { if case .menu = self { true } else { false } }
}

/// A command that can be performed, as validated by its target.
struct PerformableCommand {
  var command: KeyCommand
  var target: Responder
}
