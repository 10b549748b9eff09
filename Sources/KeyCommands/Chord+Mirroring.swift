// SPDX-License-Identifier: Apache-2.0
import Keys

/// Inputs that point somewhere: in right-to-left languages they change places with those that point back.
extension Chord {
  /// Whether the input points somewhere: `[ ]`, `{ }`, `( )`, `< >`, ← or →.
  public var isDirected: Bool { Self.opposite(of: input) != nil }

  /// The chord on the input that points back; for every other one, the chord itself.
  public var mirrored: Chord {
    Self.opposite(of: input).map { Chord($0, modifiers) } ?? self
  }

  private static func opposite(of input: KeyInput) -> KeyInput? {
    switch input {
    case "[": "]"
    case "]": "["
    case "{": "}"
    case "}": "{"
    case "(": ")"
    case ")": "("
    case "<": ">"
    case ">": "<"
    case .leftArrow: .rightArrow
    case .rightArrow: .leftArrow
    default: nil
    }
  }
}

extension KeyCommand {
  /// What is pressed first, where the language is written from right to left or not.
  public func chord(isMirrored: Bool) -> Chord {
    isMirrored && canBeMirrored ? chord.mirrored : chord
  }

  /// All that is pressed, where the language is written from right to left or not.
  public func chords(isMirrored: Bool) -> [Chord] {
    isMirrored && canBeMirrored ? chords.map(\.mirrored) : chords
  }

  private var canBeMirrored: Bool { allowsAutomaticLocalization && allowsAutomaticMirroring }
}
