// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Several commands with the same chord or sequence.
///
/// The first one runs, unless it cannot be performed (CMD-6, CMD-8).
///
/// A command on ⌘K also conflicts with one on ⌘K ⌘C, because ⌘K can mean only one of them.
public struct CommandConflict: Hashable, Sendable {
  /// The shared chords.
  public var chords: [Chord]
  /// The commands, in dispatch order.
  public var commands: [KeyCommand]

  /// Creates a conflict from its parts.
  ///
  /// - Parameters:
  ///   - chords: the shared chords.
  ///   - commands: the commands, in dispatch order.
  public init(chords: [Chord], commands: [KeyCommand]) {
    self.chords = chords
    self.commands = commands
  }
}

/// The key commands of one responder or menu, which are found by chord.
///
/// The cost of a lookup does not depend on the number of commands.
public final class CommandRegistry {
  /// Every command, in the order of registration.
  public private(set) var commands: [KeyCommand] = []
  /// Whether adding a second command with the same chord fails, as in a main menu (CMD-6).
  public let refusesConflicts: Bool
  /// All commands, including alternates.
  private var all = CommandTable() {
    didSet {
      filter = all.filter
      DispatchRevision.advance()
    }
  }
  private var filter = ChordFilter()
  /// The commands with priority.
  ///
  /// They have a separate table, so that a search for them need not skip the others.
  // Changed before ``all``, which notes the change.
  private var urgent = CommandTable() { didSet { urgentFilter = urgent.filter } }
  private var urgentFilter = ChordFilter()

  /// Creates an empty registry.
  ///
  /// - Parameter refusesConflicts: whether ``add(_:)`` throws an error for a chord that another
  ///   command has.
  public init(refusesConflicts: Bool = false) {
    self.refusesConflicts = refusesConflicts
  }

  /// Creates a registry that does not refuse conflicts.
  ///
  /// - Parameter commands: the commands, in dispatch order; several may share a chord.
  public init(_ commands: [KeyCommand]) {
    refusesConflicts = false
    for command in commands { insert(command) }
  }

  /// Adds a command with its alternates, after those with the same chord.
  ///
  /// - Parameter command: the command; one without a chord is stored, but no key finds it.
  /// - Throws: `chordTaken` if the registry refuses conflicts and there is one; then nothing is
  ///   added.
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

  /// Removes all commands with an identifier.
  ///
  /// - Parameter id: the identifier; an unknown one has no effect. Alternates are removed with
  ///   their command only.
  public func remove(id: String) { replaceAll(with: commands.filter { $0.id != id }) }

  /// Replaces the commands with the identifier of another command by that one, in their places.
  ///
  /// - Parameter command: the new command; ignored if no command has its identifier.
  package func replace(with command: KeyCommand) {
    replaceAll(with: commands.map { $0.id == command.id ? command : $0 })
  }

  private func replaceAll(with others: [KeyCommand]) {
    commands = []
    urgent = CommandTable()
    all = CommandTable()
    for command in others { insert(command) }
  }

  /// Returns the commands that a chord runs or begins, in dispatch order.
  ///
  /// - Parameters:
  ///   - chord: the pressed chord.
  ///   - isMirrored: whether the language is written from right to left. Commands on `[` and ← that
  ///     allow it are then pressed with `]` and →.
  /// - Returns: the commands, including alternates; empty if the chord has no command.
  public func candidates(for chord: Chord, isMirrored: Bool = false) -> [KeyCommand] {
    all.candidates(for: chord, isMirrored: isMirrored)
  }

  /// Returns the commands that a sequence of chords runs or begins, in dispatch order.
  ///
  /// - Parameters:
  ///   - chords: the chords pressed so far.
  ///   - isMirrored: whether the language is written from right to left, as for a single chord.
  /// - Returns: the commands, including alternates; empty for an empty sequence.
  public func candidates(for chords: [Chord], isMirrored: Bool = false) -> [KeyCommand] {
    all.candidates(for: chords, isMirrored: isMirrored)
  }

  /// Reports whether a keystroke may run or begin a command.
  ///
  /// - Parameters:
  ///   - hint: the summary of the keystroke, `Keystroke.chordHint`.
  ///   - withPriority: whether to consider only commands with priority over text.
  /// - Returns: whether a lookup is worthwhile; false is certain.
  public func mayMatch(_ hint: ChordHint, withPriority: Bool = false) -> Bool {
    (withPriority ? urgentFilter : filter).mayMatch(hint)
  }

  /// The chords of the commands with priority.
  package var priorityFilter: ChordFilter { urgentFilter }

  /// Finds the command for a keystroke: the first for which `body` returns a result.
  ///
  /// - Parameters:
  ///   - keystroke: the keystroke to look up.
  ///   - withPriority: whether to consider only commands with priority over text.
  ///   - isMirrored: whether the language is written from right to left.
  ///   - body: returns a result for a command, or nil if the command cannot be performed now.
  /// - Returns: the result; nil if no command has one.
  public func first<Result>(
    for keystroke: Keystroke, withPriority: Bool = false, isMirrored: Bool = false,
    where body: (KeyCommand) -> Result?
  ) -> Result? {
    ChordMatcher(keystroke).first {
      first(for: $0, withPriority: withPriority, isMirrored: isMirrored, where: body)
    }
  }

  /// Finds the command for one reading of a keystroke.
  ///
  /// Callers use it to try a reading in several registries before the next reading.
  ///
  /// - Parameters:
  ///   - reading: the reading of the keystroke; if it is a layout fallback, only commands that
  ///     allow it are considered.
  ///   - withPriority: whether to consider only commands with priority over text.
  ///   - isMirrored: whether the language is written from right to left.
  ///   - body: returns a result for a command, or nil if the command cannot be performed now.
  /// - Returns: the first result; nil if no command has one.
  public func first<Result>(
    for reading: ChordMatcher.Reading, withPriority: Bool = false, isMirrored: Bool = false,
    where body: (KeyCommand) -> Result?
  ) -> Result? {
    let candidates =
      withPriority
      ? urgent.candidates(for: reading.chord, isMirrored: isMirrored)
      : all.candidates(for: reading.chord, isMirrored: isMirrored)
    return Self.first(of: candidates, isLayoutFallback: reading.isLayoutFallback, where: body)
  }

  /// Finds the command for a sequence of keystrokes, each in one of its readings: the command of
  /// the whole sequence, or one that the sequence begins.
  ///
  /// - Parameters:
  ///   - readings: a reading of each keystroke, in the order of the keystrokes; if one of them is a
  ///     layout fallback, only commands that allow it are considered.
  ///   - withPriority: whether to consider only commands with priority over text.
  ///   - isMirrored: whether the language is written from right to left.
  ///   - body: returns a result for a command, or nil if the command cannot be performed now.
  /// - Returns: the first result; nil if no command has one, or for an empty sequence.
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
      of: candidates, isLayoutFallback: readings.contains(where: \.isLayoutFallback), where: body)
  }

  private static func first<Result>(
    of candidates: [KeyCommand], isLayoutFallback: Bool, where body: (KeyCommand) -> Result?
  ) -> Result? {
    for command in candidates where !isLayoutFallback || command.allowsAutomaticLocalization {
      if let result = body(command) { return result }
    }
    return nil
  }

  /// The conflicts between commands, in the order of registration.
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
      if variant.wantsPriority { urgent.insert(variant) }
      all.insert(variant)
    }
  }
}
