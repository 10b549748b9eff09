// SPDX-License-Identifier: Apache-2.0
import Keys

/// Keys that mean something by how long they are held: they see every event before it goes its way.
///
/// First ⌘ and the panel it shows, then the keys that switch modes, none of which anybody can claim
/// (CMD-13, MOD-8), then the key that is held for variants of what it typed (MOD-14).
extension TextEngine {
  func watch(_ keystroke: Keystroke) -> Disposition? {
    // A clock may be later than its deadline's wake-up.
    if isWatchingKeys { keysAreHeld(until: keystroke.event.time) }
    defer {
      isWatchingKeys =
        modeKeys.isWatching || pressAndHold.isWatching || commandHold.isWatching
        || commandPanel != nil
    }
    if !isAway, let taken = offerToPanel(keystroke) ?? offerToModeKeys(keystroke) { return taken }
    return pressAndHold.isWatching ? offerToHeldKey(keystroke) : nil
  }

  /// When a key has been held long enough; nil while none is.
  var keyDeadline: Timestamp? {
    [modeKeys.nextDeadline, pressAndHold.nextDeadline, commandHold.nextDeadline]
      .compactMap(\.self).min()
  }

  /// Learns that the keys that are down still are.
  func keysAreHeld(until time: Timestamp) {
    if modeKeys.advance(to: time) == .showList { showModes() }
    if commandHold.advance(to: time) { showCommands() }
    guard pressAndHold.advance(to: time) != nil else { return }
    // What was typed may have been refused, or become something else.
    if rangeOfHeldText == nil { _ = pressAndHold.cancel() }
    candidatesMayHaveChanged()
  }

  // MARK: Modes

  private func offerToModeKeys(_ keystroke: Keystroke) -> Disposition? {
    switch modeKeys.handle(keystroke) {
    case .passOn: return nil
    case .taken: break
    case .perform(let change):
      modes.perform(change)
      if change == .toggleLatin { capsLockSwitchedMode() }
    case .showList: showModes()
    }
    endHold()
    endPress(of: keystroke, isCancelled: false)
    if keystroke.event.phase == .release { return .released }
    // The letter of the chord must not repeat once its modifiers are up.
    beginSilentPress(keystroke)
    return .mode
  }

  /// Opens the list of modes, as a Globe key that is held does; also where no text has the focus, as
  /// the other keys that switch (MOD-8).
  private func showModes() {
    let list = modes.choices
    guard list.items.count > 1 else { return }
    open(list) { [unowned self] in
      if let id = list.items[$0].annotation { modes.perform(.choose(id)) }
    }
  }

  // MARK: Variants

  /// Learns that a key typed its text into the focused container.
  func letterWasTyped(by keystroke: Keystroke) {
    guard keystroke.event.phase == .press else { return }
    let variants = letterVariants.variants(of: keystroke.text)
    guard !variants.isEmpty else { return }
    pressAndHold.letterWasTyped(by: keystroke, variants: variants)
    isWatchingKeys = true
  }

  private func offerToHeldKey(_ keystroke: Keystroke) -> Disposition? {
    switch pressAndHold.handle(keystroke) {
    case .passOn: return nil
    case .suppressRepeat: return .ignored
    case .showList: break
    case .replace(let text, let variant): replaceHeldText(text, with: variant)
    case .keepLetter(let passOn):
      candidatesMayHaveChanged()
      return passOn ? nil : .overlay
    }
    candidatesMayHaveChanged()
    return .overlay
  }

  /// One change and one step for undo (MOD-16).
  private func replaceHeldText(_ text: String, with variant: String) {
    guard let container = textContainer, let range = range(of: text, in: container),
      variant != text
    else { return }
    container.endRun()
    container.change(range, to: variant, as: .other)
    changedByEngine(container)
  }

  private var rangeOfHeldText: TextRange? {
    guard let container = textContainer, let letter = pressAndHold.letter else { return nil }
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
    guard isWatchingKeys else { return }
    _ = pressAndHold.cancel()
    candidatesMayHaveChanged()
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
