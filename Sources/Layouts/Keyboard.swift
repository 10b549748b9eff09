// SPDX-License-Identifier: Apache-2.0
import Keys

/// One connected keyboard: the state of its own keys, and the meaning of its keys with all
/// modifiers.
///
/// There are two xkb states, as on the two sides of a display server: `physicalState` follows this
/// keyboard's keys; `view` receives the modifiers of all keyboards and determines the meaning of
/// keys.
final class Keyboard {
  let id: DeviceID
  let keymap: Keymap
  /// The keyboard's own settings; ``keymap`` may be the mode's.
  let settings: LayoutSettings
  /// Whether ⌥ acts as AltGr on this keyboard.
  let takesOptionAsThirdLevel: Bool
  /// The generation of the shared modifiers that this keyboard has applied; see
  /// ``KeyboardLayouts``.
  var generation = -1
  /// The modifiers and groups that this keyboard's keys hold, latch and lock.
  private(set) var own = XkbComponents()
  /// The modifiers in effect.
  private(set) var modifiers: Modifiers = []
  private let characters: CharacterKeys
  private let physicalState: XkbState
  private let view: XkbState
  private var shown = XkbComponents()
  // Cached meanings do not need the view, so it is updated only when it is used.
  private var viewIsStale = false
  // The held keys that change modifiers, groups or locks, by xkb's numbers.
  private var actingKeys = KeySet()
  private var holdsActingKey = false
  // Whether another keyboard used up a latch of this one; xkb applies that only at the next key of
  // this keyboard.
  private var hasUsedLatch = false
  // Whether ⌥ is held and acts as AltGr.
  private var optionIsThirdLevel = false

  /// Creates a keyboard with no key held; nil if memory runs out.
  init?(
    id: DeviceID, settings: LayoutSettings, keymap: Keymap, characters: CharacterKeys
  ) {
    guard let physicalState = XkbState(keymap: keymap.pointer),
      let view = XkbState(keymap: keymap.pointer)
    else { return nil }
    self.id = id
    self.keymap = keymap
    self.characters = characters
    self.settings = settings
    self.physicalState = physicalState
    self.view = view
    takesOptionAsThirdLevel = settings.usesOptionAsThirdLevel && keymap.thirdLevel != 0
  }

  // MARK: Meanings

  /// Returns xkb's number of a key, after modifier keys are swapped.
  func keycode(_ code: KeyCode) -> UInt32 {
    // The kernel numbers keys 8 below xkb (X11's history).
    UInt32(settings.swap == .none ? code.rawValue : swapped(code).rawValue) + 8
  }

  /// Returns the current meaning of a key.
  func meaning(of keycode: UInt32) -> KeyMeaning {
    let name = KeyMeanings.name(keycode, effective: shown.effective, group: shown.group)
    if let known = keymap.meanings[name] { return known }
    refreshView()
    let meaning = workOutMeaning(of: keycode, under: shown)
    keymap.note(meaning, as: name)
    return meaning
  }

  /// The group in effect, counted from 0.
  var group: UInt32 { shown.group % keymap.groupCount }

  /// Computes the meaning of a key with some of xkb's modifiers held and none locked, in the
  /// current group.
  func meaning(of keycode: UInt32, holding modifiers: UInt32) -> KeyMeaning {
    let components = XkbComponents(depressed: modifiers, lockedGroup: shown.group)
    view.components = components
    viewIsStale = true
    return workOutMeaning(of: keycode, under: components)
  }

  /// Converts UIKit's modifiers to xkb's; nil if AltGr is requested and this keyboard cannot reach
  /// it.
  func mask(of modifiers: Modifiers, andThirdLevel holdsThirdLevel: Bool) -> UInt32? {
    let keys = keymap.layoutFallbacks(inGroup: shown.group)
    if holdsThirdLevel, !keys.hasThirdLevelKey { return nil }
    var mask: UInt32 = holdsThirdLevel ? keymap.thirdLevel : 0
    if modifiers.contains(.shift) { mask |= RealModifier.shift }
    if modifiers.contains(.control) { mask |= RealModifier.control }
    if modifiers.contains(.command) { mask |= RealModifier.command }
    if modifiers.contains(.option) {
      mask |= takesOptionAsThirdLevel || !keys.hasAltKey ? keymap.thirdLevel : RealModifier.alt
    }
    return mask
  }

  /// Whether a command modifier is held that the key's symbol does not consume; the key then types
  /// nothing.
  func isCommand(_ meaning: KeyMeaning) -> Bool {
    isCommand(meaning, under: shown.effective, optionIsThirdLevel: optionIsThirdLevel)
  }

  func isCommand(
    _ meaning: KeyMeaning, under modifiers: UInt32, optionIsThirdLevel: Bool
  ) -> Bool {
    let left = modifiers & ~meaning.consumed
    if left & (RealModifier.control | RealModifier.alt | RealModifier.command) != 0 { return true }
    return optionIsThirdLevel && left & keymap.thirdLevel != 0
  }

  /// Converts xkb's modifiers to UIKit's.
  func modifiers(of mask: UInt32) -> Modifiers {
    guard mask != 0 else { return [] }
    var result: Modifiers = []
    if mask & RealModifier.shift != 0 { result.insert(.shift) }
    if mask & RealModifier.lock != 0 { result.insert(.alphaShift) }
    if mask & RealModifier.control != 0 { result.insert(.control) }
    if mask & (RealModifier.alt | keymap.thirdLevel) != 0 { result.insert(.option) }
    if mask & RealModifier.command != 0 { result.insert(.command) }
    return result
  }

  /// The LEDs that should be lit.
  var leds: LockLEDs {
    refreshView()
    return keymap.leds(in: view)
  }

  /// Computes a meaning with the view, which must have the given components.
  private func workOutMeaning(of keycode: UInt32, under shown: XkbComponents) -> KeyMeaning {
    let code = KeyCode(UInt16(truncatingIfNeeded: keycode &- 8))
    guard let group = view.group(of: keycode) else {
      if let pad = code.padKeysym { return KeyMeaning(ofPad: pad) }
      if let character = characters[code] { return KeyMeaning(of: character) }
      return KeyMeaning(bareInput: code.furtherFunction ?? "")
    }
    let keysym = Keysym(rawValue: view.keysym(of: keycode))
    // Some of xkb's layouts for Apple keyboards lack the character that ⌥space types on all Apple
    // keyboards.
    if code == .space, keysym == .space, keymap.isApple, takesOptionAsThirdLevel,
      shown.effective & keymap.thirdLevel != 0
    {
      return KeyMeaning(
        keysym: .noBreakSpace,
        consumed: shown.effective & (keymap.thirdLevel | RealModifier.shift), text: "\u{A0}",
        bareInput: " ")
    }
    let several = keysym == .none ? view.keysyms(of: keycode) : []
    if several.isEmpty, keysym.isMedia, let pad = code.padKeysym { return KeyMeaning(ofPad: pad) }
    let bare = keymap.bareKeysyms(of: keycode, group: group).map(Keysym.init)
    return KeyMeaning(
      keysym: keysym, consumed: view.consumed(by: keycode) & shown.effective,
      text: several.isEmpty ? keysym.text : several.map { Keysym(rawValue: $0).text }.joined(),
      bareInput: bareInput(of: code, bare, under: keysym),
      bareKeysym: bare.count == 1 ? bare[0] : .none,
      layoutFallback: keysym.isModifier || bare.contains(where: \.isModifier)
        ? .none : layoutFallback(of: code, keycode, under: shown))
  }

  private func bareInput(of code: KeyCode, _ bare: [Keysym], under keysym: Keysym) -> KeyInput {
    // On the keypad Num Lock decides whether a key is a digit or an arrow.
    if bare.first?.isKeypad == true { return keysym.bareInput }
    if bare.allSatisfy(\.isMedia), let function = code.furtherFunction { return function }
    return KeyInput(bare.map(\.bareInput.rawValue).joined())
  }

  private func layoutFallback(
    of code: KeyCode, _ keycode: UInt32, under shown: XkbComponents
  ) -> Keystroke.LayoutFallback {
    let holdsShift = shown.effective & RealModifier.shift != 0
    let holdsThirdLevel = shown.effective & keymap.thirdLevel != 0
    var ownShifted: UInt32 = 0
    if holdsShift, holdsThirdLevel {
      view.components = XkbComponents(depressed: RealModifier.shift, lockedGroup: shown.group)
      viewIsStale = true
      ownShifted = view.keysym(of: keycode)
    }
    return keymap.layoutFallbacks(inGroup: shown.group).layoutFallback(
      of: code, ownShifted: ownShifted, holdsShift: holdsShift, holdsThirdLevel: holdsThirdLevel)
  }

  private func refreshView() {
    if viewIsStale { view.components = shown }
    viewIsStale = false
  }

  // MARK: State

  /// Presses or releases a key, and reports whether ``own`` may have changed.
  func update(_ keycode: UInt32, isDown: Bool) -> Bool {
    let acts = keymap.acts(keycode)
    // A key that only types is not passed to xkb, unless it ends a latch or another key's action.
    guard acts || holdsActingKey || own.isLatched || hasUsedLatch else { return false }
    if isDown { hasUsedLatch = false }
    if acts { note(KeyCode(UInt16(truncatingIfNeeded: keycode)), isDown: isDown) }
    guard physicalState.update(keycode, isDown: isDown) else { return false }
    own = physicalState.components
    return true
  }

  private func note(_ key: KeyCode, isDown: Bool) {
    if isDown { actingKeys.insert(key) } else { actingKeys.remove(key) }
    holdsActingKey = !actingKeys.isEmpty
  }

  /// Processes a key that was found down, and reports whether ``own`` changed.
  ///
  /// A modifier is held from now on; a lock or latch stays as it is, because the effect of the
  /// missed press is unknown.
  func find(_ keycode: UInt32) -> Bool {
    let before = own
    guard update(keycode, isDown: true) else { return false }
    // A full press and release shows whether the key locks: a lock that is on ends at the release.
    _ = update(keycode, isDown: false)
    if own == before { return update(keycode, isDown: true) }
    physicalState.components = before
    own = before
    return false
  }

  /// Copies the held keys of another object for the same device, so that modifiers stay held.
  func takeHeldKeys(of other: Keyboard) {
    for key in other.actingKeys { _ = find(UInt32(key.rawValue)) }
  }

  /// Ends a latch because a key of another keyboard used it up.
  func breakLatch() {
    own.latched = 0
    physicalState.components = own
    hasUsedLatch = true
  }

  /// Applies the modifiers that all keyboards together hold, latch and lock.
  ///
  /// - Returns: whether locks or groups have changed.
  func show(_ shared: SharedModifiers) -> Bool {
    if own.locked != shared.locked {
      own.locked = shared.locked
      physicalState.components = own
    }
    var all = own
    all.depressed |= shared.depressed
    all.latched |= shared.latched
    optionIsThirdLevel = takesOptionAsThirdLevel && all.effective & RealModifier.alt != 0
    if optionIsThirdLevel {
      all.depressed = withOptionAsThirdLevel(all.depressed)
      all.latched = withOptionAsThirdLevel(all.latched)
      all.locked = withOptionAsThirdLevel(all.locked)
    }
    guard all != shown else { return false }
    let keepsLocks = all.hasSameLocks(as: shown)
    shown = all
    viewIsStale = true
    modifiers = modifiers(of: all.effective)
    return !keepsLocks
  }

  private func withOptionAsThirdLevel(_ mask: UInt32) -> UInt32 {
    mask & RealModifier.alt == 0 ? mask : mask & ~RealModifier.alt | keymap.thirdLevel
  }

  private func swapped(_ code: KeyCode) -> KeyCode {
    switch (settings.swap, code) {
    case (.optionCommand, .leftAlt), (.controlCommand, .leftControl): .leftMeta
    case (.optionCommand, .rightAlt), (.controlCommand, .rightControl): .rightMeta
    case (.optionCommand, .leftMeta): .leftAlt
    case (.optionCommand, .rightMeta): .rightAlt
    case (.controlCommand, .leftMeta): .leftControl
    case (.controlCommand, .rightMeta): .rightControl
    default: code
    }
  }
}

/// The modifiers that the keys of all keyboards together hold, latch and lock.
struct SharedModifiers {
  var depressed: UInt32 = 0
  var latched: UInt32 = 0
  var locked: UInt32 = 0
}
