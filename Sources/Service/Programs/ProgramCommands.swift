// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import TextInput

/// The commands that a program has declared in one place: for the whole program, or for one of its
/// forms.
final class ProgramCommands {
  /// The commands by their chords.
  let registry = CommandRegistry([])
  private var byName: [String: KeyCommand] = [:]
  /// The commands that hold the keys typed after them, by name.
  private var holding: [String: LateAnswers.Need] = [:]

  /// The commands, in the order in which they were registered.
  var all: [KeyCommand] { registry.commands }

  /// The command with a name; nil for none.
  subscript(id: String) -> KeyCommand? { byName[id] }

  /// Adds a command, or replaces the command with the same name.
  func register(_ command: KeyCommand) {
    // A replaced command keeps its position, which decides which of two commands with the same
    // chord runs, and the order of lists.
    if byName.updateValue(command, forKey: command.id) != nil {
      registry.replace(with: command)
    } else {
      // Adding cannot fail, because this registry accepts conflicting commands.
      try? registry.add(command)
    }
  }

  /// Removes a command.
  ///
  /// - Returns: whether a command had the name.
  @discardableResult
  func unregister(id: String) -> Bool {
    guard byName.removeValue(forKey: id) != nil else { return false }
    holding[id] = nil
    registry.remove(id: id)
    return true
  }

  /// Decides whether a command holds the keys typed after it until the program has responded.
  func setHolding(_ need: LateAnswers.Need?, id: String) { holding[id] = need }

  /// Whether a command holds the keys typed after it.
  func isHolding(_ id: String) -> Bool { holding[id] != nil }

  /// Updates a command that a menu has kept since it was built.
  func validate(_ command: inout KeyCommand) {
    // A command of the user may have the same name; its title is the user's and stays.
    guard let own = byName[command.id], own.source == command.source else { return }
    command = own
  }
}
