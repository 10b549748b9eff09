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
    /// There is no such program.
    case noProgram(String)
  }

  /// Where it is.
  package var place: YAMLPlace
  /// What is so.
  package var problem: Problem

  /// Whether something that was written has no effect at all.
  package var isMistake: Bool {
    switch problem {
    case .unreachable, .reserved, .reboundTwice, .noProgram: true
    case .losesToText(_, _, _), .losesToFocus, .sometimesUnreachable, .leftWithoutKeys: false
    }
  }
}

/// Looks at the `commands` list for what each entry alone does not show: keys that another one has, that
/// the text takes, or that nobody gets.
package struct CommandCheck {
  private let configuration: Configuration
  private let bindings: TextBindings
  private let findsProgram: (String) -> Bool
  private var findings: [CommandFinding] = []

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - configuration: whose commands are looked at.
  ///   - findsProgram: whether there is a program of a name; by default, whether there is on this machine.
  package init(
    _ configuration: Configuration, findsProgram: @escaping (String) -> Bool = isProgram
  ) {
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
    }
    lookAtRebound(configuration.commands.filter { $0.rebound != nil })
    return findings.sorted {
      ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
    }
  }

  private mutating func add(_ place: YAMLPlace, _ problem: CommandFinding.Problem) {
    findings.append(CommandFinding(place: place, problem: problem))
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

    /// Whether pressing one means pressing, or beginning to press, the other too.
    func collides(with other: Row) -> Bool {
      zip(keys.chords, other.keys.chords).allSatisfy(==)
    }
  }

  /// The one with priority is asked first, then the one that stands first.
  private mutating func lookForRivals(_ rows: [Row]) {
    let byChord = Dictionary(grouping: rows.indices) { rows[$0].keys.chords.first }
    for indices in byChord.values where indices.count > 1 {
      let order = indices.sorted {
        (rows[$0].hasPriority ? 0 : 1, $0) < (rows[$1].hasPriority ? 0 : 1, $1)
      }
      for (position, index) in order.enumerated() {
        let row = rows[index]
        // Hundreds of sequences may begin alike: few of them are worth a copy.
        let rivals = order[..<position].filter { rows[$0].collides(with: row) }.map { rows[$0] }
          .filter {
            $0.entry.condition.mayMeet(row.entry.condition)
              && ($0.entry.isGlobal || !row.entry.isGlobal || $0.entry.condition.isEmpty)
          }
        guard let first = rivals.first else { continue }
        let cover = rivals.first {
          $0.entry.condition.covers(row.entry.condition)
            && ($0.entry.isGlobal || !row.entry.isGlobal)
        }
        let taker = cover ?? first
        let id = row.entry.id
        add(
          row.keys.place,
          cover == nil
            ? .sometimesUnreachable(
              chords: taker.keys.chords, id: id, taker: taker.entry.id, at: taker.keys.place)
            : .unreachable(
              chords: taker.keys.chords, id: id, taker: taker.entry.id, at: taker.keys.place))
      }
    }
  }

  // MARK: Against what is built in

  private mutating func look(at keys: CommandEntry.Keys, of entry: CommandEntry) {
    guard let chord = keys.chords.first else { return }
    if let reserved = keys.chords.first(where: { ModeKeys.chords[$0] != nil }) {
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

  private func types(_ chord: Chord) -> Bool {
    chord.modifiers.isDisjoint(with: [.command, .control])
      && (ChordHint.isCharacter(chord.input) || chord.input == KeyInput.return)
  }

  private static func movesFocus(_ chord: Chord) -> Bool {
    switch chord.input {
    case KeyInput.tab: chord.modifiers.isSubset(of: [.control, .shift])
    case KeyInput.upArrow, KeyInput.downArrow, KeyInput.leftArrow, KeyInput.rightArrow:
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
        if ModeKeys.chords[chord] != nil { add(keys.place, .reserved(chord, id: entry.id)) }
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
