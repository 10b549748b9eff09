// SPDX-License-Identifier: Apache-2.0
import Keys

/// One connected keyboard: what its own keys did, and how its keys look in the light of all.
///
/// There are two xkb states, as on the two sides of a display server: `hand` follows this
/// keyboard's keys, `view` is told the modifiers of all keyboards and answers what a key means.
final class Keyboard {
  let id: DeviceID
  let settings: LayoutSettings
  let keymap: Keymap
  /// Whether ⌥ stands for AltGr here.
  let takesOptionAsThirdLevel: Bool
  /// The generation of the shared modifiers that `view` shows; see ``KeyboardLayouts``.
  var generation = -1
  /// What this keyboard's keys hold, latch and lock.
  private(set) var own = XkbComponents()
  /// The modifiers in force, as xkb numbers them.
  private(set) var effective: UInt32 = 0
  /// The modifiers in force.
  private(set) var modifiers: Modifiers = []
  /// The lights that should be on.
  private(set) var leds: LockLEDs = []
  /// Whether another keyboard latches a modifier that the next key here uses up.
  private(set) var seesForeignLatch = false
  /// Whether ⌥ is held in the place of AltGr.
  private(set) var optionIsThirdLevel = false
  private let hand: XkbState
  private let view: XkbState

  /// Connects a keyboard with nothing held; nil when memory runs out.
  init?(id: DeviceID, settings: LayoutSettings, keymap: Keymap) {
    guard let hand = XkbState(keymap: keymap.pointer), let view = XkbState(keymap: keymap.pointer)
    else { return nil }
    self.id = id
    self.settings = settings
    self.keymap = keymap
    self.hand = hand
    self.view = view
    takesOptionAsThirdLevel = settings.usesOptionAsThirdLevel && keymap.thirdLevel != 0
  }

  /// xkb's number for a key, after the swap of modifier keys.
  func keycode(_ code: KeyCode) -> UInt32 {
    // The kernel numbers keys 8 below xkb (X11's history).
    UInt32(swapped(code).rawValue) + 8
  }

  func keysym(of keycode: UInt32) -> Keysym {
    Keysym(rawValue: view.keysym(of: keycode))
  }

  func severalSymbolsText(of keycode: UInt32) -> String {
    view.severalSymbolsText(of: keycode)
  }

  /// The modifiers in force that chose a key's symbol, as xkb numbers them.
  func consumed(by keycode: UInt32) -> UInt32 {
    effective == 0 ? 0 : view.consumed(by: keycode) & effective
  }

  /// What a key is without modifiers.
  func bareInput(of keycode: UInt32, _ keysym: Keysym) -> String {
    guard let group = view.group(of: keycode) else { return "" }
    switch keymap.bareInput(of: keycode, group: group) {
    case .fixed(let input): return input
    case .keypad: return keysym.bareInput
    }
  }

  /// A set of xkb's modifiers in UIKit's terms.
  func modifiers(of mask: UInt32) -> Modifiers {
    var result: Modifiers = []
    if mask & RealModifier.shift != 0 { result.insert(.shift) }
    if mask & RealModifier.lock != 0 { result.insert(.alphaShift) }
    if mask & RealModifier.control != 0 { result.insert(.control) }
    if mask & (RealModifier.alt | keymap.thirdLevel) != 0 { result.insert(.option) }
    if mask & RealModifier.command != 0 { result.insert(.command) }
    return result
  }

  /// Whether a modifier of commands is held that the key's symbol does not need: then nothing is
  /// typed.
  func isCommand(consuming consumed: UInt32) -> Bool {
    let left = effective & ~consumed
    if left & (RealModifier.control | RealModifier.alt | RealModifier.command) != 0 { return true }
    return optionIsThirdLevel && left & keymap.thirdLevel != 0
  }

  /// Presses or releases a key; says whether ``own`` may have changed.
  func update(_ keycode: UInt32, isDown: Bool) -> Bool {
    guard hand.update(keycode, isDown: isDown) else { return false }
    own = hand.components
    return true
  }

  /// Takes a key that was found down: a modifier is held from now on, a lock stays as it is.
  func find(_ keycode: UInt32) -> Bool {
    let before = own
    guard update(keycode, isDown: true) else { return false }
    let isLock = own.locked != before.locked || own.lockedGroup != before.lockedGroup
    if isLock {
      _ = hand.update(keycode, isDown: false)
      hand.components = before
      own = before
    }
    return !isLock
  }

  /// Ends a latch because a key of another keyboard has used it up.
  func breakLatch() {
    own.latched = 0
    hand.components = own
  }

  /// Takes over what all keyboards together lock and what the others hold and latch.
  func show(locked: UInt32, foreign: XkbComponents) {
    if own.locked != locked {
      own.locked = locked
      hand.components = own
    }
    var all = own
    all.depressed |= foreign.depressed
    all.latched |= foreign.latched
    seesForeignLatch = foreign.latched != 0
    optionIsThirdLevel = takesOptionAsThirdLevel && all.effective & RealModifier.alt != 0
    if optionIsThirdLevel {
      all.depressed = withOptionAsThirdLevel(all.depressed)
      all.latched = withOptionAsThirdLevel(all.latched)
      all.locked = withOptionAsThirdLevel(all.locked)
    }
    view.components = all
    effective = all.effective
    modifiers = modifiers(of: effective)
    leds = keymap.leds(in: view)
  }

  private func withOptionAsThirdLevel(_ mask: UInt32) -> UInt32 {
    mask & RealModifier.alt == 0 ? mask : mask & ~RealModifier.alt | keymap.thirdLevel
  }

  private func swapped(_ code: KeyCode) -> KeyCode {
    switch (settings.swap, code) {
    case (.none, _): code
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

/// The real modifiers that mean the same in every keymap, as xkb numbers them.
enum RealModifier {
  static let shift: UInt32 = 1 << 0
  static let lock: UInt32 = 1 << 1
  static let control: UInt32 = 1 << 2
  static let alt: UInt32 = 1 << 3
  static let command: UInt32 = 1 << 6
}
