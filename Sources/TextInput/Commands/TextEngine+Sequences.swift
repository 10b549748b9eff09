// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The first chords of sequences such as ⌘K ⌘C, pressed and waiting for what follows.
struct PendingSequence {
  /// What was pressed so far.
  var chords: [Chord]
  /// What can still be meant.
  var commands: [ActiveCommand]
  /// The key that was pressed last; its repeats say nothing.
  var key: (device: DeviceID, code: KeyCode)
  /// When it ends by itself.
  var timer: EngineTimers.Token?
  /// When it is shown what can follow.
  var panelTimer: EngineTimers.Token?

  /// What follows, of what can still be meant.
  func following(_ reading: ChordMatcher.Reading) -> [ActiveCommand] {
    commands.filter {
      $0.chords.dropFirst(chords.count).first == reading.chord && $0.command.takes(reading)
    }
  }
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
    let commands = collectCommands().filter {
      $0.chords.first == reading.chord && !$0.command.continuation.isEmpty
        && $0.command.takes(reading)
    }
    wait(
      for: PendingSequence(
        chords: [reading.chord], commands: commands,
        key: (keystroke.event.device, keystroke.event.code)))
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
    let found = ChordMatcher(keystroke).first { reading -> (Chord, [ActiveCommand])? in
      let commands = sequence.following(reading)
      return commands.isEmpty ? nil : (reading.chord, commands)
    }
    guard let (chord, commands) = found else { return nil }
    let length = sequence.chords.count + 1
    if let complete = commands.first(where: { $0.chords.count == length }) {
      // It may be another by now.
      guard holds(complete.command.condition), complete.target.canPerform(complete.command),
        let now = validated(complete.command, by: complete.target)
      else { return nil }
      return run(now, for: keystroke)
    }
    wait(
      for: PendingSequence(
        chords: sequence.chords + [chord], commands: commands,
        key: (keystroke.event.device, keystroke.event.code)))
    return .prefix
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

extension KeyCommand {
  /// Whether a reading of a key may count for it: a key that stands in only where that is allowed.
  fileprivate func takes(_ reading: ChordMatcher.Reading) -> Bool {
    allowsAutomaticLocalization || !reading.isStandIn
  }
}
