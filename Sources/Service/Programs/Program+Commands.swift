// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The commands of a program as a whole and of its forms.
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
  func register(
    _ command: KeyCommand, in place: ProgramCommands, holdingBy need: LateAnswers.Need?
  ) {
    if let old = self.command(id: command.id), old.place !== place {
      old.place.unregister(id: command.id)
    }
    place.register(command)
    place.setHolding(need, id: command.id)
  }
}
