// SPDX-License-Identifier: Apache-2.0

/// Why a layout cannot be used; facts, not sentences.
@nonexhaustive
public enum LayoutError: Error, Hashable {
  /// xkb cannot start: no memory, or none of its folders exists.
  case xkbUnavailable
  /// There is no such layout; `nearest` is the known one that was perhaps meant.
  case unknownLayout(String, nearest: String?)
  /// The layout is known, but has no such variant.
  case unknownVariant(String, layout: String, nearest: String?)
  /// xkb takes so many layouts for one keyboard and no more.
  case tooManyLayouts(String, limit: Int)
  /// There are more variants than layouts they could belong to.
  case tooManyVariants(String, layouts: Int)
  /// The layout does not compile for another reason; `messages` are xkb's own words, one a line.
  case invalid(LayoutName, messages: [String])
}
