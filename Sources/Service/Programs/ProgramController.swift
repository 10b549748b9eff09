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
  /// What is shown above the keyboard area; nil for nothing.
  var accessory: View?
  /// What is shown in the place of candidates and status; nil for nothing of its own.
  var inputPanel: View?

  /// The commands that count wherever the focus is.
  let declared = ProgramCommands()
  /// What it changes in the menus of what can be done with its texts.
  var contextMenuChanges = MenuChanges()

  /// Whether there is nothing to keep of it.
  var isBare: Bool {
    declared.all.isEmpty && accessory == nil && inputPanel == nil && wantedLanguage == nil
      && context == nil && contextMenuChanges.isEmpty
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

  override var keyCommands: CommandRegistry? { declared.registry }

  override func canPerform(_ command: KeyCommand) -> Bool { declared[command.id] != nil }

  override func validate(_ command: inout KeyCommand) { declared.validate(&command) }

  override func perform(_ command: KeyCommand) { program?.didPerform(command.id, name) }

  override func buildMenu(with builder: inout MenuBuilder) {
    guard builder.system == .context, let program else { return }
    contextMenuChanges.apply(to: &builder) { program.command(id: $0)?.command }
  }
}
