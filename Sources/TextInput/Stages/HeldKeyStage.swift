// SPDX-License-Identifier: Apache-2.0
import Keys

/// Keys whose meaning depends on how long they are held; this stage receives every event first.
///
/// These are ⌘ with its panel, then the keys that switch modes, both of which commands cannot claim
/// (CMD-13, MOD-8), then the key held for variants of its letter (MOD-14).
final class HeldKeyStage {
  private let state: EngineState
  /// The state of ⌘, and its panel.
  let panel: CommandPanelPresenter
  /// The keys that switch modes.
  private(set) var modeKeys = ModeKeys()
  /// The state of the key held for variants of its text.
  let held = LetterHold()
  /// Whether a held key, an open list or a panel must receive each event first.
  private(set) var isWatching = false
  /// Whether letters offer variants when held.
  private var holdsLetters = true
  /// Whether a tap on Shift has a meaning.
  private var takesShift = false
  /// The value of ``TextEngine/suspendsVariants``.
  var isSuspended = false { didSet { focusOrSettingsDidChange() } }

  init(_ state: EngineState) {
    self.state = state
    panel = CommandPanelPresenter(state)
    languageDidChange(to: state.language)
  }

  /// Whether the stage must receive an event.
  @inline(__always)
  func wants(_ keystroke: Keystroke) -> Bool {
    isWatching || keystroke.mayBeHeld || takesShift && ModeKeys.isShift(keystroke.event.code)
  }

  /// Processes an event of a key; before it, the time was advanced to that of the event.
  func answer(_ keystroke: Keystroke) -> StageAnswer? {
    defer {
      isWatching = modeKeys.isWatching || held.isWatching || panel.isWatching
    }
    if !state.isInactive, let taken = panel.answer(keystroke) ?? passToModeKeys(keystroke) {
      return taken
    }
    return held.isWatching ? passToHeldKey(keystroke) : nil
  }

  /// The time at which a key has been held long enough; nil while none is held.
  var nextDeadline: Timestamp? {
    guard isWatching else { return nil }
    return [modeKeys.nextDeadline, held.nextDeadline, panel.hold.nextDeadline]
      .compactMap(\.self).min()
  }

  /// Advances the time; keys that are still held may reach their deadlines.
  ///
  /// - Returns: the effects on other stages, in order.
  func advance(to time: Timestamp) -> [StageAction] {
    var actions: [StageAction] = []
    if modeKeys.advance(to: time) == .showList { actions += openModes() }
    if panel.advance(to: time) { actions.append(.listCommands) }
    if held.advance(to: time) {
      // The typed text may have been refused or replaced.
      if rangeOfHeldText == nil { held.cancel() }
      state.candidateRow.setNeedsUpdate()
    }
    return actions
  }

  /// Shows a panel of commands.
  ///
  /// - Parameters:
  ///   - commands: the panel.
  ///   - isContinuing: whether it shows the continuations of a sequence, and not all commands.
  func show(_ commands: CommandPanel, isContinuing: Bool) {
    if isContinuing { panel.show(commands) } else { panel.showCommands(commands) }
    if panel.isWatching { isWatching = true }
  }

  // MARK: Modes

  private func passToModeKeys(_ keystroke: Keystroke) -> StageAnswer? {
    // With a single mode they have nothing to switch, and a program may use them.
    if ModeKeys.isChord(keystroke), state.modes.list.modes.count < 2 { return nil }
    var actions: [StageAction] = []
    switch modeKeys.handle(keystroke) {
    case .passOn: return nil
    case .taken: break
    case .perform(let change): actions = [.switchMode(change)]
    case .showList: actions = openModes()
    }
    actions += [.endHold, .endPress]
    if keystroke.event.phase == .release { return StageAnswer(.released, actions) }
    // The letter of the chord must not repeat after its modifiers are released.
    return StageAnswer(.mode, actions + [.ignoreKey])
  }

  /// Opens the list of modes for a held Globe key; like the other mode keys, also without a focused
  /// text (MOD-8).
  private func openModes() -> [StageAction] {
    let list = state.modes.choices
    guard list.items.count > 1 else { return [] }
    let overlay = ListOverlay(list, in: state) { index in
      list.items[index].annotation.map { [.switchMode(.choose($0))] } ?? []
    }
    return [.open(overlay)]
  }

  // MARK: Variants

  /// Starts waiting after a key has typed its text into the focused container.
  func letterWasTyped(by keystroke: Keystroke) {
    guard holdsLetters, keystroke.event.phase == .press else { return }
    var variants = held.variants(of: keystroke.text)
    guard !variants.isEmpty else { return }
    var typed = keystroke
    if state.assistance.isActive, let capital = automaticCapital(of: keystroke.text) {
      typed.text = capital
      variants = held.variants(of: capital)
    }
    held.letterWasTyped(by: typed, variants: variants)
    isWatching = true
  }

  /// Returns the capital that assistance has typed in place of a letter; nil for none.
  private func automaticCapital(of letter: String) -> String? {
    guard let container = state.container, range(of: letter, in: container) == nil else {
      return nil
    }
    let caret = container.selection.head
    let typed = container.storage.substring(TextRange(caret - letter.utf16.count, caret))
    return typed.lowercased() == letter ? typed : nil
  }

  /// Starts waiting after a key has typed the first of several URL endings.
  func urlEndingWasTyped(_ ending: String, by keystroke: Keystroke, variants: [String]) {
    held.urlEndingWasTyped(ending, by: keystroke, variants: variants)
    isWatching = true
  }

  /// Records the language of the current mode.
  func languageDidChange(to language: LanguageTag) {
    held.languageDidChange(to: language)
  }

  /// Updates the stage after focus or the settings changed.
  func focusOrSettingsDidChange() {
    modeKeys.capsLockSwitches = state.settings.capsLockSwitchesMode
    takesShift = state.settings.shiftSwitchesMode
    modeKeys.shiftSwitches = takesShift
    let isSecure = state.container?.traits.isSecureTextEntry ?? false
    holdsLetters = state.settings.holdForAccents && !isSecure && !isSuspended
  }

  private func passToHeldKey(_ keystroke: Keystroke) -> StageAnswer? {
    var actions: [StageAction] = []
    switch held.handle(keystroke) {
    case .passOn: return nil
    case .suppressRepeat: return StageAnswer(.ignored)
    case .showList: break
    case .replace(let text, let variant): actions = replaceHeldText(text, with: variant)
    case .keepLetter(let passOn):
      state.candidateRow.setNeedsUpdate()
      return passOn ? nil : StageAnswer(.overlay)
    }
    state.candidateRow.setNeedsUpdate()
    return StageAnswer(.overlay, actions)
  }

  /// Replaces the held text, as one change and one undo step (MOD-16).
  ///
  /// - Returns: the effects on other stages.
  private func replaceHeldText(_ text: String, with variant: String) -> [StageAction] {
    guard let container = state.container, let range = range(of: text, in: container),
      variant != text
    else { return [] }
    container.endRun()
    container.change(range, to: variant, as: .other)
    return [.textDidChange(container, showsCaret: false)]
  }

  private var rangeOfHeldText: TextRange? {
    guard let container = state.container, let letter = held.letter else { return nil }
    return range(of: letter, in: container)
  }

  /// Returns the range of a text that was just typed; nil if it is not before the caret.
  private func range(of text: String, in container: TextContainer) -> TextRange? {
    let caret = container.selection.head
    let start = caret - text.utf16.count
    guard container.selection.isCaret, container.markedRange == nil, start >= 0,
      container.knowsText
    else { return nil }
    let range = TextRange(start, caret)
    return container.storage.substring(range).utf16.elementsEqual(text.utf16) ? range : nil
  }

  /// Stops waiting for a held key, because focus or text changed.
  func endHold() {
    guard isWatching else { return }
    held.cancel()
    state.candidateRow.setNeedsUpdate()
  }

  /// Cancels all held keys, because keys go elsewhere.
  func cancel() {
    panel.cancel()
    endHold()
    modeKeys.cancel()
  }
}

extension HeldKeyStage: ChoiceStage {
  var candidates: CandidateList? { held.list }
  var choosesAtOnce: Bool { false }

  func choose(_ index: Int) -> [StageAction] {
    defer { state.candidateRow.setNeedsUpdate() }
    guard case .replace(let text, let variant) = held.choose(index) else { return [] }
    return replaceHeldText(text, with: variant)
  }
}

extension Keystroke {
  /// Whether an event can start something that depends on how long a key is held.
  ///
  /// True for ⌘ and for keys that switch modes. A false result is certain, and cheap to compute.
  var mayBeHeld: Bool {
    !modifiers.isDisjoint(with: [.control, .command]) || ModeKeys.isGlobe(event.code)
      || event.code == .capsLock
  }
}
