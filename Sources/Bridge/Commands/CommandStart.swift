// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The start of a command's process: its words, and the variables that are added to its
/// environment.
package struct CommandStart: Hashable, Sendable {
  /// The variables that a command may add.
  package static let variableNames = ["KEYBRIDGE_COMMAND", "KEYBRIDGE_ARGUMENT"]

  /// The program, as a path or a name in `PATH`, and its arguments.
  package var words: [String]
  /// The added variables.
  package var variables: [String: String]

  /// Creates a start from its parts.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - variables: the added variables.
  package init(words: [String], variables: [String: String]) {
    (self.words, self.variables) = (words, variables)
  }

  /// Creates the start of a command's process.
  ///
  /// - Parameters:
  ///   - process: the process.
  ///   - command: the command.
  init(_ process: ProcessEntry, for command: KeyCommand) {
    words = process.words
    variables = ["KEYBRIDGE_COMMAND": command.id]
    if let argument = command.propertyList { variables["KEYBRIDGE_ARGUMENT"] = argument }
  }
}

/// The reason why a command's process was not started.
package enum StartError: Error, Hashable, Sendable {
  /// The kernel refuses.
  case system(errno: Int32)
  /// The launcher refuses, or does not answer: a clause about it.
  case launcher(String)

  /// The reason as a clause.
  var message: String {
    switch self {
    case .system(let errno): systemMessage(errno)
    case .launcher(let reason): reason
    }
  }
}

extension Configuration {
  /// The starts of all processes that the commands of the settings may start.
  package var commandStarts: Set<CommandStart> {
    Set(
      boundCommands(file: "").compactMap { command, entry in
        entry.process.map { CommandStart($0, for: command) }
      })
  }
}
