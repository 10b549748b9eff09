// SPDX-License-Identifier: Apache-2.0
internal import CXkbcommon

/// Modifiers and groups, separated by how they were set; only real modifiers, numbered as in xkb.
///
/// The first eight modifiers of every keymap are the same: Shift, Lock, Control, Mod1 to Mod5.
struct XkbComponents: Equatable {
  var depressed: UInt32 = 0
  var latched: UInt32 = 0
  var locked: UInt32 = 0
  var depressedGroup: UInt32 = 0
  var latchedGroup: UInt32 = 0
  var lockedGroup: UInt32 = 0

  /// The modifiers in effect.
  var effective: UInt32 { depressed | latched | locked }
  /// Whether a modifier or a group is latched until the next key.
  var isLatched: Bool { latched | latchedGroup != 0 }
  /// Whether locked modifiers and groups are the same, whatever is held or latched.
  func hasSameLocks(as other: XkbComponents) -> Bool {
    locked == other.locked && lockedGroup == other.lockedGroup && latchedGroup == other.latchedGroup
      && depressedGroup == other.depressedGroup
  }
  /// The number of the group in effect, before it is wrapped to the groups of a key.
  var group: UInt32 { depressedGroup &+ latchedGroup &+ lockedGroup }
}

/// The owner of the state of one keyboard; the C type is `struct xkb_state`.
struct XkbState: ~Copyable {
  private let pointer: OpaquePointer

  /// Creates a state with no key held; nil if memory runs out.
  init?(keymap: OpaquePointer) {
    guard let pointer = xkb_state_new(keymap) else { return nil }
    self.pointer = pointer
  }

  deinit {
    xkb_state_unref(pointer)
  }

  /// The modifiers and groups; setting them does not affect the keys that xkb knows to be down.
  ///
  /// Set when another keyboard changes a lock.
  var components: XkbComponents {
    get {
      XkbComponents(
        depressed: xkb_state_serialize_mods(pointer, XKB_STATE_MODS_DEPRESSED) & 0xff,
        latched: xkb_state_serialize_mods(pointer, XKB_STATE_MODS_LATCHED) & 0xff,
        locked: xkb_state_serialize_mods(pointer, XKB_STATE_MODS_LOCKED) & 0xff,
        depressedGroup: xkb_state_serialize_layout(pointer, XKB_STATE_LAYOUT_DEPRESSED),
        latchedGroup: xkb_state_serialize_layout(pointer, XKB_STATE_LAYOUT_LATCHED),
        lockedGroup: xkb_state_serialize_layout(pointer, XKB_STATE_LAYOUT_LOCKED))
    }
    nonmutating set {
      xkb_state_update_mask(
        pointer, newValue.depressed, newValue.latched, newValue.locked, newValue.depressedGroup,
        newValue.latchedGroup, newValue.lockedGroup)
    }
  }

  /// Presses or releases a key, and reports whether modifiers, groups or LEDs changed.
  func update(_ keycode: UInt32, isDown: Bool) -> Bool {
    xkb_state_update_key(pointer, keycode, isDown ? XKB_KEY_DOWN : XKB_KEY_UP).rawValue != 0
  }

  /// Returns the only symbol of a key; 0 if it has none or several.
  func keysym(of keycode: UInt32) -> UInt32 {
    xkb_state_key_get_one_sym(pointer, keycode)
  }

  /// Returns the group in effect for a key; nil if the keymap does not have the key.
  func group(of keycode: UInt32) -> UInt32? {
    let group = xkb_state_key_get_layout(pointer, keycode)
    return group == UInt32.max ? nil : group
  }

  /// Returns all symbols of a key.
  func keysyms(of keycode: UInt32) -> [UInt32] {
    var keysyms: UnsafePointer<xkb_keysym_t>?
    let count = xkb_state_key_get_syms(pointer, keycode, &keysyms)
    return Array(UnsafeBufferPointer(start: keysyms, count: Int(max(0, count))))
  }

  /// Returns the modifiers that selected the symbol of a key.
  ///
  /// Computed in GTK's mode: a modifier that has no effect on this key, or only together with
  /// another one that is not held, is not consumed.
  func consumed(by keycode: UInt32) -> UInt32 {
    xkb_state_key_get_consumed_mods2(pointer, keycode, XKB_CONSUMED_MODE_GTK) & 0xff
  }

  /// Whether an LED is lit.
  func isLit(_ led: UInt32) -> Bool {
    xkb_state_led_index_is_active(pointer, led) > 0
  }
}
