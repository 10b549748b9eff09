// SPDX-License-Identifier: Apache-2.0
import Keys

/// Keys whose meaning depends on how long they are held; this stage receives every event first.
///
/// These are ⌘ with its panel, then the keys that switch modes, both of which commands cannot claim
/// (CMD-13, MOD-8), then the key held for variants of its letter (MOD-14).
final class HeldKeyStage: EnginePart {
  /// The state of ⌘, and its panel.
  let panel = CommandPanelPresenter()
  /// The keys that switch modes.
  private(set) var modeKeys = ModeKeys()
  /// The state of the key held for variants of its text.
  let held = LetterHold()
  /// Whether a held key, an open list or a panel must receive each event first.
  var isWatching = false
  /// Whether letters offer variants when held.
  private var holdsLetters = true
  /// The value of ``TextEngine/suspendsVariants``.
  var isSuspended = false { didSet { focusOrSettingsDidChange() } }

  override func connect(to engine: TextEngine) {
    super.connect(to: engine)
    panel.connect(to: engine)
    languageDidChange(to: engine.language)
  }

  @inline(__always)
  func offer(_ keystroke: Keystroke) -> Disposition? {
    isWatching || keystroke.mayBeHeld ? watch(keystroke) : nil
  }

  private func watch(_ keystroke: Keystroke) -> Disposition? {
    // Checked first, because the event may be later than the deadline for which the engine was to
    // be woken.
    if isWatching { advance(to: keystroke.event.time) }
    defer {
      isWatching = modeKeys.isWatching || held.isWatching || panel.isWatching
    }
    if !engine.isInactive, let taken = panel.offer(keystroke) ?? offerToModeKeys(keystroke) {
      return taken
    }
    return held.isWatching ? offerToHeldKey(keystroke) : nil
  }

  /// The time at which a key has been held long enough; nil while none is held.
  var nextDeadline: Timestamp? {
    guard isWatching else { return nil }
    return [modeKeys.nextDeadline, held.nextDeadline, panel.hold.nextDeadline]
      .compactMap(\.self).min()
  }

  /// Advances the time; keys that are still held may reach their deadlines.
  func advance(to time: Timestamp) {
    if modeKeys.advance(to: time) == .showList { showModes() }
    panel.advance(to: time)
    guard held.advance(to: time) else { return }
    // The typed text may have been refused or replaced.
    if rangeOfHeldText == nil { held.cancel() }
    engine.candidateRow.setNeedsUpdate()
  }

  // MARK: Modes

  private func offerToModeKeys(_ keystroke: Keystroke) -> Disposition? {
    // With a single mode they have nothing to switch, and a program may use them.
    if ModeKeys.isChord(keystroke), engine.modes.list.modes.count < 2 { return nil }
    switch modeKeys.handle(keystroke) {
    case .passOn: return nil
    case .taken: break
    case .perform(let change):
      engine.modes.perform(change)
      if change == .toggleLatin { engine.capsLockSwitchedMode() }
    case .showList: showModes()
    }
    endHold()
    engine.stages.rawPresses.end(keystroke, isCancelled: false)
    if keystroke.event.phase == .release { return .released }
    // The letter of the chord must not repeat after its modifiers are released.
    engine.stages.rawPresses.beginSilent(keystroke)
    return .mode
  }

  /// Opens the list of modes for a held Globe key; like the other mode keys, also without a focused
  /// text (MOD-8).
  private func showModes() {
    let list = engine.modes.choices
    guard list.items.count > 1 else { return }
    engine.stages.overlay.open(list) { [unowned self] in
      if let id = list.items[$0].annotation { engine.modes.perform(.choose(id)) }
    }
  }

  // MARK: Variants

  /// Starts waiting after a key has typed its text into the focused container.
  func letterWasTyped(by keystroke: Keystroke) {
    guard holdsLetters, keystroke.event.phase == .press else { return }
    var variants = held.variants(of: keystroke.text)
    guard !variants.isEmpty else { return }
    var typed = keystroke
    if engine.assistance.isActive, let capital = automaticCapital(of: keystroke.text) {
      typed.text = capital
      variants = held.variants(of: capital)
    }
    held.letterWasTyped(by: typed, variants: variants)
    isWatching = true
  }

  /// Returns the capital that assistance has typed in place of a letter; nil for none.
  private func automaticCapital(of letter: String) -> String? {
    guard let container = engine.textContainer, range(of: letter, in: container) == nil else {
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
    modeKeys.capsLockSwitches = engine.settings.capsLockSwitchesMode
    let isSecure = engine.textContainer?.traits.isSecureTextEntry ?? false
    holdsLetters = engine.settings.holdForAccents && !isSecure && !isSuspended
  }

  private func offerToHeldKey(_ keystroke: Keystroke) -> Disposition? {
    switch held.handle(keystroke) {
    case .passOn: return nil
    case .suppressRepeat: return .ignored
    case .showList: break
    case .replace(let text, let variant): replaceHeldText(text, with: variant)
    case .keepLetter(let passOn):
      engine.candidateRow.setNeedsUpdate()
      return passOn ? nil : .overlay
    }
    engine.candidateRow.setNeedsUpdate()
    return .overlay
  }

  /// Replaces the held text, as one change and one undo step (MOD-16).
  private func replaceHeldText(_ text: String, with variant: String) {
    guard let container = engine.textContainer, let range = range(of: text, in: container),
      variant != text
    else { return }
    container.endRun()
    container.change(range, to: variant, as: .other)
    engine.stages.text.textDidChange(in: container)
  }

  private var rangeOfHeldText: TextRange? {
    guard let container = engine.textContainer, let letter = held.letter else { return nil }
    return range(of: letter, in: container)
  }

  /// Returns the range of a text that was just typed; nil if it is not before the caret.
  private func range(of text: String, in container: TextContainer) -> TextRange? {
    let caret = container.selection.head
    let start = caret - text.utf16.count
    guard container.selection.isCaret, container.markedRange == nil, start >= 0 else { return nil }
    let range = TextRange(start, caret)
    return container.storage.substring(range).utf16.elementsEqual(text.utf16) ? range : nil
  }

  /// Stops waiting for a held key, because focus or text changed.
  func endHold() {
    guard isWatching else { return }
    held.cancel()
    engine.candidateRow.setNeedsUpdate()
  }

  /// Cancels all held keys, because keys go elsewhere.
  func cancel() {
    panel.cancel()
    endHold()
    modeKeys.cancel()
  }
}

extension HeldKeyStage: CandidateSource {
  var candidates: CandidateList? { held.list }
  var choosesAtOnce: Bool { false }

  func choose(_ index: Int) {
    if case .replace(let text, let variant) = held.choose(index) {
      replaceHeldText(text, with: variant)
    }
    engine.candidateRow.setNeedsUpdate()
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

extension TextEngine {
  /// Whether held letters offer no variants, whatever the settings say: while the text is the input
  /// of another program, whose keys repeat.
  package var suspendsVariants: Bool {
    get { stages.heldKeys.isSuspended }
    set { stages.heldKeys.isSuspended = newValue }
  }
}
