// SPDX-License-Identifier: Apache-2.0
import Keys

/// Keys that mean something by how long they are held; they see every event before it goes its way.
///
/// First ⌘ and the panel it shows, then the keys that switch modes, none of which anybody can claim
/// (CMD-13, MOD-8), then the key that is held for variants of what it typed (MOD-14).
final class HeldKeyStage: EnginePart {
  /// ⌘, and the panel that it shows.
  let panel = CommandPanelPresenter()
  /// The keys that switch modes.
  private(set) var modeKeys = ModeKeys()
  /// The key that may be held for variants of what it typed.
  private(set) var pressAndHold = PressAndHold()
  /// Whether a key that is down, or an open list or panel, has to see each event first.
  var isWatching = false
  /// Whether letters typed now may be held for variants.
  private var holdsLetters = true
  private var letterVariants = LetterVariantTable()

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
    // A clock may be later than its deadline's wake-up.
    if isWatching { advance(to: keystroke.event.time) }
    defer {
      isWatching = modeKeys.isWatching || pressAndHold.isWatching || panel.isWatching
    }
    if !engine.isAway, let taken = panel.offer(keystroke) ?? offerToModeKeys(keystroke) {
      return taken
    }
    return pressAndHold.isWatching ? offerToHeldKey(keystroke) : nil
  }

  /// When a key has been held long enough; nil while none is.
  var nextDeadline: Timestamp? {
    guard isWatching else { return nil }
    return [modeKeys.nextDeadline, pressAndHold.nextDeadline, panel.hold.nextDeadline]
      .compactMap(\.self).min()
  }

  /// Learns that the keys that are down still are.
  func advance(to time: Timestamp) {
    if modeKeys.advance(to: time) == .showList { showModes() }
    panel.advance(to: time)
    guard pressAndHold.advance(to: time) != nil else { return }
    // What was typed may have been refused, or become something else.
    if rangeOfHeldText == nil { _ = pressAndHold.cancel() }
    engine.candidateRow.mayHaveChanged()
  }

  // MARK: Modes

  private func offerToModeKeys(_ keystroke: Keystroke) -> Disposition? {
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
    // The letter of the chord must not repeat once its modifiers are up.
    engine.stages.rawPresses.beginSilent(keystroke)
    return .mode
  }

  /// Opens the list of modes, as a Globe key that is held does; also where no text has the focus, as
  /// the other keys that switch (MOD-8).
  private func showModes() {
    let list = engine.modes.choices
    guard list.items.count > 1 else { return }
    engine.stages.overlay.open(list) { [unowned self] in
      if let id = list.items[$0].annotation { engine.modes.perform(.choose(id)) }
    }
  }

  // MARK: Variants

  /// Learns that a key typed its text into the focused container.
  func letterWasTyped(by keystroke: Keystroke) {
    guard holdsLetters, keystroke.event.phase == .press else { return }
    let variants = letterVariants.variants(of: keystroke.text)
    guard !variants.isEmpty else { return }
    pressAndHold.letterWasTyped(by: keystroke, variants: variants)
    isWatching = true
  }

  /// Learns that a key typed the first of several URL endings.
  func urlEndingWasTyped(_ ending: String, by keystroke: Keystroke, variants: [String]) {
    pressAndHold.textWasTyped(ending, by: keystroke, variants: variants, kind: .urlEndings)
    isWatching = true
  }

  /// Learns which language is typed.
  func languageDidChange(to language: LanguageTag) {
    letterVariants.language = language
  }

  /// Learns that the focus or the settings are others.
  func focusOrSettingsDidChange() {
    modeKeys.capsLockSwitches = engine.settings.capsLockSwitchesMode
    let isSecure = engine.textContainer?.traits.isSecureTextEntry ?? false
    holdsLetters = engine.settings.holdForAccents && !isSecure
  }

  private func offerToHeldKey(_ keystroke: Keystroke) -> Disposition? {
    switch pressAndHold.handle(keystroke) {
    case .passOn: return nil
    case .suppressRepeat: return .ignored
    case .showList: break
    case .replace(let text, let variant): replaceHeldText(text, with: variant)
    case .keepLetter(let passOn):
      engine.candidateRow.mayHaveChanged()
      return passOn ? nil : .overlay
    }
    engine.candidateRow.mayHaveChanged()
    return .overlay
  }

  /// One change and one step for undo (MOD-16).
  private func replaceHeldText(_ text: String, with variant: String) {
    guard let container = engine.textContainer, let range = range(of: text, in: container),
      variant != text
    else { return }
    container.endRun()
    container.change(range, to: variant, as: .other)
    engine.stages.text.textDidChange(in: container)
  }

  private var rangeOfHeldText: TextRange? {
    guard let container = engine.textContainer, let letter = pressAndHold.letter else { return nil }
    return range(of: letter, in: container)
  }

  /// Where a text stands that was typed just now; nil where it does not stand before the caret.
  private func range(of text: String, in container: TextContainer) -> TextRange? {
    let caret = container.selection.head
    let start = caret - text.utf16.count
    guard container.selection.isCaret, container.markedRange == nil, start >= 0 else { return nil }
    let range = TextRange(start, caret)
    return container.storage.substring(range).utf16.elementsEqual(text.utf16) ? range : nil
  }

  /// The focus or the text goes elsewhere: nothing is held for any more.
  func endHold() {
    guard isWatching else { return }
    _ = pressAndHold.cancel()
    engine.candidateRow.mayHaveChanged()
  }

  /// Keys go elsewhere.
  func cancel() {
    panel.cancel()
    endHold()
    modeKeys.cancel()
  }
}

extension Keystroke {
  /// Whether an event can begin something that depends on how long a key is held.
  ///
  /// ⌘ can, and what switches modes. False is certain, and cheap to learn.
  var mayBeHeld: Bool {
    !modifiers.isDisjoint(with: [.control, .command]) || ModeKeys.isGlobe(event.code)
      || event.code == .capsLock
  }
}
