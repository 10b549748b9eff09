// SPDX-License-Identifier: Apache-2.0
import Keys

/// Inputs with a direction, which are swapped with their opposites in right-to-left languages.
extension Chord {
  /// Whether the input has a direction: `[ ]`, `{ }`, `( )`, `< >`, ← or →.
  public var isDirected: Bool { Self.opposite(of: input) != nil }

  /// The chord with the opposite input; the chord itself if its input has no direction.
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
  /// Returns the first chord as the user presses it.
  ///
  /// - Parameter isMirrored: whether the language is written from right to left; a chord with a
  ///   direction is then mirrored, if the command allows it.
  /// - Returns: the chord.
  public func chord(isMirrored: Bool) -> Chord {
    isMirrored && canBeMirrored ? chord.mirrored : chord
  }

  /// Returns all chords as the user presses them.
  ///
  /// - Parameter isMirrored: whether the language is written from right to left; chords with a
  ///   direction are then mirrored, if the command allows it.
  /// - Returns: the chords, in order.
  public func chords(isMirrored: Bool) -> [Chord] {
    isMirrored && canBeMirrored ? chords.map(\.mirrored) : chords
  }

  private var canBeMirrored: Bool { allowsAutomaticLocalization && allowsAutomaticMirroring }
}
