// SPDX-License-Identifier: Apache-2.0
internal import CLinux
package import Keys

// The kernel reports what a device can send, not what it is. Many devices claim more keys than they
// have, and mice, headsets and screens have some. The first matching rule decides:
//
// keyboard  16 letters or more, and Enter or Space: a security key types 16 letters, and no mouse
//           has that many. A trackpoint or volume wheel in the same device does not matter.
// remote    arrows or a telephone's digits; and OK, Select or Enter, or those digits. The kernel
//           gives every infrared receiver and HDMI-CEC adapter REL_X, REL_Y and "pointing stick",
//           because it may have a keymap with a mouse. Of devices that point only these count: the
//           node of a trackpoint has the media keys of its keyboard, with arrows and Enter, and a
//           grab would stop the pointer.
// pointer   two axes of a plane, a property of pointers, or any button of a mouse, joystick, pen or
//           wheel. BTN_0 does not count, because the media keys of ordinary keyboards include it.
// keypad    ten digits in a row or on a pad, and a key that ends an entry: Enter, or * and #.
//           Digits without one are the macro keys of a gaming mouse.
// buttons   any other device with a key; a device with only BTN_0 and the like is a pointer.

/// The kind of a device, from its keys and axes.
extension KeyboardKind {
  /// Determines the kind of a device from its capabilities; nil for a device without keys or
  /// buttons.
  package init?(_ capabilities: Capabilities) {
    let keys = capabilities.keys
    guard capabilities.has(type: EV_KEY), !keys.isEmpty else { return nil }
    let hasEnter = keys.contains(.enter) || keys.contains(.keypadEnter)
    let letters = Self.letters.count { keys.contains($0) }
    if letters >= 16, hasEnter || keys.contains(.space) {
      self = .keyboard
    } else if Self.isRemote(capabilities) {
      self = .remote
    } else if Self.points(capabilities) {
      self = .pointer
    } else if Self.hasDigits(keys), hasEnter || Self.hasStarAndHash(keys) {
      self = .keypad
    } else {
      self = capabilities.realKeys.isEmpty ? .pointer : .buttons
    }
  }

  private static func isRemote(_ capabilities: Capabilities) -> Bool {
    guard capabilities.isRemoteControl || !points(capabilities) else { return false }
    let keys = capabilities.keys
    if telephoneDigits.allSatisfy(keys.contains) { return true }
    return arrows.allSatisfy(keys.contains) && confirmations.contains(where: keys.contains)
  }

  private static func points(_ capabilities: Capabilities) -> Bool {
    let axes = capabilities.absoluteAxes
    // A HID device with unknown usages has all axes from ABS_MISC up, with those of touches, which
    // udev recognizes by the unused number below them.
    let touches =
      hasPlane(axes, ABS_MT_POSITION_X, ABS_MT_POSITION_Y)
      && !hasPlane(axes, ABS_MT_SLOT - 1, ABS_MT_SLOT)
    return touches || hasPlane(capabilities.relativeAxes, REL_X, REL_Y)
      || hasPlane(axes, ABS_X, ABS_Y) || capabilities.properties & pointingProperties != 0
      || capabilities.keys.contains(where: isPointingButton)
  }

  private static let pointingProperties = [
    INPUT_PROP_POINTER, INPUT_PROP_DIRECT, INPUT_PROP_BUTTONPAD, INPUT_PROP_SEMI_MT,
    INPUT_PROP_TOPBUTTONPAD, INPUT_PROP_POINTING_STICK,
  ].reduce(0 as UInt64) { $0 | 1 << UInt64($1) }

  /// Whether a keyboard with these capabilities moves a pointer too, which a grab would stop.
  static func movesPointer(_ capabilities: Capabilities) -> Bool {
    KeyboardKind(capabilities) == .keyboard && points(capabilities)
  }

  private static func isPointingButton(_ code: KeyCode) -> Bool {
    code.isButton && !(UInt16(BTN_MISC)...UInt16(BTN_9)).contains(code.rawValue)
  }

  private static func hasPlane(_ axes: UInt64, _ first: Int32, _ second: Int32) -> Bool {
    axes & (1 << UInt64(first)) != 0 && axes & (1 << UInt64(second)) != 0
  }

  private static func hasDigits(_ keys: KeySet) -> Bool {
    digits.allSatisfy(keys.contains) || keypadDigits.allSatisfy(keys.contains)
  }

  private static func hasStarAndHash(_ keys: KeySet) -> Bool {
    (keys.contains(KeyCode(UInt16(KEY_NUMERIC_STAR)))
      || keys.contains(KeyCode(UInt16(KEY_KPASTERISK))))
      && (keys.contains(KeyCode(UInt16(KEY_NUMERIC_POUND)))
        || keys.contains(KeyCode(UInt16(KEY_KPDOT))))
  }

  private static func codes(_ codes: [Int32]) -> [KeyCode] {
    codes.map { KeyCode(UInt16($0)) }
  }

  private static let letters = codes(
    Array(KEY_Q...KEY_P) + Array(KEY_A...KEY_L) + Array(KEY_Z...KEY_M))
  private static let digits = codes(Array(KEY_1...KEY_0))
  private static let keypadDigits = codes([
    KEY_KP0, KEY_KP1, KEY_KP2, KEY_KP3, KEY_KP4, KEY_KP5, KEY_KP6, KEY_KP7, KEY_KP8, KEY_KP9,
  ])
  private static let telephoneDigits = codes(Array(KEY_NUMERIC_0...KEY_NUMERIC_9))
  private static let arrows = codes([KEY_UP, KEY_DOWN, KEY_LEFT, KEY_RIGHT])
  private static let confirmations = codes([KEY_OK, KEY_SELECT, KEY_ENTER, KEY_KPENTER])
}
