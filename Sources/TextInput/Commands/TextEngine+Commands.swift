// SPDX-License-Identifier: Apache-2.0
package import KeyCommands
import Keys

/// Steps 1, 3 and 7 of the offer order.
extension TextEngine {
  func offerToReservedCommands(_ keystroke: Keystroke) -> Disposition? {
    reservedCommands.first(for: keystroke, isMirrored: isMirrored) { command in
      application.canPerform(command) ? command : nil
    }.map { run(PerformableCommand(command: $0, target: application), for: keystroke) }
  }

  /// Whether a chord is taken before any command of 8.2 is asked for (CMD-13).
  package func isReserved(_ chord: Chord) -> Bool {
    if isAway { return false }
    return ModeKeys.reserves(chord)
      || reservedCommands.candidates(for: chord, isMirrored: isMirrored).contains(
        where: application.canPerform)
      || chord == Self.menuKey && hasMenu
  }

  /// Whether a key types a letter of a secret: then it is the text's, and nobody learns of it from a
  /// command, whatever has priority (FLD-2).
  func isSecret(_ keystroke: Keystroke) -> Bool {
    keystroke.isPrintable && keystroke.insertsText && !isAway
      && textContainer.map { $0.isSecure && $0.takesText } == true
  }

  /// Looks among the user's commands, along the chain, among the accessory's items (CIV-9), then in the
  /// menu; the nearest match that can be performed runs.
  ///
  /// All are asked about what the key itself types before any is asked about what it stands in for.
  func offerToCommands(_ keystroke: Keystroke, withPriority: Bool) -> Disposition? {
    guard !isSecret(keystroke) else { return nil }
    let isMirrored = isMirrored
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
      : beginSequence(with: found.reading, keystroke, withPriority: withPriority)
  }

  /// Whether inputs that point somewhere have changed places: the mode writes from right to left.
  var isMirrored: Bool { modes.current.script.isRightToLeft }

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
    guard !isAway else { return nil }
    var declarer: Responder? = firstOfChain
    while let responder = declarer {
      for case let registry? in responder.registries {
        if let result = body(registry, .chain) { return result }
      }
      declarer = responder.nextForCommands
    }
    for bar in accessoryBars {
      if let registry = bar.keyCommands, let result = body(registry, .accessory(bar)) {
        return result
      }
    }
    return body(mainMenu.registry, .menu)
  }

  /// Who would perform a command now, and what the command is then; nil where nobody can (CMD-8) or
  /// where it does not count.
  ///
  /// An item's command is its bar's.
  func performable(_ command: KeyCommand, of origin: CommandOrigin) -> PerformableCommand? {
    guard command.condition.isEmpty || holds(command.condition) else { return nil }
    switch origin {
    case .user:
      guard hasFirstResponder || command.isGlobal else { return nil }
      let target = (isAway ? nil : performer(of: command, from: firstOfChain)) ?? userCommands
      guard let target, target.canPerform(command) else { return nil }
      return validated(command, by: target)
    case .accessory(let bar):
      return bar.canPerform(command) ? validated(command, by: bar) : nil
    case .chain, .menu:
      // CMD-7: whoever can perform it, from the first responder on, does; not whoever declared it.
      return performer(of: command, from: firstOfChain).flatMap { validated(command, by: $0) }
    }
  }

  /// A command as who can perform it says that it is now; nil for one that is disabled.
  func validated(_ command: KeyCommand, by target: Responder) -> PerformableCommand? {
    var command = command
    target.validate(&command)
    return command.attributes.contains(.disabled)
      ? nil : PerformableCommand(command: command, target: target)
  }

  /// Step 7, behind the menus: what the text itself cannot do, such as ⌘F, for whoever can (6.3, 6.4).
  func offerToActions(_ keystroke: Keystroke) -> Disposition? {
    let found = ChordMatcher(keystroke).first { reading -> PerformableCommand? in
      guard let action = bindings[reading.chord], action.isAction,
        let command = BuiltinCommands.row(of: action)?.keyCommand(reading.chord)
      else { return nil }
      return performable(command, of: .menu)
    }
    guard let found else { return nil }
    if found.command.id == EditingCommand.cancel.rawValue, let textContainer {
      // FLD-7: only what declares a cancel action ends editing as cancelled.
      guard textContainer.window?.focus(nil, endingWith: .cancelled) == true else {
        return .binding(.cancel)
      }
    }
    return run(found, for: keystroke)
  }

  /// Whether text does by itself, at its own step, what the menu has for whoever else can (CMD-26).
  func isTextsOwn(_ found: PerformableCommand) -> Bool {
    guard found.target === textContainer, let command = EditingCommand(rawValue: found.command.id)
    else { return false }
    return bindings[found.command.chord] == command
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

  func run(_ found: PerformableCommand, for keystroke: Keystroke) -> Disposition {
    let command = found.command
    // A dead key that is a command begins no sequence.
    if case .pending = keystroke.composition { abandonComposition() }
    textContainer?.endRun()
    // CMD-11: a command that does not repeat has taken the key all the same.
    if keystroke.event.phase == .repeat, !command.isRepeating { return .command(id: command.id) }
    queue.append(
      .commandInvoked(
        id: command.id, title: translator(command.title), target: found.target.name,
        argument: command.propertyList))
    let focused = firstResponder
    found.target.perform(command)
    // What was pressed here is not typed there, however long the key is held.
    if firstResponder !== focused { beginSilentPress(keystroke) }
    return .command(id: command.id)
  }

  /// Where the chain begins: the first responder, else what is in front of all, the key window's
  /// root controller, the window, the application (RSP-11).
  var firstOfChain: Responder {
    keyWindow.map { $0.focused ?? $0.rootResponder } ?? application
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
