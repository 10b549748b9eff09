// SPDX-License-Identifier: Apache-2.0

/// The modifier keys that were held or locked when a key was pressed.
///
/// The raw values are those of UIKit's `UIKeyModifierFlags`.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The flags in UIKit's numbering.
  public var rawValue: UInt32

  /// Creates a set from UIKit's flags.
  ///
  /// - Parameter rawValue: the flags; those that this type does not name are kept, and chords
  ///   ignore them.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Caps Lock is on; UIKit's `alphaShift`.
  public static let alphaShift = Modifiers(rawValue: 1 << 16)
  /// ⇧, xkb's `Shift`.
  public static let shift = Modifiers(rawValue: 1 << 17)
  /// ⌃, xkb's `Control`.
  public static let control = Modifiers(rawValue: 1 << 18)
  /// ⌥, xkb's `Mod1` (Alt) and the third-level modifier that AltGr sets; UIKit's `alternate`.
  public static let option = Modifiers(rawValue: 1 << 19)
  /// ⌘, xkb's `Mod4` (Super, the key the kernel calls Meta).
  public static let command = Modifiers(rawValue: 1 << 20)
  /// The key is on the keypad; UIKit's `numericPad`.
  public static let numericPad = Modifiers(rawValue: 1 << 21)

  /// The four modifiers that distinguish chords: ⌃⌥⇧⌘.
  public static let chord: Modifiers = [.control, .option, .shift, .command]

  /// The names used on the wire, in the order of ``description``.
  public var names: [String] {
    Self.table.filter { contains($0.flag) }.map(\.name)
  }

  /// Creates a set from the names used on the wire; unknown names are ignored.
  package init(names: [String]) {
    self = Modifiers(Self.table.filter { names.contains($0.name) }.map(\.flag))
  }

  private static let table: [(flag: Modifiers, symbol: String, name: String)] = [
    (.control, "⌃", "control"), (.option, "⌥", "option"), (.shift, "⇧", "shift"),
    (.command, "⌘", "command"), (.alphaShift, "⇪", "capslock"), (.numericPad, "", "keypad"),
  ]
}

extension Modifiers: CustomStringConvertible {
  /// The symbols in the order ⌃⌥⇧⌘, then ⇪ for Caps Lock.
  public var description: String {
    Self.table.filter { contains($0.flag) }.map(\.symbol).joined()
  }
}
