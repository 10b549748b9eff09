// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Several commands on one chord or sequence; the first one runs unless it is not performable (CMD-6,
/// CMD-8).
///
/// A command on ⌘K is in conflict with one on ⌘K ⌘C too: only one of them can be meant.
public struct CommandConflict: Hashable, Sendable {
  /// What they share.
  public var chords: [Chord]
  /// The commands, in the order in which they are tried.
  public var commands: [KeyCommand]

  /// Makes a conflict from its parts.
  public init(chords: [Chord], commands: [KeyCommand]) {
    self.chords = chords
    self.commands = commands
  }
}

/// The key commands of one responder, or of a menu, found by chord.
///
/// Finding costs the same for ten commands and for ten thousand.
public final class CommandRegistry {
  /// Every command, in the order of registration.
  public private(set) var commands: [KeyCommand] = []
  /// Whether a second command on a chord is refused, as in a main menu (CMD-6).
  public let refusesConflicts: Bool
  /// Commands and alternates.
  private var all = CommandTable() { didSet { filter = all.filter } }
  private var filter = ChordFilter()
  /// Those of them that want priority, so that asking for these first passes no others.
  private var urgent = CommandTable() { didSet { urgentFilter = urgent.filter } }
  private var urgentFilter = ChordFilter()

  /// Makes an empty registry.
  public init(refusesConflicts: Bool = false) {
    self.refusesConflicts = refusesConflicts
  }

  /// Makes a registry of some commands; several may share a chord.
  public init(_ commands: [KeyCommand]) {
    refusesConflicts = false
    for command in commands { insert(command) }
  }

  /// Adds a command, with its alternates, behind those that share its chord.
  ///
  /// - Throws: `chordTaken` where the registry refuses conflicts; then nothing is added.
  public func add(_ command: KeyCommand) throws(KeyCommandError) {
    if refusesConflicts, command.hasChord {
      for variant in command.variants {
        let rivals = all.candidates(for: variant.chord, isMirrored: false)
        if let owner = rivals.first(where: variant.collides) {
          throw .chordTaken(variant.chords, by: owner.id, refused: variant.id)
        }
      }
    }
    insert(command)
  }

  /// Takes out every command with an identifier.
  public func remove(id: String) {
    let rest = commands.filter { $0.id != id }
    commands = []
    all = CommandTable()
    urgent = CommandTable()
    for command in rest { insert(command) }
  }

  /// The commands that a chord runs or begins, in the order in which they are tried.
  ///
  /// - Parameters:
  ///   - chord: what is pressed.
  ///   - isMirrored: whether the language is written from right to left: then commands on `[` and ← that
  ///     allow it are pressed with `]` and →.
  /// - Returns: the commands, alternates among them; empty for a chord that means nothing.
  public func candidates(for chord: Chord, isMirrored: Bool = false) -> [KeyCommand] {
    all.candidates(for: chord, isMirrored: isMirrored)
  }

  /// The commands that chords run or begin which are pressed one after the other; without any chord none.
  public func candidates(for chords: [Chord], isMirrored: Bool = false) -> [KeyCommand] {
    all.candidates(for: chords, isMirrored: isMirrored)
  }

  /// Whether a keystroke may run or begin any of them; false is certain.
  public func mayMatch(_ hint: ChordHint, withPriority: Bool = false) -> Bool {
    (withPriority ? urgentFilter : filter).mayMatch(hint)
  }

  /// What a keystroke means: the first command for which `body` has an answer.
  ///
  /// - Parameters:
  ///   - keystroke: what was pressed.
  ///   - withPriority: whether only commands that want priority over text count.
  ///   - isMirrored: whether the language is written from right to left.
  ///   - body: says what comes of a command; nil where nobody can perform it now.
  /// - Returns: the answer, or nil.
  public func first<Result>(
    for keystroke: Keystroke, withPriority: Bool = false, isMirrored: Bool = false,
    where body: (KeyCommand) -> Result?
  ) -> Result? {
    ChordMatcher(keystroke).first {
      first(for: $0, withPriority: withPriority, isMirrored: isMirrored, where: body)
    }
  }

  /// What a keystroke means in one of its readings: to ask several registries about each in turn.
  public func first<Result>(
    for reading: ChordMatcher.Reading, withPriority: Bool = false, isMirrored: Bool = false,
    where body: (KeyCommand) -> Result?
  ) -> Result? {
    let candidates =
      withPriority
      ? urgent.candidates(for: reading.chord, isMirrored: isMirrored)
      : all.candidates(for: reading.chord, isMirrored: isMirrored)
    return Self.first(of: candidates, isStandIn: reading.isStandIn, where: body)
  }

  /// What keys mean that were pressed one after the other, each in one of its readings: the command of a
  /// sequence, or one that they begin.
  public func first<Result>(
    for readings: [ChordMatcher.Reading], withPriority: Bool = false, isMirrored: Bool = false,
    where body: (KeyCommand) -> Result?
  ) -> Result? {
    let chords = readings.map(\.chord)
    let candidates =
      withPriority
      ? urgent.candidates(for: chords, isMirrored: isMirrored)
      : all.candidates(for: chords, isMirrored: isMirrored)
    return Self.first(
      of: candidates, isStandIn: readings.contains(where: \.isStandIn), where: body)
  }

  private static func first<Result>(
    of candidates: [KeyCommand], isStandIn: Bool, where body: (KeyCommand) -> Result?
  ) -> Result? {
    for command in candidates where !isStandIn || command.allowsAutomaticLocalization {
      if let result = body(command) { return result }
    }
    return nil
  }

  /// The commands that get in each other's way, in the order of registration.
  public var conflicts: [CommandConflict] {
    var seen: Set<[Chord]> = []
    var conflicts: [CommandConflict] = []
    for command in commands.flatMap(\.variants) {
      let rivals = candidates(for: command.chord).filter {
        $0.chords.count >= command.chords.count && $0.collides(with: command)
      }
      if rivals.count > 1, seen.insert(command.chords).inserted {
        conflicts.append(CommandConflict(chords: command.chords, commands: rivals))
      }
    }
    return conflicts
  }

  private func insert(_ command: KeyCommand) {
    commands.append(command)
    guard command.hasChord else { return }
    for variant in command.variants {
      all.insert(variant)
      if variant.wantsPriority { urgent.insert(variant) }
    }
  }
}
