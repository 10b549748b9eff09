// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Several commands on one chord; the first one runs unless it is not performable (CMD-6, CMD-8).
public struct CommandConflict: Hashable, Sendable {
  /// The chord they share.
  public var chord: Chord
  /// The commands, in the order in which they are tried.
  public var commands: [KeyCommand]

  /// Makes a conflict from its parts.
  public init(chord: Chord, commands: [KeyCommand]) {
    self.chord = chord
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
  private var table: [Chord: [KeyCommand]] = [:]
  private var filter = ChordFilter()
  private var priorityFilter = ChordFilter()

  /// Makes an empty registry.
  public init(refusesConflicts: Bool = false) {
    self.refusesConflicts = refusesConflicts
  }

  /// Makes a registry of some commands; several may share a chord.
  public init(_ commands: [KeyCommand]) {
    refusesConflicts = false
    for command in commands { insert(command) }
  }

  /// Adds a command behind those that share its chord.
  ///
  /// - Throws: `chordTaken` where the registry refuses conflicts.
  public func add(_ command: KeyCommand) throws(KeyCommandError) {
    if refusesConflicts, let owner = table[command.chord]?.first {
      throw .chordTaken(command.chord, by: owner.id, refused: command.id)
    }
    insert(command)
  }

  /// Takes out every command with an identifier.
  public func remove(id: String) {
    let rest = commands.filter { $0.id != id }
    commands = []
    table = [:]
    filter = ChordFilter()
    priorityFilter = ChordFilter()
    for command in rest { insert(command) }
  }

  /// The commands on a chord, in the order in which they are tried.
  public func candidates(for chord: Chord) -> [KeyCommand] {
    table[chord] ?? []
  }

  /// Whether ``command(for:withPriority:where:)`` may find anything; false is certain.
  public func mayMatch(_ hint: ChordHint, withPriority: Bool = false) -> Bool {
    (withPriority ? priorityFilter : filter).mayMatch(hint)
  }

  /// The command that a keystroke means: the first one that is enabled and that `accept` takes.
  ///
  /// - Parameters:
  ///   - keystroke: what was pressed.
  ///   - withPriority: whether only commands that want priority over text count.
  ///   - accept: says whether somebody can perform the command now.
  /// - Returns: the command, or nil.
  public func command(
    for keystroke: Keystroke, withPriority: Bool = false, where accept: (KeyCommand) -> Bool
  ) -> KeyCommand? {
    ChordMatcher(keystroke).first { chord in
      table[chord]?.first {
        (!withPriority || $0.wantsPriority) && !$0.attributes.contains(.disabled) && accept($0)
      }
    }
  }

  /// The chords that several commands share, in the order of registration.
  public var conflicts: [CommandConflict] {
    var seen: Set<Chord> = []
    return commands.compactMap { command in
      guard let rivals = table[command.chord], rivals.count > 1,
        seen.insert(command.chord).inserted
      else { return nil }
      return CommandConflict(chord: command.chord, commands: rivals)
    }
  }

  private func insert(_ command: KeyCommand) {
    commands.append(command)
    table[command.chord, default: []].append(command)
    filter.insert(command.chord)
    if command.wantsPriority { priorityFilter.insert(command.chord) }
  }
}
