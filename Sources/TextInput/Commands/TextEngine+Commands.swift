// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Steps 1, 3 and 7 of the offer order.
extension TextEngine {
  func offerToReservedCommands(_ keystroke: Keystroke) -> Disposition? {
    reservedCommands.first(for: keystroke, isMirrored: isMirrored) { command in
      application.canPerform(command) ? command : nil
    }.map { run(PerformableCommand(command: $0, target: application), for: keystroke) }
  }

  /// Looks along the chain, then among the accessory's items (CIV-9), then in the menu; the nearest
  /// match that can be performed runs.
  ///
  /// All are asked about what the key itself types before any is asked about what it stands in for.
  func offerToCommands(_ keystroke: Keystroke, withPriority: Bool) -> Disposition? {
    let isMirrored = isMirrored
    let found = ChordMatcher(keystroke).first { reading in
      firstInCollection { registry, bar in
        registry.first(for: reading, withPriority: withPriority, isMirrored: isMirrored) {
          performable($0, on: bar)
        }
      }.map { (command: $0, reading: reading) }
    }
    guard let found else { return nil }
    return found.command.command.continuation.isEmpty
      ? run(found.command, for: keystroke) : beginSequence(with: found.reading, keystroke)
  }

  /// Whether inputs that point somewhere have changed places: the mode writes from right to left.
  var isMirrored: Bool { modes.current.script.isRightToLeft }

  /// Asks the registries one after the other, in the order in which they count (CMD-4).
  ///
  /// - Parameter body: is given a registry, and the bar whose items it is about, where it is one's.
  /// - Returns: the first answer.
  func firstInCollection<Result>(
    _ body: (CommandRegistry, AccessoryBar?) -> Result?
  ) -> Result? {
    var declarer: Responder? = firstOfChain
    while let responder = declarer {
      for case let registry? in responder.registries {
        if let result = body(registry, nil) { return result }
      }
      declarer = responder.nextForCommands
    }
    for bar in accessoryBars {
      if let registry = bar.keyCommands, let result = body(registry, bar) { return result }
    }
    return body(menuCommands, nil)
  }

  /// Who would perform a command now, and what the command is then; nil where nobody can (CMD-8).
  ///
  /// An item's command is its bar's.
  func performable(_ command: KeyCommand, on bar: AccessoryBar? = nil) -> PerformableCommand? {
    // CMD-7: whoever can perform it, from the first responder on, does; not whoever declared it.
    guard let bar else {
      return performer(of: command).flatMap { validated(command, by: $0) }
    }
    return bar.canPerform(command) ? validated(command, by: bar) : nil
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
      return performable(command)
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

  private func performer(of command: KeyCommand) -> Responder? {
    var candidate: Responder? = firstOfChain
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
      .commandInvoked(id: command.id, title: command.title, target: found.target.name))
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

/// A command that can be performed, as who performs it says that it is now.
struct PerformableCommand {
  var command: KeyCommand
  var target: Responder
}
