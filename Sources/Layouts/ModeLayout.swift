// SPDX-License-Identifier: Apache-2.0

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
