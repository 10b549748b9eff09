// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Which chord means which editing command while text has the focus.
public struct TextBindings: Sendable {
  private var table: [Chord: EditingCommand] = [:]
  private var filter = ChordFilter()
  /// The chords bound beside the built-in ones, the last one last.
  private var added: [Chord] = []

  /// The chords of ``BuiltinCommands``.
  public static let builtin: TextBindings = {
    var bindings = TextBindings()
    for row in BuiltinCommands.table {
      for chord in row.chords { bindings.set(chord, to: row.command) }
    }
    return bindings
  }()

  /// Makes bindings without any chord.
  public init() {}

  /// Gives a chord a meaning, or with nil takes it away (BND-12).
  public mutating func bind(_ chord: Chord, to command: EditingCommand?) {
    set(chord, to: command)
    added.removeAll { $0 == chord }
    added.append(chord)
  }

  private mutating func set(_ chord: Chord, to command: EditingCommand?) {
    table[chord] = command
    if command != nil { filter.insert(chord) }
  }

  /// Gives a command these chords and no others (BND-12); none leaves it without.
  ///
  /// A chord that another command had is that command's no more.
  public mutating func rebind(_ command: EditingCommand, to chords: [Chord]) {
    for (chord, owner) in table where owner == command { bind(chord, to: nil) }
    // What is bound last is listed first.
    for chord in chords.reversed() { bind(chord, to: command) }
  }

  /// What a chord means.
  public subscript(chord: Chord) -> EditingCommand? {
    table[chord]
  }

  /// The rows of ``BuiltinCommands`` with the chords that they have now, for a list of commands.
  ///
  /// What the user bound comes first; a command that has lost its chords is listed without any.
  public var rows: [BuiltinCommand] {
    BuiltinCommands.table.map { row in
      let own = added.reversed().filter { table[$0] == row.command && !row.chords.contains($0) }
      return row.with(chords: own + row.chords.filter { table[$0] == row.command })
    }
  }

  /// The commands whose chords are not the built-in ones (BND-12).
  public var replaced: [BuiltinCommand] {
    zip(rows, BuiltinCommands.table).filter { $0.0.chords != $0.1.chords }.map(\.0)
  }

  /// Whether ``command(for:where:)`` may find anything; false is certain.
  public func mayMatch(_ hint: ChordHint) -> Bool {
    filter.mayMatch(hint)
  }

  /// What a keystroke means: the first of its chords with a command that `accept` takes.
  public func command(
    for keystroke: Keystroke, where accept: (EditingCommand) -> Bool
  ) -> EditingCommand? {
    ChordMatcher(keystroke).first { reading in
      guard let command = table[reading.chord], accept(command) else { return nil }
      return command
    }
  }
}
