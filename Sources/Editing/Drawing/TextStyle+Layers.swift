// SPDX-License-Identifier: Apache-2.0
package import TextLayout

/// Styles of carets, selections and choices over the style of a text.
extension TextStyle {
  /// The style of the caret and of a choice, visible on any colours of the area.
  package static let chosen = TextStyle([.reverse, .bold])

  /// Combines this style with the style under it.
  ///
  /// Reverse video on reverse video becomes normal, so that it still stands out.
  package func over(_ base: TextStyle) -> TextStyle {
    var attributes = attributes.union(base.attributes)
    if self.attributes.contains(.reverse), base.attributes.contains(.reverse) {
      attributes.remove(.reverse)
    }
    var style = TextStyle(
      attributes, foreground: foreground ?? base.foreground,
      background: background ?? base.background)
    let line = self.attributes.contains(.underline) ? self : base
    (style.underlineStyle, style.underlineColor) = (line.underlineStyle, line.underlineColor)
    return style
  }
}
