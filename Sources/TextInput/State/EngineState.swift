// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// The values that the parts of the engine share: the user's settings and modes, the windows and
/// the focus, the keyboards, the clock, and the queue of updates.
///
/// Every part may read all of it. It names no part, so that none reaches another through it.
final class EngineState {
  // MARK: Environment

  /// The last responder of the chain.
  let application: Responder
  /// The value of ``TextEngine/programName``.
  var programName: String
  let keyboardArea: KeyboardArea
  let candidateRow: CandidateRow
  let assistance = TypingAssistance()
  /// The value of ``TextEngine/keyboardMap``.
  var keyboardMap: (any KeyboardMap)?
  /// The attached keyboards (NTF-16).
  let keyboards = Keyboards()
  /// The updates that were not taken yet.
  let queue: UpdateQueue
  /// The timers; their clock comes with the keystrokes.
  let timers = EngineTimers()

  // MARK: User settings

  /// The value of ``TextEngine/settings``; not public, so that reading it is cheap.
  var settings = TextInputSettings() { didSet { DispatchRevision.advance() } }
  /// The user's modes, and the current one.
  let modes: InputModes

  // MARK: Commands

  /// The value of ``TextEngine/mainMenu``.
  let mainMenu: MenuSystem
  /// The value of ``TextEngine/reservedCommands``.
  let reservedCommands = CommandRegistry(refusesConflicts: true)
  /// The value of ``TextEngine/userCommands``.
  var userCommands: Responder? { didSet { DispatchRevision.advance() } }
  /// The value of ``TextEngine/bindings``.
  var bindings = TextBindings.builtin { didSet { mainMenu.setNeedsRebuild() } }
  /// The value of ``TextEngine/translator``.
  var translator = Translator.none { didSet { mainMenu.setNeedsRebuild() } }
  /// The value of ``TextEngine/isKeyboard``.
  var isKeyboard: (DeviceInfo, _ selector: String) -> Bool = { $0.name == $1 }

  // MARK: Focus

  /// The windows, in the order in which they were created.
  var windows: [Window] = []
  /// The window whose first responder receives keys (RSP-2); nil once all windows are closed.
  var keyWindow: Window? {
    didSet {
      DispatchRevision.advance()
      guard oldValue?.buildsMainMenu != nil || keyWindow?.buildsMainMenu != nil else { return }
      mainMenu.setNeedsRebuild()
    }
  }
  /// Whether the engine is inactive, so that keys are for another program.
  var isInactive = false
  /// Whether a responder has focus; read after every frame.
  var hasFocus = false
  /// The focused container; nil if no container has focus.
  var container: TextContainer?
  /// A text of a toolkit that has changed in this turn, and must send its change; nil for none.
  var changedText: (any FlushedText)?
  /// The key of this turn that a toolkit must have handled before later keys; nil for none.
  var toolkitWait: ToolkitWait?

  // MARK: Callbacks

  /// The value of ``TextEngine/compositionAbandoned``.
  var compositionAbandoned: () -> Void = {}
  /// The value of ``TextEngine/capsLockSwitchedMode``.
  var capsLockSwitchedMode: () -> Void = {}
  /// The value of ``TextEngine/modeDidChange``.
  var modeDidChange: (TextInputMode) -> Void = { _ in }
  /// The value of ``TextEngine/wantsInkDidChange``.
  var wantsInkDidChange: (Bool) -> Void = { _ in }

  /// Creates the state of an engine without windows.
  init(application: Responder, modes: InputModes, keyboardArea: KeyboardArea, link: HostLink) {
    self.application = application
    self.modes = modes
    self.keyboardArea = keyboardArea
    programName = application.name
    candidateRow = CandidateRow(in: keyboardArea)
    mainMenu = MenuSystem(of: link)
    queue = link.queue
  }
}

extension EngineState {
  /// The key window's first responder; nil while the engine is inactive.
  var firstResponder: Responder? { isInactive ? nil : keyWindow?.focused }

  /// The first responder of the chain: the focused one, or else the topmost controller, the key
  /// window's root controller, the window, or the application (RSP-11).
  var firstOfChain: Responder {
    keyWindow.map { $0.focused ?? $0.rootResponder } ?? application
  }

  /// The visible bars, from top to bottom.
  var accessoryBars: [AccessoryBar] { keyboardArea.bars }

  /// The language of the current mode.
  var language: LanguageTag { modes.language }

  /// Whether directional inputs are mirrored, because the mode's script is right to left.
  var isMirrored: Bool { modes.current.script.isRightToLeft }

  /// The cells available to a panel: those above the keyboard area, which a panel never covers.
  var commandPanelRoom: CellRect {
    let screen = keyboardArea.screen
    let height =
      keyboardArea.isShown ? min(keyboardArea.frame.y, screen.height) : screen.height
    return CellRect(width: screen.width, height: height)
  }
}
