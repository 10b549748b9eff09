// SPDX-License-Identifier: Apache-2.0
import Keys

/// Tells at once that no chord of a table can match a keystroke.
///
/// One bit for each set of ⌃⌥⇧⌘ with a character, one for each with a named key. Typing plain text
/// asks several tables about every key; this keeps them from hashing.
struct ChordFilter: Sendable {
  private var bits: UInt32 = 0

  mutating func insert(_ chord: Chord) {
    bits |= 1 << (Self.index(chord.modifiers) + (Self.isCharacter(chord.input) ? 0 : 16))
  }

  /// Whether one of the chords of ``ChordMatcher`` may be in the table.
  func mayMatch(_ keystroke: Keystroke) -> Bool {
    let modifiers = keystroke.modifiers
    let wanted: UInt32 =
      (1 << Self.index(modifiers))
      | (1 << Self.index(modifiers.subtracting(keystroke.consumedModifiers)))
      // CMD-2: a capital that the layout produces without Shift counts as Shift and the letter.
      | (1 << Self.index(modifiers.subtracting(keystroke.consumedModifiers).union(.shift)))
    if keystroke.keysym.isKeypadSymbol { return bits & (wanted | wanted << 16) != 0 }
    return Self.isCharacter(keystroke.charactersIgnoringModifiers)
      ? bits & wanted != 0 : bits & (wanted | wanted << 16) != 0
  }

  private static func index(_ modifiers: Modifiers) -> UInt32 {
    (modifiers.rawValue >> 17) & 0xF
  }

  /// The named inputs are longer than any single scalar, and Return and Tab are controls.
  private static func isCharacter(_ input: String) -> Bool {
    guard let first = input.utf8.first else { return false }
    return first >= 0x20 && input.utf8.count <= 4
  }
}
