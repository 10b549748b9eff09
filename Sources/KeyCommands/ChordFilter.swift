// SPDX-License-Identifier: Apache-2.0
public import Keys

/// What a keystroke can at all match, boiled down to bits: made once for each press, asked of many
/// tables.
///
/// Typing plain text asks several tables about every key; the hint keeps them from hashing.
public struct ChordHint: Sendable {
  /// One bit for each set of ⌃⌥⇧⌘ with a character, sixteen places higher for one with a named key.
  let bits: UInt32

  init(bits: UInt32) {
    self.bits = bits
  }
}

extension Keystroke {
  /// What the keystroke can match at all.
  public var chordHint: ChordHint {
    let rest = modifiers.subtracting(consumedModifiers)
    var characters =
      ChordFilter.bit(modifiers) | ChordFilter.bit(rest)
      // CMD-2: a capital that the layout produces without Shift counts as Shift and the letter.
      | ChordFilter.bit(rest.union(.shift))
    if standIn.shifted != nil { characters |= ChordFilter.bit(modifiers.subtracting(.shift)) }
    let isCharacter = charactersIgnoringModifiers.isCharacter
    return ChordHint(
      bits: isCharacter && !keysym.isKeypadSymbol ? characters : characters | characters << 16)
  }
}

/// Tells at once that no chord of a table can match a keystroke.
struct ChordFilter: Sendable {
  var bits: UInt32 = 0

  init() {}

  mutating func insert(_ chord: Chord) {
    bits |= Self.bit(chord.modifiers) << (chord.input.isCharacter ? 0 : 16)
  }

  func mayMatch(_ hint: ChordHint) -> Bool {
    bits & hint.bits != 0
  }

  static func bit(_ modifiers: Modifiers) -> UInt32 {
    1 << ((modifiers.rawValue >> 17) & 0xF)
  }
}
