// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Gives key events the meaning that the layouts of their keyboards say.
///
/// Every keyboard has its own layout, group and keys, yet all act as one (KEY-9): what is held or
/// latched on one counts for the keys of the others, locks are everybody's, and there is one
/// compose sequence. Modifiers are shared as xkb's eight real ones, which mean the same in every
/// keymap of xkeyboard-config.
public final class KeyboardLayouts {
  let context: XkbContext
  private let sources: LayoutSources
  private let settingsFor: (DeviceInfo) -> LayoutSettings
  // 64 keyboards of one layout share one keymap.
  private var keymaps: [LayoutName: Keymap] = [:]
  // Side by side, for a search that touches nothing but the numbers.
  private var ids: [DeviceID] = []
  private var keyboards: [Keyboard] = []
  private var lastUsed: Keyboard?
  /// The layout of the mode that is typed in; nil for what each keyboard is set to.
  private(set) var modeLayout: ModeLayout?
  private var typedOn: DeviceID?
  /// Counts changes of what keyboards share: modifiers and locks, and with them the lights.
  public var generation: Int { shownGeneration }
  private var shownGeneration = 0
  private var shared = SharedModifiers()
  private let compose: ComposeSequence
  private let isLiteral: Bool

  /// Starts with no keyboard connected and every lock off.
  ///
  /// - Parameters:
  ///   - sources: where layouts and compose tables come from besides xkb's own folders.
  ///   - settingsFor: what a keyboard is to type; asked once, when it is connected.
  /// - Throws: ``LayoutError/xkbUnavailable``.
  public init(
    sources: LayoutSources = LayoutSources(),
    settingsFor: @escaping (DeviceInfo) -> LayoutSettings = { _ in LayoutSettings() }
  ) throws(LayoutError) {
    context = try XkbContext(includeFolders: sources.includeFolders)
    self.sources = sources
    self.settingsFor = settingsFor
    compose = ComposeSequence(sources, in: context)
    isLiteral = false
  }

  private init(literalBeside other: KeyboardLayouts) {
    context = other.context
    sources = other.sources
    settingsFor = other.settingsFor
    keymaps = other.keymaps
    compose = ComposeSequence(sources, in: context)
    isLiteral = true
  }

  /// Makes layouts for keyboards that share nothing with these: neither modifiers nor locks.
  ///
  /// Nothing is composed there: a dead key types its accent, standing alone. What was compiled here need not
  /// be compiled again.
  package func makeLiteral() -> KeyboardLayouts {
    KeyboardLayouts(literalBeside: self)
  }

  // MARK: Keyboards

  /// Compiles a layout ahead of its first keyboard, so that a mistake shows at the start.
  ///
  /// - Throws: what ``connect(_:)`` would throw.
  public func prepare(_ name: LayoutName) throws(LayoutError) {
    _ = try keymap(name)
  }

  /// Loads the compose table now; otherwise the first key that needs it waits some milliseconds.
  public func prepareCompose() {
    compose.prepare()
  }

  /// Takes a keyboard; one that is connected already begins anew.
  ///
  /// - Throws: why its layout cannot be used; the keyboard then gives keystrokes without meaning.
  public func connect(_ device: DeviceInfo) throws(LayoutError) {
    disconnect(device.id)
    let settings = settingsFor(device)
    let keymap: Keymap
    do {
      keymap = try self.keymap(effectiveName(for: settings.name))
    } catch {
      // A mode's layout that cannot be used leaves the keyboard its own.
      keymap = try self.keymap(settings.name)
    }
    guard let keyboard = Keyboard(id: device.id, settings: settings, keymap: keymap) else {
      throw .xkbUnavailable
    }
    ids.append(device.id)
    keyboards.append(keyboard)
  }

  /// Has every keyboard type what the mode brings, where its own layout does not type the mode's letters (MOD-10).
  ///
  /// Held keys stay held and locks keep their state; latches and a locked group of a keyboard that gets another layout end.
  ///
  /// - Parameter new: the mode's layout; nil for what each keyboard is set to.
  /// - Throws: why the mode's layout cannot be used; keyboards that need it keep what they have.
  public func setModeLayout(_ new: ModeLayout?) throws(LayoutError) {
    guard new != modeLayout, !isLiteral else { return }
    modeLayout = new
    var keymaps: [Keymap] = []
    do {
      for keyboard in keyboards {
        keymaps.append(try keymap(effectiveName(for: keyboard.settings.name)))
      }
    } catch {
      // Those that are connected later have their own layouts, too.
      modeLayout = nil
      throw error
    }
    for (index, old) in keyboards.enumerated() where keymaps[index] !== old.keymap {
      guard let keyboard = Keyboard(id: old.id, settings: old.settings, keymap: keymaps[index])
      else { throw .xkbUnavailable }
      catchUp(keyboard)
      keyboard.takeHeldKeys(of: old)
      keyboards[index] = keyboard
      lastUsed = nil
    }
    shareAnew()
  }

  /// Lets a keyboard go: what it held and latched ends, its locks stay.
  public func disconnect(_ id: DeviceID) {
    guard let index = ids.firstIndex(of: id) else { return }
    ids.remove(at: index)
    keyboards.remove(at: index)
    lastUsed = nil
    shareAnew()
  }

  /// The lights that a keyboard should show; none for one that is not connected.
  public func leds(of id: DeviceID) -> LockLEDs {
    guard let keyboard = keyboard(id) else { return [] }
    catchUp(keyboard)
    return keyboard.leds
  }

  /// Sets the locks of all keyboards: Caps Lock, Num Lock and, where the layout has it, Scroll Lock.
  ///
  /// For a machine whose lights are on when it starts, or a keypad that should type digits. What
  /// Num Lock is only a layout knows, so connect a keyboard first.
  public func setLocks(_ leds: LockLEDs) {
    shared.locked = leds.contains(.capsLock) ? RealModifier.lock : 0
    for keymap in keymaps.values {
      if leds.contains(.numLock) { shared.locked |= keymap.numLock }
      if leds.contains(.scrollLock) { shared.locked |= keymap.scrollLock }
    }
    shownGeneration += 1
  }

  /// Takes Caps Lock off on all keyboards: the tap that locked it meant something else.
  public func releaseCapsLock() {
    shared.locked &= ~RealModifier.lock
    shownGeneration += 1
  }

  /// Whether a key repeats while it is held; modifiers and locks do not.
  public func keyRepeats(_ code: KeyCode, on device: DeviceID) -> Bool {
    keyRepeats(PhysicalKey(device: device, code: code))
  }

  /// Whether a key repeats while it is held; modifiers and locks do not.
  package func keyRepeats(_ key: PhysicalKey) -> Bool {
    guard let keyboard = keyboard(key.device) else { return false }
    return keyboard.keymap.repeats(keyboard.keycode(key.code))
  }

  // MARK: Keystrokes

  /// Ends a compose sequence without typing anything: a command claimed its key, or focus left.
  public func cancelComposition() {
    compose.cancel()
  }

  /// Gives an event its meaning: one keystroke each, in the order of the events.
  ///
  /// The key's symbol, and the modifiers it consumed, are those from just before the press; the
  /// modifiers of a modifier key include itself while it is pressed, as UIKit has it, and no longer
  /// when it is released. An event of a keyboard that is not connected means nothing.
  ///
  /// A repeat of a key that does not repeat types nothing. A key found down holds its modifier, but
  /// neither types nor locks (KEY-11).
  public func keystroke(for event: KeyEvent) -> Keystroke {
    guard let keyboard = keyboard(event.device) else { return Keystroke(event: event) }
    catchUp(keyboard)
    let keycode = keyboard.keycode(event.code)
    let meaning = keyboard.meaning(of: keycode)
    var text = ""
    var composition = Keystroke.Composition.none
    var modifiers = keyboard.modifiers
    switch event.phase {
    case .press:
      typedOn = event.device
      if types(meaning, on: keyboard) {
        text = meaning.text
        if isLiteral {
          if text.isEmpty { text = meaning.keysym.spacingForm }
        } else {
          composition = compose.press(
            meaning.keysym, typing: &text, isApple: keyboard.takesOptionAsThirdLevel)
        }
      }
      if keyboard.update(keycode, isDown: true) {
        share(keyboard)
        // A few layouts have keys that type with Shift and hold a modifier all the same: not for themselves.
        if meaning.text.isEmpty { modifiers.formUnion(keyboard.modifiers) }
      }
      if shared.latched != 0, !meaning.keysym.isModifier { breakLatches(except: keyboard) }
    case .repeat:
      if types(meaning, on: keyboard), keyboard.keymap.repeats(keycode) {
        text = meaning.text
        composition = compose.repeat(meaning.keysym, typing: &text)
      }
    case .found:
      if keyboard.find(keycode) { share(keyboard) }
      modifiers = keyboard.modifiers
    case .release, .cancel:
      if keyboard.update(keycode, isDown: false) { share(keyboard) }
      modifiers = keyboard.modifiers
    }
    if event.code.isKeypad { modifiers.insert(.numericPad) }
    return Keystroke(
      event: event, keysym: meaning.keysym, text: text, modifiers: modifiers,
      consumedModifiers: keyboard.modifiers(of: meaning.consumed),
      charactersIgnoringModifiers: meaning.bareInput, standIn: meaning.standIn,
      composition: composition)
  }

  private func types(_ meaning: KeyMeaning, on keyboard: Keyboard) -> Bool {
    !meaning.keysym.isModifier && !keyboard.isCommand(meaning)
  }

  /// The keyboard that somebody types on, to say what is to be pressed there.
  var keyboardInUse: Keyboard? {
    guard let keyboard = typedOn.flatMap(keyboard) ?? keyboards.first else { return nil }
    catchUp(keyboard)
    return keyboard
  }

  // MARK: What keyboards share

  private func keyboard(_ id: DeviceID) -> Keyboard? {
    if let lastUsed, lastUsed.id == id { return lastUsed }
    guard let index = ids.firstIndex(of: id) else { return nil }
    lastUsed = keyboards[index]
    return lastUsed
  }

  private func share(_ keyboard: Keyboard) {
    shared.locked = keyboard.own.locked
    shareAnew()
    catchUp(keyboard)
  }

  private func shareAnew() {
    shared.depressed = 0
    shared.latched = 0
    for keyboard in keyboards {
      shared.depressed |= keyboard.own.depressed
      shared.latched |= keyboard.own.latched
    }
    shownGeneration += 1
  }

  private func catchUp(_ keyboard: Keyboard) {
    guard keyboard.generation != shownGeneration else { return }
    keyboard.generation = shownGeneration
    keyboard.show(shared)
  }

  private func breakLatches(except keyboard: Keyboard) {
    for other in keyboards where other !== keyboard && other.own.latched != 0 {
      other.breakLatch()
    }
    shareAnew()
  }

  func keymap(_ name: LayoutName) throws(LayoutError) -> Keymap {
    if let known = keymaps[name] { return known }
    do {
      let keymap = try Keymap(name, in: context)
      keymaps[name] = keymap
      return keymap
    } catch {
      throw LayoutCatalogue(folders: context.includeFolders).explain(error)
    }
  }
}
