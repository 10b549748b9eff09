// SPDX-License-Identifier: Apache-2.0
internal import CXkbcommon

/// Modifiers and groups by the way they came about; real modifiers only, numbered as xkb does.
///
/// The first eight modifiers of every keymap are the same: Shift, Lock, Control, Mod1 to Mod5.
struct XkbComponents: Equatable {
  var depressed: UInt32 = 0
  var latched: UInt32 = 0
  var locked: UInt32 = 0
  var depressedGroup: UInt32 = 0
  var latchedGroup: UInt32 = 0
  var lockedGroup: UInt32 = 0

  /// The modifiers in force.
  var effective: UInt32 { depressed | latched | locked }
  /// Whether the next key ends something.
  var isLatched: Bool { latched | latchedGroup != 0 }
  /// A number for the group in force, before it is wrapped to those that a key has.
  var group: UInt32 { depressedGroup &+ latchedGroup &+ lockedGroup }
}

/// The owner of the state of one keyboard; the C type is `struct xkb_state`.
struct XkbState: ~Copyable {
  private let pointer: OpaquePointer

  /// Makes the state of a keyboard at rest; nil when memory runs out.
  init?(keymap: OpaquePointer) {
    guard let pointer = xkb_state_new(keymap) else { return nil }
    self.pointer = pointer
  }

  deinit {
    xkb_state_unref(pointer)
  }

  /// Modifiers and groups; setting them keeps what xkb knows of keys that are down.
  ///
  /// A keyboard whose lock was changed by another one is told so in this way.
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

  /// Presses or releases a key; says whether modifiers, groups or lights changed.
  func update(_ keycode: UInt32, isDown: Bool) -> Bool {
    xkb_state_update_key(pointer, keycode, isDown ? XKB_KEY_DOWN : XKB_KEY_UP).rawValue != 0
  }

  /// The one symbol of a key; 0 for none and for several.
  func keysym(of keycode: UInt32) -> UInt32 {
    xkb_state_key_get_one_sym(pointer, keycode)
  }

  /// The group that counts for a key; nil for a key that the keymap does not have.
  func group(of keycode: UInt32) -> UInt32? {
    let group = xkb_state_key_get_layout(pointer, keycode)
    return group == UInt32.max ? nil : group
  }

  /// All symbols of a key, of which there are sometimes several.
  func keysyms(of keycode: UInt32) -> [UInt32] {
    var keysyms: UnsafePointer<xkb_keysym_t>?
    let count = xkb_state_key_get_syms(pointer, keycode, &keysyms)
    return Array(UnsafeBufferPointer(start: keysyms, count: Int(max(0, count))))
  }

  /// The modifiers that chose the symbol of a key.
  ///
  /// Counted as GTK does: a modifier that changes nothing on this key, or only together with
  /// another one that is not held, is not consumed.
  func consumed(by keycode: UInt32) -> UInt32 {
    xkb_state_key_get_consumed_mods2(pointer, keycode, XKB_CONSUMED_MODE_GTK) & 0xff
  }

  /// Whether a light is on.
  func isLit(_ led: UInt32) -> Bool {
    xkb_state_led_index_is_active(pointer, led) > 0
  }
}
