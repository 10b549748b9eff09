// SPDX-License-Identifier: Apache-2.0

/// The layout with which a keyboard types now: one of the layouts that its keymap has.
public struct ActiveLayout: Hashable, Sendable {
  /// The number of the layout among those of the keymap, counted from 0; xkb calls it the group.
  public var group: Int
  /// The layout's name in xkb, such as `de`.
  public var layout: String
  /// The variant's name in xkb; empty for none.
  public var variant: String

  /// Creates a value from its parts.
  ///
  /// - Parameters:
  ///   - group: the number of the layout, counted from 0.
  ///   - layout: the layout's name in xkb.
  ///   - variant: the variant's name in xkb; empty for none.
  public init(group: Int, layout: String, variant: String = "") {
    (self.group, self.layout, self.variant) = (group, layout, variant)
  }
}
