// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The chords that one keystroke can mean, the most likely first.
///
/// On a telephone or a remote, the name of the key comes before them: its 1 is `numeric_1`, and
/// also `1`.
///
/// 1. The character without modifiers, with all held modifiers: ⇧⌘Z is `z` with ⇧ and ⌘, although
///    the layout used Shift to produce "Z".
/// 2. The character that the key produces, without the modifiers that only served to produce it: ⌘/
///    is typed as ⌘⇧7 on a German keyboard.
/// 3. The character that the key substitutes for, because the layout cannot type it: ⌘C on a
///    Cyrillic layout and ⌘[ on a French one are pressed where a US keyboard has the character.
///    This applies only to commands that allow it (`allowsAutomaticLocalization`).
///
/// So the key's own characters always take precedence. Caps Lock and the keypad flag are ignored
/// (CMD-10).
public struct ChordMatcher: Sendable {
  /// One of the chords.
  public struct Reading: Hashable, Sendable {
    /// The chord.
    public let chord: Chord
    /// Whether the key only substitutes for the chord's character.
    public let isLayoutFallback: Bool
  }

  /// The character without modifiers, with all held modifiers.
  public let exact: Chord
  /// The produced character, without the modifiers that the layout consumed; nil if it does not
  /// differ from ``exact``.
  public let produced: Chord?
  private let named: Chord?
  private let modifiers: Modifiers
  private let layoutFallback: Keystroke.LayoutFallback

  /// Computes the chords of a keystroke.
  ///
  /// - Parameter keystroke: the keystroke; its text and its phase are ignored.
  public init(_ keystroke: Keystroke) {
    let modifiers = keystroke.modifiers.intersection(.chord)
    let exact = Chord(
      keystroke.keysym.keypadInput ?? keystroke.charactersIgnoringModifiers, modifiers)
    self.exact = exact
    named = keystroke.padInput.map { Chord($0, modifiers) }
    let consumed = keystroke.consumedModifiers.intersection(modifiers)
    let chord =
      consumed.isEmpty
      ? nil : keystroke.keysym.character.map { Chord($0, modifiers.subtracting(consumed)) }
    produced = chord == exact ? nil : chord
    layoutFallback = keystroke.layoutFallback
    self.modifiers = modifiers
  }

  /// The substituted character with all held modifiers, ⇧⌘[; nil if there is none.
  public var plainFallback: Chord? {
    layoutFallback.plain.map { Chord(KeyInput(Character($0)), modifiers) }
  }

  /// The substituted character if Shift selected it, ⌘{; nil if there is none.
  public var shiftedFallback: Chord? {
    layoutFallback.shifted.map { Chord(KeyInput(Character($0)), modifiers.subtracting(.shift)) }
  }

  /// Returns the first result of `body` for the chords in order; nil if it returns none.
  public func first<Result>(_ body: (Reading) -> Result?) -> Result? {
    if let named, let result = body(Reading(chord: named, isLayoutFallback: false)) {
      return result
    }
    if let result = body(Reading(chord: exact, isLayoutFallback: false)) { return result }
    if let produced, let result = body(Reading(chord: produced, isLayoutFallback: false)) {
      return result
    }
    if layoutFallback == .none { return nil }
    if let plainFallback, let result = body(Reading(chord: plainFallback, isLayoutFallback: true)) {
      return result
    }
    return shiftedFallback.flatMap { body(Reading(chord: $0, isLayoutFallback: true)) }
  }
}

extension Keystroke {
  /// The name of a key with a character on a telephone or remote, `numeric_1`; nil for other keys.
  var padInput: KeyInput? {
    // KEY_NUMERIC_0 to KEY_NUMERIC_D; the numbers of xkb's symbols for them follow the kernel's.
    (0x200...0x20f).contains(event.code.rawValue)
      ? KeyInput.named(Keysym(rawValue: 0x1008_1000 + UInt32(event.code.rawValue))) : nil
  }
}

extension Keysym {
  /// The character for a keysym of X11's Latin-1 or Unicode ranges.
  var character: KeyInput? {
    let value =
      switch rawValue {
      case 0x20...0x7E, 0xA0...0xFF: rawValue
      case 0x0100_0100...0x0110_FFFF: rawValue - 0x0100_0000
      default: UInt32(0)
      }
    guard value != 0, let scalar = Unicode.Scalar(value) else { return nil }
    return KeyInput(Character(scalar))
  }

  /// Whether the keysym belongs to the keypad and depends on Num Lock.
  var isKeypadSymbol: Bool {
    (0xFF95...0xFF9F).contains(rawValue) || (0xFFAA...0xFFB9).contains(rawValue)
  }

  /// The input of a keypad key under the current state of Num Lock.
  var keypadInput: KeyInput? {
    guard isKeypadSymbol else { return nil }
    switch rawValue {
    case 0xFF95: return .home
    case 0xFF96: return .leftArrow
    case 0xFF97: return .upArrow
    case 0xFF98: return .rightArrow
    case 0xFF99: return .downArrow
    case 0xFF9A: return .pageUp
    case 0xFF9B: return .pageDown
    case 0xFF9C: return .end
    case 0xFF9E: return .insert
    case 0xFF9F: return .forwardDelete
    case 0xFFAA...0xFFB9: return Unicode.Scalar(rawValue - 0xFF80).map { KeyInput(Character($0)) }
    default: return nil
    }
  }
}
