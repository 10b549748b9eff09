// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The first chords of sequences such as ⌘K ⌘C, pressed and waiting for what follows.
struct PendingSequence {
  /// What was pressed so far, as it was understood.
  var readings: [ChordMatcher.Reading]
  /// The key that was pressed last; its repeats say nothing.
  var key: (device: DeviceID, code: KeyCode)
  /// When it ends by itself.
  var timer: EngineTimers.Token?
  /// When it is shown what can follow.
  var panelTimer: EngineTimers.Token?

  /// What was pressed so far.
  var chords: [Chord] { readings.map(\.chord) }
}

/// Chord sequences: a prefix takes its key, and what follows runs the command.
///
/// A key that goes on with no sequence ends it and means what it means without: nothing typed is lost.
/// ⎋ only ends it. After ``TextInputSettings/sequenceTimeout`` it ends by itself; before that, after
/// ``TextInputSettings/continuationDelay``, the panel shows what can follow.
extension TextEngine {
  func beginSequence(
    with reading: ChordMatcher.Reading, _ keystroke: Keystroke
  ) -> Disposition {
    wait(
      for: PendingSequence(
        readings: [reading], key: (keystroke.event.device, keystroke.event.code)))
    if case .pending = keystroke.composition { abandonComposition() }
    textContainer?.endRun()
    return .prefix
  }

  /// Offers a key to the sequence that waits for it.
  func continueSequence(_ keystroke: Keystroke) -> Disposition? {
    guard let sequence = pendingSequence else { return nil }
    if keystroke.event.phase == .repeat,
      sequence.key == (keystroke.event.device, keystroke.event.code)
    {
      return .prefix
    }
    endSequence()
    if keystroke.charactersIgnoringModifiers == KeyInput.escape,
      keystroke.modifiers.isDisjoint(with: .chord)
    {
      beginSilentPress(keystroke)
      return .prefix
    }
    let found = ChordMatcher(keystroke).first { reading in
      let readings = sequence.readings + [reading]
      return command(on: readings).map { (command: $0, readings: readings) }
    }
    guard let (found, readings) = found else { return nil }
    let length = found.command.continuation.count + 1
    if length == readings.count { return run(found, for: keystroke) }
    wait(
      for: PendingSequence(
        readings: readings, key: (keystroke.event.device, keystroke.event.code)))
    return .prefix
  }

  /// The command that these keys, pressed one after the other, run now or begin; what has priority is asked
  /// first, as for one key.
  private func command(on readings: [ChordMatcher.Reading]) -> PerformableCommand? {
    guard let first = readings.first?.chord else { return nil }
    let isMirrored = isMirrored
    func find(withPriority: Bool) -> PerformableCommand? {
      firstInCollection { registry, origin in
        registry.first(for: readings, withPriority: withPriority, isMirrored: isMirrored) {
          performable($0, of: origin).flatMap {
            isTextsOwn($0) || losesToText($0.command, first) ? nil : $0
          }
        }
      }
    }
    return find(withPriority: true) ?? find(withPriority: false)
  }

  /// The commands that can follow a sequence's keys now.
  func commands(following sequence: PendingSequence) -> [ActiveCommand] {
    let isStandIn = sequence.readings.contains(where: \.isStandIn)
    return collectCommands(beginningWith: sequence.chords).filter {
      $0.chords.count > sequence.readings.count
        && (!isStandIn || $0.command.allowsAutomaticLocalization)
    }
  }

  /// Forgets the prefix: the focus goes elsewhere, or nothing followed in time.
  func endSequence() {
    guard let sequence = pendingSequence else { return }
    timers.cancel(sequence.timer)
    timers.cancel(sequence.panelTimer)
    pendingSequence = nil
    if commandPanel?.prefix.isEmpty == false { closePanel() }
  }

  /// Begins the time anew after which a sequence ends: somebody reads what can follow.
  func prolongSequence() {
    guard let sequence = pendingSequence else { return }
    timers.cancel(sequence.timer)
    pendingSequence?.timer = timeout()
  }

  private func timeout() -> EngineTimers.Token {
    timers.schedule(after: Int64(settings.sequenceTimeout) * 1000) { [unowned self] in
      endSequence()
    }
  }

  private func wait(for sequence: PendingSequence) {
    endSequence()
    var sequence = sequence
    sequence.timer = timeout()
    sequence.panelTimer = timers.schedule(after: Int64(settings.continuationDelay) * 1000) {
      [unowned self] in showContinuations()
    }
    pendingSequence = sequence
  }
}
