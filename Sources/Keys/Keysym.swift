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
}
