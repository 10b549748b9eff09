// SPDX-License-Identifier: Apache-2.0

/// The reason why a layout cannot be used, as values without wording.
@nonexhaustive
public enum LayoutError: Error, Hashable {
  /// xkb cannot start: no memory, or none of its folders exists.
  case xkbUnavailable
  /// The layout does not exist; `nearest` is the known name most likely meant.
  case unknownLayout(String, nearest: String?)
  /// The layout does not exist, but its name is one of a layout and of a variant of it.
  case variantInLayout(String, layout: String, variant: String)
  /// The layout is known, but has no such variant; `nearest` is the known one most likely meant.
  case unknownVariant(String, layout: String, nearest: String?)
  /// The name lists more layouts than xkb accepts for one keyboard.
  case tooManyLayouts(String, limit: Int)
  /// The name lists more variants than layouts.
  case tooManyVariants(String, layouts: Int)
  /// The layout does not compile for another reason; `messages` are xkb's messages, one per line.
  case invalid(LayoutName, messages: [String])
}
