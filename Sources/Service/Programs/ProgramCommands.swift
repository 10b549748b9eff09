// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import TextInput

/// The commands that a program has declared in one place: for the whole program, or for one of its
/// forms.
final class ProgramCommands {
  /// The commands by their chords.
  private(set) var registry = CommandRegistry([])
  private var byName: [String: KeyCommand] = [:]
  /// The commands that hold the keys typed after them, by name.
  private var holding: [String: LateAnswerNeed] = [:]

  /// The commands, in the order in which they were registered.
  var all: [KeyCommand] { registry.commands }

  /// The command with a name; nil for none.
  subscript(id: String) -> KeyCommand? { byName[id] }

  /// Adds a command, or replaces the command with the same name.
  func register(_ command: KeyCommand) {
    // A replaced command keeps its position, which decides which of two commands with the same
    // chord runs, and the order of lists.
    if byName.updateValue(command, forKey: command.id) != nil {
      registry = CommandRegistry(registry.commands.map { $0.id == command.id ? command : $0 })
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
  func setHolding(_ need: LateAnswerNeed?, id: String) { holding[id] = need }

  /// Whether a command holds the keys typed after it.
  func isHolding(_ id: String) -> Bool { holding[id] != nil }

  /// Updates a command that a menu has kept since it was built.
  func validate(_ command: inout KeyCommand) {
    // A command of the user may have the same name; its title is the user's and stays.
    guard let own = byName[command.id], own.source == command.source else { return }
    command = own
  }
}

extension Program {
  /// The places where commands are declared: the program as a whole, then its forms.
  private var commandPlaces: [ProgramCommands] {
    [controller.declared]
      + forms.sorted { $0.key < $1.key }.map(\.value.declared)
  }

  /// All its commands.
  var commands: [KeyCommand] { commandPlaces.flatMap(\.all) }
  /// The names of its commands.
  var commandIDs: [String] { commandPlaces.flatMap { $0.all.map(\.id) } }
  /// How many commands it has.
  var commandCount: Int {
    forms.values.reduce(controller.declared.all.count) { $0 + $1.declared.all.count }
  }

  /// Finds the command with a name, and the place where it is declared; nil for none.
  func command(
    id: String
  ) -> (command: KeyCommand, place: ProgramCommands)? {
    for place in commandPlaces {
      if let command = place[id] { return (command, place) }
    }
    return nil
  }

  /// Whether a command holds the keys typed after it.
  func isHolding(_ id: String) -> Bool { command(id: id)?.place.isHolding(id) == true }

  /// Declares a command in one place, and removes it from any other.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - place: where it is declared.
  ///   - need: lets the program respond later; nil for a command that holds no keys.
  func register(_ command: KeyCommand, in place: ProgramCommands, holdingBy need: LateAnswerNeed?) {
    if let old = self.command(id: command.id), old.place !== place {
      old.place.unregister(id: command.id)
    }
    place.register(command)
    place.setHolding(need, id: command.id)
  }
}
