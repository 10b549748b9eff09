// SPDX-License-Identifier: Apache-2.0
import Keys

/// Keys that type one character on every layout, for a source that reports characters instead of
/// positions.
///
/// Their codes are above those of evdev, so no keyboard has them.
final class CharacterKeys {
  private var codes: [Unicode.Scalar: KeyCode] = [:]
  private var characters: [Unicode.Scalar] = []

  private static let first = KeyCode.count

  /// Returns the key of a character; nil if there are no codes left.
  func code(for character: Unicode.Scalar) -> KeyCode? {
    if let known = codes[character] { return known }
    guard let number = UInt16(exactly: Self.first + characters.count) else { return nil }
    characters.append(character)
    codes[character] = KeyCode(number)
    return KeyCode(number)
  }

  /// The character of a key; nil for any other key.
  subscript(code: KeyCode) -> Unicode.Scalar? {
    let index = Int(code.rawValue) - Self.first
    return characters.indices.contains(index) ? characters[index] : nil
  }
}

extension KeyMeaning {
  /// Creates the meaning of a key that types a character on every layout.
  convenience init(of character: Unicode.Scalar) {
    let number = character.value
    // X11's numbers of Latin-1 are those of Unicode, and all others have an offset.
    let isLatin = 0x20...0x7e ~= number || 0xa0...0xff ~= number
    let keysym = Keysym(rawValue: isLatin ? number : 0x0100_0000 + number)
    self.init(keysym: keysym, text: String(character), bareInput: keysym.bareInput)
  }
}
