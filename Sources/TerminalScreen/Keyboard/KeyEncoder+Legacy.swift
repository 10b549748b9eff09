// SPDX-License-Identifier: Apache-2.0
import Keys

/// The bytes of xterm, with modifyOtherKeys.
extension KeyEncoder {
  func legacy(_ key: ProgramKey) -> String {
    guard key.phase == .press || key.phase == .repeat, !key.held.contains(.command) else {
      return ""
    }
    if let bytes = keypad(key) { return bytes }
    if let function = key.function { return sequence(function, key) }
    if let bytes = modified(key) { return bytes }
    let prefix = key.held.contains(.alt) ? "\u{1b}" : ""
    return switch key.input {
    case .return: prefix + (modes.hasNewLineMode ? "\r\n" : "\r")
    case .tab: prefix + (key.held.contains(.shift) ? "\u{1b}[Z" : "\t")
    case .escape: prefix + "\u{1b}"
    case .delete:
      prefix + (key.held.contains(.control) != modes.backspaceSendsBackspace ? "\u{8}" : "\u{7f}")
    default: character(key).map { prefix + $0 } ?? ""
    }
  }

  /// Returns the text or the control character of a key; nil if it types none.
  private func character(_ key: ProgramKey) -> String? {
    guard key.held.contains(.control) else {
      return key.text.isEmpty ? key.character.map { String($0) } : key.text
    }
    if let control = Self.control(key) { return String(control) }
    return key.character.map { String($0) }
  }

  /// Returns the control character of ⌃ with a key; nil if it has none.
  static func control(_ key: ProgramKey) -> Unicode.Scalar? {
    let own = key.character.flatMap { $0.isASCII ? $0 : nil }
    guard let character = own ?? key.baseCharacter else { return nil }
    switch character {
    case "@"..."_", "a"..."z": return Unicode.Scalar(UInt8(character.value & 0x1F))
    case " ", "2": return "\0"
    case "3"..."7": return Unicode.Scalar(UInt8(character.value - 0x33 + 0x1B))
    case "8", "?": return "\u{7f}"
    case "/": return "\u{1f}"
    default: return nil
    }
  }

  private func sequence(_ function: KeyTables.Function, _ key: ProgramKey) -> String {
    let parameter = key.parameter
    return switch function {
    case .cursor(let letter):
      parameter > 1
        ? "\u{1b}[1;\(parameter)\(letter)"
        : (modes.hasApplicationCursorKeys ? "\u{1b}O" : "\u{1b}[") + String(letter)
    case .letter(let letter):
      parameter > 1 ? "\u{1b}[1;\(parameter)\(letter)" : "\u{1b}O\(letter)"
    case .number(let number):
      parameter > 1 ? "\u{1b}[\(number);\(parameter)~" : "\u{1b}[\(number)~"
    }
  }

  /// Returns the sequence of a keypad key in application mode, if the key types a character or
  /// Return.
  private func keypad(_ key: ProgramKey) -> String? {
    guard modes.hasApplicationKeypad, key.isKeypad, key.chord.isEmpty,
      !key.text.isEmpty || key.input == .return
    else { return nil }
    return KeyTables.keypad[key.code.rawValue].map { "\u{1b}O\($0)" }
  }

  /// Returns the sequence of modifyOtherKeys; nil if the key keeps its usual bytes.
  ///
  /// Level 1 is for keys whose modifiers would be lost: Return, Tab, letters with ⌃⇧, and ⌃ with a
  /// character that has no control character. Level 2 is for all modified keys but Shift with a
  /// character.
  private func modified(_ key: ProgramKey) -> String? {
    guard modifyOtherKeys > 0, !key.chord.isEmpty, let number = number(of: key) else { return nil }
    let isNamed = !key.input.isCharacter
    if modifyOtherKeys == 1 {
      guard losesModifiers(key) else { return nil }
    } else if key.chord == .shift {
      guard key.input != .tab, isNamed || key.input == " " else { return nil }
    }
    return "\u{1b}[27;\(key.parameter);\(number)~"
  }

  /// Whether the usual bytes of a modified key say nothing about its modifiers, as xterm decides it
  /// for level 1 (`ModifyOtherKeys` in `input.c`), with ⌥ as a prefix of ESC.
  ///
  /// ⌃⌥⇧ with a letter keeps its usual bytes: xterm removes ⌃ together with ⌥ (`filterAltMeta`).
  private func losesModifiers(_ key: ProgramKey) -> Bool {
    switch key.input {
    case .return: return true
    case .tab: return key.chord != .shift
    case .escape: return key.chord != .shift && key.chord != .control
    case .delete: return false
    default: break
    }
    guard key.held.contains(.control), key.input.isCharacter else { return false }
    if let character = key.character, 0x40...0x7E ~= character.value {
      return key.chord == [.control, .shift]
    }
    return Self.control(key) == nil
  }

  private func number(of key: ProgramKey) -> UInt32? {
    switch key.input {
    case .return: 13
    case .tab: 9
    case .escape: 27
    case .delete: 127
    default: key.character?.value
    }
  }
}
