// SPDX-License-Identifier: Apache-2.0
import Keys

/// The ASCII characters that a layout types in one group, and the keys that stand in for the
/// others.
struct LayoutFallbacks {
  /// Whether a key selects the third level while it is held.
  let hasThirdLevelKey: Bool
  /// Whether a key is Alt; in some layouts both Alt keys select the third level.
  let hasAltKey: Bool
  private var plain = ASCIISet()
  private var shifted = ASCIISet()

  /// Reads a layout; if memory runs out, every character counts as typed.
  init(of keymap: Keymap, group: UInt32) {
    guard let state = XkbState(keymap: keymap.pointer) else {
      (plain, shifted) = (.all, .all)
      (hasThirdLevelKey, hasAltKey) = (false, true)
      return
    }
    state.components = XkbComponents(lockedGroup: group)
    // Every keymap has a third-level symbol on code 84, which no keyboard has.
    let keysyms = Set(
      (1..<KeyCode.count).filter { $0 != 84 }.map { state.keysym(of: UInt32($0) + 8) })
    hasThirdLevelKey = keysyms.contains(0xfe03)
    // Meta_L, Meta_R, Alt_L, Alt_R.
    hasAltKey = !keysyms.isDisjoint(with: [0xffe7, 0xffe8, 0xffe9, 0xffea])
    for code in KeyCode.typing {
      let keycode = UInt32(code.rawValue) + 8
      guard let group = state.group(of: keycode) else { continue }
      let bare = keymap.bareKeysyms(of: keycode, group: group).map(Keysym.init)
      guard bare.allSatisfy({ !$0.isModifier }) else { continue }
      plain.insert(bare.map(\.bareInput.rawValue).joined())
    }
    state.components = XkbComponents(depressed: RealModifier.shift, lockedGroup: group)
    for code in KeyCode.typing {
      let keycode = UInt32(code.rawValue) + 8
      guard let character = Self.ascii(state.keysym(of: keycode)),
        state.consumed(by: keycode) & RealModifier.shift != 0
      else { continue }
      shifted.insert(character)
    }
  }

  /// Returns the characters that a key stands in for.
  ///
  /// A character counts as typed if a key has it on its lowest level, or with Shift, which is then
  /// not a modifier of the chord. A character typed with Shift cannot be used in a chord with
  /// Shift, nor in one with the third-level modifier, because the two together select another
  /// level.
  ///
  /// - Parameters:
  ///   - code: the key.
  ///   - ownShifted: the keysym of the key with Shift alone.
  ///   - holdsShift: whether Shift is held.
  ///   - holdsThirdLevel: whether the third-level modifier is held.
  /// - Returns: the characters; usually none.
  func layoutFallback(
    of code: KeyCode, ownShifted: UInt32, holdsShift: Bool, holdsThirdLevel: Bool
  ) -> Keystroke.LayoutFallback {
    guard let us = code.usCharacters else { return .none }
    guard holdsShift else {
      return Keystroke.LayoutFallback(plain: isTyped(us.plain) ? nil : us.plain)
    }
    let own =
      holdsThirdLevel ? Self.ascii(ownShifted).flatMap { plain.contains($0) ? nil : $0 } : nil
    let isLetterTyped =
      !holdsThirdLevel && shifted.contains(us.shifted) && us.plain.properties.isAlphabetic
    return Keystroke.LayoutFallback(
      plain: plain.contains(us.plain) || isLetterTyped ? nil : us.plain,
      shifted: own ?? (isTyped(us.shifted) ? nil : us.shifted))
  }

  private func isTyped(_ character: Unicode.Scalar) -> Bool {
    plain.contains(character) || shifted.contains(character)
  }

  private static func ascii(_ keysym: UInt32) -> Unicode.Scalar? {
    (0x21...0x7E).contains(keysym) ? Unicode.Scalar(keysym) : nil
  }
}

/// A set of ASCII characters.
private struct ASCIISet {
  private var bits: (UInt64, UInt64) = (0, 0)

  static let all: ASCIISet = {
    var set = ASCIISet()
    set.bits = (.max, .max)
    return set
  }()

  func contains(_ character: Unicode.Scalar) -> Bool {
    let value = character.value
    return (value < 64 ? bits.0 >> value : value < 128 ? bits.1 >> (value - 64) : 0) & 1 != 0
  }

  mutating func insert(_ character: Unicode.Scalar) {
    let value = character.value
    if value < 64 {
      bits.0 |= 1 << value
    } else if value < 128 {
      bits.1 |= 1 << (value - 64)
    }
  }

  /// Inserts the only character of a text; ignored if it has more.
  mutating func insert(_ text: String) {
    if let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 { insert(scalar) }
  }
}

extension KeyCode {
  /// The characters that the key types on a US keyboard, without and with Shift; nil for the space
  /// bar and for keys that type nothing.
  fileprivate var usCharacters: (plain: Unicode.Scalar, shifted: Unicode.Scalar)? {
    guard let row = Self.usRows.first(where: { $0.codes.contains(rawValue) }) else { return nil }
    let index = Int(rawValue - row.codes.lowerBound)
    return (row.plain[index], row.shifted[index])
  }

  private static let usRows = [
    usRow(2...13, "1234567890-=", "!@#$%^&*()_+"), usRow(16...27, "qwertyuiop[]", "QWERTYUIOP{}"),
    usRow(30...41, "asdfghjkl;'`", "ASDFGHJKL:\"~"), usRow(43...53, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
  ]

  private static func usRow(_ codes: ClosedRange<UInt16>, _ plain: String, _ shifted: String) -> (
    codes: ClosedRange<UInt16>, plain: [Unicode.Scalar], shifted: [Unicode.Scalar]
  ) {
    (codes, Array(plain.unicodeScalars), Array(shifted.unicodeScalars))
  }
}
