// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keys of Japanese and Korean keyboards that input methods use.
extension KeyCode {
  /// The Zenkaku/Hankaku key of Japanese keyboards.
  static let zenkakuHankaku = KeyCode(85)
  /// The Katakana key.
  static let katakana = KeyCode(90)
  /// The Hiragana key.
  static let hiragana = KeyCode(91)
  /// The Henkan key, which converts.
  static let henkan = KeyCode(92)
  /// The Katakana/Hiragana key.
  static let katakanaHiragana = KeyCode(93)
  /// The Muhenkan key, which leaves kana unconverted.
  static let muhenkan = KeyCode(94)
  /// The Hangul key of Korean keyboards, and the Kana key of Apple's Japanese keyboards.
  static let hangul = KeyCode(122)
  /// The Hanja key of Korean keyboards, and the Eisu key of Apple's Japanese keyboards.
  static let hanja = KeyCode(123)
}

extension Keystroke {
  /// The modifiers that make the press a chord: those that the layout did not consume, without ⇧.
  var chordModifiers: Modifiers {
    modifiers.subtracting(consumedModifiers).intersection([.control, .option, .command])
  }

  /// Whether the press is part of a dead key or compose sequence, which composes text itself.
  var isInSequence: Bool { composition != .none }

  /// Whether the press has this named key or character, and no chord and no ⇧.
  func isPlain(_ input: KeyInput) -> Bool {
    charactersIgnoringModifiers == input && modifiers.intersection(.chord).isEmpty
  }

  /// The character that a press without a chord types; nil for Return, Tab and keys without text.
  var typedCharacter: Character? {
    guard chordModifiers.isEmpty, let first = text.first, text.count == 1,
      !charactersIgnoringModifiers.isEmpty,
      text.utf8.first.map({ $0 >= 0x20 && $0 != 0x7F }) == true
    else { return nil }
    return first
  }
}
