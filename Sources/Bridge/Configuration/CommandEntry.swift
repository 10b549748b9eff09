// SPDX-License-Identifier: Apache-2.0
package import KeyCommands
package import YAMLNodes

/// An entry of the `commands` list: what some keys do, or which keys a built-in command has.
package struct CommandEntry: Hashable, Sendable {
  /// Keys that are pressed for it.
  package struct Keys: Hashable, Sendable {
    /// One chord, or a sequence of them.
    package var chords: [Chord]
    /// Where the file has them.
    package var place: YAMLPlace
  }

  /// The command's name.
  package var id: String
  /// Where the file names it.
  package var place: YAMLPlace
  /// What it is run with, any of these; none takes a built-in command its keys.
  package var keys: [Keys] = []
  /// What lists call it, or a key of a catalogue; nil for its name.
  package var title: String?
  /// The heading it is listed under.
  package var group = ""
  /// What tells it from others of its name.
  package var argument: String?
  /// Where it counts.
  package var condition = CommandCondition()
  /// Whether it comes before text; nil for what is usual.
  package var wantsPriority: Bool?
  /// Whether it runs again while the key repeats; nil for what is usual.
  package var isRepeating: Bool?
  /// Whether lists leave it out.
  package var isHidden = false
  /// Whether it runs while nothing has the focus too.
  package var isGlobal = false
  /// The process that it starts; nil for none.
  package var process: ProcessEntry?

  /// The built-in command of that name; nil where there is none.
  package var editing: EditingCommand? { EditingCommand(rawValue: id) }
  /// The built-in command whose keys it replaces; nil where it is a command of its own.
  package var rebound: EditingCommand? { condition.isEmpty ? editing : nil }
}

/// A process that a command starts: its words, without a shell.
package struct ProcessEntry: Hashable, Sendable {
  /// The program, by path or as `PATH` finds it, and its arguments; at least one word.
  package var words: [String]
  /// After how many seconds it is ended.
  package var timeLimit = 10
}
