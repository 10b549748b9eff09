// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The keys that are pressed for a chord on a particular keyboard: ⇧⌘7 for ⌘/ on a German one.
public struct KeyPress: Hashable, Sendable {
  /// Creates an error from its parts.
  public let chord: Chord
  /// Whether AltGr is held too.
  public let holdsThirdLevel: Bool
  /// Whether the key only substitutes for the chord's character, which the layout cannot type.
  public let isLayoutFallback: Bool
  /// The chords that the same keys match first; a command on one of them takes precedence.
  public let precedence: [Chord]
  /// The layout's keystroke for the press; nil for a key that has the same meaning on every layout.
  public let keystroke: Keystroke?

  /// Creates a press of a chord as it is written.
  ///
  /// - Parameter chord: the chord; no layout is consulted.
  public init(_ chord: Chord) {
    self.chord = chord
    (holdsThirdLevel, isLayoutFallback, precedence, keystroke) = (false, false, [], nil)
  }

  /// A way to press a chord: one reading of a keystroke.
  init(
    _ chord: Chord, by keystroke: Keystroke, holding modifiers: Modifiers, andThirdLevel: Bool,
    isLayoutFallback: Bool, after precedence: [Chord]
  ) {
    let own = keystroke.charactersIgnoringModifiers
    self.chord = Chord(own.isEmpty ? chord.input : own, modifiers)
    holdsThirdLevel = andThirdLevel
    self.isLayoutFallback = isLayoutFallback
    self.precedence = precedence
    self.keystroke = keystroke
  }

  /// The press in ASCII words, except for the key's character: `shift+cmd+7`, `altgr+cmd+8`.
  public var words: String { (holdsThirdLevel ? "altgr+" : "") + chord.words }
}

extension KeyPress: CustomStringConvertible {
  /// The press in symbols: `⇧⌘7`, `AltGr+⌘8`.
  public var description: String { (holdsThirdLevel ? "AltGr+" : "") + chord.description }
}

/// Finds the keys to press for chords on one keyboard.
///
/// It tries every key and reads it like ``ChordMatcher``, so its results are certain to work.
/// Create a new finder when the layout may have changed.
public final class KeyPressFinder {
  private let map: any KeyboardMap
  // The presses, by the modifiers of their chord and then by its character.
  private var presses: [Modifiers: [KeyInput: [KeyPress]]] = [:]

  /// Creates a finder for the keyboard in use.
  ///
  /// - Parameter map: the layout of the keyboard; it is read when a chord is looked up.
  public init(_ map: any KeyboardMap) {
    self.map = map
  }

  /// Returns every way to press a chord, the best first.
  ///
  /// A key with the character itself comes first, with Shift if the layout needs it; then a key
  /// that substitutes for it; then the third level.
  ///
  /// - Parameter chord: the chord; one with a named key is pressed as it is written.
  /// - Returns: the ways; empty if the keyboard cannot type the chord at all.
  public func presses(for chord: Chord) -> [KeyPress] {
    guard chord.input.isCharacter else { return [KeyPress(chord)] }
    if let known = presses[chord.modifiers] { return known[chord.input] ?? [] }
    let found = work(outFor: chord.modifiers)
    presses[chord.modifiers] = found
    return found[chord.input] ?? []
  }

  private func work(outFor modifiers: Modifiers) -> [KeyInput: [KeyPress]] {
    var own: [KeyInput: [KeyPress]] = [:]
    var further: [KeyInput: [KeyPress]] = [:]
    var layoutFallbacks: [KeyInput: [KeyPress]] = [:]
    for way in Self.ways
    where way.extra.isDisjoint(with: modifiers)
      && !(way.holdsThirdLevel && modifiers.contains(.option))
    {
      for press in presses(for: modifiers, by: way) {
        if press.press.isLayoutFallback {
          layoutFallbacks[press.input, default: []].append(press.press)
        } else if way.isThirdLevel {
          further[press.input, default: []].append(press.press)
        } else {
          own[press.input, default: []].append(press.press)
        }
      }
    }
    return own.merging(layoutFallbacks, uniquingKeysWith: +).merging(further, uniquingKeysWith: +)
  }

  /// Modifiers that select a level of the layout, in addition to the modifiers of a chord.
  private struct Way {
    var extra: Modifiers = []
    var holdsThirdLevel = false
    var isThirdLevel: Bool { holdsThirdLevel || extra.contains(.option) }
  }

  // The list includes ⌥, which selects the third level on some keyboards.
  private static let ways = [
    Way(), Way(extra: .shift), Way(extra: .option), Way(extra: [.option, .shift]),
    Way(holdsThirdLevel: true), Way(extra: .shift, holdsThirdLevel: true),
  ]

  private func presses(
    for modifiers: Modifiers, by way: Way
  ) -> [(input: KeyInput, press: KeyPress)] {
    let held = modifiers.union(way.extra)
    var found: [(KeyInput, KeyPress)] = []
    for code in KeyCode.typing {
      guard
        let keystroke = map.keystroke(
          pressing: code, holding: held, andThirdLevel: way.holdsThirdLevel)
      else { continue }
      var precedence: [Chord] = []
      _ = ChordMatcher(keystroke).first { reading -> Never? in
        let chord = reading.chord
        if chord.modifiers == modifiers, !precedence.contains(chord) {
          let press = KeyPress(
            chord, by: keystroke, holding: held, andThirdLevel: way.holdsThirdLevel,
            isLayoutFallback: reading.isLayoutFallback, after: precedence)
          found.append((chord.input, press))
        }
        precedence.append(chord)
        return nil
      }
    }
    return found
  }
}
