// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import TextInput

/// The commands that a program has declared in one place: for all of it, or for one of its forms.
final class ProgramCommands {
  /// The commands by their chords.
  private(set) var registry = CommandRegistry([])
  private var byName: [String: KeyCommand] = [:]

  /// The commands, in the order in which they were registered.
  var all: [KeyCommand] { registry.commands }

  /// The command of a name; nil for none.
  subscript(id: String) -> KeyCommand? { byName[id] }

  /// Adds a command, or puts it in the place of the one that has its name.
  func register(_ command: KeyCommand) {
    // Its place says which of two on one chord runs, and where it is listed.
    if byName.updateValue(command, forKey: command.id) != nil {
      registry = CommandRegistry(registry.commands.map { $0.id == command.id ? command : $0 })
    } else {
      // A registry that refuses no conflicts takes every command.
      try? registry.add(command)
    }
  }

  /// Takes a command out.
  ///
  /// - Returns: whether there was one of the name.
  @discardableResult
  func unregister(id: String) -> Bool {
    guard byName.removeValue(forKey: id) != nil else { return false }
    registry.remove(id: id)
    return true
  }

  /// Updates a command that a menu has kept since it was built.
  func validate(_ command: inout KeyCommand) {
    // The user's own command may perform the program's; its words are the user's.
    guard let own = byName[command.id], own.source == command.source else { return }
    command = own
  }
}

extension Program {
  /// Where commands are declared: the program as a whole, then its forms.
  private var commandPlaces: [ProgramCommands] {
    [controller.declared]
      + forms.sorted { $0.key < $1.key }.map(\.value.declared)
  }

  /// All its commands.
  var commands: [KeyCommand] { commandPlaces.flatMap(\.all) }
  /// How many commands it has.
  var commandCount: Int {
    forms.values.reduce(controller.declared.all.count) { $0 + $1.declared.all.count }
  }

  /// The command of a name, with the place where it is declared; nil for none.
  func command(
    id: String
  ) -> (command: KeyCommand, place: ProgramCommands)? {
    for place in commandPlaces {
      if let command = place[id] { return (command, place) }
    }
    return nil
  }

  /// Declares a command, which is in no other place then.
  func register(_ command: KeyCommand, in place: ProgramCommands) {
    if let old = self.command(id: command.id), old.place !== place {
      old.place.unregister(id: command.id)
    }
    place.register(command)
  }
}
