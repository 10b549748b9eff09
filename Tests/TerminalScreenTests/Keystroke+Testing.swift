// SPDX-License-Identifier: Apache-2.0
import Keys

extension Keystroke {
  private static func event(_ code: UInt16, _ phase: KeyEvent.Phase) -> KeyEvent {
    KeyEvent(time: .zero, device: DeviceID(rawValue: 1), code: KeyCode(code), phase: phase)
  }

  /// A key that types a text.
  static func typed(
    _ text: String, _ code: KeyCode, _ modifiers: Modifiers = [], consumed: Modifiers = [],
    phase: KeyEvent.Phase = .press
  ) -> Keystroke {
    let scalar = text.unicodeScalars.first ?? " "
    return Keystroke(
      event: event(code.rawValue, phase),
      keysym: Keysym(rawValue: scalar.value < 0x100 ? scalar.value : 0x0100_0000 + scalar.value),
      text: phase == .press || phase == .repeat ? text : "", modifiers: modifiers,
      consumedModifiers: consumed, charactersIgnoringModifiers: KeyInput(String(scalar)))
  }

  /// A letter of a US keyboard, which is an upper-case letter with Shift.
  static func letter(
    _ letter: Character, _ modifiers: Modifiers = [], phase: KeyEvent.Phase = .press
  ) -> Keystroke {
    let isUpper = modifiers.contains(.shift)
    var key = typed(
      isUpper ? letter.uppercased() : String(letter), .a, modifiers,
      consumed: modifiers.intersection(.shift), phase: phase)
    key.charactersIgnoringModifiers = KeyInput(letter)
    return key
  }

  /// A character with modifiers that the layout does not use.
  static func chord(
    _ character: Character, _ modifiers: Modifiers, code: UInt16 = 200,
    phase: KeyEvent.Phase = .press
  ) -> Keystroke {
    var key = typed(
      String(character), KeyCode(code), modifiers, consumed: modifiers.intersection(.shift),
      phase: phase)
    key.charactersIgnoringModifiers = KeyInput(character.lowercased())
    if !modifiers.isDisjoint(with: [.control, .command]) { key.text = "" }
    return key
  }

  /// A key without text, or Return or Tab.
  static func named(
    _ input: KeyInput, _ code: UInt16, _ modifiers: Modifiers = [],
    phase: KeyEvent.Phase = .press
  ) -> Keystroke {
    Keystroke(
      event: event(code, phase), text: input == .return || input == .tab ? input.rawValue : "",
      modifiers: modifiers, charactersIgnoringModifiers: input)
  }
}
