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

  /// Binds a chord to a command (BND-12).
  ///
  /// - Parameters:
  ///   - chord: the chord; another command that has it loses it.
  ///   - command: the command; nil unbinds the chord.
  public mutating func bind(_ chord: Chord, to command: EditingCommand?) {
    set(chord, to: command)
    added.removeAll { $0 == chord }
    added.append(chord)
  }

  private mutating func set(_ chord: Chord, to command: EditingCommand?) {
    table[chord] = command
    if command != nil { filter.insert(chord) }
  }

  /// Binds a command to the given chords only (BND-12).
  ///
  /// The chords are taken from other commands that have them.
  ///
  /// - Parameters:
  ///   - command: the command; its other chords are unbound.
  ///   - chords: the command's only chords from now on; an empty list unbinds the command.
  public mutating func rebind(_ command: EditingCommand, to chords: [Chord]) {
    for (chord, owner) in table where owner == command { bind(chord, to: nil) }
    // The chord that is bound last is listed first.
    for chord in chords.reversed() { bind(chord, to: command) }
  }

  /// Looks up the command of a chord.
  ///
  /// - Parameter chord: the chord, exactly as it was bound; layouts play no part.
  /// - Returns: the command; nil for none.
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

  /// Reports whether ``command(for:where:)`` may find a command.
  ///
  /// - Parameter hint: the summary of the keystroke, `Keystroke.chordHint`.
  /// - Returns: whether a lookup is worthwhile; false is certain.
  public func mayMatch(_ hint: ChordHint) -> Bool {
    filter.mayMatch(hint)
  }

  /// Finds the command of a keystroke.
  ///
  /// - Parameters:
  ///   - keystroke: the keystroke; its chords are tried in the order of ``ChordMatcher``.
  ///   - accept: whether a command may be returned; after false, the next chord is tried.
  /// - Returns: the first accepted command; nil for none.
  public func command(
    for keystroke: Keystroke, where accept: (EditingCommand) -> Bool
  ) -> EditingCommand? {
    ChordMatcher(keystroke).first { reading in
      guard let command = table[reading.chord], accept(command) else { return nil }
      return command
    }
  }
}
