// SPDX-License-Identifier: Apache-2.0

/// The lock LEDs of a keyboard; bits are numbered as evdev's `LED_…`.
public struct LockLEDs: OptionSet, Hashable, Sendable {
  /// One bit per LED.
  public var rawValue: UInt8

  /// Creates a set from evdev's numbering.
  ///
  /// - Parameter rawValue: one bit per LED, bit 0 for `LED_NUML`.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The evdev code `LED_NUML`.
  public static let numLock = LockLEDs(rawValue: 1 << 0)
  /// The evdev code `LED_CAPSL`.
  public static let capsLock = LockLEDs(rawValue: 1 << 1)
  /// The evdev code `LED_SCROLLL`.
  public static let scrollLock = LockLEDs(rawValue: 1 << 2)
  /// The evdev code `LED_COMPOSE`.
  public static let compose = LockLEDs(rawValue: 1 << 3)
  /// The evdev code `LED_KANA`.
  public static let kana = LockLEDs(rawValue: 1 << 4)
}
