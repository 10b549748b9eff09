// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// A press or a repeat on its way through the stages, with values that several stages need.
struct OfferedPress {
  /// The key as interpreted by the layout.
  let keystroke: Keystroke
  /// The key's chord, for fast checks of what cannot match.
  let hint: ChordHint
  /// The focused container; nil for none.
  let container: TextContainer?
  /// Whether a responder of the chain wants raw presses.
  let wantsRawPresses: Bool
  /// Whether one of them wants those that the text would handle, too.
  let wantsPressesOfText: Bool
  /// Whether a command with priority may match.
  let mayMatchPriority: Bool
}

/// The stages that process a key press, one after the other, until one handles it (reference 8.3).
///
/// Each stage is a type of its own that owns its state. This type contains only their order.
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

  init(of link: HostLink) { menu = MenuStage(of: link) }

  override func connect(to engine: TextEngine) {
    super.connect(to: engine)
    let stages: [EnginePart] = [
      heldKeys, reserved, menu, sequence, overlay, composition, commands, text, focusMovement,
      rawPresses, unhandled,
    ]
    for stage in stages { stage.connect(to: engine) }
  }

  // MARK: The order

  /// Processes every event of every key.
  func take(_ keystroke: Keystroke) -> Disposition {
    // Keys whose meaning depends on how long they are held need every event, including releases.
    if let taken = heldKeys.offer(keystroke) { return taken }
    switch keystroke.event.phase {
    case .press:
      // If the release of the key was lost, its last press ends here.
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

  /// Passes a press or a repeat to each stage in order.
  private func offer(_ keystroke: Keystroke) -> Disposition {
    // The program is inactive.
    if engine.isInactive { return commands.offerGlobally(keystroke) }
    let press = survey(keystroke)
    if keystroke.isModifier {
      if press.wantsRawPresses { _ = rawPresses.offer(press) }
      return .modifier
    }
    // The last typed character is shown in clear until the next key of any kind (FLD-2).
    if let container = press.container, container.isRevealing { container.hideRevealed() }
    // Steps 1 and 2: reserved keys, then whatever is open in front of the text.
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

  /// Collects from the chain, only once, the values that several stages need; for most presses of
  /// plain text no stage needs more of the chain.
  private func survey(_ keystroke: Keystroke) -> OfferedPress {
    let hint = keystroke.chordHint
    var mayMatchPriority = commands.mayMatchPriorityOutsideChain(hint)
    var wantsRawPresses = false
    var wantsPressesOfText = false
    var candidate: Responder? = engine.firstOfChain
    while let responder = candidate {
      if responder.wantsPresses {
        wantsRawPresses = true
        if responder.wantsPressesOfText { wantsPressesOfText = true }
      }
      if responder.mayMatch(hint, withPriority: true) { mayMatchPriority = true }
      candidate = responder.next
    }
    return OfferedPress(
      keystroke: keystroke, hint: hint, container: engine.textContainer,
      wantsRawPresses: wantsRawPresses, wantsPressesOfText: wantsPressesOfText,
      mayMatchPriority: mayMatchPriority)
  }
}
