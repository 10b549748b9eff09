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
