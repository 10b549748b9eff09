// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Step 1 of the dispatch order, second part: chord sequences.
///
/// A prefix handles its key, and the following key runs the command.
///
/// A key that continues no sequence ends it and is then processed as usual, so that no typed letter
/// is lost. ⎋ only ends it. The sequence ends automatically after
/// ``TextInputSettings/sequenceTimeout``; before that, after
/// ``TextInputSettings/continuationDelay``, the panel shows the possible continuations. A sequence
/// runs once, however long its last key is held, because that key alone may have another meaning.
final class SequenceStage {
  /// Something that happened to the pending sequence other than by a key.
  enum Event {
    /// It has ended.
    case ended
    /// It has been pending so long that its continuations are to be shown.
    case isDueForPanel
  }

  /// The pending sequence; nil for none.
  private(set) var pending: PendingSequence? { didSet { isPending = pending != nil } }
  /// Whether a sequence is pending; stored, because every key reads it.
  private(set) var isPending = false
  /// Called with what happened to the sequence.
  var report: (Event) -> Void = { _ in }
  private let state: EngineState
  private let search: CommandSearch
  private let precedence: CommandPrecedence

  init(_ search: CommandSearch, _ precedence: CommandPrecedence) {
    state = search.state
    self.search = search
    self.precedence = precedence
  }

  func begin(with reading: ChordMatcher.Reading, _ keystroke: Keystroke, withPriority: Bool) {
    wait(for: PendingSequence(reading, by: keystroke, withPriority: withPriority))
  }

  @inline(__always)
  func answer(_ keystroke: Keystroke) -> StageAnswer? {
    isPending ? proceed(with: keystroke) : nil
  }

  /// Processes a key as the continuation of the pending sequence.
  func proceed(with keystroke: Keystroke) -> StageAnswer? {
    guard let sequence = pending else { return nil }
    if keystroke.event.phase == .repeat, sequence.key == keystroke.event.key {
      return StageAnswer(.prefix)
    }
    end()
    if keystroke.charactersIgnoringModifiers == .escape,
      keystroke.modifiers.isDisjoint(with: .chord)
    {
      return StageAnswer(.prefix, [.ignoreKey])
    }
    return answer(keystroke, after: sequence)
  }

  private func answer(_ keystroke: Keystroke, after sequence: PendingSequence) -> StageAnswer? {
    guard let found = next(after: sequence, by: keystroke) else { return nil }
    guard found.isComplete else {
      wait(for: found.sequence)
      return StageAnswer(.prefix)
    }
    let invocation = StageAction.invoke(found.command) { [self] in
      answer(keystroke, after: sequence)
    }
    return StageAnswer(nil, [invocation, .ignoreKey])
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
    guard !sequence.chords.contains(where: precedence.isReserved) else { return nil }
    let isMirrored = state.isMirrored
    func find(withPriority: Bool) -> PerformableCommand? {
      search.firstInCollection { registry, origin in
        registry.first(
          for: sequence.readings, withPriority: withPriority, isMirrored: isMirrored
        ) { declared in
          guard let found = search.performable(declared, of: origin),
            !search.isTextsOwn(found),
            sequence.priorityKey.map({ precedence.losesToText(found.command, $0) }) != true
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
    state.timers.cancel(sequence.timer)
    state.timers.cancel(sequence.panelTimer)
    pending = nil
    report(.ended)
  }

  /// Restarts the timeout of the sequence, because the user is reading the continuations.
  func prolong() {
    guard var sequence = pending else { return }
    state.timers.cancel(sequence.timer)
    sequence.timer = timeout()
    pending = sequence
  }

  private func timeout() -> EngineTimers.Token {
    state.timers.schedule(after: Int64(state.settings.sequenceTimeout) * 1000) {
      [unowned self] in end()
    }
  }

  private func wait(for sequence: PendingSequence) {
    end()
    var sequence = sequence
    sequence.timer = timeout()
    let delay = Int64(state.settings.continuationDelay) * 1000
    sequence.panelTimer = state.timers.schedule(after: delay) { [unowned self] in
      report(.isDueForPanel)
    }
    pending = sequence
  }
}
