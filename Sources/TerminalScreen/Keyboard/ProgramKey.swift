// SPDX-License-Identifier: Apache-2.0
import Keys

/// A keystroke as a terminal program distinguishes it.
struct ProgramKey {
  /// The modifiers of the kitty keyboard protocol; the first four are xterm's.
  struct Held: OptionSet {
    var rawValue: Int
    static let shift = Held(rawValue: 1)
    static let alt = Held(rawValue: 2)
    static let control = Held(rawValue: 4)
    static let command = Held(rawValue: 8)
    static let capsLock = Held(rawValue: 64)
    static let numLock = Held(rawValue: 128)
  }

  let code: KeyCode
  /// The symbol of the key on its layout.
  let keysym: Keysym
  /// The symbol of the key without modifiers; `none` for a key that types a character.
  let bareKeysym: Keysym
  /// The character without modifiers, or the name of the key.
  let input: KeyInput
  /// The text that the key types; empty for none.
  ///
  /// Return, Tab and other named keys have none.
  let text: String
  /// The modifiers that the layout did not use for the text, and Shift.
  let held: Held
  let phase: KeyEvent.Phase
  /// The character with the held modifiers that the layout uses, even if ⌃ or ⌥ is held.
  let character: Unicode.Scalar?

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - keystroke: the keystroke.
  ///   - hasNumLock: whether Num Lock is on.
  init(_ keystroke: Keystroke, hasNumLock: Bool = false) {
    code = keystroke.event.code
    keysym = keystroke.keysym
    bareKeysym = keystroke.bareKeysym
    input = keystroke.charactersIgnoringModifiers
    phase = keystroke.event.phase
    let isNamed = !keystroke.charactersIgnoringModifiers.isCharacter
    var held: Held = []
    // With ⌃⌥, a function key has the symbol of a console, of which a program knows nothing.
    let isFunction = isNamed && keystroke.text.isEmpty
    let unused =
      isFunction
      ? keystroke.modifiers : keystroke.modifiers.subtracting(keystroke.consumedModifiers)
    if keystroke.modifiers.contains(.shift) { held.insert(.shift) }
    if unused.contains(.option) { held.insert(.alt) }
    if unused.contains(.control) { held.insert(.control) }
    if keystroke.modifiers.contains(.command) { held.insert(.command) }
    if keystroke.modifiers.contains(.alphaShift) { held.insert(.capsLock) }
    if hasNumLock { held.insert(.numLock) }
    self.held = held
    let hasText = keystroke.text.unicodeScalars.contains { $0.value >= 0x20 && $0.value != 0x7F }
    text =
      hasText
        && (!isNamed || keystroke.charactersIgnoringModifiers.isEmpty
          || held.isSubset(of: .numLock))
        && !Self.isControl(keystroke.charactersIgnoringModifiers) ? keystroke.text : ""
    character = Self.character(keystroke)
  }

  /// Whether the key types text and is not part of a chord.
  var typesText: Bool { !text.isEmpty && held.isDisjoint(with: [.alt, .control, .command]) }

  var isKeypad: Bool { code.isKeypad }

  /// How xterm writes the key; nil if the key types a character or has no sequence.
  var function: KeyTables.Function? {
    KeyTables.functions[input] ?? (keysym == KeyTables.keypadBegin ? .cursor("E") : nil)
  }

  /// The modifiers that make a key a chord.
  var chord: Held { held.intersection([.shift, .alt, .control, .command]) }

  /// The parameter of a modified key: 1 and the modifiers.
  var parameter: Int { 1 + chord.rawValue }

  /// The key's character on a US keyboard; nil for others.
  var baseCharacter: Unicode.Scalar? { KeyTables.usCharacters[code.rawValue] }

  /// The character without modifiers, if it is a single code point.
  var unshifted: Unicode.Scalar? {
    guard input.isCharacter, input.rawValue.unicodeScalars.count == 1 else { return nil }
    return input.rawValue.unicodeScalars.first
  }

  private static func isControl(_ input: KeyInput) -> Bool {
    [.return, .tab, .escape, .delete, .forwardDelete].contains(input)
  }

  /// Returns the character of a keysym, or else the typed or unmodified one.
  private static func character(_ keystroke: Keystroke) -> Unicode.Scalar? {
    let keysym = keystroke.keysym.rawValue
    switch keysym {
    case 0x20...0x7E, 0xA0...0xFF: return Unicode.Scalar(keysym)
    case 0x0100_0100...0x0110_FFFF: return Unicode.Scalar(keysym - 0x0100_0000)
    default:
      let text = keystroke.text.unicodeScalars
      if text.count == 1, let scalar = text.first, scalar.value >= 0x20 { return scalar }
      let input = keystroke.charactersIgnoringModifiers
      return input.isCharacter ? input.rawValue.unicodeScalars.first : nil
    }
  }
}
