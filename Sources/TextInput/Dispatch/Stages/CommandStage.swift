// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

/// Steps 3 and 7 of the offer order: the user's commands, the chain's, the accessory's, the menu's.
///
/// `CommandStage+Conditions` says where a command counts; `ActiveCommand` lists what would run now.
final class CommandStage: EnginePart {
  /// What the engine calls ``TextEngine/userCommands``.
  fileprivate(set) var userCommands: Responder?
  /// What the engine calls ``TextEngine/translator``.
  fileprivate(set) var translator = Translator.none
  /// What the engine calls ``TextEngine/isKeyboard``.
  fileprivate(set) var isKeyboard: (DeviceInfo, _ selector: String) -> Bool = { $0.name == $1 }

  // MARK: Offering

  /// Step 3.
  func offerWithPriority(_ press: OfferedPress) -> Disposition? {
    if press.mayMatchPriority, let taken = offer(press.keystroke, withPriority: true) {
      return taken
    }
    // D8.
    guard press.container != nil, comesFirst else { return nil }
    return offer(press.keystroke, withPriority: false)
  }

  /// Step 7: commands, behind the menus what the text itself cannot do.
  func offer(_ press: OfferedPress) -> Disposition? {
    if let taken = offer(press.keystroke, withPriority: false) { return taken }
    return engine.bindings.mayMatch(press.hint) ? offerActions(press.keystroke) : nil
  }

  /// All that a key may do while the person looks elsewhere.
  func offerGlobally(_ keystroke: Keystroke) -> Disposition {
    if !keystroke.isModifier,
      let taken = engine.stages.sequence.proceed(with: keystroke)
        ?? offer(keystroke, withPriority: true) ?? offer(keystroke, withPriority: false)
    {
      return taken
    }
    // It is typed elsewhere.
    engine.stages.rawPresses.beginSilent(keystroke)
    return .ignored
  }

  /// Whether a command with priority may match that no responder of the chain declares.
  func mayMatchPriorityOutsideChain(_ hint: ChordHint) -> Bool {
    engine.mainMenu.registry.mayMatch(hint, withPriority: true)
      || userCommands?.mayMatch(hint, withPriority: true) == true
      || engine.keyboardArea.isFollowing
        && engine.accessoryBars.contains {
          $0.keyCommands?.mayMatch(hint, withPriority: true) ?? false
        }
  }

  /// Whether commands come before text (D8).
  var comesFirst: Bool { engine.settings.legacyCommandsFirst }

  /// Whether a key types a letter of a secret: then it is the text's, and nobody learns of it from a
  /// command, whatever has priority (FLD-2).
  func isSecret(_ keystroke: Keystroke) -> Bool {
    keystroke.isPrintable && keystroke.insertsText && !engine.isAway
      && engine.textContainer.map { $0.isSecure && $0.takesText } == true
  }

  /// Looks among the user's commands, along the chain, among the accessory's items (CIV-9), then in the
  /// menu; the nearest match that can be performed runs.
  ///
  /// All are asked about what the key itself types before any is asked about what it stands in for.
  private func offer(_ keystroke: Keystroke, withPriority: Bool) -> Disposition? {
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
    return found.command.command.continuation.isEmpty
      ? run(found.command, for: keystroke)
      : engine.stages.sequence.begin(
        with: found.reading, keystroke, withPriority: withPriority)
  }

  // MARK: Searching

  /// Asks the registries one after the other, in the order in which they count (CMD-4).
  ///
  /// - Parameter body: is given a registry, and whose it is.
  /// - Returns: the first answer.
  func firstInCollection<Result>(
    _ body: (CommandRegistry, CommandOrigin) -> Result?
  ) -> Result? {
    for case let registry? in userCommands?.registries ?? [] {
      if let result = body(registry, .user) { return result }
    }
    // While the person looks elsewhere, keys are nobody's here.
    guard !engine.isAway else { return nil }
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

  /// Who would perform a command now, and what the command is then; nil where nobody can (CMD-8) or
  /// where it does not count.
  ///
  /// An item's command is its bar's.
  func performable(_ command: KeyCommand, of origin: CommandOrigin) -> PerformableCommand? {
    guard command.condition.isEmpty || holds(command.condition) else { return nil }
    switch origin {
    case .user:
      guard engine.hasFirstResponder || command.isGlobal else { return nil }
      let target =
        (engine.isAway ? nil : performer(of: command, from: engine.firstOfChain)) ?? userCommands
      guard let target, target.canPerform(command) else { return nil }
      return validated(command, by: target)
    case .accessory(let bar):
      return bar.canPerform(command) ? validated(command, by: bar) : nil
    case .chain, .menu:
      // CMD-7: whoever can perform it, from the first responder on, does; not whoever declared it.
      return performer(of: command, from: engine.firstOfChain).flatMap {
        validated(command, by: $0)
      }
    }
  }

  /// A command as who can perform it says that it is now; nil for one that is disabled.
  func validated(_ command: KeyCommand, by target: Responder) -> PerformableCommand? {
    var command = command
    target.validate(&command)
    return command.attributes.contains(.disabled)
      ? nil : PerformableCommand(command: command, target: target)
  }

  /// What the text itself cannot do, such as ⌘F, for whoever can (6.3, 6.4).
  private func offerActions(_ keystroke: Keystroke) -> Disposition? {
    let found = ChordMatcher(keystroke).first { reading -> PerformableCommand? in
      guard let action = engine.bindings[reading.chord], action.isAction,
        let command = BuiltinCommands.row(of: action)?.keyCommand(reading.chord)
      else { return nil }
      return performable(command, of: .menu)
    }
    guard let found else { return nil }
    if found.command.id == EditingCommand.cancel.rawValue,
      let container = engine.textContainer
    {
      // FLD-7: only what declares a cancel action ends editing as cancelled.
      guard container.window?.focus(nil, endingWith: .cancelled) == true else {
        return .binding(.cancel)
      }
    }
    return run(found, for: keystroke)
  }

  /// Whether text does by itself, at its own step, what the menu has for whoever else can (CMD-26).
  func isTextsOwn(_ found: PerformableCommand) -> Bool {
    guard found.target === engine.textContainer,
      let command = EditingCommand(rawValue: found.command.id)
    else { return false }
    return engine.bindings[found.command.chord] == command
  }

  /// The first in the chain, from a responder on, that can perform a command (CMD-7).
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
    // A dead key that is a command begins no sequence.
    if case .pending = keystroke.composition { engine.stages.composition.abandon() }
    engine.textContainer?.endRun()
    // CMD-11: a command that does not repeat has taken the key all the same.
    if keystroke.event.phase == .repeat, !command.isRepeating { return .command(id: command.id) }
    report(found)
    let focused = engine.firstResponder
    found.target.perform(command)
    // What was pressed here is not typed there, however long the key is held.
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

  /// Runs a command as its key would: whoever can perform it, from a responder on, does.
  func perform(_ command: KeyCommand, from responder: Responder) -> Bool {
    guard !engine.isAway, let target = performer(of: command, from: responder),
      let found = validated(command, by: target)
    else { return false }
    engine.textContainer?.endRun()
    report(found)
    target.perform(found.command)
    return true
  }
}

extension TextEngine {
  /// What the user's own settings bind: asked before the chain, and performed by whoever of the chain
  /// can, else by this responder; nil for nothing.
  ///
  /// It is the user's, as ``settings`` are: a program has no way to it. Its commands count while
  /// something has the focus; those that are global also while nothing has, or while
  /// the person looks elsewhere. A new responder takes the place of all of the old one's commands.
  public var userCommands: Responder? {
    get { stages.commands.userCommands }
    set {
      stages.commands.userCommands = newValue
      stages.sequence.end()
    }
  }

  /// Says titles and headings in the user's language, wherever they are shown (CMD-14).
  public var translator: Translator {
    get { stages.commands.translator }
    set {
      stages.commands.translator = newValue
      mainMenu.setNeedsRebuild()
    }
  }

  /// Says whether a keyboard is one that a command's condition means; by default by its name.
  public var isKeyboard: (DeviceInfo, _ selector: String) -> Bool {
    get { stages.commands.isKeyboard }
    set { stages.commands.isKeyboard = newValue }
  }

  /// Runs a command as its key would: whoever can perform it, from a responder on, does; UIKit's
  /// counterpart is `sendAction(_:to:from:for:)`.
  ///
  /// - Parameters:
  ///   - command: as its menu has it.
  ///   - responder: who is asked first; nil for whatever has the focus.
  /// - Returns: whether somebody performed it; nobody does where it is disabled or the engine not active.
  @discardableResult
  public func perform(_ command: KeyCommand, from responder: Responder? = nil) -> Bool {
    stages.commands.perform(command, from: responder ?? firstOfChain)
  }
}

/// Whose a command is.
enum CommandOrigin {
  /// The user's own.
  case user
  /// A responder's of the chain.
  case chain
  /// A button's in an accessory.
  case accessory(AccessoryBar)
  /// The main menu's.
  case menu

  var isMenu: Bool { if case .menu = self { true } else { false } }
}

/// A command that can be performed, as who performs it says that it is now.
struct PerformableCommand {
  var command: KeyCommand
  var target: Responder
}
