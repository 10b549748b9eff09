// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The chords of the editing commands while a text has the focus.
public struct TextBindings: Sendable {
  private var table: [Chord: EditingCommand] = [:]
  private var filter = ChordFilter()
  /// The chords that were bound in addition to the built-in ones, in order.
  private var added: [Chord] = []

  /// The chords of ``BuiltinCommands``.
  public static let builtin: TextBindings = {
    var bindings = TextBindings()
    for row in BuiltinCommands.table {
      for chord in row.chords { bindings.set(chord, to: row.command) }
    }
    return bindings
  }()

  /// Creates bindings without any chord.
  public init() {}

  /// Binds a chord to a command; nil unbinds it (BND-12).
  public mutating func bind(_ chord: Chord, to command: EditingCommand?) {
    set(chord, to: command)
    added.removeAll { $0 == chord }
    added.append(chord)
  }

  private mutating func set(_ chord: Chord, to command: EditingCommand?) {
    table[chord] = command
    if command != nil { filter.insert(chord) }
  }

  /// Binds a command to these chords only (BND-12); an empty list unbinds it.
  ///
  /// The chords are taken from other commands that have them.
  public mutating func rebind(_ command: EditingCommand, to chords: [Chord]) {
    for (chord, owner) in table where owner == command { bind(chord, to: nil) }
    // The chord that is bound last is listed first.
    for chord in chords.reversed() { bind(chord, to: command) }
  }

  /// Returns the command of a chord; nil for none.
  public subscript(chord: Chord) -> EditingCommand? {
    table[chord]
  }

  /// The rows of ``BuiltinCommands`` with their current chords, for lists of commands.
  ///
  /// The user's chords come first. A command that has lost its chords is listed without a chord.
  public var rows: [BuiltinCommand] {
    BuiltinCommands.table.map { row in
      let own = added.reversed().filter { table[$0] == row.command && !row.chords.contains($0) }
      return row.with(chords: own + row.chords.filter { table[$0] == row.command })
    }
  }

  /// The commands whose chords differ from the built-in ones (BND-12).
  public var replaced: [BuiltinCommand] {
    zip(rows, BuiltinCommands.table).filter { $0.0.chords != $0.1.chords }.map(\.0)
  }

  /// Whether ``command(for:where:)`` may find a command; false is certain.
  public func mayMatch(_ hint: ChordHint) -> Bool {
    filter.mayMatch(hint)
  }

  /// Returns the command of a keystroke: the first of its chords whose command `accept` accepts.
  public func command(
    for keystroke: Keystroke, where accept: (EditingCommand) -> Bool
  ) -> EditingCommand? {
    ChordMatcher(keystroke).first { reading in
      guard let command = table[reading.chord], accept(command) else { return nil }
      return command
    }
  }
}
