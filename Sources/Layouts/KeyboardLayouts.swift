// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Converts key events to keystrokes with the layouts of their keyboards.
///
/// Every keyboard has its own layout, group and keys, but all of them act as one (KEY-9): modifiers
/// held or latched on one keyboard apply to the keys of all, locks are shared, and there is one
/// compose sequence. Shared modifiers are xkb's eight real ones, which have the same meaning in
/// every keymap of xkeyboard-config.
public final class KeyboardLayouts {
  let context: XkbContext
  private let sources: LayoutSources
  private let settingsFor: (DeviceInfo) -> LayoutSettings
  // Shared, so that 64 keyboards of one layout use one keymap.
  private var keymaps: [LayoutName: Keymap] = [:]
  // In a separate array, so that the search reads only the numbers.
  private var ids: [DeviceID] = []
  private var keyboards: [Keyboard] = []
  private var lastUsed: Keyboard?
  /// The layout of the current mode; nil if every keyboard uses its own settings.
  private(set) var modeLayout: ModeLayout?
  private var typedOn: DeviceID?
  /// The number of changes so far to locks, groups and keyboards, and thereby to the LEDs and the
  /// layouts in use; held modifiers do not count unless an LED shows them.
  public var generation: Int { lockGeneration }
  private var lockGeneration = 0
  /// The number of changes so far to the shared modifiers and locks.
  private var shownGeneration = 0
  /// Whether an LED of any keymap shows held modifiers.
  private var showsHeldModifiers = false
  private var shared = SharedModifiers()
  /// The keys of characters that a layout does not have.
  let characters: CharacterKeys
  private let compose: ComposeSequence
  private let isLiteral: Bool

  /// Creates layouts with no keyboard connected and every lock off.
  ///
  /// - Parameters:
  ///   - sources: the sources of layouts and compose tables in addition to xkb's own folders.
  ///   - settingsFor: returns the settings of a keyboard; called when it is connected.
  /// - Throws: ``LayoutError/xkbUnavailable``.
  public init(
    sources: LayoutSources = LayoutSources(),
    settingsFor: @escaping (DeviceInfo) -> LayoutSettings = { _ in LayoutSettings() }
  ) throws(LayoutError) {
    context = try XkbContext(includeFolders: sources.includeFolders)
    self.sources = sources
    self.settingsFor = settingsFor
    characters = CharacterKeys()
    compose = ComposeSequence(sources, in: context)
    isLiteral = false
  }

  private init(literalBeside other: KeyboardLayouts) {
    context = other.context
    sources = other.sources
    settingsFor = other.settingsFor
    keymaps = other.keymaps
    showsHeldModifiers = other.showsHeldModifiers
    // The keymaps know what these keys mean.
    characters = other.characters
    compose = ComposeSequence(sources, in: context)
    isLiteral = true
  }

  /// Makes layouts for keyboards that share neither modifiers nor locks with these.
  ///
  /// They do not compose: a dead key types its accent. Keymaps that are already compiled are
  /// reused.
  package func makeLiteral() -> KeyboardLayouts {
    KeyboardLayouts(literalBeside: self)
  }

  // MARK: Keyboards

  /// Compiles a layout before its first keyboard is connected, so that mistakes are found at the
  /// start.
  ///
  /// - Parameter name: the layout.
  /// - Throws: the error that ``connect(_:)`` would throw.
  public func prepare(_ name: LayoutName) throws(LayoutError) {
    _ = try keymap(name)
  }

  /// Loads the compose table now; otherwise the first key that needs it is delayed by some
  /// milliseconds.
  public func prepareCompose() {
    compose.prepare()
  }

  /// Loads the table of a user's compose file and returns the mistakes in it.
  ///
  /// - Parameter file: the file; the result is empty if these layouts use another one.
  /// - Returns: the mistakes, at most eight.
  package func composeMistakes(in file: String) -> [ComposeMistake] {
    guard !file.isEmpty, file == sources.composeFile else { return [] }
    compose.prepare()
    return compose.mistakes
  }

  /// Connects a keyboard; a keyboard that is already connected is reset.
  ///
  /// - Parameter device: the keyboard.
  /// - Throws: the reason why its layout cannot be used; the keyboard's keystrokes then have no
  ///   meaning.
  public func connect(_ device: DeviceInfo) throws(LayoutError) {
    disconnect(device.id)
    let settings = settingsFor(device)
    let keymap: Keymap
    do {
      keymap = try self.keymap(effectiveName(for: settings.name))
    } catch {
      // If the mode's layout cannot be used, the keyboard keeps its own.
      keymap = try self.keymap(settings.name)
    }
    guard let keyboard = keyboard(device.id, settings, keymap) else { throw .xkbUnavailable }
    ids.append(device.id)
    keyboards.append(keyboard)
  }

  /// Sets the mode's layout for every keyboard whose own layout does not type the mode's letters
  /// (MOD-10).
  ///
  /// Held keys stay held and locks keep their state. On a keyboard whose layout changes, latches
  /// and a locked group end.
  ///
  /// - Parameter new: the mode's layout; nil to use each keyboard's own layout.
  /// - Throws: why the mode's layout cannot be used; keyboards that need it keep their present
  ///   layout.
  public func setModeLayout(_ new: ModeLayout?) throws(LayoutError) {
    guard new != modeLayout, !isLiteral else { return }
    modeLayout = new
    var keymaps: [Keymap] = []
    do {
      for keyboard in keyboards {
        keymaps.append(try keymap(effectiveName(for: keyboard.settings.name)))
      }
    } catch {
      // Keyboards connected later also use their own layouts.
      modeLayout = nil
      throw error
    }
    for (index, old) in keyboards.enumerated() where keymaps[index] !== old.keymap {
      guard let keyboard = keyboard(old.id, old.settings, keymaps[index]) else {
        throw .xkbUnavailable
      }
      catchUp(keyboard)
      keyboard.takeHeldKeys(of: old)
      keyboards[index] = keyboard
      lastUsed = nil
    }
    lockGeneration += 1
    shareAnew()
  }

  /// Disconnects a keyboard: its held and latched modifiers end, but locks stay.
  ///
  /// - Parameter id: the keyboard.
  public func disconnect(_ id: DeviceID) {
    guard let index = ids.firstIndex(of: id) else { return }
    ids.remove(at: index)
    keyboards.remove(at: index)
    lastUsed = nil
    lockGeneration += 1
    shareAnew()
  }

  /// Returns the LEDs that a keyboard should light.
  ///
  /// - Parameter id: the keyboard.
  /// - Returns: the LEDs; empty for a keyboard that is not connected.
  public func leds(of id: DeviceID) -> LockLEDs {
    guard let keyboard = keyboard(id) else { return [] }
    catchUp(keyboard)
    return keyboard.leds
  }

  /// Sets the locks of all keyboards: Caps Lock, Num Lock and, if the layout has it, Scroll Lock.
  ///
  /// This is for a machine whose LEDs are lit at the start, or a keypad that should type digits.
  /// Only a layout defines the modifier of Num Lock, so connect a keyboard first.
  ///
  /// - Parameter leds: the LEDs of the locks that are on; all others are switched off.
  public func setLocks(_ leds: LockLEDs) {
    shared.locked = leds.contains(.capsLock) ? RealModifier.lock : 0
    for keymap in keymaps.values {
      if leds.contains(.numLock) { shared.locked |= keymap.numLock }
      if leds.contains(.scrollLock) { shared.locked |= keymap.scrollLock }
    }
    locksDidChange()
  }

  /// Switches Caps Lock off on all keyboards, because the tap that locked it had another meaning.
  public func releaseCapsLock() {
    shared.locked &= ~RealModifier.lock
    locksDidChange()
  }

  private func locksDidChange() {
    shownGeneration += 1
    lockGeneration += 1
  }

  /// Reports whether a key repeats while it is held; modifiers and locks do not.
  ///
  /// - Parameters:
  ///   - code: the key.
  ///   - device: its keyboard.
  /// - Returns: whether it repeats; false for a keyboard that is not connected.
  public func keyRepeats(_ code: KeyCode, on device: DeviceID) -> Bool {
    keyRepeats(PhysicalKey(device: device, code: code))
  }

  /// Whether a key repeats while it is held; modifiers and locks do not.
  package func keyRepeats(_ key: PhysicalKey) -> Bool {
    guard let keyboard = keyboard(key.device) else { return false }
    return keyboard.keymap.repeats(keyboard.keycode(key.code))
  }

  private func keyboard(
    _ id: DeviceID, _ settings: LayoutSettings, _ keymap: Keymap
  ) -> Keyboard? {
    Keyboard(id: id, settings: settings, keymap: keymap, characters: characters)
  }

  // MARK: Keystrokes

  /// Resets the compose sequence without typing anything, because a command matched its key or
  /// focus moved.
  public func cancelComposition() {
    compose.cancel()
  }

  /// Converts a key event to its keystroke; call it for every event, in order.
  ///
  /// The key's symbol and the modifiers that it consumes are those from just before the press. The
  /// modifiers of a modifier key include the key itself at its press, as in UIKit, but not at its
  /// release. An event of a keyboard that is not connected has no meaning.
  ///
  /// A repeat of a key that does not repeat types nothing. A key found down holds its modifier, but
  /// neither types nor locks (KEY-11).
  ///
  /// - Parameter event: the event to convert.
  /// - Returns: the keystroke.
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
        // In a few layouts a key types with Shift and also sets a modifier; that modifier does not
        // apply to its own press.
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
      charactersIgnoringModifiers: meaning.bareInput, layoutFallback: meaning.layoutFallback,
      composition: composition, bareKeysym: meaning.bareKeysym)
  }

  private func types(_ meaning: KeyMeaning, on keyboard: Keyboard) -> Bool {
    !meaning.keysym.isModifier && !keyboard.isCommand(meaning)
  }

  /// The keyboard used last, or else the first one, brought up to date; nil without a keyboard.
  var keyboardInUse: Keyboard? {
    guard let keyboard = typedOn.flatMap(keyboard) ?? keyboards.first else { return nil }
    catchUp(keyboard)
    return keyboard
  }

  // MARK: Shared modifiers

  /// A connected keyboard, brought up to date; nil for none.
  func currentKeyboard(_ id: DeviceID) -> Keyboard? {
    guard let keyboard = keyboard(id) else { return nil }
    catchUp(keyboard)
    return keyboard
  }

  /// The keymaps that were compiled; locks stay when the last keyboard is unplugged.
  var knownKeymaps: some Sequence<Keymap> { keymaps.values }

  /// Whether all of some real modifiers are locked; false for none.
  func isLocked(_ mask: UInt32) -> Bool { mask != 0 && shared.locked & mask == mask }

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
    if showsHeldModifiers { lockGeneration += 1 }
  }

  private func catchUp(_ keyboard: Keyboard) {
    guard keyboard.generation != shownGeneration else { return }
    keyboard.generation = shownGeneration
    if keyboard.show(shared) { lockGeneration += 1 }
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
      showsHeldModifiers = showsHeldModifiers || keymap.showsHeldModifiers
      return keymap
    } catch {
      throw LayoutCatalogue(folders: context.includeFolders).explain(error)
    }
  }
}
