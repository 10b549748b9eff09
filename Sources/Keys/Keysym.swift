// SPDX-License-Identifier: Apache-2.0

/// The symbol that a layout assigns to a key: a letter, `Return`, `dead_acute`.
///
/// The numbers are X11's; the C type is `xkb_keysym_t`, its constants `XKB_KEY_…`.
public struct Keysym: RawRepresentable, Hashable, Sendable {
  /// X11's number; 0 is `NoSymbol`.
  public var rawValue: UInt32

  /// Creates a keysym from X11's number.
  ///
  /// - Parameter rawValue: X11's number; numbers without a symbol are accepted.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The absence of a symbol; `XKB_KEY_NoSymbol`.
  public static let none = Keysym(rawValue: 0)

  /// Whether the key only changes the meaning of other keys: a modifier, a lock or a group.
  ///
  /// Compose sequences ignore it. The list is libX11's `IsModifierKey` with the fifth-level keys.
  package var isModifier: Bool {
    switch rawValue {
    case 0xffe1...0xffee, 0xfe01...0xfe13, 0xff7e, 0xff7f: true
    default: false
    }
  }
}
