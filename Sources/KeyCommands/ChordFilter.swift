// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A conservative summary of the chords that a keystroke can match.
///
/// It is computed once for each press and tested against many tables.
///
/// Several tables are searched for every typed key; the summary avoids hashing chords in most of
/// them.
public struct ChordHint: Sendable {
  /// One bit for each set of ⌃⌥⇧⌘ with a character; the same bit shifted by 16 for one with a named
  /// key.
  let bits: UInt32

  init(bits: UInt32) {
    self.bits = bits
  }

  /// The chords of characters without modifiers, and with Shift alone.
  package static let letter = ChordHint(bits: ChordFilter.bit([]) | ChordFilter.bit(.shift))
}

extension Keystroke {
  /// A conservative summary of the chords that the keystroke can match.
  public var chordHint: ChordHint {
    let rest = modifiers.subtracting(consumedModifiers)
    var characters =
      ChordFilter.bit(modifiers) | ChordFilter.bit(rest)
      // A capital letter that the layout produces without Shift counts as the lower-case letter
      // with Shift (CMD-2).
      | ChordFilter.bit(rest.union(.shift))
    if layoutFallback.shifted != nil {
      characters |= ChordFilter.bit(modifiers.subtracting(.shift))
    }
    return ChordHint(
      bits: matchesCharactersOnly ? characters : characters | characters << 16)
  }

  /// Whether the keystroke matches only chords of characters, and none of named keys.
  private var matchesCharactersOnly: Bool {
    charactersIgnoringModifiers.isCharacter && !keysym.isKeypadSymbol && padInput == nil
  }

  /// Whether the keystroke matches only chords of ``ChordHint/letter``.
  package var isOfLetter: Bool {
    modifiers.isDisjoint(with: [.control, .option, .command]) && matchesCharactersOnly
  }
}

/// A set of chords that quickly excludes most keystrokes that match none of them.
package struct ChordFilter: Equatable, Sendable {
  private var bits: UInt32 = 0

  /// Creates a set without chords.
  package init() {}

  mutating func insert(_ chord: Chord) {
    bits |= Self.bit(chord.modifiers) << (chord.input.isCharacter ? 0 : 16)
  }

  /// Adds the chords of another set.
  package mutating func formUnion(_ other: ChordFilter) { bits |= other.bits }

  /// Whether a keystroke may match one of the chords; false is certain.
  package func mayMatch(_ hint: ChordHint) -> Bool {
    bits & hint.bits != 0
  }

  static func bit(_ modifiers: Modifiers) -> UInt32 {
    1 << ((modifiers.rawValue >> 17) & 0xF)
  }
}
