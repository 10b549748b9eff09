// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// A press or an autorepeat on its way through the stages, with what several of them need to know.
struct OfferedPress {
  /// What the layout made of the key.
  let keystroke: Keystroke
  /// Its chord, for tables that say cheaply what cannot match.
  let hint: ChordHint
  /// The text that has the focus; nil for none.
  let container: TextContainer?
  /// Whether anybody of the chain wants raw presses.
  let wantsRawPresses: Bool
  /// Whether a command with priority may match.
  let mayMatchPriority: Bool
}

/// The stages that a key press is offered to, one after the other, until one takes it (reference 8.3).
///
/// Each stage is a type of its own that owns its state. Here is nothing but their order.
final class DispatchStages: EnginePart {
  let heldKeys = HeldKeyStage()
  let reserved = ReservedStage()
  let menu: MenuStage
  let sequence = SequenceStage()
  let overlay = OverlayStage()
  let composition = CompositionStage()
  let commands = CommandStage()
  let text = TextStage()
  let focusMovement = FocusMovementStage()
  let rawPresses = RawPressStage()
  let unhandled = UnhandledStage()

  init(of queue: UpdateQueue) { menu = MenuStage(of: queue) }

  override func connect(to engine: TextEngine) {
    super.connect(to: engine)
    let stages: [EnginePart] = [
      heldKeys, reserved, menu, sequence, overlay, composition, commands, text, focusMovement,
      rawPresses, unhandled,
    ]
    for stage in stages { stage.connect(to: engine) }
  }

  // MARK: The order

  /// Takes every event of every key.
  func take(_ keystroke: Keystroke) -> Disposition {
    // Keys that mean something by how long they are held see each event, releases too.
    if let taken = heldKeys.offer(keystroke) { return taken }
    switch keystroke.event.phase {
    case .press:
      // A release that got lost must not leave the key's last press open.
      rawPresses.end(keystroke, isCancelled: false)
      return offer(keystroke)
    case .repeat:
      return rawPresses.repeated(keystroke) ?? offer(keystroke)
    case .release:
      rawPresses.end(keystroke, isCancelled: false)
      return .released
    case .cancel:
      rawPresses.end(keystroke, isCancelled: true)
      return .released
    case .found:
      rawPresses.beginFound(keystroke)
      return .ignored
    }
  }

  /// Offers a press or an autorepeat to each stage in turn.
  private func offer(_ keystroke: Keystroke) -> Disposition {
    // While the person looks elsewhere.
    if engine.isAway { return commands.offerGlobally(keystroke) }
    let press = survey(keystroke)
    if keystroke.isModifier {
      if press.wantsRawPresses { _ = rawPresses.offer(press) }
      return .modifier
    }
    // FLD-2: the character typed last shows until the next key, whatever that is.
    if let container = press.container, container.revealed != nil { container.hideRevealed() }
    // Steps 1 and 2: keys that nobody can claim, then what is open in front of the text.
    if let taken = reserved.offer(press) { return taken }
    if let taken = menu.offer(press) { return taken }
    if let taken = sequence.offer(press) { return taken }
    if let taken = overlay.offer(press) { return taken }
    if let taken = composition.offer(press) { return taken }
    // Step 3.
    if let taken = commands.offerWithPriority(press) { return taken }
    // Steps 4 and 5: raw presses that would be text, then text.
    if let taken = text.offer(press) { return taken }
    // Step 6.
    if let taken = focusMovement.offer(press) { return taken }
    // Steps 7 to 9.
    if let taken = commands.offer(press) { return taken }
    if let taken = rawPresses.offer(press) { return taken }
    return unhandled.offer(press)
  }

  /// Asks once of the chain what several stages need to know; most presses of plain text need no more of it.
  private func survey(_ keystroke: Keystroke) -> OfferedPress {
    let hint = keystroke.chordHint
    var mayMatchPriority = commands.mayMatchPriorityOutsideChain(hint)
    var wantsRawPresses = false
    var candidate: Responder? = engine.firstOfChain
    while let responder = candidate {
      if responder.wantsPresses { wantsRawPresses = true }
      if responder.mayMatch(hint, withPriority: true) { mayMatchPriority = true }
      candidate = responder.next
    }
    return OfferedPress(
      keystroke: keystroke, hint: hint, container: engine.textContainer,
      wantsRawPresses: wantsRawPresses, mayMatchPriority: mayMatchPriority)
  }
}
