// SPDX-License-Identifier: Apache-2.0

/// The number that the kernel gives a physical key, independent of the layout.
///
/// The C constants are the `KEY_…` of `linux/input-event-codes.h`.
public struct KeyCode: RawRepresentable, Hashable, Comparable, Sendable {
  /// The evdev code, `0…0x2ff`.
  public var rawValue: UInt16

  /// Creates a key code from an evdev code.
  ///
  /// - Parameter rawValue: the evdev code; a code from ``count`` up belongs to no key, and a
  ///   ``KeySet`` ignores it.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Creates a key code from an evdev code.
  ///
  /// - Parameter rawValue: the evdev code, as in ``init(rawValue:)``.
  public init(_ rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The number of key codes; the evdev constant `KEY_CNT`.
  public static let count = 0x300

  /// Orders keys by evdev code.
  ///
  /// - Parameters:
  ///   - left: a key.
  ///   - right: another key.
  /// - Returns: whether the left code is the lower one.
  public static func < (left: KeyCode, right: KeyCode) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Whether the code is a button of a mouse, joystick, pen or wheel, not a key.
  ///
  /// Buttons (`BTN_…`) share the event type `EV_KEY` with keys but do not belong to a keyboard.
  public var isButton: Bool {
    switch rawValue {
    case 0x100...0x15f, 0x220...0x22f, 0x2c0...0x2ff: true
    default: false
    }
  }

  /// The evdev code `KEY_ESC`.
  public static let escape = KeyCode(1)
  /// The evdev code `KEY_BACKSPACE`.
  public static let backspace = KeyCode(14)
  /// The evdev code `KEY_TAB`.
  public static let tab = KeyCode(15)
  /// The evdev code `KEY_ENTER`.
  public static let enter = KeyCode(28)
  /// The evdev code `KEY_LEFTCTRL`.
  public static let leftControl = KeyCode(29)
  /// The evdev code `KEY_A`.
  public static let a = KeyCode(30)
  /// The evdev code `KEY_LEFTSHIFT`.
  public static let leftShift = KeyCode(42)
  /// The evdev code `KEY_RIGHTSHIFT`.
  public static let rightShift = KeyCode(54)
  /// The evdev code `KEY_LEFTALT`.
  public static let leftAlt = KeyCode(56)
  /// The evdev code `KEY_SPACE`.
  public static let space = KeyCode(57)
  /// The evdev code `KEY_CAPSLOCK`.
  public static let capsLock = KeyCode(58)
  /// The evdev code `KEY_NUMLOCK`.
  public static let numLock = KeyCode(69)
  /// The evdev code `KEY_SCROLLLOCK`.
  public static let scrollLock = KeyCode(70)
  /// The evdev code `KEY_KPDOT`.
  public static let keypadDot = KeyCode(83)
  /// The evdev code `KEY_KPENTER`.
  public static let keypadEnter = KeyCode(96)
  /// The evdev code `KEY_RIGHTCTRL`.
  public static let rightControl = KeyCode(97)
  /// The evdev code `KEY_RIGHTALT`.
  public static let rightAlt = KeyCode(100)
  /// The evdev code `KEY_LEFTMETA`.
  public static let leftMeta = KeyCode(125)
  /// The evdev code `KEY_RIGHTMETA`.
  public static let rightMeta = KeyCode(126)

  /// Whether the key is on the numeric keypad: `KEY_KP…`.
  public var isKeypad: Bool {
    switch rawValue {
    case 55, 71...83, 95, 96, 98, 117, 118, 121, 179, 180: true
    default: false
    }
  }
}

extension KeyCode: CustomStringConvertible {
  /// The kernel's name, `KEY_A`, or a number, `KEY_0x2a1`, if the key has no name.
  public var description: String {
    name ?? "KEY_0x\(String(rawValue, radix: 16))"
  }
}
