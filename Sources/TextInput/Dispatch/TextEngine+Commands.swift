// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Steps 1, 3 and 7 of the offer order.
extension TextEngine {
  func offerToReservedCommands(_ keystroke: Keystroke) -> Disposition? {
    guard
      let command = reservedCommands.command(
        for: keystroke, where: { application.canPerform($0) })
    else { return nil }
    return run(command, on: application, for: keystroke)
  }

  /// Looks along the chain, then among the accessory's items (CIV-9), then in the menu; the nearest
  /// match that can be performed runs.
  func offerToCommands(_ keystroke: Keystroke, withPriority: Bool) -> Disposition? {
    var declarer: Responder? = firstOfChain
    while let responder = declarer {
      if let taken = offer(keystroke, to: responder.keyCommands, withPriority: withPriority) {
        return taken
      }
      declarer = responder.nextForCommands
    }
    for bar in accessoryBars {
      if let command = bar.keyCommands?.command(
        for: keystroke, withPriority: withPriority, where: { bar.canPerform($0) })
      {
        return run(command, on: bar, for: keystroke)
      }
    }
    return offer(keystroke, to: menuCommands, withPriority: withPriority)
  }

  private func offer(
    _ keystroke: Keystroke, to registry: CommandRegistry?, withPriority: Bool
  ) -> Disposition? {
    guard let registry else { return nil }
    // CMD-7: whoever can perform it, from the first responder on, does; not whoever declared it.
    guard
      let command = registry.command(
        for: keystroke, withPriority: withPriority, where: { performer(of: $0) != nil }),
      let target = performer(of: command)
    else { return nil }
    return run(command, on: target, for: keystroke)
  }

  /// Step 7, behind the menus: what the text itself cannot do, such as ⌘F, for whoever can (6.3, 6.4).
  func offerToActions(_ keystroke: Keystroke) -> Disposition? {
    var found: (KeyCommand, Responder)?
    _ = ChordMatcher(keystroke).first { chord -> EditingCommand? in
      guard let action = bindings[chord], action.isAction,
        let command = BuiltinCommands.row(of: action)?.keyCommand(chord),
        let target = performer(of: command)
      else { return nil }
      found = (command, target)
      return action
    }
    guard let (command, target) = found else { return nil }
    if command.id == EditingCommand.cancel.rawValue, let textContainer {
      // FLD-7: only what declares a cancel action ends editing as cancelled.
      guard textContainer.window?.focus(nil, endingWith: .cancelled) == true else {
        return .binding(.cancel)
      }
    }
    return run(command, on: target, for: keystroke)
  }

  private func performer(of command: KeyCommand) -> Responder? {
    var candidate: Responder? = firstOfChain
    while let responder = candidate {
      if responder.canPerform(command) { return responder }
      candidate = responder.nextForCommands
    }
    return nil
  }

  private func run(
    _ command: KeyCommand, on target: Responder, for keystroke: Keystroke
  ) -> Disposition {
    // A dead key that is a command begins no sequence.
    if case .pending = keystroke.composition { abandonComposition() }
    textContainer?.endRun()
    // CMD-11: a command that does not repeat has taken the key all the same.
    if keystroke.event.phase == .repeat, !command.isRepeating { return .command(id: command.id) }
    queue.append(
      .commandInvoked(id: command.id, title: command.title, target: target.name))
    let focused = firstResponder
    target.perform(command)
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
