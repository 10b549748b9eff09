// SPDX-License-Identifier: Apache-2.0
import Keys

/// Commands by their chords, in the order of registration.
///
/// A sequence is indexed by each of its prefixes, so that the cost of continuing one does not
/// depend on the number of sequences with the same beginning.
struct CommandTable {
  private var byFirst: [Chord: [KeyCommand]] = [:]
  private var byBeginning: [[Chord]: [KeyCommand]] = [:]
  /// The same commands by their mirrored chords, only for inputs with a direction.
  private var mirroredByFirst: [Chord: [KeyCommand]] = [:]
  private var mirroredByBeginning: [[Chord]: [KeyCommand]] = [:]
  private(set) var filter = ChordFilter()

  /// Adds a command that has a chord, and its alternates as separate commands.
  mutating func insert(_ command: KeyCommand) {
    byFirst[command.chord, default: []].append(command)
    let pressed = command.chord(isMirrored: true)
    if pressed.isDirected { mirroredByFirst[pressed, default: []].append(command) }
    filter.insert(command.chord)
    if !command.continuation.isEmpty { insertBeginnings(of: command) }
  }

  private mutating func insertBeginnings(of command: KeyCommand) {
    let chords = command.chords
    let pressed = command.chords(isMirrored: true)
    for length in 2...chords.count {
      byBeginning[Array(chords.prefix(length)), default: []].append(command)
      let beginning = Array(pressed.prefix(length))
      if beginning.contains(where: \.isDirected) {
        mirroredByBeginning[beginning, default: []].append(command)
      }
    }
  }

  /// Returns the commands that a chord runs or begins.
  func candidates(for chord: Chord, isMirrored: Bool) -> [KeyCommand] {
    (isMirrored && chord.isDirected ? mirroredByFirst : byFirst)[chord] ?? []
  }

  /// Returns the commands that a sequence of chords runs or begins.
  func candidates(for chords: [Chord], isMirrored: Bool) -> [KeyCommand] {
    if chords.count == 1 { return candidates(for: chords[0], isMirrored: isMirrored) }
    let isDirected = isMirrored && chords.contains(where: \.isDirected)
    return (isDirected ? mirroredByBeginning : byBeginning)[chords] ?? []
  }

  /// Whether a keystroke may match any chord; `false` is certain, `true` is not.
  func mayMatch(_ hint: ChordHint) -> Bool { filter.mayMatch(hint) }
}
