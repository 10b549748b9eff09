// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The layouts as a map of keys, for hints about chords and for the neighbors of keys.
extension KeyboardLayouts: KeyboardMap {
  /// The layout and group of the keyboard used last; nil without a keyboard.
  public var layoutIdentity: AnyHashable? { keyboardInUse.map { LayoutIdentity(of: $0) } }

  /// Computes the keystroke that a press would give on the keyboard used last.
  ///
  /// - Parameters:
  ///   - code: the key.
  ///   - modifiers: the held modifiers among ⌃⌥⇧⌘.
  ///   - holdsThirdLevel: whether AltGr is held too.
  /// - Returns: a press; nil without a keyboard, or if AltGr is requested and the keyboard has
  ///   none.
  public func keystroke(
    pressing code: KeyCode, holding modifiers: Modifiers, andThirdLevel holdsThirdLevel: Bool
  ) -> Keystroke? {
    guard let keyboard = keyboardInUse,
      let mask = keyboard.mask(of: modifiers, andThirdLevel: holdsThirdLevel)
    else { return nil }
    let meaning = keyboard.meaning(of: keyboard.keycode(code), holding: mask)
    let types =
      !meaning.keysym.isModifier
      && !keyboard.isCommand(
        meaning, under: mask,
        optionIsThirdLevel: keyboard.takesOptionAsThirdLevel && modifiers.contains(.option))
    return Keystroke(
      event: KeyEvent(time: .zero, device: keyboard.id, code: code, phase: .press),
      keysym: meaning.keysym, text: types ? meaning.text : "",
      modifiers: keyboard.modifiers(of: mask),
      consumedModifiers: keyboard.modifiers(of: meaning.consumed),
      charactersIgnoringModifiers: meaning.bareInput, layoutFallback: meaning.layoutFallback,
      composition: types && meaning.keysym.isDead
        ? .pending(preview: meaning.keysym.spacingForm) : .none,
      bareKeysym: meaning.bareKeysym)
  }
}
