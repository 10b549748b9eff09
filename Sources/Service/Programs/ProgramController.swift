// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TextInput

/// The root of a program's views.
///
/// It performs the program's commands by notifying the program.
final class ProgramController: ViewController {
  weak var program: Program?
  /// The language in which the program prefers to be typed in (MOD-3); nil for no preference.
  var wantedLanguage: String?
  /// The context for which the user's choice of a mode is remembered (MOD-4); nil for none.
  var context: String?
  /// Whether the program receives unhandled key presses.
  var takesPresses = false
  /// Called when one of the program's commands is performed.
  var didPerform: (_ id: String) -> Void = { _ in }
  /// The view above the keyboard area; nil for none.
  var accessory: View?
  /// The view that replaces candidates and status; nil to keep them.
  var inputPanel: View?

  private var registry = CommandRegistry([])
  private var titles: [String: KeyCommand] = [:]

  /// Whether the controller has nothing that would be lost with it.
  var isBare: Bool {
    commands.isEmpty && accessory == nil && inputPanel == nil && wantedLanguage == nil
      && context == nil
  }

  /// A program that wants keys but has no text gives the focus to its controller.
  override var canBecomeFirstResponder: Bool { true }
  override var wantsPresses: Bool { takesPresses }
  override func pressBegan(_ keystroke: Keystroke) -> Bool { takesPresses }
  override var inputAccessoryView: View? { accessory }
  override var inputView: View? { inputPanel }
  override var preferredInputModeLanguage: String? { wantedLanguage }
  override var textInputContextIdentifier: String? {
    // Contexts are prefixed with the program's name, because programs do not share choices.
    context.flatMap { context in program.map { "\($0.name)/\(context)" } }
  }

  override func viewWillTransition(to size: CellSize) { program?.layOut() }

  // MARK: Commands

  override var keyCommands: CommandRegistry? { registry }

  /// The commands, in the order in which they were registered.
  var commands: [KeyCommand] { registry.commands }

  /// Adds a command, or replaces the one with the same name.
  func register(_ command: KeyCommand) {
    // A replaced command keeps its position, which decides conflicts and the order in lists.
    if titles.updateValue(command, forKey: command.id) != nil {
      registry = CommandRegistry(registry.commands.map { $0.id == command.id ? command : $0 })
    } else {
      // A registry that does not check for conflicts accepts every command.
      try? registry.add(command)
    }
  }

  /// Removes a command.
  ///
  /// - Returns: whether a command with this name existed.
  func unregister(id: String) -> Bool {
    guard titles.removeValue(forKey: id) != nil else { return false }
    registry.remove(id: id)
    return true
  }

  /// Returns the command with a name; nil if there is none.
  func command(id: String) -> KeyCommand? { titles[id] }

  override func canPerform(_ command: KeyCommand) -> Bool { titles[command.id] != nil }

  override func perform(_ command: KeyCommand) {
    didPerform(command.id)
  }
}
