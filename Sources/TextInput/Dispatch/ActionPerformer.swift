// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Carries out what a key does beyond the stage that takes it: the only place where an effect
/// concerns several stages.
///
/// `ActionPerformer+Text` edits the focused text.
final class ActionPerformer {
  let state: EngineState
  let stages: Stages
  /// Whether ink was wanted when the owner of the pads was last notified.
  private var wantedInk = false

  init(_ state: EngineState, _ stages: Stages) {
    self.state = state
    self.stages = stages
    stages.sequence.report = { [unowned self] in sequenceDidReport($0) }
  }

  // MARK: Answers of stages

  /// Carries out the answer of a stage to a key.
  ///
  /// - Parameters:
  ///   - answer: the answer; nil if the stage does not take the key.
  ///   - keystroke: the key.
  /// - Returns: the result of the key; nil if the next stage receives it.
  @inline(__always)
  func carryOut(_ answer: StageAnswer?, for keystroke: Keystroke) -> Disposition? {
    guard let answer else { return nil }
    guard !answer.actions.isEmpty else { return answer.disposition }
    return carryOut(answer, for: keystroke, hasCommitted: false)
  }

  private func carryOut(
    _ answer: StageAnswer, for keystroke: Keystroke, hasCommitted: Bool
  ) -> Disposition? {
    var disposition = answer.disposition
    for action in answer.actions {
      guard case .invoke(let found, let again) = action else {
        carryOut(action, for: keystroke)
        continue
      }
      let result = invoke(found, again, for: keystroke, hasCommitted: hasCommitted)
      if disposition == nil {
        guard let result else { return nil }
        disposition = result
      }
    }
    return disposition
  }

  /// Carries out actions that no key has caused.
  func carryOut(_ actions: [StageAction]) {
    for action in actions { carryOut(action, for: nil) }
  }

  private func carryOut(_ action: StageAction, for keystroke: Keystroke?) {
    switch action {
    case .invoke(let found, let again):
      if let keystroke { _ = invoke(found, again, for: keystroke, hasCommitted: false) }
    case .beginSequence(let reading, let withPriority):
      if let keystroke { beginSequence(with: reading, keystroke, withPriority: withPriority) }
    case .prolongSequence: stages.sequence.prolong()
    case .endSequence: stages.sequence.end()
    case .listCommands: listCommands()
    case .open(let overlay): stages.overlay.open(overlay)
    case .closeOverlay: stages.overlay.close()
    case .choose(let index, let list): carryOut(list.choose(index))
    case .abandonComposing: stages.composition.abandon()
    case .dropDeadKey: state.compositionAbandoned()
    case .textDidChange(let container, let showsCaret):
      stages.composition.textDidChange(in: container)
      if showsCaret { container.showCaret() }
    case .switchMode(let change):
      state.modes.perform(change)
      if change == .toggleLatin, keystroke?.event.code == .capsLock { state.capsLockSwitchedMode() }
    case .endHold: stages.heldKeys.endHold()
    case .endPress: if let keystroke { stages.rawPresses.end(keystroke, isCancelled: false) }
    case .ignoreKey: if let keystroke { stages.rawPresses.beginSilent(keystroke) }
    }
  }

  // MARK: Commands

  /// Commits what is pending and runs a command, or answers its key again.
  ///
  /// - Returns: the result of the key; nil if the command cannot be performed any more.
  private func invoke(
    _ found: PerformableCommand, _ again: () -> StageAnswer?, for keystroke: Keystroke,
    hasCommitted: Bool
  ) -> Disposition? {
    guard !hasCommitted, commitPending(before: found, for: keystroke) else {
      return run(found, for: keystroke)
    }
    return again().flatMap { carryOut($0, for: keystroke, hasCommitted: true) }
  }

  private func run(_ found: PerformableCommand, for keystroke: Keystroke) -> Disposition {
    if found.cancelsEditing, let container = state.container,
      container.window?.focus(nil, endingWith: .cancelled) != true
    {
      return .binding(.cancel)
    }
    let command = found.command
    // A dead key that runs a command does not begin a sequence.
    if case .pending = keystroke.composition { stages.composition.abandon() }
    state.container?.endRun()
    // A command that does not repeat still handles the key's repeats (CMD-11).
    if keystroke.event.phase == .repeat, !command.isRepeating { return .command(id: command.id) }
    report(found)
    let focused = state.firstResponder
    found.target.perform(command)
    // A held key must not type into the responder that has focus now.
    if state.firstResponder !== focused { stages.rawPresses.beginSilent(keystroke) }
    return .command(id: command.id)
  }

  private func report(_ found: PerformableCommand) {
    let command = found.command
    state.queue.append(
      .commandInvoked(
        id: command.id, title: state.translator(command.title), target: found.target.name,
        argument: command.propertyList))
  }

  /// Runs a command as its key would, with the first responder that can perform it.
  ///
  /// - Parameters:
  ///   - command: the command, as declared.
  ///   - responder: the first responder to consider; nil for the focused one.
  /// - Returns: whether it was performed.
  func perform(_ command: KeyCommand, from responder: Responder?) -> Bool {
    guard !state.isInactive, var found = performable(command, from: responder) else {
      return false
    }
    if commitPending(before: found, for: nil) {
      guard let again = performable(command, from: responder) else { return false }
      found = again
    }
    state.container?.endRun()
    report(found)
    found.target.perform(found.command)
    return true
  }

  private func performable(
    _ command: KeyCommand, from responder: Responder?
  ) -> PerformableCommand? {
    stages.search.performer(of: command, from: responder ?? state.firstOfChain).flatMap {
      stages.search.validated(command, by: $0)
    }
  }

  // MARK: Pending text

  /// Commits what is pending before a command (CMD-35).
  ///
  /// A command that the text performs itself handles it as the command's own keys do.
  ///
  /// - Returns: whether anything was committed.
  private func commitPending(before found: PerformableCommand, for keystroke: Keystroke?) -> Bool {
    // The repeats of a command that runs once do not invoke it (CMD-11).
    if keystroke?.event.phase == .repeat, !found.command.isRepeating { return false }
    if let text = state.container, found.target === text, text.isEditing(found.command) {
      return false
    }
    return commitPending()
  }

  /// Commits what is pending in the focused text: text that is being composed, and the offered
  /// correction.
  ///
  /// - Returns: whether anything was pending.
  @discardableResult
  func commitPending() -> Bool {
    guard let container = state.container else {
      // A dead key that no text shows must not combine with a letter typed after the command.
      state.compositionAbandoned()
      return false
    }
    let isPending = stages.composition.isPending(in: container)
    if isPending {
      commitComposition()
    } else if stages.composition.isComposing || !container.takesText {
      stages.composition.abandon()
    }
    // A delegate that was consulted may have moved the focus, which applies the correction.
    guard container === state.container else { return true }
    return container.help?.applyCorrection() == true || isPending
  }

  /// Commits the text that is being composed as it is shown, because the mode changes or the caret
  /// moves (MOD-9, IME-5).
  func commitComposition() {
    stages.overlay.closeList()
    stages.heldKeys.endHold()
    stages.composition.commit()
  }

  // MARK: Sequences and panels

  private func beginSequence(
    with reading: ChordMatcher.Reading, _ keystroke: Keystroke, withPriority: Bool
  ) {
    stages.sequence.begin(with: reading, keystroke, withPriority: withPriority)
    if case .pending = keystroke.composition { stages.composition.abandon() }
    state.container?.endRun()
  }

  private func sequenceDidReport(_ event: SequenceStage.Event) {
    switch event {
    case .ended: stages.heldKeys.panel.sequenceDidEnd()
    case .isDueForPanel: listContinuations()
    }
  }

  /// Shows the commands, because ⌘ was held long enough.
  private func listCommands() {
    // Another timer shows the continuations of a sequence.
    guard stages.sequence.pending == nil else { return }
    let panel = stages.listing.makePanel()
    // A responder that was asked about its commands may have moved focus, which cancels ⌘.
    guard stages.heldKeys.panel.hold.isHeld else { return }
    stages.heldKeys.show(panel, isContinuing: false)
  }

  /// Shows the continuations of a sequence that has been pending long enough.
  func listContinuations() {
    guard !state.isInactive, let sequence = stages.sequence.pending else { return }
    let panel = stages.listing.makePanel(following: sequence)
    // A responder that was asked about its commands may have ended the sequence.
    guard stages.sequence.pending?.chords == sequence.chords else { return }
    stages.heldKeys.show(panel, isContinuing: true)
  }

  // MARK: Ends

  /// Ends everything that a key press began: cancels presses, commits composition, closes overlays
  /// and ends sequences.
  func finishInput() {
    stages.overlay.close()
    stages.sequence.end()
    stages.heldKeys.cancel()
    stages.rawPresses.cancelAll()
    state.container?.endRun()
    stages.composition.finish()
  }

  /// Called after each event, when focus has settled.
  @inline(__always)
  func endTurn() {
    if state.changedText != nil { sendChange() }
    if stages.overlay.isOpen { updateMenu() }
    let area = state.keyboardArea
    guard area.needsTurn else { return }
    state.candidateRow.update()
    if area.needsTurn { area.turnDidEnd() }
    reportInk()
  }

  /// Whether a stroke would be taken now.
  var wantsInk: Bool {
    guard stages.composition.methods.takesInk, !state.isInactive else { return false }
    return state.container?.takesText == true
  }

  /// Notifies the owner of the pads if ink is wanted from now on, or no longer.
  ///
  /// Called after the focus, the mode, the method or the traits may have changed, all of which the
  /// keyboard area and its row follow.
  func reportInk() {
    let wantsInk = wantsInk
    guard wantsInk != wantedInk else { return }
    wantedInk = wantsInk
    state.wantsInkDidChange(wantsInk)
  }

  /// Sends what has changed in a text that a toolkit owns.
  private func sendChange() {
    let text = state.changedText
    state.changedText = nil
    text?.flush()
  }

  /// Updates an open menu to the current state of its commands (CMD-29).
  private func updateMenu() {
    guard state.mainMenu.isStale, let menu = stages.menu.open else { return }
    if !menu.refresh() { stages.overlay.close(menu) }
  }
}

extension ActionPerformer {
  /// Returns a source of candidates for the candidate row, a choice of which has effects on stages.
  func candidates(of stage: any ChoiceStage) -> any CandidateSource {
    StageCandidates(of: stage, self)
  }
}

/// The candidates of a stage.
private final class StageCandidates: CandidateSource {
  private let stage: any ChoiceStage
  private unowned let performer: ActionPerformer

  init(of stage: any ChoiceStage, _ performer: ActionPerformer) {
    self.stage = stage
    self.performer = performer
  }

  var candidates: CandidateList? { stage.candidates }
  var choosesAtOnce: Bool { stage.choosesAtOnce }
  func choose(_ index: Int) { performer.carryOut(stage.choose(index)) }
}
