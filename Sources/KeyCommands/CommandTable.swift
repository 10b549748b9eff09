// SPDX-License-Identifier: Apache-2.0
import Keys

/// Commands by what is pressed for them, in the order in which they came.
///
/// A sequence is found by each of its beginnings, so that going on with one costs the same however many
/// begin alike.
struct CommandTable {
  private var byFirst: [Chord: [KeyCommand]] = [:]
  private var byBeginning: [[Chord]: [KeyCommand]] = [:]
  /// The same by what is pressed while directions are mirrored, of inputs that point somewhere.
  private var mirroredByFirst: [Chord: [KeyCommand]] = [:]
  private var mirroredByBeginning: [[Chord]: [KeyCommand]] = [:]
  private(set) var filter = ChordFilter()

  /// Adds a command, which has a chord; its alternates are commands of their own here.
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

  /// What a chord runs or begins.
  func candidates(for chord: Chord, isMirrored: Bool) -> [KeyCommand] {
    (isMirrored && chord.isDirected ? mirroredByFirst : byFirst)[chord] ?? []
  }

  /// What chords that are pressed one after the other run or begin.
  func candidates(for chords: [Chord], isMirrored: Bool) -> [KeyCommand] {
    if chords.count == 1 { return candidates(for: chords[0], isMirrored: isMirrored) }
    let isDirected = isMirrored && chords.contains(where: \.isDirected)
    return (isDirected ? mirroredByBeginning : byBeginning)[chords] ?? []
  }

  /// Whether any chord may be meant; false is certain.
  func mayMatch(_ hint: ChordHint) -> Bool { filter.mayMatch(hint) }
}
