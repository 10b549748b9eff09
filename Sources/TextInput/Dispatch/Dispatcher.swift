// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Passes a key press to the stages, one after the other, until one takes it (reference 8.3).
///
/// This type contains only their order. Each stage owns its state, and answers with actions.
final class Dispatcher {
  private let state: EngineState
  private let stages: Stages
  private let performer: ActionPerformer
  private let surveyor: PressSurveyor
  /// The short way of letters.
  let plan: TypingPlan

  init(_ performer: ActionPerformer) {
    state = performer.state
    stages = performer.stages
    self.performer = performer
    surveyor = PressSurveyor(stages.search)
    plan = TypingPlan(stages, surveyor, state)
  }

  // MARK: The order

  /// Processes every event of every key.
  func take(_ keystroke: Keystroke) -> Disposition {
    if let container = plan.container(for: keystroke) {
      return performer.carryOut(.insertion, of: keystroke, in: container)
    }
    // Keys whose meaning depends on how long they are held need every event, including releases.
    if stages.heldKeys.wants(keystroke), let taken = dispatchToHeldKeys(keystroke) { return taken }
    let rawPresses = stages.rawPresses
    switch keystroke.event.phase {
    case .press:
      // If the release of the key was lost, its last press ends here.
      rawPresses.end(keystroke, isCancelled: false)
      return dispatch(keystroke)
    case .repeat:
      return rawPresses.repeated(keystroke) ?? dispatch(keystroke)
    case .release:
      rawPresses.end(keystroke, isCancelled: false)
      return .released
    case .cancel:
      rawPresses.end(keystroke, isCancelled: true)
      return .released
    case .found:
      beginFound(keystroke)
      return .ignored
    }
  }

  /// Passes a press or a repeat to each stage in order.
  private func dispatch(_ keystroke: Keystroke) -> Disposition {
    // The program is inactive.
    if state.isInactive { return dispatchGlobally(keystroke) }
    let survey = surveyor.survey(keystroke)
    if keystroke.isModifier {
      if survey.wantsRawPresses { _ = carryOut(stages.rawPresses.answer(keystroke), keystroke) }
      return .modifier
    }
    // The last typed character is shown in clear until the next key of any kind (FLD-2).
    if let container = survey.container, container.isRevealing { container.hideRevealed() }
    // Steps 1 and 2: reserved keys, then whatever is open in front of the text.
    if let taken = carryOut(stages.reserved.answer(keystroke, survey), keystroke) { return taken }
    if let taken = carryOut(stages.menu.answer(keystroke), keystroke) { return taken }
    if let taken = carryOut(stages.sequence.answer(keystroke), keystroke) { return taken }
    if let taken = dispatchToOverlay(keystroke) { return taken }
    if let taken = carryOut(stages.composition.answer(keystroke, survey), keystroke) {
      return taken
    }
    // Step 3.
    if let taken = carryOut(stages.commands.answerWithPriority(keystroke, survey), keystroke) {
      return taken
    }
    if let taken = carryOut(stages.commands.answerBeforeText(keystroke, survey), keystroke) {
      return taken
    }
    // Steps 4 and 5: raw presses that would be text, then text.
    if let container = survey.container,
      let event = stages.text.answer(keystroke, survey, in: container)
    {
      if survey.wantsPressesOfText,
        let taken = carryOut(stages.rawPresses.answer(keystroke, ofText: true), keystroke)
      {
        return taken
      }
      return performer.carryOut(event, of: keystroke, in: container)
    }
    // Step 6.
    if let taken = carryOut(stages.focusMovement.answer(keystroke), keystroke) { return taken }
    // Steps 7 to 9.
    if let taken = carryOut(stages.commands.answer(keystroke), keystroke) { return taken }
    if let taken = carryOut(stages.commands.answerActions(keystroke, survey), keystroke) {
      return taken
    }
    if let taken = carryOut(stages.rawPresses.answer(keystroke), keystroke) { return taken }
    return stages.unhandled.answer(keystroke, survey)
  }

  @inline(__always)
  private func carryOut(_ answer: StageAnswer?, _ keystroke: Keystroke) -> Disposition? {
    performer.carryOut(answer, for: keystroke)
  }

  // MARK: Steps with conditions of their own

  private func dispatchToHeldKeys(_ keystroke: Keystroke) -> Disposition? {
    // Checked first, because the event may be later than the deadline for which the engine was to
    // be woken.
    advanceHeldKeys(to: keystroke.event.time)
    return performer.carryOut(stages.heldKeys.answer(keystroke), for: keystroke)
  }

  /// Advances the time of held keys, which may reach their deadlines.
  func advanceHeldKeys(to time: Timestamp) {
    if stages.heldKeys.isWatching { performer.carryOut(stages.heldKeys.advance(to: time)) }
  }

  private func dispatchToOverlay(_ keystroke: Keystroke) -> Disposition? {
    guard stages.overlay.isOpen, let overlay = stages.overlay.current,
      let taken = carryOut(stages.overlay.answer(keystroke), keystroke)
    else { return nil }
    // The overlay may have been closed by its own action.
    performer.endTurn()
    // A held key that closed the overlay must not type into the text.
    if keystroke.event.phase == .press, stages.overlay.current !== overlay {
      stages.rawPresses.beginSilent(keystroke)
    }
    return taken
  }

  /// Processes a key while the engine is inactive.
  private func dispatchGlobally(_ keystroke: Keystroke) -> Disposition {
    if !keystroke.isModifier {
      let commands = stages.commands
      if let taken = performer.carryOut(stages.sequence.proceed(with: keystroke), for: keystroke)
        ?? performer.carryOut(commands.answer(keystroke, withPriority: true), for: keystroke)
        ?? performer.carryOut(commands.answer(keystroke, withPriority: false), for: keystroke)
      {
        return taken
      }
    }
    // The key is typed into another program.
    stages.rawPresses.beginSilent(keystroke)
    return .ignored
  }

  /// Begins the press of a key that was found down.
  private func beginFound(_ keystroke: Keystroke) {
    let rawPresses = stages.rawPresses
    rawPresses.end(keystroke, isCancelled: false)
    guard !keystroke.isModifier else { return }
    if state.isInactive { return rawPresses.beginSilent(keystroke) }
    let isOfText =
      state.container.map {
        stages.text.event(of: keystroke, keystroke.chordHint, in: $0) != nil
      } ?? false
    rawPresses.beginFound(keystroke, ofText: isOfText)
  }
}
