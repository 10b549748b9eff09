// SPDX-License-Identifier: Apache-2.0
package import KeyCommands
package import YAMLNodes

/// An entry of the `commands` list: a command with its keys, or new keys for a built-in command.
package struct CommandEntry: Hashable, Sendable {
  /// Keys that run the command.
  package struct Keys: Hashable, Sendable {
    /// One chord, or a sequence of them.
    package var chords: [Chord]
    /// The place in the file.
    package var place: YAMLPlace
  }

  package var id: String
  /// The place of the name in the file.
  package var place: YAMLPlace
  /// The alternative keys; an empty list removes the keys of a built-in command.
  package var keys: [Keys] = []
  /// The title in lists, or the key of a translation; nil to show the name.
  package var title: String?
  /// The heading in lists.
  package var group = ""
  /// Distinguishes the command from others with the same name.
  package var argument: String?
  /// The condition under which the command is active.
  package var condition = CommandCondition()
  /// Whether the command takes precedence over text; nil for the default.
  package var wantsPriority: Bool?
  /// Whether the command runs again when the key repeats; nil for the default.
  package var isRepeating: Bool?
  /// Whether lists omit the command.
  package var isHidden = false
  /// Whether the command is also active while nothing has the focus.
  package var isGlobal = false
  /// The process that the command starts; nil for none.
  package var process: ProcessEntry?
  /// The programs that must acknowledge the command, by their names; empty for none.
  package var receivers: [String] = []

  /// The built-in command with this name; nil if there is none.
  package var editing: EditingCommand? { EditingCommand(rawValue: id) }
  /// The built-in command whose keys the entry replaces; nil if the entry is a command of its own.
  package var rebound: EditingCommand? { condition.isEmpty ? editing : nil }
}

/// A process that a command starts, without a shell.
package struct ProcessEntry: Hashable, Sendable {
  /// The program, as a path or a name in `PATH`, and its arguments; at least one word.
  package var words: [String]
  /// The time limit in seconds.
  package var timeLimit = 10
}
