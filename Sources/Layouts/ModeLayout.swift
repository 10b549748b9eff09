// SPDX-License-Identifier: Apache-2.0
import Keys

/// The layout that a language mode brings with it (MOD-10).
public struct ModeLayout: Hashable, Sendable {
  /// The name of the layout in xkb, such as `ru`.
  public var layout: String
  /// The name of the variant; empty for none.
  public var variant: String
  /// A letter of the mode's script: a keyboard whose settings name a layout that types it keeps
  /// that layout.
  ///
  /// Nil if the user chose this layout for the mode; it then applies to every keyboard.
  public var letter: Unicode.Scalar?

  /// Creates the layout of a mode.
  ///
  /// - Parameters:
  ///   - layout: the name of the layout in xkb.
  ///   - variant: the name of the variant; empty for none.
  ///   - letter: a keyboard whose own layout types this letter keeps that layout; nil for none.
  public init(_ layout: String, variant: String = "", unlessTyping letter: Unicode.Scalar?) {
    self.layout = layout
    self.variant = variant
    self.letter = letter
  }
}

extension KeyboardLayouts {
  /// Returns the layout of a keyboard in the current mode.
  ///
  /// - Throws: the reason why the keyboard's own layout cannot be used.
  func effectiveName(for own: LayoutName) throws(LayoutError) -> LayoutName {
    guard let modeLayout else { return own }
    var name = own
    (name.layout, name.variant) = (modeLayout.layout, modeLayout.variant)
    if let letter = modeLayout.letter, !own.layout.isEmpty, try keymap(own).types(letter) {
      return own
    }
    // xkb's default is `us`, so the two names share one keymap.
    let isDefault =
      own.layout.isEmpty && own.variant.isEmpty && (name.layout, name.variant) == ("us", "")
    return isDefault ? own : name
  }
}

extension Keymap {
  /// Whether a key types a letter without modifiers, in any of its groups.
  func types(_ letter: Unicode.Scalar) -> Bool {
    let groups = 0..<groupCount
    return KeyCode.typing.contains { code in
      groups.contains { group in
        bareKeysyms(of: UInt32(code.rawValue) + 8, group: group).contains {
          Keysym(rawValue: $0).text.unicodeScalars.elementsEqual([letter])
        }
      }
    }
  }
}
