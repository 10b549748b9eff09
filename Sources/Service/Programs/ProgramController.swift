// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TextInput

/// The root of a program's views: it performs the program's commands by telling the program.
final class ProgramController: ViewController {
  weak var program: Program?
  /// The language it would like to be typed in (MOD-3); nil for no wish.
  var wantedLanguage: String?
  /// The context in which the user's choice of a mode is remembered (MOD-4); nil for none.
  var context: String?
  /// Whether keys that nobody else takes are its own.
  var takesPresses = false
  /// Told when a command of the program's is performed.
  var didPerform: (_ id: String) -> Void = { _ in }
  /// What is shown above the keyboard area; nil for nothing.
  var accessory: View?
  /// What is shown in the place of candidates and status; nil for nothing of its own.
  var inputPanel: View?

  private var registry = CommandRegistry([])
  private var titles: [String: KeyCommand] = [:]

  /// Whether there is nothing to keep of it.
  var isBare: Bool {
    commands.isEmpty && accessory == nil && inputPanel == nil && wantedLanguage == nil
      && context == nil
  }

  /// It may have the focus itself, for a program that wants keys and has no text.
  override var canBecomeFirstResponder: Bool { true }
  override var wantsPresses: Bool { takesPresses }
  override func pressBegan(_ keystroke: Keystroke) -> Bool { takesPresses }
  override var inputAccessoryView: View? { accessory }
  override var inputView: View? { inputPanel }
  override var preferredInputModeLanguage: String? { wantedLanguage }
  override var textInputContextIdentifier: String? {
    // Programs do not share what was chosen, whatever they call their contexts.
    context.flatMap { context in program.map { "\($0.name)/\(context)" } }
  }

  override func viewWillTransition(to size: CellSize) { program?.layOut() }

  // MARK: Commands

  override var keyCommands: CommandRegistry? { registry }

  /// Its commands, in the order in which they were registered.
  var commands: [KeyCommand] { registry.commands }

  /// Adds a command, or puts it in the place of the one that has its name.
  func register(_ command: KeyCommand) {
    // Its place says which of two on one chord runs, and where it is listed.
    if titles.updateValue(command, forKey: command.id) != nil {
      registry = CommandRegistry(registry.commands.map { $0.id == command.id ? command : $0 })
    } else {
      // A registry that refuses no conflicts takes every command.
      try? registry.add(command)
    }
  }

  /// Takes a command out.
  ///
  /// - Returns: whether there was one of the name.
  func unregister(id: String) -> Bool {
    guard titles.removeValue(forKey: id) != nil else { return false }
    registry.remove(id: id)
    return true
  }

  /// A command by its name; nil for none.
  func command(id: String) -> KeyCommand? { titles[id] }

  override func canPerform(_ command: KeyCommand) -> Bool { titles[command.id] != nil }

  override func perform(_ command: KeyCommand) {
    didPerform(command.id)
  }
}
