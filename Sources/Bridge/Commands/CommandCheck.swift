// SPDX-License-Identifier: Apache-2.0
package import KeyCommands
import Keys
import TextInput
package import YAMLNodes

/// A problem with an entry of `commands` that the user should know of.
package struct CommandFinding: Hashable, Sendable {
  /// The kind of problem.
  package enum Problem: Hashable, Sendable {
    /// The keys never run the command: wherever it applies, another entry precedes it that has the
    /// same keys, or keys of which one sequence begins with the other.
    case unreachable(
      chords: [Chord], id: String, taker: String, takerChords: [Chord], at: YAMLPlace)
    /// Where both entries apply, the keys run only the command of the other entry.
    case sometimesUnreachable(chords: [Chord], id: String, taker: String, at: YAMLPlace)
    /// The text uses the keys, and takes precedence.
    case losesToText(Chord, id: String, binding: EditingCommand?)
    /// The keys move the focus, and that takes precedence.
    case losesToFocus(Chord, id: String)
    /// The keys are reserved; no command can have them (CMD-13).
    case reserved(Chord, id: String)
    /// The built-in command has no keys left, because other commands have taken them.
    case leftWithoutKeys(EditingCommand, taker: String)
    /// A built-in command is bound twice; the last binding wins.
    case reboundTwice(EditingCommand, at: YAMLPlace)
    /// No configured layout can type the keys.
    case untypable(Chord, id: String)
    /// Some configured layouts cannot type the keys.
    case untypableOn([String], Chord, id: String)
    /// The program to start does not exist.
    case noProgram(String)
    /// A command that starts no process has a name similar to a built-in one.
    case nearBuiltin(String, near: String)
  }

  /// The place of the entry.
  package var place: YAMLPlace
  /// The problem.
  package var problem: Problem

  /// Whether the entry has no effect at all.
  package var isMistake: Bool {
    switch problem {
    case .unreachable, .reserved, .reboundTwice, .noProgram, .untypable: true
    case .losesToText, .losesToFocus, .sometimesUnreachable, .leftWithoutKeys, .untypableOn,
      .nearBuiltin:
      false
    }
  }
}

/// Checks the `commands` list for conflicts with other entries, with the text and with reserved
/// keys, which the reader of a single entry cannot see.
package struct CommandCheck {
  private let configuration: Configuration
  private let bindings: TextBindings
  private let findsProgram: (String) -> Bool
  private let typable: TypableChords?
  private var findings: [CommandFinding] = []
  /// Whether the programs that were searched exist, because many commands start the same one.
  private var knownPrograms: [String: Bool] = [:]

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - configuration: the configuration to check.
  ///   - typable: the chords that the layouts can type; nil to skip that check.
  ///   - findsProgram: whether a program exists; by default, whether it exists on this machine.
  package init(
    _ configuration: Configuration, typable: TypableChords? = nil,
    findsProgram: @escaping (String) -> Bool = ProgramSearch().finds
  ) {
    self.typable = typable
    self.configuration = configuration
    self.findsProgram = findsProgram
    bindings = configuration.bindings
  }

  /// Checks the list.
  ///
  /// - Parameter pause: called after each entry; it may suspend the work.
  /// - Returns: all findings, in the order of the file.
  package mutating func run(pause: () -> Void = {}) -> [CommandFinding] {
    findings = []
    let own = configuration.commands.filter { $0.rebound == nil }
    lookForRivals(own.flatMap { entry in entry.keys.map { Row(entry, $0) } }, pause)
    for entry in own {
      pause()
      for keys in entry.keys { look(at: keys, of: entry) }
      if let program = entry.process?.words.first, !exists(program) {
        add(entry.place, .noProgram(program))
      }
      if let near = builtinMeant(by: entry) {
        add(entry.place, .nearBuiltin(entry.id, near: near))
      }
    }
    for entry in configuration.commands {
      pause()
      for keys in entry.keys { lookAtLayouts(keys, of: entry) }
    }
    lookAtRebound(configuration.commands.filter { $0.rebound != nil })
    return findings.sorted {
      ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
    }
  }

  private mutating func exists(_ program: String) -> Bool {
    if let isKnown = knownPrograms[program] { return isKnown }
    let exists = findsProgram(program)
    knownPrograms[program] = exists
    return exists
  }

  private mutating func add(_ place: YAMLPlace, _ problem: CommandFinding.Problem) {
    findings.append(CommandFinding(place: place, problem: problem))
  }

  private static let builtins = EditingCommand.allCases.map(\.rawValue)

  /// Returns the built-in command that the entry probably means; nil if its title or process shows
  /// that it is a command of its own.
  private func builtinMeant(by entry: CommandEntry) -> String? {
    guard entry.editing == nil, entry.process == nil, entry.title == nil else { return nil }
    return nearest(to: entry.id, among: Self.builtins)
  }

  // MARK: Conflicts between entries

  private struct Row {
    var entry: CommandEntry
    var keys: CommandEntry.Keys
    var hasPriority: Bool

    init(_ entry: CommandEntry, _ keys: CommandEntry.Keys) {
      self.entry = entry
      self.keys = keys
      hasPriority = entry.wantsPriority ?? (entry.editing != nil)
    }

    /// Whether both entries can apply at the same time.
    func mayCount(with other: Row) -> Bool {
      entry.condition.mayMeet(other.entry.condition)
        && (entry.isGlobal || !other.entry.isGlobal || entry.condition.isEmpty)
    }

    /// Whether the entry applies wherever another one does.
    func covers(_ other: Row) -> Bool {
      entry.condition.covers(other.entry.condition) && (entry.isGlobal || !other.entry.isGlobal)
    }
  }

  /// How many entries with the same keys are compared with one entry.
  ///
  /// Some files have thousands.
  private static let mostRivals = 200

  /// Entries with priority come first, then the order in the file decides.
  private mutating func lookForRivals(_ rows: [Row], _ pause: () -> Void) {
    let order = rows.filter(\.hasPriority) + rows.filter { !$0.hasPriority }
    // The entries compared so far, by their keys, and by each prefix of longer keys.
    var places: [[Chord]: [Int]] = [:]
    var beginnings: [[Chord]: [Int]] = [:]
    for (place, row) in order.enumerated() {
      pause()
      let keys = row.keys.chords
      let shorter = (1..<max(keys.count, 1)).map { Array(keys[..<$0]) }
      let rivals =
        ([keys] + shorter).flatMap { places[$0, default: []].prefix(Self.mostRivals) }
        + beginnings[keys, default: []].prefix(Self.mostRivals)
      if let taker = rival(of: row, among: rivals.sorted(), of: order) {
        add(row.keys.place, taker)
      }
      places[keys, default: []].append(place)
      for beginning in shorter { beginnings[beginning, default: []].append(place) }
    }
  }

  /// Finds an earlier entry that takes a row's keys: preferably one that always does, else one that
  /// sometimes does.
  private func rival(
    of row: Row, among earlier: [Int], of rows: [Row]
  ) -> CommandFinding.Problem? {
    var first: Row?
    for place in earlier where rows[place].mayCount(with: row) {
      let other = rows[place]
      // The same keys twice in the same entry are harmless.
      if other.entry.place == row.entry.place { continue }
      if other.covers(row) {
        return .unreachable(
          chords: row.keys.chords, id: row.entry.id, taker: other.entry.id,
          takerChords: other.keys.chords, at: other.keys.place)
      }
      first = first ?? other
    }
    return first.map {
      .sometimesUnreachable(
        chords: $0.keys.chords, id: row.entry.id, taker: $0.entry.id, at: $0.keys.place)
    }
  }

  // MARK: Conflicts with layouts

  private mutating func lookAtLayouts(_ keys: CommandEntry.Keys, of entry: CommandEntry) {
    guard let typable else { return }
    for chord in keys.chords {
      guard let missing = typable.layouts(without: chord) else {
        return add(keys.place, .untypable(chord, id: entry.id))
      }
      if !missing.isEmpty {
        return add(keys.place, .untypableOn(missing, chord, id: entry.id))
      }
    }
  }

  // MARK: Conflicts with built-in keys

  private mutating func look(at keys: CommandEntry.Keys, of entry: CommandEntry) {
    guard let chord = keys.chords.first else { return }
    if let reserved = keys.chords.first(where: Self.isReserved) {
      return add(keys.place, .reserved(reserved, id: entry.id))
    }
    let comesFirst =
      entry.wantsPriority ?? (entry.editing != nil)
      || configuration.user[\.legacyCommandsFirst] == true
    let focus = entry.condition.focus
    guard !comesFirst else { return }
    if focus != [.other], types(chord) || bindings[chord]?.comesBeforeCommands == true {
      return add(keys.place, .losesToText(chord, id: entry.id, binding: bindings[chord]))
    }
    if Self.movesFocus(chord) { add(keys.place, .losesToFocus(chord, id: entry.id)) }
  }

  private static func isReserved(_ chord: Chord) -> Bool {
    ModeKeys.chords[chord] != nil || chord == TextEngine.menuKey
  }

  private func types(_ chord: Chord) -> Bool {
    chord.modifiers.isDisjoint(with: [.command, .control])
      && (chord.input.isCharacter || chord.input == .return)
  }

  private static func movesFocus(_ chord: Chord) -> Bool {
    switch chord.input {
    case .tab: chord.modifiers.isSubset(of: [.control, .shift])
    case .upArrow, .downArrow, .leftArrow, .rightArrow:
      chord.modifiers.isEmpty
    default: false
    }
  }

  private mutating func lookAtRebound(_ entries: [CommandEntry]) {
    var places: [EditingCommand: YAMLPlace] = [:]
    var takers: [Chord: (id: String, keys: CommandEntry.Keys)] = [:]
    for entry in entries {
      guard let command = entry.rebound else { continue }
      if let first = places[command] { add(entry.place, .reboundTwice(command, at: first)) }
      places[command] = entry.place
      for keys in entry.keys {
        guard let chord = keys.chords.first else { continue }
        if Self.isReserved(chord) { add(keys.place, .reserved(chord, id: entry.id)) }
        if let owner = takers[chord], owner.id != entry.id {
          add(
            owner.keys.place,
            .unreachable(
              chords: [chord], id: owner.id, taker: entry.id, takerChords: [chord],
              at: keys.place))
        }
        takers[chord] = (entry.id, keys)
      }
    }
    for row in bindings.rows where row.chords.isEmpty && places[row.command] == nil {
      let lost = BuiltinCommands.row(of: row.command)?.chords ?? []
      if let taker = lost.lazy.compactMap({ takers[$0] }).first {
        add(taker.keys.place, .leftWithoutKeys(row.command, taker: taker.id))
      }
    }
  }
}

extension EditingCommand {
  /// Whether its keys belong to the text.
  ///
  /// Actions that a program performs come after commands.
  fileprivate var comesBeforeCommands: Bool {
    !isAction || self == .complete || self == .cancel
  }
}
