// SPDX-License-Identifier: Apache-2.0
package import KeyCommands
import Keys
import TextInput
package import YAMLNodes

/// Something about an entry of `commands` that its writer would want to know.
package struct CommandFinding: Hashable, Sendable {
  /// What is so.
  package enum Problem: Hashable, Sendable {
    /// The keys never run the command: another entry has them wherever this one counts.
    case unreachable(chords: [Chord], id: String, taker: String, at: YAMLPlace)
    /// Where both count, only the other entry's command runs.
    case sometimesUnreachable(chords: [Chord], id: String, taker: String, at: YAMLPlace)
    /// The text has the keys, and comes first.
    case losesToText(Chord, id: String, binding: EditingCommand?)
    /// The keys move the focus before anybody asks for the command.
    case losesToFocus(Chord, id: String)
    /// Nobody can have these keys (CMD-13).
    case reserved(Chord, id: String)
    /// The built-in command has no keys any more, because other commands have taken them.
    case leftWithoutKeys(EditingCommand, taker: String)
    /// A built-in command gets its keys twice; the last ones count.
    case reboundTwice(EditingCommand, at: YAMLPlace)
    /// No layout of the settings has such keys.
    case untypable(Chord, id: String)
    /// Some layouts of the settings have no such keys.
    case untypableOn([String], Chord, id: String)
    /// There is no such program.
    case noProgram(String)
    /// A command that starts nothing has almost the name of a built-in one.
    case nearBuiltin(String, near: String)
  }

  /// Where it is.
  package var place: YAMLPlace
  /// What is so.
  package var problem: Problem

  /// Whether something that was written has no effect at all.
  package var isMistake: Bool {
    switch problem {
    case .unreachable, .reserved, .reboundTwice, .noProgram, .untypable: true
    case .losesToText, .losesToFocus, .sometimesUnreachable, .leftWithoutKeys, .untypableOn,
      .nearBuiltin:
      false
    }
  }
}

/// Looks at the `commands` list for what each entry alone does not show: keys that another one has, that
/// the text takes, or that nobody gets.
package struct CommandCheck {
  private let configuration: Configuration
  private let bindings: TextBindings
  private let findsProgram: (String) -> Bool
  private let typable: TypableChords?
  private var findings: [CommandFinding] = []

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - configuration: whose commands are looked at.
  ///   - typable: what the layouts can type; nil where that is not looked at.
  ///   - findsProgram: whether there is a program of a name; by default, whether there is on this machine.
  package init(
    _ configuration: Configuration, typable: TypableChords? = nil,
    findsProgram: @escaping (String) -> Bool = isProgram
  ) {
    self.typable = typable
    self.configuration = configuration
    self.findsProgram = findsProgram
    bindings = configuration.bindings
  }

  /// Everything that was found, in the order of the file.
  package mutating func run() -> [CommandFinding] {
    findings = []
    let own = configuration.commands.filter { $0.rebound == nil }
    lookForRivals(own.flatMap { entry in entry.keys.map { Row(entry, $0) } })
    for entry in own {
      for keys in entry.keys { look(at: keys, of: entry) }
      if let program = entry.process?.words.first, !findsProgram(program) {
        add(entry.place, .noProgram(program))
      }
      if let near = builtinMeant(by: entry) {
        add(entry.place, .nearBuiltin(entry.id, near: near))
      }
    }
    for entry in configuration.commands {
      for keys in entry.keys { lookAtLayouts(keys, of: entry) }
    }
    lookAtRebound(configuration.commands.filter { $0.rebound != nil })
    return findings.sorted {
      ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
    }
  }

  private mutating func add(_ place: YAMLPlace, _ problem: CommandFinding.Problem) {
    findings.append(CommandFinding(place: place, problem: problem))
  }

  private static let builtins = EditingCommand.allCases.map(\.rawValue)

  /// The built-in command that an entry almost names, where nothing shows that it is a command of its own.
  private func builtinMeant(by entry: CommandEntry) -> String? {
    guard entry.editing == nil, entry.process == nil, entry.title == nil else { return nil }
    return nearest(to: entry.id, among: Self.builtins)
  }

  // MARK: Among themselves

  private struct Row {
    var entry: CommandEntry
    var keys: CommandEntry.Keys
    var hasPriority: Bool

    init(_ entry: CommandEntry, _ keys: CommandEntry.Keys) {
      self.entry = entry
      self.keys = keys
      hasPriority = entry.wantsPriority ?? (entry.editing != nil)
    }

    /// Whether there is a place where both count.
    func mayCount(with other: Row) -> Bool {
      entry.condition.mayMeet(other.entry.condition)
        && (entry.isGlobal || !other.entry.isGlobal || entry.condition.isEmpty)
    }

    /// Whether it counts wherever another one does.
    func covers(_ other: Row) -> Bool {
      entry.condition.covers(other.entry.condition) && (entry.isGlobal || !other.entry.isGlobal)
    }
  }

  /// How many of those with the same keys are looked at for one: some file has thousands.
  private static let mostRivals = 200

  /// The one with priority is asked first, then the one that stands first.
  private mutating func lookForRivals(_ rows: [Row]) {
    let order = rows.filter(\.hasPriority) + rows.filter { !$0.hasPriority }
    // Those that were looked at, by their keys, and by what longer keys begin with.
    var places: [[Chord]: [Int]] = [:]
    var beginnings: [[Chord]: [Int]] = [:]
    for (place, row) in order.enumerated() {
      let keys = row.keys.chords
      let shorter = (1..<max(keys.count, 1)).map { Array(keys[..<$0]) }
      let rivals =
        ([keys] + shorter).flatMap { places[$0, default: []].prefix(Self.mostRivals) }
        + beginnings[keys, default: []].prefix(Self.mostRivals)
      if let taker = rival(of: row, among: rivals.sorted().map { order[$0] }) {
        add(row.keys.place, taker)
      }
      places[keys, default: []].append(place)
      for beginning in shorter { beginnings[beginning, default: []].append(place) }
    }
  }

  /// Who of those that are asked before takes a row's keys: everywhere, or else somewhere.
  private func rival(of row: Row, among earlier: [Row]) -> CommandFinding.Problem? {
    var first: Row?
    for other in earlier where other.mayCount(with: row) {
      // The same entry with the same keys twice is no harm.
      if other.entry.place == row.entry.place { continue }
      if other.covers(row) {
        return .unreachable(
          chords: other.keys.chords, id: row.entry.id, taker: other.entry.id, at: other.keys.place)
      }
      first = first ?? other
    }
    return first.map {
      .sometimesUnreachable(
        chords: $0.keys.chords, id: row.entry.id, taker: $0.entry.id, at: $0.keys.place)
    }
  }

  // MARK: On the layouts

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

  // MARK: Against what is built in

  private mutating func look(at keys: CommandEntry.Keys, of entry: CommandEntry) {
    guard let chord = keys.chords.first else { return }
    if let reserved = keys.chords.first(where: Self.isReserved) {
      return add(keys.place, .reserved(reserved, id: entry.id))
    }
    let comesFirst =
      entry.wantsPriority ?? (entry.editing != nil) || configuration.commandsBeforeText == true
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
            .unreachable(chords: [chord], id: owner.id, taker: entry.id, at: keys.place))
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
  /// Whether its keys are the text's; what a program does for it is asked for behind the commands.
  fileprivate var comesBeforeCommands: Bool {
    !isAction || self == .complete || self == .cancel
  }
}
