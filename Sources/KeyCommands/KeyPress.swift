// SPDX-License-Identifier: Apache-2.0
public import Keys

/// What is pressed for a chord on a certain keyboard: ⇧⌘7 for ⌘/ on a German one.
public struct KeyPress: Hashable, Sendable {
  /// The character of the key itself, and what is held of ⌃⌥⇧⌘.
  public let chord: Chord
  /// Whether AltGr is held besides.
  public let holdsThirdLevel: Bool
  /// Whether the key only stands in for the chord's character, which the layout cannot type.
  public let isStandIn: Bool
  /// What the same keys mean before they mean the chord: a command on one of these takes them.
  public let precedence: [Chord]
  /// What the layout makes of the press; nil for a key that means the same on every layout.
  public let keystroke: Keystroke?

  /// A chord that is pressed as it is written.
  public init(_ chord: Chord) {
    self.chord = chord
    (holdsThirdLevel, isStandIn, precedence, keystroke) = (false, false, [], nil)
  }

  /// A way to press a chord: one of the readings of a keystroke.
  init(
    _ chord: Chord, by keystroke: Keystroke, holding modifiers: Modifiers, andThirdLevel: Bool,
    isStandIn: Bool, after precedence: [Chord]
  ) {
    let own = keystroke.charactersIgnoringModifiers
    self.chord = Chord(own.isEmpty ? chord.input : own, modifiers)
    holdsThirdLevel = andThirdLevel
    self.isStandIn = isStandIn
    self.precedence = precedence
    self.keystroke = keystroke
  }

  /// In ASCII words, but for the key's character: `shift+cmd+7`, `altgr+cmd+8`.
  public var words: String { (holdsThirdLevel ? "altgr+" : "") + chord.words }
}

extension KeyPress: CustomStringConvertible {
  /// In symbols: `⇧⌘7`, `AltGr+⌘8`.
  public var description: String { (holdsThirdLevel ? "AltGr+" : "") + chord.description }
}

/// Finds what is to be pressed for chords on one keyboard.
///
/// It tries every key and reads it as ``ChordMatcher`` will, so what it finds is what works. Ask a new one
/// after the layout may have changed.
public final class KeyPressFinder {
  private let map: any KeyboardMap
  // By the modifiers of chords, then by their characters.
  private var presses: [Modifiers: [KeyInput: [KeyPress]]] = [:]

  /// Makes a finder for the keyboard in use.
  public init(_ map: any KeyboardMap) {
    self.map = map
  }

  /// Every way to press a chord, the best first; none where the keyboard cannot type it at all.
  ///
  /// First comes the key that has the character itself, with Shift where the layout needs it; then a key that
  /// stands in; then the third level.
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
    var standIns: [KeyInput: [KeyPress]] = [:]
    for way in Self.ways
    where way.extra.isDisjoint(with: modifiers)
      && !(way.holdsThirdLevel && modifiers.contains(.option))
    {
      for press in presses(for: modifiers, by: way) {
        if press.press.isStandIn {
          standIns[press.input, default: []].append(press.press)
        } else if way.isThirdLevel {
          further[press.input, default: []].append(press.press)
        } else {
          own[press.input, default: []].append(press.press)
        }
      }
    }
    return own.merging(standIns, uniquingKeysWith: +).merging(further, uniquingKeysWith: +)
  }

  /// What is held besides a chord's modifiers to choose a level.
  private struct Way {
    var extra: Modifiers = []
    var holdsThirdLevel = false
    var isThirdLevel: Bool { holdsThirdLevel || extra.contains(.option) }
  }

  // ⌥ too, which chooses the third level on some keyboards.
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
            isStandIn: reading.isStandIn, after: precedence)
          found.append((chord.input, press))
        }
        precedence.append(chord)
        return nil
      }
    }
    return found
  }
}
