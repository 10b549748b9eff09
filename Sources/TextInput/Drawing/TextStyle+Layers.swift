// SPDX-License-Identifier: Apache-2.0
package import TextLayout

extension TextStyle {
  /// The caret, or what is chosen, on whatever colours the area has.
  package static let chosen = TextStyle([.reverse, .bold])

  /// This style where it says something, elsewhere that of what it lies on.
  ///
  /// Reverse video in reverse video is upright again, so that it still stands out.
  package func over(_ base: TextStyle) -> TextStyle {
    var attributes = attributes.union(base.attributes)
    if self.attributes.contains(.reverse), base.attributes.contains(.reverse) {
      attributes.remove(.reverse)
    }
    return TextStyle(
      attributes, foreground: foreground ?? base.foreground,
      background: background ?? base.background)
  }
}
