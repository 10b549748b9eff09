// SPDX-License-Identifier: Apache-2.0

/// The layouts that a language mode gives the keyboards (MOD-10).
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
