// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Which chord means which editing command while text has the focus.
public struct TextBindings: Sendable {
  private var table: [Chord: EditingCommand] = [:]
  private var filter = ChordFilter()

  /// The chords of ``BuiltinCommands``.
  public static let builtin: TextBindings = {
    var bindings = TextBindings()
    for row in BuiltinCommands.table {
      for chord in row.chords { bindings.bind(chord, to: row.command) }
    }
    return bindings
  }()

  /// Makes bindings without any chord.
  public init() {}

  /// Gives a chord a meaning, or with nil takes it away (BND-12).
  public mutating func bind(_ chord: Chord, to command: EditingCommand?) {
    table[chord] = command
    if command != nil { filter.insert(chord) }
  }

  /// What a chord means.
  public subscript(chord: Chord) -> EditingCommand? {
    table[chord]
  }

  /// Whether ``command(for:where:)`` may find anything; false is certain.
  public func mayMatch(_ hint: ChordHint) -> Bool {
    filter.mayMatch(hint)
  }

  /// What a keystroke means: the first of its chords with a command that `accept` takes.
  public func command(
    for keystroke: Keystroke, where accept: (EditingCommand) -> Bool
  ) -> EditingCommand? {
    ChordMatcher(keystroke).first { chord in
      guard let command = table[chord], accept(command) else { return nil }
      return command
    }
  }
}
