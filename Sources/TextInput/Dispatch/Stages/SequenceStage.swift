// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The chords of a sequence such as ⌘K ⌘C that were pressed so far.
struct PendingSequence {
  /// The pressed chords, as they were matched; never empty.
  private(set) var readings: [ChordMatcher.Reading]
  /// The first key, if it was matched only with commands with priority because the text precedes
  /// all other commands.
  let priorityKey: Keystroke?
  /// The last pressed key; its repeats are ignored.
  private(set) var key: PhysicalKey
  /// The timer that ends the sequence.
  var timer: EngineTimers.Token?
  /// The timer that shows the possible continuations.
  var panelTimer: EngineTimers.Token?

  init(_ reading: ChordMatcher.Reading, by keystroke: Keystroke, withPriority: Bool) {
    readings = [reading]
    priorityKey = withPriority ? keystroke : nil
    key = keystroke.event.key
  }

  /// The chords pressed so far.
  var chords: [Chord] { readings.map(\.chord) }

  /// Returns the sequence after one more key.
  func followed(by reading: ChordMatcher.Reading, _ keystroke: Keystroke) -> PendingSequence {
    var longer = self
    longer.readings.append(reading)
    longer.key = keystroke.event.key
    return longer
  }

  /// Whether a command's chords begin with the pressed chords, or equal them.
  func leads(to chords: [Chord], of command: KeyCommand) -> Bool {
    chords.count >= readings.count
      && zip(chords, readings).allSatisfy { chord, reading in
        chord == reading.chord && (command.allowsAutomaticLocalization || !reading.isLayoutFallback)
      }
  }
}

/// Step 1 of the dispatch order, second part: chord sequences.
///
/// A prefix handles its key, and the following key runs the command.
///
/// A key that continues no sequence ends it and is then processed as usual, so that no typed letter
/// is lost. ⎋ only ends it. The sequence ends automatically after
/// ``TextInputSettings/sequenceTimeout``; before that, after
/// ``TextInputSettings/continuationDelay``, the panel shows the possible continuations. A sequence
/// runs once, however long its last key is held, because that key alone may have another meaning.
final class SequenceStage: EnginePart {
  /// The pending sequence; nil for none.
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

  /// Processes a key as the continuation of the pending sequence.
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
    let commands = engine.stages.commands
    guard var found = next(after: sequence, by: keystroke) else { return nil }
    if found.isComplete, commands.commitPending(before: found.command, for: keystroke) {
      guard let again = next(after: sequence, by: keystroke) else { return nil }
      found = again
    }
    guard found.isComplete else {
      wait(for: found.sequence)
      return .prefix
    }
    let disposition = commands.run(found.command, for: keystroke)
    engine.stages.rawPresses.beginSilent(keystroke)
    return disposition
  }

  /// A sequence with the command that it runs or begins.
  private struct Continuation {
    var sequence: PendingSequence
    var command: PerformableCommand
    /// Whether no chord of the command is missing.
    var isComplete: Bool { command.command.chords.count == sequence.readings.count }
  }

  /// Returns a sequence followed by a key, with its command; nil if it has none.
  private func next(after sequence: PendingSequence, by keystroke: Keystroke) -> Continuation? {
    ChordMatcher(keystroke).first { reading in
      let longer = sequence.followed(by: reading, keystroke)
      return command(on: longer).map { Continuation(sequence: longer, command: $0) }
    }
  }

  /// Returns the command that a sequence runs or begins now; commands with priority precede others,
  /// as for a single key.
  ///
  /// The commands are read again, because they may have changed (CMD-5).
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

  /// Ends the pending sequence, because focus moves or no key followed in time.
  func end() {
    guard let sequence = pending else { return }
    engine.timers.cancel(sequence.timer)
    engine.timers.cancel(sequence.panelTimer)
    pending = nil
    engine.stages.heldKeys.panel.sequenceDidEnd()
  }

  /// Restarts the timeout of the sequence, because the user is reading the continuations.
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
