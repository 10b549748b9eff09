// SPDX-License-Identifier: Apache-2.0
internal import CXkbcommon
import Keys

/// The owner of a compiled keymap and of everything derived from it.
///
/// All keyboards with the same layout share one. The C type is `struct xkb_keymap`.
final class Keymap {
  let pointer: OpaquePointer
  /// The name that it was compiled from.
  let name: LayoutName
  /// The real modifier that AltGr sets; 0 if the keymap has no third level.
  let thirdLevel: UInt32
  /// Whether it is one of the layouts made after Apple's keyboards.
  let isApple: Bool
  /// The real modifier that Num Lock sets; 0 in a keymap without one.
  let numLock: UInt32
  /// The real modifier that Scroll Lock sets; usually 0, because Scroll Lock has only an LED.
  let scrollLock: UInt32
  /// The cached meanings of keys, for all keyboards with this layout.
  private(set) var meanings = KeyMeanings()
  private var layoutFallbacks: [UInt32: LayoutFallbacks] = [:]
  // The keys that are known to change nothing, and those that are known to change something.
  private var plainKeys = KeySet()
  private var actingKeys = KeySet()
  private let leds: [(index: UInt32, led: LockLEDs)]
  /// Whether an LED shows modifiers that are only held or latched; most show locks and groups only.
  let showsHeldModifiers: Bool

  /// Compiles a layout.
  ///
  /// - Throws: ``LayoutError/invalid(_:messages:)``.
  init(_ name: LayoutName, in context: XkbContext) throws(LayoutError) {
    _ = context.takeMessages()
    guard let pointer = Self.compile(name, in: context.pointer) else {
      throw .invalid(name, messages: context.takeMessages())
    }
    self.pointer = pointer
    self.name = name
    isApple = name.isApple
    thirdLevel = Self.realModifiers(of: "LevelThree", in: pointer)
    numLock = Self.realModifiers(of: "NumLock", in: pointer)
    scrollLock = Self.realModifiers(of: "ScrollLock", in: pointer)
    leds = Self.lightNames.compactMap { name, led in
      let index = xkb_keymap_led_get_index(pointer, name)
      return index == UInt32.max ? nil : (index, led)
    }
    showsHeldModifiers = Self.shows(0xff, on: leds, in: pointer)
  }

  private static func shows(
    _ held: UInt32, on leds: [(index: UInt32, led: LockLEDs)], in keymap: OpaquePointer
  ) -> Bool {
    guard let state = XkbState(keymap: keymap) else { return true }
    state.components = XkbComponents(depressed: held, latched: held)
    for (index, _) in leds where state.isLit(index) { return true }
    return false
  }

  deinit {
    xkb_keymap_unref(pointer)
  }

  /// Whether a held key repeats.
  func repeats(_ keycode: UInt32) -> Bool {
    xkb_keymap_key_repeats(pointer, keycode) != 0
  }

  /// Caches the meaning of a key.
  func note(_ meaning: KeyMeaning, as name: UInt64) {
    // Moved out during the change, so that it is not copied and reading it needs no exclusivity
    // check.
    var meanings = meanings
    self.meanings = KeyMeanings(room: 0)
    meanings[name] = meaning
    self.meanings = meanings
  }

  /// Whether a key changes modifiers, groups or locks on any of its levels; most keys only type.
  ///
  /// libxkbcommon does not report what keys do, so each key is tried once.
  func acts(_ keycode: UInt32) -> Bool {
    guard keycode < KeyCode.count else { return true }
    let key = KeyCode(UInt16(keycode))
    if plainKeys.contains(key) { return false }
    if actingKeys.contains(key) { return true }
    // Assigned as a whole, so that reading it needs no exclusivity check.
    let acts = changesSomething(keycode)
    if acts { actingKeys = actingKeys.union([key]) } else { plainKeys = plainKeys.union([key]) }
    return acts
  }

  // Each group is locked in turn, because a key may lock the group that is locked already. All
  // modifiers are locked too, because a key may unlock some.
  private func changesSomething(_ keycode: UInt32) -> Bool {
    for group in 0..<xkb_keymap_num_layouts(pointer) {
      let resting = XkbComponents(locked: 0xff, lockedGroup: group)
      if changesSomething(keycode, in: resting) { return true }
      for modifiers in levels(of: keycode, in: group) {
        let held = XkbComponents(depressed: modifiers, lockedGroup: group)
        if changesSomething(keycode, in: held) { return true }
      }
    }
    return false
  }

  private func changesSomething(_ keycode: UInt32, in components: XkbComponents) -> Bool {
    guard let state = XkbState(keymap: pointer) else { return true }
    state.components = components
    let press = state.update(keycode, isDown: true)
    return state.update(keycode, isDown: false) || press
  }

  /// Returns, for each level of a key in a locked group, modifiers that select it.
  private func levels(of keycode: UInt32, in group: UInt32) -> [UInt32] {
    guard let state = XkbState(keymap: pointer) else { return [] }
    state.components = XkbComponents(lockedGroup: group)
    guard let group = state.group(of: keycode) else { return [] }
    return (0..<xkb_keymap_num_levels_for_key(pointer, keycode, group)).compactMap { level in
      var modifiers: xkb_mod_mask_t = 0
      let count = xkb_keymap_key_get_mods_for_level(pointer, keycode, group, level, &modifiers, 1)
      return count == 0 ? nil : modifiers
    }
  }

  /// Returns the LEDs that are lit in a state.
  func leds(in state: borrowing XkbState) -> LockLEDs {
    var lit: LockLEDs = []
    for (index, led) in leds where state.isLit(index) { lit.insert(led) }
    return lit
  }

  /// The number of groups, at least 1.
  var groupCount: UInt32 { max(1, xkb_keymap_num_layouts(pointer)) }

  /// Returns the symbols of a key at its lowest level, without modifiers.
  func bareKeysyms(of keycode: UInt32, group: UInt32) -> [UInt32] {
    var keysyms: UnsafePointer<xkb_keysym_t>?
    let count = xkb_keymap_key_get_syms_by_level(pointer, keycode, group, 0, &keysyms)
    return Array(UnsafeBufferPointer(start: keysyms, count: Int(max(0, count))))
  }

  /// Returns the fallbacks of a group; the number of the group wraps around as in xkb.
  func layoutFallbacks(inGroup number: UInt32) -> LayoutFallbacks {
    // xkb wraps an out-of-range group number around, also below zero.
    let count = Int32(max(1, xkb_keymap_num_layouts(pointer)))
    let rest = Int32(bitPattern: number) % count
    let group = UInt32(rest < 0 ? rest + count : rest)
    if let known = layoutFallbacks[group] { return known }
    let found = LayoutFallbacks(of: self, group: group)
    layoutFallbacks[group] = found
    return found
  }

  private static let lightNames: [(String, LockLEDs)] = [
    ("Num Lock", .numLock), ("Caps Lock", .capsLock), ("Scroll Lock", .scrollLock),
    ("Compose", .compose), ("Kana", .kana),
  ]

  private static func compile(_ name: LayoutName, in context: OpaquePointer) -> OpaquePointer? {
    name.rules.withCString { rules in
      name.model.withCString { model in
        name.layout.withCString { layout in
          name.variant.withCString { variant in
            name.options.withCString { options in
              var names = xkb_rule_names(
                rules: rules, model: model, layout: layout, variant: variant, options: options)
              return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
            }
          }
        }
      }
    }
  }

  // libxkbcommon maps a virtual modifier to real ones only through a state.
  private static func realModifiers(of name: String, in keymap: OpaquePointer) -> UInt32 {
    let index = xkb_keymap_mod_get_index(keymap, name)
    guard index < 32, let state = XkbState(keymap: keymap) else { return 0 }
    state.components = XkbComponents(depressed: 1 << index)
    return state.components.depressed
  }
}
