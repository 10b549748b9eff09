// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The first chords of a sequence such as ⌘K ⌘C, pressed and waiting for what follows.
struct PendingSequence {
  /// What was pressed so far, as it counts; never empty.
  private(set) var readings: [ChordMatcher.Reading]
  /// The first key, where it went no further than to commands with priority: the text has it before
  /// all others.
  let priorityKey: Keystroke?
  /// The key that was pressed last; its repeats say nothing.
  private(set) var key: PhysicalKey
  /// When it ends by itself.
  var timer: EngineTimers.Token?
  /// When it is shown what can follow.
  var panelTimer: EngineTimers.Token?

  init(_ reading: ChordMatcher.Reading, by keystroke: Keystroke, withPriority: Bool) {
    readings = [reading]
    priorityKey = withPriority ? keystroke : nil
    key = keystroke.event.key
  }

  /// What was pressed so far.
  var chords: [Chord] { readings.map(\.chord) }

  /// The sequence after one more key.
  func followed(by reading: ChordMatcher.Reading, _ keystroke: Keystroke) -> PendingSequence {
    var longer = self
    longer.readings.append(reading)
    longer.key = keystroke.event.key
    return longer
  }

  /// Whether a command with some chords begins with what was pressed, or is just that.
  func leads(to chords: [Chord], of command: KeyCommand) -> Bool {
    chords.count >= readings.count
      && zip(chords, readings).allSatisfy { chord, reading in
        chord == reading.chord && (command.allowsAutomaticLocalization || !reading.isStandIn)
      }
  }
}

/// Step 1 of the offer order, second part: chord sequences.
///
/// A prefix takes its key, and what follows runs the command.
///
/// A key that goes on with no sequence ends it and means what it means without: nothing typed is lost.
/// ⎋ only ends it. After ``TextInputSettings/sequenceTimeout`` it ends by itself; before that, after
/// ``TextInputSettings/continuationDelay``, the panel shows what can follow. A sequence runs once, however
/// long its last key is held: alone, that key may mean something else.
final class SequenceStage: EnginePart {
  /// The first chords of a sequence that waits for what follows; nil for none.
  private(set) var pending: PendingSequence? { didSet { isPending = pending != nil } }
  private var isPending = false

  func begin(
    with reading: ChordMatcher.Reading, _ keystroke: Keystroke, withPriority: Bool
  ) -> Disposition {
    wait(for: PendingSequence(reading, by: keystroke, withPriority: withPriority))
    if case .pending = keystroke.composition { engine.stages.composition.abandon() }
    engine.textContainer?.endRun()
    return .prefix
  }

  func offer(_ press: OfferedPress) -> Disposition? {
    isPending ? proceed(with: press.keystroke) : nil
  }

  /// Offers a key to the sequence that waits for it.
  func proceed(with keystroke: Keystroke) -> Disposition? {
    guard let sequence = pending else { return nil }
    if keystroke.event.phase == .repeat, sequence.key == keystroke.event.key {
      return .prefix
    }
    end()
    if keystroke.charactersIgnoringModifiers == .escape,
      keystroke.modifiers.isDisjoint(with: .chord)
    {
      engine.stages.rawPresses.beginSilent(keystroke)
      return .prefix
    }
    let found = ChordMatcher(keystroke).first { reading -> (PendingSequence, PerformableCommand)? in
      let longer = sequence.followed(by: reading, keystroke)
      return command(on: longer).map { (longer, $0) }
    }
    guard let (longer, next) = found else { return nil }
    guard next.command.chords.count == longer.readings.count else {
      wait(for: longer)
      return .prefix
    }
    let disposition = engine.stages.commands.run(next, for: keystroke)
    engine.stages.rawPresses.beginSilent(keystroke)
    return disposition
  }

  /// The command that a sequence's keys run now or begin, asked for anew, for it may be another by now
  /// (CMD-5); what has priority comes first, as for one key.
  private func command(on sequence: PendingSequence) -> PerformableCommand? {
    guard !sequence.chords.contains(where: engine.isReserved) else { return nil }
    let isMirrored = engine.isMirrored
    let commands = engine.stages.commands
    func find(withPriority: Bool) -> PerformableCommand? {
      commands.firstInCollection { registry, origin in
        registry.first(
          for: sequence.readings, withPriority: withPriority, isMirrored: isMirrored
        ) { declared in
          guard let found = commands.performable(declared, of: origin),
            !commands.isTextsOwn(found),
            sequence.priorityKey.map({ commands.losesToText(found.command, $0) }) != true
          else { return nil }
          return found
        }
      }
    }
    return find(withPriority: true) ?? find(withPriority: false)
  }

  /// Forgets the prefix: the focus goes elsewhere, or nothing followed in time.
  func end() {
    guard let sequence = pending else { return }
    engine.timers.cancel(sequence.timer)
    engine.timers.cancel(sequence.panelTimer)
    pending = nil
    engine.stages.heldKeys.panel.sequenceDidEnd()
  }

  /// Begins the time anew after which a sequence ends: somebody reads what can follow.
  func prolong() {
    guard var sequence = pending else { return }
    engine.timers.cancel(sequence.timer)
    sequence.timer = timeout()
    pending = sequence
  }

  private func timeout() -> EngineTimers.Token {
    engine.timers.schedule(after: Int64(engine.settings.sequenceTimeout) * 1000) {
      [unowned self] in end()
    }
  }

  private func wait(for sequence: PendingSequence) {
    end()
    var sequence = sequence
    sequence.timer = timeout()
    let delay = Int64(engine.settings.continuationDelay) * 1000
    sequence.panelTimer = engine.timers.schedule(after: delay) { [unowned self] in
      engine.stages.heldKeys.panel.showContinuations()
    }
    pending = sequence
  }
}
