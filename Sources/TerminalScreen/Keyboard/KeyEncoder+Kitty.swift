// SPDX-License-Identifier: Apache-2.0
import Keys

/// The bytes of the kitty keyboard protocol.
extension KeyEncoder {
  /// How the protocol names a key.
  private enum Name {
    /// `CSI number u`.
    case number(Int)
    /// `CSI number ~`.
    case tilde(Int)
    /// `CSI letter`.
    case letter(Character)
  }

  func kitty(_ key: ProgramKey) -> String {
    let isRelease = key.phase == .release || key.phase == .cancel
    guard key.phase != .found, !isRelease || flags.contains(.eventTypes) else { return "" }
    if let name = functionName(of: key) {
      return usesLegacy(key) ? (isRelease ? "" : legacy(key)) : sequence(name, key)
    }
    let isChord = !key.held.isDisjoint(with: [.alt, .control, .command])
    guard flags.contains(.allKeys) || flags.contains(.disambiguate) && isChord else {
      return isRelease ? "" : legacy(key)
    }
    guard let number = key.unshifted ?? key.character ?? key.baseCharacter else {
      return isRelease ? "" : key.text
    }
    return sequence(.number(Int(number.value)), key)
  }

  /// Whether a key without text keeps its bytes of old, so that a shell remains usable.
  private func usesLegacy(_ key: ProgramKey) -> Bool {
    guard !flags.contains(.allKeys), !key.isKeypad else { return false }
    switch key.input {
    case .return, .tab, .delete:
      let isRelease = key.phase == .release || key.phase == .cancel
      return key.chord.isEmpty || !flags.contains(.disambiguate) || isRelease
    case .escape: return !flags.contains(.disambiguate)
    default: return false
    }
  }

  /// Returns the name of a key that types no text; nil for others.
  ///
  /// The layout decides which modifier or lock a key is, by the symbol without modifiers: Alt stays
  /// Alt while Shift is held, although its symbol is then Meta.
  private func functionName(of key: ProgramKey) -> Name? {
    if key.isKeypad, key.keysym != KeyTables.keypadBegin, let name = keypadName(of: key) {
      return name
    }
    switch key.function {
    case .cursor(let letter): return .letter(letter)
    // The letter R would be a report of the cursor.
    case .letter("R"): return .tilde(13)
    case .letter(let letter): return .letter(letter)
    case .number(let number): return .tilde(number)
    case nil: break
    }
    if let number = KeyTables.kittyInputs[key.input] { return .number(number) }
    guard key.text.isEmpty, !key.input.isCharacter,
      let number = KeyTables.kittyKeysyms[key.bareKeysym.rawValue]
        ?? KeyTables.kittyKeysyms[key.keysym.rawValue]
        ?? KeyTables.kittyCodes[key.code.rawValue]
    else { return nil }
    // The keys of modifiers and locks are reported only with all others.
    let isModifier = (57_358...57_360).contains(number) || (57_441...57_454).contains(number)
    return isModifier && !flags.contains(.allKeys) ? nil : .number(number)
  }

  /// Returns the name of a keypad key that types no text, or of any if all keys are reported.
  private func keypadName(of key: ProgramKey) -> Name? {
    guard !flags.isDisjoint(with: [.disambiguate, .allKeys]) else { return nil }
    if let number = KeyTables.kittyKeypadInputs[key.input] { return .number(number) }
    guard flags.contains(.allKeys) || !key.typesText else { return nil }
    return KeyTables.kittyKeypad[key.code.rawValue].map { .number($0) }
  }

  private func sequence(_ name: Name, _ key: ProgramKey) -> String {
    let modifiers = modifiers(of: key)
    let text = associatedText(of: key)
    switch name {
    case .number(let number):
      var parts = [number.description + alternates(of: key)]
      if !modifiers.isEmpty || !text.isEmpty { parts.append(modifiers) }
      if !text.isEmpty { parts.append(text) }
      return "\u{1b}[" + parts.joined(separator: ";") + "u"
    case .tilde(let number):
      return "\u{1b}[\(number)" + (modifiers.isEmpty ? "" : ";" + modifiers) + "~"
    case .letter(let letter):
      return "\u{1b}[" + (modifiers.isEmpty ? "" : "1;" + modifiers) + String(letter)
    }
  }

  /// Returns the modifiers and the kind of event; empty for a plain press.
  private func modifiers(of key: ProgramKey) -> String {
    // Locks would make plain text in a shell unreadable.
    let held = flags.contains(.allKeys) || !key.typesText ? key.held : key.chord
    let event = flags.contains(.eventTypes) ? event(of: key) : 1
    guard event == 1 else { return "\(1 + held.rawValue):\(event)" }
    return held.isEmpty ? "" : String(1 + held.rawValue)
  }

  private func event(of key: ProgramKey) -> Int {
    switch key.phase {
    case .press, .found: 1
    case .repeat: 2
    case .release, .cancel: 3
    }
  }

  /// Returns the shifted character and the one of a US keyboard, where they differ: `:65:97`.
  private func alternates(of key: ProgramKey) -> String {
    guard flags.contains(.alternateKeys), let own = key.unshifted else { return "" }
    let shifted = key.held.contains(.shift) ? key.character.flatMap { $0 == own ? nil : $0 } : nil
    let base = key.baseCharacter.flatMap { $0 == own ? nil : $0 }
    let first = shifted.map { "\($0.value)" } ?? ""
    return switch (shifted, base) {
    case (nil, nil): ""
    case (_, nil): ":\(first)"
    case (_, let base?): ":\(first):\(base.value)"
    }
  }

  /// Returns the code points of the text, separated by colons.
  private func associatedText(of key: ProgramKey) -> String {
    guard flags.isSuperset(of: [.allKeys, .associatedText]), key.typesText,
      key.phase == .press || key.phase == .repeat
    else { return "" }
    return key.text.unicodeScalars.map { String($0.value) }.joined(separator: ":")
  }
}
