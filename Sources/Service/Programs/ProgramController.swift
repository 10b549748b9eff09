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
  /// The key presses that the program receives.
  var presses = WantedPresses.no { didSet { DispatchRevision.advance() } }
  /// The view above the keyboard area; nil for none.
  var accessory: View?
  /// The view that replaces candidates and status; nil to keep them.
  var inputPanel: View?

  /// The commands that are active regardless of the focus.
  let declared = ProgramCommands()
  /// The program's changes of the context menus of its texts.
  var contextMenuChanges = MenuChanges()

  override init(name: String, view: View) {
    super.init(name: name, view: view)
    notesChanges = true
    commandRegistry = declared.registry
  }

  /// Whether the program can be forgotten without losing any state.
  var isBare: Bool {
    declared.all.isEmpty && accessory == nil && inputPanel == nil && wantedLanguage == nil
      && context == nil && contextMenuChanges.isEmpty
  }

  /// A program that wants keys but has no text gives the focus to its controller.
  override var canBecomeFirstResponder: Bool { true }
  override var wantsPresses: Bool { presses != .no }
  override var wantsPressesOfText: Bool { presses == .all }
  override var composesPresses: Bool { true }
  override func pressBegan(_ keystroke: Keystroke) -> Bool { presses != .no }
  override var inputAccessoryView: View? { accessory }
  override var inputView: View? { inputPanel }
  override var preferredInputModeLanguage: String? { wantedLanguage }
  override var textInputContextIdentifier: String? {
    // Contexts are prefixed with the program's name, because programs do not share choices.
    context.flatMap { context in program.map { "\($0.name)/\(context)" } }
  }

  override func viewWillTransition(to size: CellSize) { program?.layOut() }

  // MARK: Commands

  override func canPerform(_ command: KeyCommand) -> Bool { declared[command.id] != nil }

  override func validate(_ command: inout KeyCommand) { declared.validate(&command) }

  override func perform(_ command: KeyCommand) { program?.didPerform(command.id, name) }

  override func buildMenu(with builder: inout MenuBuilder) {
    guard builder.system == .context, let program else { return }
    contextMenuChanges.apply(to: &builder) { program.command(id: $0)?.command }
  }
}
